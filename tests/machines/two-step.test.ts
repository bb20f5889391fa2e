import { expect, test } from 'vitest'
import { createActor, SimulatedClock, type SnapshotFrom, waitFor } from 'xstate'
import { selectFailure, selectSubmitting, selectWaitingTime } from '../../machines/attempt.ts'
import {
  type SetUpBeginning,
  type SetUpConfirmation,
  type TaskAttempt,
  type TwoStepTask,
  twoStepMachine,
} from '../../machines/two-step/machine.ts'
import {
  selectCodesAcknowledged,
  selectDone,
  selectRecoveryCodes,
  selectSetUp,
  selectStep,
} from '../../machines/two-step/selectors.ts'
import { patience } from '../support/patience.ts'
import { answering } from './support/answers.ts'

type World = {
  task: TwoStepTask
  beginSetUp?: SetUpBeginning['output'][]
  confirmSetUp?: SetUpConfirmation['output'][]
  runTask?: TaskAttempt['output'][]
}

const setUp = { secret: 'GEZDGNBVGY3TQOJQ', uri: 'otpauth://totp/Kho:owner?secret=GEZDGNBVGY3TQOJQ' }
const recoveryCodes = ['k3m9x-20vtq', 'a7h2d-9pz4c']
const password = { type: 'submit password', password: 'Vuon-tao#1' } as const
const code = { type: 'submit code', code: '287082' } as const

function begin({ task, ...answers }: World) {
  const beginSetUp = answering<SetUpBeginning['output'], SetUpBeginning['input']>(
    ...(answers.beginSetUp ?? []),
  )
  const confirmSetUp = answering<SetUpConfirmation['output'], SetUpConfirmation['input']>(
    ...(answers.confirmSetUp ?? []),
  )
  const runTask = answering<TaskAttempt['output'], TaskAttempt['input']>(...(answers.runTask ?? []))
  const clock = new SimulatedClock()
  const actor = createActor(
    twoStepMachine.provide({
      actors: {
        beginSetUp: beginSetUp.actor,
        confirmSetUp: confirmSetUp.actor,
        runTask: runTask.actor,
      },
    }),
    { input: { task }, clock },
  ).start()
  const reach = (state: Parameters<SnapshotFrom<typeof twoStepMachine>['matches']>[0]) =>
    waitFor(actor, snapshot => snapshot.matches(state), { timeout: patience })
  const now = <Value>(selector: (snapshot: SnapshotFrom<typeof twoStepMachine>) => Value) =>
    selector(actor.getSnapshot())
  return { actor, clock, reach, now, beginSetUp, confirmSetUp, runTask }
}

async function atCode(confirmSetUp: SetUpConfirmation['output'][]) {
  const flow = begin({ task: { name: 'switch on' }, beginSetUp: [{ ok: true, ...setUp }], confirmSetUp })
  flow.actor.send(password)
  await flow.reach('code')
  return flow
}

test('switching on asks for the password, shows what the app needs, takes a code, and shows the recovery codes', async () => {
  const flow = await atCode([{ ok: true, recoveryCodes }])
  const { actor, now, reach, beginSetUp, confirmSetUp } = flow
  expect([now(selectStep), now(selectSetUp)]).toEqual(['code', setUp])
  actor.send(code)
  expect(now(selectSubmitting)).toBe(true)
  await reach('showingRecoveryCodes')
  expect([now(selectStep), now(selectRecoveryCodes)]).toEqual(['recovery codes', recoveryCodes])
  expect([beginSetUp.asked, confirmSetUp.asked]).toEqual([[{ password: 'Vuon-tao#1' }], [{ code: '287082' }]])
})

test('recovery codes stay on the screen until the user says that they are kept', async () => {
  const { actor, now, reach } = await atCode([{ ok: true, recoveryCodes }])
  actor.send(code)
  await reach('showingRecoveryCodes')
  actor.send({ type: 'finish' })
  expect(now(selectStep)).toBe('recovery codes')
  // Said twice, it stays so.
  for (const acknowledged of [false, true, true]) {
    actor.send({ type: 'acknowledge codes', acknowledged })
    expect(now(selectCodesAcknowledged)).toBe(acknowledged)
  }
  actor.send({ type: 'acknowledge codes', acknowledged: false })
  actor.send({ type: 'finish' })
  expect(now(selectStep)).toBe('recovery codes')
  actor.send({ type: 'acknowledge codes', acknowledged: true })
  actor.send({ type: 'finish' })
  expect([now(selectStep), now(selectDone)]).toEqual(['ended', true])
})

test('secret, codes and what was typed are gone from the machine at its end', async () => {
  const { actor, reach } = await atCode([{ ok: true, recoveryCodes }])
  actor.send(code)
  await reach('showingRecoveryCodes')
  actor.send({ type: 'acknowledge codes', acknowledged: true })
  actor.send({ type: 'finish' })
  expect(actor.getSnapshot().context).toEqual({
    task: { name: 'switch on' },
    failure: null,
    setUp: null,
    recoveryCodes: null,
  })
})

test('a set-up that took too long says so, forgets the secret, and begins again from the password', async () => {
  const { actor, now, reach } = await atCode([{ ok: false, code: 'TWO_STEP_NOT_BEGUN' }])
  actor.send(code)
  await reach('timedOut')
  expect([now(selectStep), now(selectSetUp), now(selectFailure)]).toEqual(['timed out', null, null])
  actor.send({ type: 'start over' })
  expect(now(selectStep)).toBe('password')
})

test('a wrong code leaves QR code and key as they are', async () => {
  const { actor, now, reach } = await atCode([{ ok: false, code: 'AUTH_CODE_INVALID' }])
  actor.send(code)
  await reach({ code: 'editing' })
  expect([now(selectSetUp), now(selectFailure)]).toEqual([setUp, { ok: false, code: 'AUTH_CODE_INVALID' }])
})

test.each([
  [{ name: 'switch off' }, null, 'ended'],
  [{ name: 'change method', method: 'two-step' }, null, 'ended'],
  [{ name: 'change method', method: 'pin' }, null, 'ended'],
  [{ name: 'renew codes' }, recoveryCodes, 'recovery codes'],
] satisfies [TwoStepTask, string[] | null, string][])(
  '%o is done by one proof',
  async (task, codes, step) => {
    const { actor, now, reach, runTask } = begin({ task, runTask: [{ ok: true, recoveryCodes: codes }] })
    expect(now(selectStep)).toBe('proof')
    actor.send({ type: 'submit proof', proof: '287082' })
    await reach(codes ? 'showingRecoveryCodes' : 'done')
    expect([now(selectStep), runTask.asked]).toEqual([step, [{ task, proof: '287082' }]])
  },
)

test('after too many wrong proofs the form takes nothing for exactly the time that the server said', async () => {
  const limit = { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 30_000 } as const
  const { actor, clock, now, reach, runTask } = begin({ task: { name: 'switch off' }, runTask: [limit] })
  actor.send({ type: 'submit proof', proof: '000000' })
  await reach({ proving: 'locked' })
  actor.send({ type: 'submit proof', proof: '000000' })
  clock.increment(29_999)
  expect([now(selectWaitingTime), runTask.asked.length]).toEqual([30_000, 1])
  clock.increment(1)
  expect([now(selectWaitingTime), now(selectFailure)]).toEqual([null, null])
})
