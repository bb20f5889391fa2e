import { expect, test } from 'vitest'
import { createActor, SimulatedClock, type SnapshotFrom, waitFor } from 'xstate'
import { authenticateMachine, type SignInAttempt } from '../../machines/authenticate/machine.ts'
import { selectNotice, selectUsername } from '../../machines/authenticate/selectors.ts'
import { type PasswordChangeAttempt, type PinAttempt, signInMachine } from '../../machines/sign-in/machine.ts'
import {
  selectAuthenticate,
  selectFailure,
  selectStep,
  selectWaitingTime,
} from '../../machines/sign-in/selectors.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import { patience } from '../support/patience.ts'
import { answering } from './support/answers.ts'
import { owner, withFirstPassword, withNothing, withoutPin } from './support/users.ts'

type World = {
  user?: CurrentUser
  signIn?: (SignInAttempt['output'] | Error)[]
  changePassword?: (PasswordChangeAttempt['output'] | Error)[]
  initPin?: (PinAttempt['output'] | Error)[]
  signOut?: (undefined | Error)[]
}

function begin(world: World) {
  const signIn = answering<SignInAttempt['output'], SignInAttempt['input']>(...(world.signIn ?? []))
  const changePassword = answering<PasswordChangeAttempt['output'], PasswordChangeAttempt['input']>(
    ...(world.changePassword ?? []),
  )
  const initPin = answering<PinAttempt['output'], PinAttempt['input']>(...(world.initPin ?? []))
  const signOut = answering<void, unknown>(...(world.signOut ?? []))
  const reported: unknown[] = []
  const clock = new SimulatedClock()
  const actor = createActor(
    signInMachine.provide({
      actors: {
        authenticate: authenticateMachine.provide({ actors: { signIn: signIn.actor } }),
        changePassword: changePassword.actor,
        initPin: initPin.actor,
        signOut: signOut.actor,
      },
      actions: {
        'report signed in': (_, { user }) => reported.push(user),
        'report step done': (_, { step }) => reported.push(step),
        'report signed out': () => reported.push(null),
        'report sign-out failure': (_, { error }) => reported.push(error),
      },
    }),
    { input: { user: world.user ?? null }, clock },
  ).start()
  const reach = (state: Parameters<SnapshotFrom<typeof signInMachine>['matches']>[0]) =>
    waitFor(actor, snapshot => snapshot.matches(state), { timeout: patience })
  const authentication = () => {
    const child = selectAuthenticate(actor.getSnapshot())
    if (!child) throw new Error('No authentication runs')
    return child
  }
  return { actor, authentication, clock, reach, reported, signIn, changePassword, initPin }
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
const pin = { type: 'submit pin', pin: '2580' } as const
const limit = { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 30_000 } as const

test('a new user signs in, changes the first password, sets a pin, and is through', async () => {
  const { actor, authentication, reach, reported, signIn, changePassword, initPin } = begin({
    signIn: [{ ok: true, user: withNothing }],
    changePassword: [{ ok: true }],
    initPin: [{ ok: true }],
  })
  expect(selectStep(actor.getSnapshot())).toBe('authentication')
  authentication().send(credentials)
  expect(selectStep(await reach({ passwordChange: 'editing' }))).toBe('passwordChange')
  actor.send(newPassword)
  expect(selectStep(await reach({ pinSetUp: 'editing' }))).toBe('pinSetUp')
  actor.send(pin)
  const end = await reach('done')
  expect([selectStep(end), end.status]).toEqual(['done', 'done'])
  expect(reported).toEqual([withNothing, 'passwordChange', 'pinSetUp'])
  expect(signIn.asked).toEqual([{ username: 'owner@example.com', password: 'Example#1' }])
  expect(changePassword.asked).toEqual([{ currentPassword: 'Example#1', newPassword: 'Example#2' }])
  expect(initPin.asked).toEqual([{ pin: '2580' }])
})

test('who is signed in already begins with the step that is due', () => {
  const stepOf = (user: CurrentUser) => selectStep(begin({ user }).actor.getSnapshot())
  expect([withFirstPassword, withNothing, withoutPin, owner].map(stepOf)).toEqual([
    'passwordChange',
    'passwordChange',
    'pinSetUp',
    'done',
  ])
})

test('a step that another tab has done is left for the next one, and not reported again', () => {
  const { actor, reported } = begin({ user: withNothing })
  actor.send({ type: 'user changed', user: withNothing })
  expect(actor.getSnapshot().value).toEqual({ passwordChange: 'editing' })
  actor.send({ type: 'user changed', user: withoutPin })
  expect([actor.getSnapshot().value, selectStep(actor.getSnapshot())]).toEqual([
    { pinSetUp: 'editing' },
    'pinSetUp',
  ])
  actor.send({ type: 'user changed', user: owner })
  expect([actor.getSnapshot().status, reported]).toEqual(['done', []])
})

test('nothing that was typed stays in the machine [V14.3.1]', async () => {
  const { actor, reach } = begin({
    user: withNothing,
    changePassword: [{ ok: false, code: 'PASSWORD_REUSED' }, { ok: true }],
    initPin: [{ ok: false, code: 'NETWORK' }],
  })
  actor.send(newPassword)
  const refused = await reach({ passwordChange: 'editing' })
  actor.send(newPassword)
  await reach({ pinSetUp: 'editing' })
  actor.send(pin)
  const pinStep = await reach({ pinSetUp: 'editing' })
  expect(JSON.stringify([refused.context, pinStep.context])).not.toMatch(/Example#|2580/)
})

test.each(['CURRENT_PASSWORD_INCORRECT', 'PASSWORD_REUSED', 'INVALID_REQUEST', 'NETWORK'] as const)(
  'a refused password change (%s) leaves its form open with the reason',
  async code => {
    const { actor, reach } = begin({ user: withNothing, changePassword: [{ ok: false, code }] })
    actor.send(newPassword)
    expect((await reach({ passwordChange: 'editing' })).context).toEqual({
      required: ['passwordChange', 'pinSetUp'],
      failure: { ok: false, code },
      notice: null,
    })
  },
)

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
    const { actor, authentication, reach, reported } = begin(world)
    actor.send(world.user === withoutPin ? pin : newPassword)
    const back = await reach('authenticating')
    expect([selectNotice(authentication().getSnapshot()), selectFailure(back), reported]).toEqual([
      'session ended',
      null,
      [null],
    ])
  },
)

test('a pin that was set meanwhile is as good as a new one', async () => {
  const { actor, reach } = begin({ user: withoutPin, initPin: [{ ok: false, code: 'PIN_EXISTS' }] })
  actor.send(pin)
  expect((await reach('done')).status).toBe('done')
})

test.each([withFirstPassword, withoutPin])(
  'a session that another tab ends leads back to the credentials and says why',
  user => {
    const { actor, authentication, reported } = begin({ user })
    actor.send({ type: 'signed out' })
    expect(selectStep(actor.getSnapshot())).toBe('authentication')
    expect([selectNotice(authentication().getSnapshot()), reported]).toEqual(['session ended', []])
  },
)

test('a notice is said once: not after the next sign-in', async () => {
  const { actor, authentication, reach } = begin({
    user: withoutPin,
    signIn: [{ ok: true, user: withoutPin }],
    signOut: [undefined],
  })
  actor.send({ type: 'signed out' })
  authentication().send(credentials)
  await reach('pinSetUp')
  actor.send({ type: 'sign out' })
  await reach('authenticating')
  expect(selectNotice(authentication().getSnapshot())).toBeNull()
})

test('signing out in the middle leads back to empty credentials, also where the server does not take it', async () => {
  const failure = new Error('offline')
  const { actor, authentication, reach, reported } = begin({ user: withoutPin, signOut: [failure] })
  actor.send(pin)
  actor.send({ type: 'sign out' })
  expect([actor.getSnapshot().value, selectStep(actor.getSnapshot())]).toEqual(['signingOut', 'pinSetUp'])
  expect((await reach('authenticating')).context).toEqual({ required: null, failure: null, notice: null })
  expect(selectUsername(authentication().getSnapshot())).toBe('')
  expect(reported).toEqual([failure])
})
