import { expect, test } from 'vitest'
import { createActor, SimulatedClock, type SnapshotFrom, waitFor } from 'xstate'
import { UnexpectedError } from '../../machines/failure.ts'
import { sessionMachine } from '../../machines/session/machine.ts'
import {
  selectExpired,
  selectFailure,
  selectSession,
  selectSubmitting,
  selectTimeForCode,
  selectUser,
  selectWaitingTime,
} from '../../machines/session/selectors.ts'
import type { CodeAgain, SignInAgain, UserRead } from '../../machines/session/types.ts'
import { answering } from './support/answers.ts'
import { owner, somebodyElse, withoutPin } from './support/users.ts'

type World = {
  loadUser?: (UserRead['output'] | Error)[]
  signIn?: (SignInAgain['output'] | Error)[]
  verifyCode?: (CodeAgain['output'] | Error)[]
  signOut?: (undefined | Error)[]
}

function open(world: World) {
  const loadUser = answering<UserRead['output'], unknown>(...(world.loadUser ?? []))
  const signIn = answering<SignInAgain['output'], SignInAgain['input']>(...(world.signIn ?? []))
  const verifyCode = answering<CodeAgain['output'], CodeAgain['input']>(...(world.verifyCode ?? []))
  const signOut = answering<void, unknown>(...(world.signOut ?? []))
  const did: unknown[] = []
  const clock = new SimulatedClock()
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        loadUser: loadUser.actor,
        signIn: signIn.actor,
        verifyCode: verifyCode.actor,
        signOut: signOut.actor,
      },
      actions: {
        'forget what was loaded': () => did.push('forget'),
        'log sign-out failure': (_, { error }) => did.push(error),
      },
    }),
    { clock },
  ).start()
  const reach = (state: Parameters<SnapshotFrom<typeof sessionMachine>['matches']>[0]) =>
    waitFor(actor, snapshot => snapshot.matches(state), { timeout: 1000 })
  return { actor, clock, reach, did, signIn, verifyCode, signOut }
}

async function openExpired(world: World) {
  const opened = open({ ...world, loadUser: [{ ok: true, user: owner }] })
  await opened.reach({ signedIn: 'active' })
  opened.actor.send({ type: 'session expired' })
  return opened
}

test('opening the page finds who is still signed in', async () => {
  const { actor, reach } = open({ loadUser: [{ ok: true, user: owner }] })
  expect(selectSession(actor.getSnapshot())).toBe('restoring')
  const end = await reach('signedIn')
  expect([selectSession(end), selectUser(end), selectExpired(end)]).toEqual(['signed in', owner, false])
})

test('opening the page without a session shows the sign-in, and signing in there opens one', async () => {
  const { actor, reach } = open({ loadUser: [{ ok: false, code: 'UNAUTHORIZED' }] })
  expect(selectSession(await reach('signedOut'))).toBe('signed out')
  actor.send({ type: 'signed in', user: owner })
  expect([selectSession(actor.getSnapshot()), selectUser(actor.getSnapshot())]).toEqual(['signed in', owner])
})

test.each([
  [
    { ok: false, code: 'NETWORK' },
    { ok: false, code: 'NETWORK' },
  ],
  [new UnexpectedError('500', 'req-3'), { ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-3' }],
] as const)(
  'a server that does not say (%o) throws nobody out: it can be asked again',
  async (answer, failure) => {
    const { actor, reach } = open({ loadUser: [answer, { ok: true, user: owner }] })
    const away = await reach('unreachable')
    expect([selectSession(away), selectFailure(away)]).toEqual(['unreachable', failure])
    actor.send({ type: 'retry' })
    expect(selectFailure(actor.getSnapshot())).toBeNull()
    expect(selectUser(await reach('signedIn'))).toEqual(owner)
  },
)

test('an expired session keeps its user, who goes on after the password', async () => {
  const { actor, reach, did, signIn } = await openExpired({ signIn: [{ ok: true, user: owner }] })
  const expired = actor.getSnapshot()
  expect([selectSession(expired), selectExpired(expired), selectUser(expired)]).toEqual([
    'signed in',
    true,
    owner,
  ])
  actor.send({ type: 'submit password', password: 'Example#1' })
  expect(selectSubmitting(actor.getSnapshot())).toBe(true)
  const end = await reach({ signedIn: 'active' })
  expect([selectExpired(end), selectUser(end), did]).toEqual([false, owner, []])
  expect(signIn.asked).toEqual([{ username: 'owner@example.com', password: 'Example#1' }])
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
  [new UnexpectedError('500', 'req-4'), { ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-4' }],
] as const)('a refused password (%o) leaves the dialog open with the reason', async (answer, failure) => {
  const { actor, reach } = await openExpired({ signIn: [answer] })
  actor.send({ type: 'submit password', password: 'wrong' })
  const end = await reach({ signedIn: { expired: 'asking' } })
  expect([selectExpired(end), selectFailure(end), selectUser(end)]).toEqual([true, failure, owner])
})

test('after too many passwords the dialog waits for exactly the time that the server said', async () => {
  const { actor, clock, reach } = await openExpired({
    signIn: [{ ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 5000 }],
  })
  actor.send({ type: 'submit password', password: 'wrong' })
  expect(selectWaitingTime(await reach({ signedIn: { expired: 'locked' } }))).toBe(5000)
  clock.increment(4999)
  expect(actor.getSnapshot().matches({ signedIn: { expired: 'locked' } })).toBe(true)
  clock.increment(1)
  const end = actor.getSnapshot()
  expect([end.value, selectFailure(end), selectWaitingTime(end)]).toEqual([
    { signedIn: { expired: 'asking' } },
    null,
    null,
  ])
})

test.each(['use another account', 'sign out', 'signed out'] as const)(
  'the dialog can be left (%s): the user is forgotten, and nothing is asked of the dead session',
  async type => {
    const { actor, did, signOut } = await openExpired({})
    actor.send({ type })
    expect([selectSession(actor.getSnapshot()), selectUser(actor.getSnapshot()), did, signOut.asked]).toEqual(
      ['signed out', null, ['forget'], []],
    )
  },
)

test('newer data of the user are taken, and close the dialog of a session that is good again', async () => {
  const { actor, did } = await openExpired({})
  actor.send({ type: 'user changed', user: withoutPin })
  expect([actor.getSnapshot().value, selectUser(actor.getSnapshot()), did]).toEqual([
    { signedIn: 'active' },
    withoutPin,
    [],
  ])
})

test('another user in the same session sees nothing that the one before has loaded', async () => {
  const { actor, reach, did } = open({ loadUser: [{ ok: true, user: owner }] })
  await reach('signedIn')
  actor.send({ type: 'user changed', user: somebodyElse })
  expect([selectUser(actor.getSnapshot()), did]).toEqual([somebodyElse, ['forget']])
})

test('signing out ends with nobody signed in, also where the server does not take it', async () => {
  const failure = new Error('offline')
  const { actor, reach, did } = open({ loadUser: [{ ok: true, user: owner }], signOut: [failure] })
  await reach('signedIn')
  actor.send({ type: 'sign out' })
  expect(selectSession(actor.getSnapshot())).toBe('signing out')
  expect((await reach('signedOut')).context).toEqual({
    user: null,
    failure: null,
    challenge: null,
  })
  expect(did).toEqual([failure, 'forget'])
})

const challenge = { token: 'c2lnbi1pbg', lifeMs: 300_000 }

async function openSecondStep(world: World) {
  const opened = await openExpired({ signIn: [{ ok: true, challenge }], ...world })
  opened.actor.send({ type: 'submit password', password: 'Example#1' })
  await opened.reach({ signedIn: { expired: { twoStep: 'asking' } } })
  return opened
}

test('with two-step verification the dialog asks for the code too, and the user goes on after it', async () => {
  const { actor, reach, did, verifyCode } = await openSecondStep({
    verifyCode: [
      { ok: false, code: 'AUTH_CODE_INVALID' },
      { ok: true, user: owner },
    ],
  })
  const asked = actor.getSnapshot()
  expect([selectExpired(asked), selectTimeForCode(asked), selectUser(asked)]).toEqual([true, 300_000, owner])
  actor.send({ type: 'submit code', code: '000000' })
  expect(selectSubmitting(actor.getSnapshot())).toBe(true)
  const wrong = await reach({ signedIn: { expired: { twoStep: 'asking' } } })
  expect([selectExpired(wrong), selectFailure(wrong)]).toEqual([
    true,
    { ok: false, code: 'AUTH_CODE_INVALID' },
  ])
  actor.send({ type: 'submit code', code: '287082' })
  const end = await reach({ signedIn: 'active' })
  expect([selectExpired(end), selectUser(end), selectTimeForCode(end), did]).toEqual([false, owner, null, []])
  expect(verifyCode.asked).toEqual([
    { challenge: 'c2lnbi1pbg', code: '000000' },
    { challenge: 'c2lnbi1pbg', code: '287082' },
  ])
})

test('a second step that takes too long asks for the password again and says why', async () => {
  const { actor, clock } = await openSecondStep({})
  clock.increment(300_000)
  const end = actor.getSnapshot()
  expect([end.value, selectFailure(end), end.context.challenge]).toEqual([
    { signedIn: { expired: 'asking' } },
    { ok: false, code: 'TWO_STEP_TIMED_OUT' },
    null,
  ])
})

test('another tab that signs in during the second step closes the dialog, whose challenge is dropped', async () => {
  const { actor } = await openSecondStep({})
  actor.send({ type: 'user changed', user: withoutPin })
  expect([actor.getSnapshot().value, actor.getSnapshot().context]).toEqual([
    { signedIn: 'active' },
    { user: withoutPin, failure: null, challenge: null },
  ])
})
