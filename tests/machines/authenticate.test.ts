import { expect, test } from 'vitest'
import {
  createActor,
  type EventObject,
  fromCallback,
  type NonReducibleUnknown,
  SimulatedClock,
  type SnapshotFrom,
  waitFor,
} from 'xstate'
import { selectFailure, selectSubmitting, selectWaitingTime } from '../../machines/attempt.ts'
import {
  type AuthenticateEvent,
  type AuthenticateInput,
  authenticateMachine,
  type CodeAttempt,
  type SignInAttempt,
} from '../../machines/authenticate/machine.ts'
import {
  selectCodeKind,
  selectNotice,
  selectStep,
  selectTimeForCode,
  selectUsername,
} from '../../machines/authenticate/selectors.ts'
import { patience } from '../support/patience.ts'
import { answering } from './support/answers.ts'
import { owner } from './support/users.ts'

type World = {
  signIn?: (SignInAttempt['output'] | Error)[]
  verifyCode?: (CodeAttempt['output'] | Error)[]
}

function begin(world: World, input: AuthenticateInput = { username: '' }) {
  const signIn = answering<SignInAttempt['output'], SignInAttempt['input']>(...(world.signIn ?? []))
  const verifyCode = answering<CodeAttempt['output'], CodeAttempt['input']>(...(world.verifyCode ?? []))
  const clock = new SimulatedClock()
  const told: string[] = []
  const offers = { now: 0 }
  const offerPasskeys = fromCallback<EventObject, NonReducibleUnknown, AuthenticateEvent>(() => {
    offers.now += 1
    return () => {
      offers.now -= 1
    }
  })
  const actor = createActor(
    authenticateMachine.provide({
      actors: { signIn: signIn.actor, verifyCode: verifyCode.actor, offerPasskeys },
      actions: { 'tell how many codes are left': () => told.push('codes left') },
    }),
    { input, clock },
  ).start()
  const reach = (state: Parameters<SnapshotFrom<typeof authenticateMachine>['matches']>[0]) =>
    waitFor(actor, snapshot => snapshot.matches(state), { timeout: patience })
  return { actor, clock, offers, reach, signIn, told, verifyCode }
}

const credentials = {
  type: 'submit credentials',
  username: 'owner@example.com',
  password: 'Vuon-tao#1',
} as const
const code = { type: 'submit code', code: '287082' } as const
const challenge = { challenge: 'c2lnbi1pbg', expires_in: 300 }
const limit = { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 30_000 } as const

test('the right password ends in its user', async () => {
  const { actor, reach, signIn } = begin({ signIn: [{ ok: true, user: owner }] })
  expect(selectStep(actor.getSnapshot())).toBe('password')
  actor.send(credentials)
  expect(selectSubmitting(actor.getSnapshot())).toBe(true)
  expect((await reach('done')).output).toEqual({ user: owner })
  expect(signIn.asked).toEqual([{ username: 'owner@example.com', password: 'Vuon-tao#1' }])
})

test('passkeys are offered while the form is open, and then only', async () => {
  const { actor, offers, reach } = begin({ signIn: [{ ok: false, code: 'NETWORK' }] })
  expect(offers.now).toBe(1)
  actor.send(credentials)
  expect(offers.now).toBe(0)
  await reach({ password: 'editing' })
  expect(offers.now).toBe(1)
})

test('nothing that was typed stays in the machine, but the address', async () => {
  const { actor, reach } = begin({
    signIn: [
      { ok: false, code: 'INVALID_CREDENTIALS' },
      { ok: true, challenge },
    ],
    verifyCode: [{ ok: false, code: 'AUTH_CODE_INVALID' }],
  })
  actor.send(credentials)
  const refused = await reach({ password: 'editing' })
  actor.send(credentials)
  await reach('code')
  actor.send(code)
  const wrong = await reach({ code: 'editing' })
  expect(JSON.stringify([refused.context, wrong.context])).not.toMatch(/Vuon-tao#|287082/)
  expect(selectUsername(wrong)).toBe('owner@example.com')
})

test.each([
  [
    { ok: false, code: 'INVALID_CREDENTIALS' },
    { ok: false, code: 'INVALID_CREDENTIALS' },
  ],
  [
    { ok: false, code: 'NEW_DEVICE_BLOCKED' },
    { ok: false, code: 'NEW_DEVICE_BLOCKED' },
  ],
  [
    { ok: false, code: 'NETWORK' },
    { ok: false, code: 'NETWORK' },
  ],
  [
    { ok: false, code: 'DATABASE_UNAVAILABLE', requestId: 'req-7' },
    { ok: false, code: 'DATABASE_UNAVAILABLE', requestId: 'req-7' },
  ],
  [new TypeError('bug'), { ok: false, code: 'UNKNOWN_ERROR', requestId: null }],
] as const)('refused credentials (%o) leave the form open with the reason', async (answer, failure) => {
  const { actor, reach } = begin({ signIn: [answer] })
  actor.send(credentials)
  expect(selectSubmitting(actor.getSnapshot())).toBe(true)
  const end = await reach({ password: 'editing' })
  expect([selectFailure(end), selectSubmitting(end), end.status]).toEqual([failure, false, 'active'])
})

test('the reason of a failure is gone with the next attempt', async () => {
  const { actor, reach } = begin({ signIn: [{ ok: false, code: 'NETWORK' }] })
  actor.send(credentials)
  await reach({ password: 'editing' })
  actor.send(credentials)
  expect(selectFailure(actor.getSnapshot())).toBeNull()
})

test('after too many attempts the form takes nothing for exactly the time that the server said', async () => {
  const { actor, clock, reach, signIn } = begin({ signIn: [limit] })
  actor.send(credentials)
  const locked = await reach({ password: 'locked' })
  expect(selectWaitingTime(locked)).toBe(30_000)
  actor.send(credentials)
  clock.increment(29_999)
  expect(actor.getSnapshot().value).toEqual({ password: 'locked' })
  expect(signIn.asked.length).toBe(1)
  clock.increment(1)
  const end = actor.getSnapshot()
  expect([end.value, selectFailure(end), selectWaitingTime(end)]).toEqual([
    { password: 'editing' },
    null,
    null,
  ])
})

test('a notice stays until the first attempt', () => {
  const { actor } = begin({}, { username: '', notice: 'password reset' })
  expect(selectNotice(actor.getSnapshot())).toBe('password reset')
  actor.send(credentials)
  expect(selectNotice(actor.getSnapshot())).toBeNull()
})

async function beginSecondStep(world: World) {
  const begun = begin({ signIn: [{ ok: true, challenge }], ...world })
  begun.actor.send(credentials)
  await begun.reach({ code: 'editing' })
  return begun
}

test('a user with two-step verification is nobody until the code was right', async () => {
  const { actor, reach, verifyCode } = await beginSecondStep({
    verifyCode: [
      { ok: false, code: 'AUTH_CODE_INVALID' },
      { ok: true, user: owner },
    ],
  })
  const asked = actor.getSnapshot()
  expect([selectStep(asked), selectTimeForCode(asked), asked.context.user]).toEqual(['code', 300_000, null])
  actor.send({ ...code, code: '000000' })
  expect(selectSubmitting(actor.getSnapshot())).toBe(true)
  const wrong = await reach({ code: 'editing' })
  expect([selectFailure(wrong), selectStep(wrong)]).toEqual([
    { ok: false, code: 'AUTH_CODE_INVALID' },
    'code',
  ])
  actor.send(code)
  const end = await reach('done')
  expect([end.output, selectTimeForCode(end)]).toEqual([{ user: owner }, null])
  expect(verifyCode.asked).toEqual([
    { challenge: 'c2lnbi1pbg', code: '000000' },
    { challenge: 'c2lnbi1pbg', code: '287082' },
  ])
})

test('a recovery code can be chosen in place of the code; what was wrong with one is not said of the other', async () => {
  const { actor, reach } = await beginSecondStep({ verifyCode: [{ ok: false, code: 'AUTH_CODE_INVALID' }] })
  expect(selectCodeKind(actor.getSnapshot())).toBe('app')
  actor.send(code)
  await reach({ code: 'editing' })
  actor.send({ type: 'choose code kind', kind: 'recovery' })
  const chosen = actor.getSnapshot()
  expect([selectCodeKind(chosen), selectFailure(chosen)]).toEqual(['recovery', null])
})

test.each([
  ['app', []],
  ['recovery', ['codes left']],
] as const)('how many codes are left is told after a recovery code only (%s)', async (kind, said) => {
  const { actor, reach, told } = await beginSecondStep({
    verifyCode: [
      { ok: false, code: 'AUTH_CODE_INVALID' },
      { ok: true, user: owner },
    ],
  })
  actor.send({ type: 'choose code kind', kind })
  actor.send(code)
  await reach({ code: 'editing' })
  expect(told).toEqual([])
  actor.send(code)
  await reach('done')
  expect(told).toEqual(said)
})

test('a recovery code can be chosen while codes are locked', async () => {
  const { actor, reach } = await beginSecondStep({ verifyCode: [limit] })
  actor.send(code)
  await reach({ code: 'locked' })
  actor.send({ type: 'choose code kind', kind: 'recovery' })
  const chosen = actor.getSnapshot()
  expect([chosen.value, selectCodeKind(chosen)]).toEqual([{ code: 'locked' }, 'recovery'])
})

test('a chosen recovery code does not outlive its second step', async () => {
  const { actor, reach } = await beginSecondStep({
    signIn: [
      { ok: true, challenge },
      { ok: true, challenge },
    ],
  })
  actor.send({ type: 'choose code kind', kind: 'recovery' })
  actor.send({ type: 'start over' })
  actor.send(credentials)
  expect(selectCodeKind(await reach('code'))).toBe('app')
})

test('the second step ends with the time of its challenge, also during an attempt, and says so', async () => {
  const { actor, clock } = await beginSecondStep({})
  clock.increment(250_000)
  actor.send(code)
  clock.increment(49_999)
  expect(selectStep(actor.getSnapshot())).toBe('code')
  clock.increment(1)
  const end = actor.getSnapshot()
  expect([end.value, selectNotice(end), selectFailure(end), end.context.challenge]).toEqual([
    { password: 'editing' },
    'timed out',
    null,
    null,
  ])
})

test('a challenge that the server no longer takes ends the second step in the same way', async () => {
  const { actor, reach } = await beginSecondStep({ verifyCode: [{ ok: false, code: 'TWO_STEP_TIMED_OUT' }] })
  actor.send(code)
  const end = await reach({ password: 'editing' })
  expect([selectNotice(end), selectFailure(end), selectTimeForCode(end)]).toEqual(['timed out', null, null])
  actor.send(credentials)
  expect(selectNotice(actor.getSnapshot())).toBeNull()
})

test('too many codes wait, but never longer than the challenge counts', async () => {
  const { actor, clock, reach } = await beginSecondStep({
    verifyCode: [limit, { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 900_000 }],
  })
  actor.send(code)
  expect(selectWaitingTime(await reach({ code: 'locked' }))).toBe(30_000)
  clock.increment(30_000)
  expect([actor.getSnapshot().value, selectFailure(actor.getSnapshot())]).toEqual([{ code: 'editing' }, null])
  actor.send(code)
  await reach({ code: 'locked' })
  clock.increment(270_000)
  expect([actor.getSnapshot().value, selectNotice(actor.getSnapshot())]).toEqual([
    { password: 'editing' },
    'timed out',
  ])
})

test.each(['ACCOUNT_EXPIRED', 'ACCOUNT_SUSPENDED'] as const)(
  'an account that was closed meanwhile (%s) leads back to the credentials with the reason',
  async code => {
    const { actor, reach } = await beginSecondStep({ verifyCode: [{ ok: false, code }] })
    actor.send({ type: 'submit code', code: '287082' })
    const end = await reach({ password: 'editing' })
    expect([selectFailure(end), selectNotice(end)]).toEqual([{ ok: false, code }, null])
  },
)

test('starting over drops the challenge and keeps the e-mail address', async () => {
  const { actor, reach } = await beginSecondStep({ verifyCode: [{ ok: false, code: 'NETWORK' }] })
  actor.send(code)
  await reach({ code: 'editing' })
  actor.send({ type: 'start over' })
  const end = actor.getSnapshot()
  expect([
    end.value,
    selectFailure(end),
    selectNotice(end),
    end.context.challenge,
    selectUsername(end),
  ]).toEqual([{ password: 'editing' }, null, null, null, 'owner@example.com'])
})
