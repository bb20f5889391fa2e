import { expect, test } from 'vitest'
import { createActor, SimulatedClock, type SnapshotFrom, waitFor } from 'xstate'
import { selectFailure, selectSubmitting, selectWaitingTime } from '../../machines/attempt.ts'
import {
  type CodeRequest,
  type PinChangeAttempt,
  type PinResetAttempt,
  pinMachine,
} from '../../machines/pin/machine.ts'
import {
  selectCodeExpired,
  selectDone,
  selectMayReset,
  selectResend,
  selectResendTime,
  selectStep,
} from '../../machines/pin/selectors.ts'
import { patience } from '../support/patience.ts'
import { answering } from './support/answers.ts'

type World = {
  changePin?: PinChangeAttempt['output'][]
  requestCode?: CodeRequest['output'][]
  resetPin?: PinResetAttempt['output'][]
}

const mailed = { ok: true, lifetimeMs: 600_000, resendInMs: 60_000 } as const
const change = { type: 'submit change', pin: '2580', newPin: '1470' } as const
const reset = { type: 'submit reset', code: '287082', newPin: '1470' } as const

function begin(world: World) {
  const changePin = answering<PinChangeAttempt['output'], PinChangeAttempt['input']>(
    ...(world.changePin ?? []),
  )
  const requestCode = answering<CodeRequest['output'], unknown>(...(world.requestCode ?? []))
  const resetPin = answering<PinResetAttempt['output'], PinResetAttempt['input']>(...(world.resetPin ?? []))
  const clock = new SimulatedClock()
  const actor = createActor(
    pinMachine.provide({
      actors: { changePin: changePin.actor, requestCode: requestCode.actor, resetPin: resetPin.actor },
    }),
    { clock },
  ).start()
  const reach = (state: Parameters<SnapshotFrom<typeof pinMachine>['matches']>[0]) =>
    waitFor(actor, snapshot => snapshot.matches(state), { timeout: patience })
  const now = <Value>(selector: (snapshot: SnapshotFrom<typeof pinMachine>) => Value) =>
    selector(actor.getSnapshot())
  return { actor, clock, reach, now, changePin, requestCode, resetPin }
}

async function withCode(world: World) {
  const flow = begin({ requestCode: [mailed], ...world })
  flow.actor.send({ type: 'forgot pin' })
  flow.actor.send({ type: 'request code' })
  await flow.reach({ recovering: 'entering' })
  return flow
}

test('the pin is changed against the present one', async () => {
  const { actor, reach, now, changePin } = begin({ changePin: [{ ok: true }] })
  expect(now(selectStep)).toBe('change')
  actor.send(change)
  expect(now(selectSubmitting)).toBe(true)
  await reach('done')
  expect([now(selectStep), now(selectDone), changePin.asked]).toEqual([
    'ended',
    true,
    [{ pin: '2580', newPin: '1470' }],
  ])
})

test('nothing that was typed stays in the machine', async () => {
  const { actor, reach } = await withCode({ resetPin: [{ ok: false, code: 'INVALID_TOKEN' }] })
  actor.send(reset)
  const refused = await reach({ recovering: { entering: { form: 'editing' } } })
  expect(refused.context).toEqual({
    failure: { ok: false, code: 'INVALID_TOKEN' },
    lifetimeMs: 600_000,
    resendInMs: 60_000,
  })
})

test('another mail can be asked for exactly when the server said, not before', async () => {
  const { actor, clock, now, requestCode } = await withCode({})
  clock.increment(59_999)
  expect([now(selectResend), now(selectResendTime)]).toEqual(['waiting', 60_000])
  actor.send({ type: 'request code' })
  expect(requestCode.asked.length).toBe(1)
  clock.increment(1)
  expect(now(selectResend)).toBe('allowed')
  actor.send({ type: 'request code' })
  expect([now(selectResend), now(selectMayReset), requestCode.asked.length]).toEqual(['sending', false, 2])
})

test('a code whose time is over is not sent; another mail makes the form usable again', async () => {
  const { actor, clock, now, reach, resetPin } = await withCode({ requestCode: [mailed, mailed] })
  clock.increment(60_000)
  clock.increment(540_000)
  expect([now(selectCodeExpired), now(selectMayReset)]).toEqual([true, false])
  actor.send(reset)
  expect(resetPin.asked).toEqual([])
  actor.send({ type: 'request code' })
  await reach({ recovering: { entering: { code: 'counting' } } })
  expect([now(selectCodeExpired), now(selectMayReset), now(selectResend)]).toEqual([false, true, 'waiting'])
  actor.send(reset)
  expect(resetPin.asked).toEqual([{ code: '287082', newPin: '1470' }])
})

test('the times of another mail replace those of the one before', async () => {
  const another = { ok: true, lifetimeMs: 300_000, resendInMs: 120_000 } as const
  const { actor, clock, now, reach } = await withCode({ requestCode: [mailed, another] })
  clock.increment(60_000)
  actor.send({ type: 'request code' })
  await reach({ recovering: { entering: { resend: 'waiting' } } })
  expect(now(selectResendTime)).toBe(120_000)
  clock.increment(299_999)
  expect(now(selectCodeExpired)).toBe(false)
  clock.increment(1)
  expect(now(selectCodeExpired)).toBe(true)
})

test('who asks again too soon can enter the code that is on its way, and sees how long to wait', async () => {
  const tooSoon = { ok: false, code: 'OTP_LIMIT', retryAfterMs: 42_000 } as const
  const { now, clock } = await withCode({ requestCode: [tooSoon] })
  expect([now(selectStep), now(selectFailure), now(selectResendTime)]).toEqual(['code', tooSoon, 42_000])
  clock.increment(42_000)
  expect(now(selectResend)).toBe('allowed')
})

test('a limit on mails while resending leaves the time of the code as it was', async () => {
  const tooMany = { ok: false, code: 'OTP_LIMIT', retryAfterMs: 3_000_000 } as const
  const { actor, clock, now, reach } = await withCode({ requestCode: [mailed, tooMany] })
  clock.increment(60_000)
  actor.send({ type: 'request code' })
  await reach({ recovering: { entering: { resend: 'waiting' } } })
  clock.increment(539_999)
  expect(now(selectCodeExpired)).toBe(false)
  clock.increment(1)
  expect([now(selectCodeExpired), now(selectResend)]).toEqual([true, 'waiting'])
})

test.each([
  ['changing', { changePin: [{ ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 30_000 }] }],
  ['recovering', { resetPin: [{ ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 30_000 }] }],
] satisfies [string, World][])(
  'after too many attempts the form takes nothing for exactly the time that the server said (%s)',
  async (where, world) => {
    const { actor, clock, now, reach, changePin, resetPin } =
      where === 'changing' ? begin(world) : await withCode(world)
    const submit = where === 'changing' ? change : reset
    actor.send(submit)
    await reach(
      where === 'changing' ? { changing: 'locked' } : { recovering: { entering: { form: 'locked' } } },
    )
    expect(now(selectWaitingTime)).toBe(30_000)
    actor.send(submit)
    clock.increment(29_999)
    expect([...changePin.asked, ...resetPin.asked].length).toBe(1)
    expect(now(selectWaitingTime)).toBe(30_000)
    clock.increment(1)
    expect([now(selectWaitingTime), now(selectFailure)]).toEqual([null, null])
  },
)
