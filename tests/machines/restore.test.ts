import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import {
  type BatchRestore,
  type RestoreCounts,
  restoreMachine,
  selectBusy,
} from '../../machines/restore/machine.ts'
import { patience } from '../support/patience.ts'
import { answering } from './support/answers.ts'

const keys = (count: number) => Array.from({ length: count }, (_, index) => `${index}.txt`)
const back = (restored: number, failed = 0) => ({ ok: true, restored, failed }) as const
const denied = { ok: false, code: 'ACCESS_DENIED' } as const

/** Restores this many keys with these answers; gives what was sent and what the user and the lists were told, in order. */
function restore(count: number, ...answers: (BatchRestore['output'] | Error)[]) {
  return restoreThenRead(count, async () => undefined, ...answers)
}

async function restoreThenRead(
  count: number,
  readLists: () => Promise<void>,
  ...answers: (BatchRestore['output'] | Error)[]
) {
  const batches = answering<BatchRestore['output'], BatchRestore['input']>(...answers)
  const told: unknown[] = []
  const flow = createActor(
    restoreMachine.provide({
      actors: {
        restoreBatch: batches.actor,
        refreshLists: fromPromise<void, { bucket: string }>(async ({ input }) => {
          told.push(`read ${input.bucket}`)
          await readLists()
        }),
      },
      actions: {
        'show failure': (_, outcome) => told.push(outcome.ok || outcome.code),
        'tell storage changed': () => told.push('storage changed'),
        'tell counts': (_, { restored, failed }: RestoreCounts) => told.push([restored, failed]),
        'clear selection': () => told.push('cleared'),
      },
    }),
  ).start()
  flow.send({ type: 'restore', bucket: 'anh', keys: keys(count) })
  expect(selectBusy(flow.getSnapshot())).toBe(true)
  await waitFor(flow, snapshot => !selectBusy(snapshot), { timeout: patience })
  return { sent: batches.asked.map(({ keys }) => [keys.length, keys[0]]), told }
}

test('250 files are restored in three batches, and told once', async () => {
  expect(await restore(250, back(100), back(100), back(50))).toEqual({
    sent: [
      [100, '0.txt'],
      [100, '100.txt'],
      [50, '200.txt'],
    ],
    told: ['storage changed', 'read anh', [250, 0], 'cleared'],
  })
})

test('files that could not be restored are counted over all batches, and stop none', async () => {
  const { sent, told } = await restore(101, back(97, 3), back(0, 1))
  expect([sent.length, told]).toEqual([2, ['storage changed', 'read anh', [97, 4], 'cleared']])
})

test.each([
  ['refused', denied, 'ACCESS_DENIED'],
  ['broken off by a bug', new Error('a bug'), 'UNKNOWN_ERROR'],
])(
  'a batch that is %s ends it: its failure stays shown, and the lists are read again',
  async (_, end, code) => {
    const { sent, told } = await restore(300, back(100), end)
    expect([sent.length, told]).toEqual([2, [code, 'storage changed', 'read anh', 'cleared']])
  },
)

test('lists that cannot be read again do not hide what was restored', async () => {
  const { told } = await restoreThenRead(1, () => Promise.reject(new Error('a bug')), back(1))
  expect(told).toEqual(['storage changed', 'read anh', [1, 0], 'cleared'])
})

test('the next restore counts from nothing', async () => {
  expect((await restore(1, back(1))).told).toContainEqual([1, 0])
})
