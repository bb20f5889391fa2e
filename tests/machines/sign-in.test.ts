import { expect, test } from 'vitest'
import { createActor, SimulatedClock, type SnapshotFrom, waitFor } from 'xstate'
import { UnexpectedError } from '../../machines/failure.ts'
import { signInMachine } from '../../machines/sign-in/machine.ts'
import {
  selectFailure,
  selectNotice,
  selectStep,
  selectSubmitting,
  selectTimeForCode,
  selectUser,
  selectUsername,
  selectWaitingTime,
} from '../../machines/sign-in/selectors.ts'
import type {
  CodeAttempt,
  PasswordChangeAttempt,
  PinAttempt,
  SignInAttempt,
} from '../../machines/sign-in/types.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import { answering } from './support/answers.ts'
import { owner, withFirstPassword, withNothing, withoutPin } from './support/users.ts'

type World = {
  user?: CurrentUser
  signIn?: (SignInAttempt['output'] | Error)[]
  verifyCode?: (CodeAttempt['output'] | Error)[]
  changePassword?: (PasswordChangeAttempt['output'] | Error)[]
  initPin?: (PinAttempt['output'] | Error)[]
  signOut?: (undefined | Error)[]
}

function begin(world: World) {
  const signIn = answering<SignInAttempt['output'], SignInAttempt['input']>(...(world.signIn ?? []))
  const verifyCode = answering<CodeAttempt['output'], CodeAttempt['input']>(...(world.verifyCode ?? []))
  const changePassword = answering<PasswordChangeAttempt['output'], PasswordChangeAttempt['input']>(
    ...(world.changePassword ?? []),
  )
  const initPin = answering<PinAttempt['output'], PinAttempt['input']>(...(world.initPin ?? []))
  const signOut = answering<void, unknown>(...(world.signOut ?? []))
  const reported: (CurrentUser | null)[] = []
  const logged: unknown[] = []
  const clock = new SimulatedClock()
  const actor = createActor(
    signInMachine.provide({
      actors: {
        signIn: signIn.actor,
        verifyCode: verifyCode.actor,
        changePassword: changePassword.actor,
        initPin: initPin.actor,
        signOut: signOut.actor,
      },
      actions: {
        'report user': (_, { user }) => reported.push(user),
        'log sign-out failure': (_, { error }) => logged.push(error),
      },
    }),
    { input: { user: world.user ?? null }, clock },
  ).start()
  const reach = (state: Parameters<SnapshotFrom<typeof signInMachine>['matches']>[0]) =>
    waitFor(actor, snapshot => snapshot.matches(state), { timeout: 1000 })
  return { actor, clock, reach, reported, logged, signIn, verifyCode, changePassword, initPin }
}

const credentials = {
  type: 'submit credentials',
  username: 'owner@example.com',
  password: 'Example#1',
} as const
const newPassword = {
  type: 'submit password change',
  currentPassword: 'Example#1',
  newPassword: 'Example#2',
} as const
const code = { type: 'submit code', code: '287082' } as const
const pin = { type: 'submit pin', pin: '2580' } as const
const challenge = { token: 'c2lnbi1pbg', lifeMs: 300_000 }
const limit = { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 30_000 } as const

test('a new user signs in, changes the first password, sets a pin, and is through', async () => {
  const { actor, reach, reported, signIn, changePassword, initPin } = begin({
    signIn: [{ ok: true, user: withNothing }],
    changePassword: [{ ok: true }],
    initPin: [{ ok: true }],
  })
  expect(selectStep(actor.getSnapshot())).toBe('credentials')
  actor.send(credentials)
  expect(selectStep(await reach({ passwordChange: 'editing' }))).toBe('password change')
  actor.send(newPassword)
  expect(selectStep(await reach({ pinSetUp: 'editing' }))).toBe('pin set-up')
  actor.send(pin)
  const end = await reach('done')
  expect({ step: selectStep(end), status: end.status, output: end.output, user: selectUser(end) }).toEqual({
    step: 'done',
    status: 'done',
    output: { user: owner },
    user: owner,
  })
  expect(reported).toEqual([withNothing, withoutPin, owner])
  expect(signIn.asked).toEqual([{ username: 'owner@example.com', password: 'Example#1' }])
  expect(changePassword.asked).toEqual([{ currentPassword: 'Example#1', newPassword: 'Example#2' }])
  expect(initPin.asked).toEqual([{ pin: '2580' }])
})

test('who is signed in already begins with the step that is due', () => {
  const stepOf = (user: CurrentUser) => selectStep(begin({ user }).actor.getSnapshot())
  expect([withFirstPassword, withNothing, withoutPin, owner].map(stepOf)).toEqual([
    'password change',
    'password change',
    'pin set-up',
    'done',
  ])
})

test('nothing that was typed stays in the machine', async () => {
  const { actor, reach } = begin({
    signIn: [
      { ok: false, code: 'INVALID_CREDENTIALS' },
      { ok: true, user: withNothing },
    ],
    changePassword: [{ ok: true }],
  })
  actor.send(credentials)
  const refused = await reach({ credentials: 'editing' })
  actor.send(credentials)
  await reach({ passwordChange: 'editing' })
  actor.send(newPassword)
  const pinStep = await reach({ pinSetUp: 'editing' })
  expect(JSON.stringify([refused.context, pinStep.context])).not.toMatch(/Example#/)
})

test.each([
  [
    { ok: false, code: 'INVALID_CREDENTIALS' },
    { ok: false, code: 'INVALID_CREDENTIALS' },
  ],
  [
    { ok: false, code: 'NETWORK' },
    { ok: false, code: 'NETWORK' },
  ],
  [new UnexpectedError('500', 'req-7'), { ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-7' }],
  [new TypeError('bug'), { ok: false, code: 'UNKNOWN_ERROR', requestId: null }],
] as const)('refused credentials (%o) leave the form open with the reason', async (answer, failure) => {
  const { actor, reach, reported } = begin({ signIn: [answer] })
  actor.send(credentials)
  expect(selectSubmitting(actor.getSnapshot())).toBe(true)
  const end = await reach({ credentials: 'editing' })
  expect({ failure: selectFailure(end), submitting: selectSubmitting(end), reported }).toEqual({
    failure,
    submitting: false,
    reported: [],
  })
})

test.each(['CURRENT_PASSWORD_INCORRECT', 'PASSWORD_REUSED', 'INVALID_REQUEST', 'NETWORK'] as const)(
  'a refused password change (%s) leaves its form open with the reason',
  async code => {
    const { actor, reach } = begin({ user: withNothing, changePassword: [{ ok: false, code }] })
    actor.send(newPassword)
    expect((await reach({ passwordChange: 'editing' })).context).toEqual({
      user: withNothing,
      failure: { ok: false, code },
      notice: null,
      username: '',
      challenge: null,
    })
  },
)

test('the reason of a failure is gone with the next attempt', async () => {
  const { actor, reach } = begin({ signIn: [{ ok: false, code: 'NETWORK' }] })
  actor.send(credentials)
  await reach({ credentials: 'editing' })
  actor.send(credentials)
  expect(selectFailure(actor.getSnapshot())).toBeNull()
})

test('after too many attempts the form takes nothing for exactly the time that the server said', async () => {
  const { actor, clock, reach, signIn } = begin({ signIn: [limit] })
  actor.send(credentials)
  const locked = await reach({ credentials: 'locked' })
  expect(selectWaitingTime(locked)).toBe(30_000)
  actor.send(credentials)
  clock.increment(29_999)
  expect(actor.getSnapshot().value).toEqual({ credentials: 'locked' })
  expect(signIn.asked.length).toBe(1)
  clock.increment(1)
  const end = actor.getSnapshot()
  expect([end.value, selectFailure(end), selectWaitingTime(end)]).toEqual([
    { credentials: 'editing' },
    null,
    null,
  ])
})

test('too many password changes wait in the same way', async () => {
  const { actor, clock, reach } = begin({ user: withFirstPassword, changePassword: [limit] })
  actor.send(newPassword)
  expect(selectWaitingTime(await reach({ passwordChange: 'locked' }))).toBe(30_000)
  clock.increment(30_000)
  expect(actor.getSnapshot().value).toEqual({ passwordChange: 'editing' })
})

test.each([
  ['the password change', { user: withFirstPassword, changePassword: [{ ok: false, code: 'UNAUTHORIZED' }] }],
  ['the pin set-up', { user: withoutPin, initPin: [{ ok: false, code: 'UNAUTHORIZED' }] }],
] satisfies [string, World][])(
  'a session that ends during %s leads back to the credentials and says why',
  async (_, world) => {
    const { actor, reach, reported } = begin(world)
    actor.send(world.user === withoutPin ? pin : newPassword)
    const back = await reach({ credentials: 'editing' })
    expect([selectNotice(back), selectFailure(back), selectUser(back), reported]).toEqual([
      'session ended',
      null,
      null,
      [null],
    ])
    actor.send(credentials)
    expect(selectNotice(actor.getSnapshot())).toBeNull()
  },
)

test('a pin that was set meanwhile is as good as a new one', async () => {
  const { actor, reach } = begin({ user: withoutPin, initPin: [{ ok: false, code: 'PIN_EXISTS' }] })
  actor.send(pin)
  expect((await reach('done')).output).toEqual({ user: owner })
})

test('signing out in the middle leads back to empty credentials, also where the server does not take it', async () => {
  const failure = new Error('offline')
  const { actor, reach, reported, logged } = begin({ user: withoutPin, signOut: [failure] })
  actor.send(pin)
  actor.send({ type: 'sign out' })
  expect(selectStep(actor.getSnapshot())).toBe('signing out')
  expect((await reach({ credentials: 'editing' })).context).toEqual({
    user: null,
    failure: null,
    notice: null,
    username: '',
    challenge: null,
  })
  expect([reported, logged]).toEqual([[null], [failure]])
})

async function beginSecondStep(world: World) {
  const begun = begin({ signIn: [{ ok: true, challenge }], ...world })
  begun.actor.send(credentials)
  await begun.reach({ twoStep: 'editing' })
  return begun
}

test('a user with two-step verification is nobody until the code was right', async () => {
  const { actor, reach, reported, verifyCode } = await beginSecondStep({
    verifyCode: [
      { ok: false, code: 'AUTH_CODE_INVALID' },
      { ok: true, user: owner },
    ],
  })
  const asked = actor.getSnapshot()
  expect([selectStep(asked), selectUser(asked), selectTimeForCode(asked), reported]).toEqual([
    'two-step',
    null,
    300_000,
    [],
  ])
  actor.send({ ...code, code: '000000' })
  expect(selectSubmitting(actor.getSnapshot())).toBe(true)
  const wrong = await reach({ twoStep: 'editing' })
  expect([selectFailure(wrong), selectStep(wrong)]).toEqual([
    { ok: false, code: 'AUTH_CODE_INVALID' },
    'two-step',
  ])
  actor.send(code)
  const end = await reach('done')
  expect([end.output, reported, selectTimeForCode(end)]).toEqual([{ user: owner }, [owner], null])
  expect(verifyCode.asked).toEqual([
    { challenge: 'c2lnbi1pbg', code: '000000' },
    { challenge: 'c2lnbi1pbg', code: '287082' },
  ])
})

test('the second step ends with the time of its challenge, also during an attempt, and says so', async () => {
  const { actor, clock, reported } = await beginSecondStep({})
  clock.increment(250_000)
  actor.send(code)
  clock.increment(49_999)
  expect(selectStep(actor.getSnapshot())).toBe('two-step')
  clock.increment(1)
  const end = actor.getSnapshot()
  expect([end.value, selectNotice(end), selectFailure(end), end.context.challenge, reported]).toEqual([
    { credentials: 'editing' },
    'timed out',
    null,
    null,
    [],
  ])
})

test('a challenge that the server no longer takes ends the second step in the same way', async () => {
  const { actor, reach } = await beginSecondStep({ verifyCode: [{ ok: false, code: 'TWO_STEP_TIMED_OUT' }] })
  actor.send(code)
  const end = await reach({ credentials: 'editing' })
  expect([selectNotice(end), selectFailure(end), selectTimeForCode(end)]).toEqual(['timed out', null, null])
  actor.send(credentials)
  expect(selectNotice(actor.getSnapshot())).toBeNull()
})

test('too many codes wait, but never longer than the challenge counts', async () => {
  const { actor, clock, reach } = await beginSecondStep({
    verifyCode: [limit, { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 900_000 }],
  })
  actor.send(code)
  expect(selectWaitingTime(await reach({ twoStep: 'locked' }))).toBe(30_000)
  clock.increment(30_000)
  expect([actor.getSnapshot().value, selectFailure(actor.getSnapshot())]).toEqual([
    { twoStep: 'editing' },
    null,
  ])
  actor.send(code)
  await reach({ twoStep: 'locked' })
  clock.increment(270_000)
  expect([actor.getSnapshot().value, selectNotice(actor.getSnapshot())]).toEqual([
    { credentials: 'editing' },
    'timed out',
  ])
})

test.each(['ACCOUNT_EXPIRED', 'ACCOUNT_SUSPENDED'] as const)(
  'an account that was closed meanwhile (%s) leads back to the credentials with the reason',
  async code => {
    const { actor, reach } = await beginSecondStep({ verifyCode: [{ ok: false, code }] })
    actor.send({ type: 'submit code', code: '287082' })
    const end = await reach({ credentials: 'editing' })
    expect([selectFailure(end), selectNotice(end)]).toEqual([{ ok: false, code }, null])
  },
)

test('starting over drops the challenge and keeps the e-mail address', async () => {
  const { actor, reach } = await beginSecondStep({ verifyCode: [{ ok: false, code: 'NETWORK' }] })
  actor.send(code)
  await reach({ twoStep: 'editing' })
  actor.send({ type: 'start over' })
  const end = actor.getSnapshot()
  expect([
    end.value,
    selectFailure(end),
    selectNotice(end),
    end.context.challenge,
    selectUsername(end),
  ]).toEqual([{ credentials: 'editing' }, null, null, null, 'owner@example.com'])
})
