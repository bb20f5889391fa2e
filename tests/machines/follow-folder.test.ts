import { expect, test } from 'vitest'
import {
  createActor,
  type EventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  SimulatedClock,
} from 'xstate'
import { followFolderMachine } from '../../machines/follow-folder/machine.ts'
import { selectAnnounced, selectWaiting } from '../../machines/follow-folder/selectors.ts'
import type {
  ChangesFollowed,
  FirstPageRead,
  FollowFolderEvent,
  FollowFolderInput,
  FollowFolderReport,
} from '../../machines/follow-folder/types.ts'

const page = (live = true): FirstPageRead['output'] => ({ ok: true, asOf: 20, live })
const offline: FirstPageRead['output'] = { ok: false, code: 'NETWORK' }

/** An open folder, and what it does outside: `reads` and `looks` are its calls, `ages` the streams that were opened. */
function open(input: FollowFolderInput = { asOf: 10, live: true }) {
  const clock = new SimulatedClock()
  const reads: ((output: FirstPageRead['output'] | Promise<never>) => void)[] = []
  const looks: ((isNeeded: boolean) => void)[] = []
  const ages: (number | null)[] = []
  const done: string[] = []
  const pages: ((report: FollowFolderReport) => void)[] = []
  const streams = new Set<(report: FollowFolderReport) => void>()
  const flow = createActor(
    followFolderMachine.provide({
      actors: {
        watchPage: fromCallback<EventObject, NonReducibleUnknown, FollowFolderReport>(({ sendBack }) => {
          pages.push(sendBack)
        }),
        lookForUploads: fromPromise<boolean>(() => new Promise(resolve => looks.push(resolve))),
        readFirstPage: fromPromise<FirstPageRead['output']>(
          () => new Promise(resolve => reads.push(resolve)),
        ),
        followChanges: fromCallback<EventObject, ChangesFollowed['input'], FollowFolderReport>(
          ({ input: { asOf }, sendBack }) => {
            ages.push(asOf)
            streams.add(sendBack)
            return () => streams.delete(sendBack)
          },
        ),
      },
      actions: { settle: () => done.push('settle'), 'show changes': () => done.push('show') },
    }),
    { clock, input },
  ).start()
  const send = (...events: FollowFolderEvent[]) => {
    for (const event of events) flow.send(event)
  }
  const turn = () => new Promise(resolve => setImmediate(resolve))
  const look = async (isNeeded = false) => {
    looks.at(-1)!(isNeeded)
    await turn()
  }
  return {
    ...{ flow, clock, reads, looks, ages, streams, done, send, look },
    async read(output: FirstPageRead['output'] | Promise<never>) {
      reads.at(-1)!(output)
      await turn()
    },
    /** Shows the page, where no upload needs the connection. */
    async begin() {
      pages[0]!({ type: 'page shown' })
      await look()
    },
    /** Lets `ms` pass before the next attempt. */
    async retry(ms: number) {
      const before = looks.length
      clock.increment(ms - 1)
      expect(looks.length).toBe(before)
      clock.increment(1)
      expect(looks.length).toBe(before + 1)
      await look()
    },
    tell: (type: FollowFolderReport['type']) => [...streams][0]!({ type }),
    wait: (waiting: number | 'many') => send({ type: 'changes wait', waiting }),
    line: () => [selectWaiting(flow.getSnapshot()), selectAnnounced(flow.getSnapshot())],
  }
}

test('rows of known age are followed without a read, from when they were listed', async () => {
  const { reads, ages, looks, begin } = open()
  expect(looks.length).toBe(0)
  await begin()
  expect([reads.length, ages]).toEqual([0, [10]])
})

test('rows of unknown age are read once, and followed from that read', async () => {
  const { reads, ages, begin, read } = open({ asOf: null, live: true })
  await begin()
  expect([reads.length, ages]).toEqual([1, []])
  await read(page())
  expect(ages).toEqual([20])
})

test('a page that nobody sees is not followed; seen again it is read', async () => {
  const { reads, looks, streams, clock, begin, send } = open()
  await begin()
  send({ type: 'page hidden' })
  clock.increment(3_600_000)
  expect([streams.size, looks.length, reads.length]).toEqual([0, 1, 0])
  await begin()
  expect([streams.size, reads.length]).toEqual([0, 1])
})

test('a page that is hidden before it was followed is read when it is seen', async () => {
  const { reads, begin, send } = open()
  send({ type: 'page hidden' })
  await begin()
  expect(reads.length).toBe(1)
})

test('a lost stream comes back after 5, 10, 20, 40, 80 and at most 120 seconds, until it reports something', async () => {
  const { streams, begin, read, retry, tell } = open()
  await begin()
  for (const seconds of [5, 10, 20, 40, 80, 120, 120]) {
    tell('stream lost')
    expect(streams.size).toBe(0)
    await retry(seconds * 1000)
    await read(page())
    expect(streams.size).toBe(1)
  }
  tell('changes received')
  tell('stream lost')
  await retry(5_000)
})

test('a read that fails is made again, later each time, in a way that is known or not', async () => {
  const { begin, read, retry, reads } = open({ asOf: null, live: true })
  await begin()
  await read(offline)
  await retry(5_000)
  await read(Promise.reject(new Error('a bug')))
  await retry(10_000)
  expect(reads.length).toBe(3)
})

test('where the storage reports nothing the first page is read every 20 seconds, and at once no failure counts', async () => {
  const { begin, read, retry, streams } = open({ asOf: 10, live: false })
  await begin()
  await retry(20_000)
  await read(offline)
  await retry(5_000)
  await read(page(false))
  await retry(20_000)
  await read(offline)
  await retry(5_000)
  await read(page(true))
  expect(streams.size).toBe(1)
})

test.each(['PERMISSION_DENIED', 'ACCESS_DENIED', 'BUCKET_NOT_FOUND'] as const)(
  'after %s nothing is asked until the page is seen again',
  async code => {
    const { begin, read, clock, looks, send } = open({ asOf: null, live: true })
    await begin()
    await read({ ok: false, code })
    clock.increment(3_600_000)
    expect(looks.length).toBe(1)
    send({ type: 'page hidden' }, { type: 'page shown' })
    expect(looks.length).toBe(2)
  },
)

test('uploads have the connection of the stream, and are looked for every second', async () => {
  const { begin, look, looks, clock, streams, reads, retry } = open()
  await begin()
  await retry(1_000)
  expect(streams.size).toBe(1)
  clock.increment(1_000)
  await look(true)
  expect(streams.size).toBe(0)
  clock.increment(1_000)
  await look(true)
  expect([looks.length, reads.length]).toEqual([4, 0])
  await retry(1_000)
  expect(reads.length).toBe(1)
})

test('rows are read again where uploads had the connection from the first', async () => {
  const { send, look, retry, reads } = open()
  send({ type: 'page shown' })
  await look(true)
  await retry(1_000)
  expect(reads.length).toBe(1)
})

test('too many changes to name are read at once, then at most every five seconds', async () => {
  const { begin, read, reads, tell, clock, streams } = open()
  await begin()
  tell('too many changed')
  tell('too many changed')
  expect(reads.length).toBe(1)
  await read(page())
  clock.increment(4_999)
  expect(reads.length).toBe(1)
  clock.increment(1)
  expect(reads.length).toBe(2)
  await read(page())
  tell('too many changed')
  clock.increment(5_000)
  await read(page())
  clock.increment(5_000)
  expect([reads.length, streams.size]).toEqual([3, 1])
  tell('too many changed')
  expect(reads.length).toBe(4)
  await read(Promise.reject(new Error('a bug')))
  tell('too many changed')
  expect(reads.length).toBe(4)
  clock.increment(5_000)
  expect(reads.length).toBe(5)
})

test('after the read that a stream began with, too many changes wait five seconds; those of an earlier stream do not count', async () => {
  const { begin, read, reads, tell, clock, retry } = open()
  await begin()
  tell('too many changed')
  tell('too many changed')
  tell('stream lost')
  await retry(5_000)
  await read(page())
  clock.increment(5_000)
  expect(reads.length).toBe(2)
  tell('stream lost')
  await retry(10_000)
  await read(page())
  tell('too many changed')
  expect(reads.length).toBe(3)
  clock.increment(5_000)
  expect(reads.length).toBe(4)
})

test('the line comes 1.5 seconds after the first change, with what is not shown by then', () => {
  const { wait, line, clock, done } = open()
  wait(25)
  clock.increment(1_000)
  wait(26)
  clock.increment(499)
  expect([line(), done]).toEqual([[0, 0], []])
  clock.increment(1)
  expect(done).toEqual(['settle'])
  wait(22)
  expect(line()).toEqual([22, 22])
  wait('many')
  expect(line()).toEqual(['many', 22])
  wait(0)
  expect(line()).toEqual([0, 0])
  clock.increment(60_000)
  expect(done).toEqual(['settle'])
})

test('changes that are shown in time bring no line', () => {
  const { wait, line, clock, done } = open()
  clock.increment(60_000)
  expect(done).toEqual([])
  wait(25)
  wait(0)
  clock.increment(60_000)
  expect([line(), done]).toEqual([[0, 0], []])
  wait(25)
  clock.increment(1_500)
  wait(0)
  clock.increment(60_000)
  expect([line(), done]).toEqual([[0, 0], ['settle']])
})

test('other rows are compared with what waits, and the line shows it', () => {
  const { send, done } = open()
  send({ type: 'rows changed' }, { type: 'show' })
  expect(done).toEqual(['settle', 'show'])
})

test('a folder that is left asks nothing', async () => {
  const { begin, flow, clock, looks, streams } = open()
  await begin()
  flow.stop()
  clock.increment(3_600_000)
  expect([looks.length, streams.size]).toEqual([1, 0])
})
