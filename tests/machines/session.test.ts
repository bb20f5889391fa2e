import { expect, test } from 'vitest'
import { waitFor } from 'xstate'
import { selectFailure } from '../../machines/attempt.ts'
import { selectNotice, selectStep, selectUsername } from '../../machines/authenticate/selectors.ts'
import {
  selectAuthenticate,
  selectExpired,
  selectScreen,
  selectSignOutUnconfirmed,
  selectUser,
} from '../../machines/session/machine.ts'
import { patience } from '../support/patience.ts'
import {
  active,
  credentials,
  elsewhere,
  ended,
  expired,
  known,
  open,
  openExpired,
  wentOn,
} from './support/session-world.ts'
import { owner, somebodyElse, withoutPin } from './support/users.ts'

test('opening the page finds who is still signed in', async () => {
  const { actor, reach, did } = open({ loadUser: [{ ok: true, user: owner }] })
  expect(selectScreen(actor.getSnapshot())).toBe('loading')
  const end = await reach('signedIn')
  expect([selectScreen(end), selectUser(end), selectExpired(end)]).toEqual(['console', owner, false])
  expect(did).toEqual(['resume'])
})

test('opening the page without a session shows the sign-in, and signing in there opens one', async () => {
  const { authentication, reach, did } = open({
    loadUser: [{ ok: false, code: 'UNAUTHORIZED' }],
    signIn: [{ ok: true, user: owner }],
  })
  expect(selectScreen(await reach('signedOut'))).toBe('sign-in')
  authentication().send(credentials)
  const end = await reach('signedIn')
  expect([selectScreen(end), selectUser(end), did]).toEqual(['console', owner, ['resume', wentOn]])
})

test.each([
  [
    { ok: false, code: 'NETWORK' },
    { ok: false, code: 'NETWORK' },
  ],
  [
    { ok: false, code: 'DATABASE_UNAVAILABLE', requestId: 'req-3' },
    { ok: false, code: 'DATABASE_UNAVAILABLE', requestId: 'req-3' },
  ],
] as const)(
  'a server that does not say (%o) throws nobody out: it can be asked again',
  async (answer, failure) => {
    const { actor, reach } = open({ loadUser: [answer, { ok: true, user: owner }] })
    const away = await reach('unreachable')
    expect([selectScreen(away), selectFailure(away)]).toEqual(['unreachable', failure])
    actor.send({ type: 'retry' })
    expect(selectFailure(actor.getSnapshot())).toBeNull()
    expect(selectUser(await reach('signedIn'))).toEqual(owner)
  },
)

test('an expired session keeps its user and holds calls, which go on after the password', async () => {
  const { actor, authentication, reach, did, asked } = await openExpired({
    signIn: [{ ok: true, user: withoutPin }],
  })
  const now = actor.getSnapshot()
  expect([selectScreen(now), selectExpired(now), selectUser(now), did]).toEqual(['console', true, owner, []])
  expect(authentication().getSnapshot().context.username).toBe('owner@example.com')
  authentication().send(credentials)
  const end = await reach(active)
  expect([selectExpired(end), selectUser(end), did]).toEqual([false, withoutPin, ['resume']])
  expect(asked.signIn).toEqual([{ username: 'owner@example.com', password: 'Vuon-tao#1' }])
})

test('another user who signs in in place begins anew: held calls are rejected, and all that was loaded is forgotten', async () => {
  const { actor, authentication, did } = await openExpired({
    signIn: [{ ok: true, user: somebodyElse }],
    loadUser: [{ ok: true, user: { ...somebodyElse, name: 'as read' } }],
  })
  authentication().send(credentials)
  await expect.poll(() => selectUser(actor.getSnapshot())?.name).toBe('as read')
  expect(did).toEqual([...ended, 'resume'])
})

test('with two-step verification the dialog asks for the code too, and the user goes on after it', async () => {
  const { actor, authentication, reach, did } = await openExpired({
    signIn: [{ ok: true, challenge: { challenge: 'c2lnbi1pbg', expires_in: 300 } }],
    verifyCode: [{ ok: true, user: owner }],
  })
  authentication().send(credentials)
  await waitFor(authentication(), snapshot => selectStep(snapshot) === 'code', { timeout: patience })
  expect([selectExpired(actor.getSnapshot()), selectUser(actor.getSnapshot())]).toEqual([true, owner])
  authentication().send({ type: 'submit code', code: '287082' })
  const end = await reach(active)
  expect([selectExpired(end), selectUser(end), did]).toEqual([false, owner, ['resume']])
})

test.each(['sign out', 'signed out'] as const)(
  'the dialog can be left (%s): the user is forgotten, calls are refused, and nothing is asked of the dead session',
  async type => {
    const { actor, did, asked } = await openExpired({})
    actor.send({ type })
    expect([selectScreen(actor.getSnapshot()), selectUser(actor.getSnapshot()), did, asked.signOut]).toEqual([
      'sign-in',
      null,
      ended,
      [],
    ])
  },
)

test('more calls that find the session expired wait with the first', async () => {
  const { actor, tell, did } = await openExpired({})
  tell({ type: 'session expired' })
  expect([selectExpired(actor.getSnapshot()), did]).toEqual([true, []])
})

test('the user is read again where something was refused; a failure changes nothing', async () => {
  const changed = { ...owner, permission: 'read' } as const
  const { actor, tell, reach } = open({
    loadUser: [
      { ok: true, user: owner },
      { ok: false, code: 'NETWORK' },
      { ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-5' },
      { ok: true, user: changed },
    ],
  })
  for (const expected of [owner, owner, changed]) {
    await reach(known)
    tell({ type: 'reload user' })
    expect(selectUser(await reach(known))).toEqual(expected)
  }
  expect(selectFailure(actor.getSnapshot())).toBeNull()
})

test('a session that is found to be over while the user is read asks to sign in, in place', async () => {
  const { tell, reach } = open({
    loadUser: [
      { ok: true, user: owner },
      { ok: false, code: 'UNAUTHORIZED' },
    ],
  })
  await reach('signedIn')
  tell({ type: 'reload user' })
  expect(selectUser(await reach(expired))).toEqual(owner)
})

test('who has changed the address stays the same user: nothing is forgotten, and no call refused', async () => {
  const renamed = { ...owner, username: 'lan@example.com', email: 'lan@example.com' }
  const loadUser = [owner, renamed].map(user => ({ ok: true, user }) as const)
  const { tell, reach, did, actor } = open({ loadUser })
  await reach('signedIn')
  tell(elsewhere(owner.id))
  tell({ type: 'reload user' })
  await expect.poll(() => selectUser(actor.getSnapshot())).toEqual(renamed)
  expect(did).toEqual(['resume'])
})

test('another user in the same session sees nothing that the one before has loaded [V14.3.1]', async () => {
  const { tell, reach, did } = open({
    loadUser: [
      { ok: true, user: owner },
      { ok: true, user: somebodyElse },
    ],
  })
  await reach('signedIn')
  tell({ type: 'reload user' })
  expect(selectUser(await reach(known))).toEqual(somebodyElse)
  expect(did).toEqual(['resume', 'forget'])
})

test('a user who signs out in another tab is signed out here', async () => {
  const { actor, tell, reach, did } = open({ loadUser: [{ ok: true, user: owner }] })
  await reach('signedIn')
  tell({ type: 'signed out' })
  expect([selectScreen(actor.getSnapshot()), did]).toEqual(['sign-in', ['resume', ...ended]])
})

test('the sign-in page follows a tab that signs in, but not where something must be set first', async () => {
  const { actor, tell, reach, did } = open({
    loadUser: [
      { ok: false, code: 'UNAUTHORIZED' },
      { ok: true, user: withoutPin },
      { ok: true, user: owner },
    ],
  })
  await reach('signedOut')
  tell(elsewhere(owner.id))
  expect(selectScreen(await reach({ signedOut: { elsewhere: 'idle' } }))).toBe('sign-in')
  tell(elsewhere(owner.id))
  expect(selectUser(await reach('signedIn'))).toEqual(owner)
  expect([selectScreen(actor.getSnapshot()), did]).toEqual(['console', ['resume']])
})

test.each([owner.id, ''])(
  'an expired session goes on where the same user (named "%s") signs in in another tab',
  async user => {
    const { tell, authentication, reach, did } = await openExpired({
      loadUser: [{ ok: true, user: withoutPin }],
    })
    authentication().send(credentials)
    tell(elsewhere(user))
    const end = await reach(active)
    expect([selectUser(end), selectAuthenticate(end), did]).toEqual([withoutPin, undefined, ['resume']])
  },
)

test('an expired session stays so where the other tab cannot be followed; the password still opens it', async () => {
  const { tell, authentication, reach } = await openExpired({
    loadUser: [{ ok: false, code: 'NETWORK' }],
    signIn: [{ ok: true, user: owner }],
  })
  const before = authentication()
  tell(elsewhere(owner.id))
  await reach({ signedIn: { open: { validity: { expired: 'idle' } } } })
  expect(authentication()).toBe(before)
  authentication().send(credentials)
  expect(selectUser(await reach(active))).toEqual(owner)
})

test('a tab of unknown name that turns out to be another user leaves nothing of the one before', async () => {
  const { tell, reach, did } = await openExpired({ loadUser: [{ ok: true, user: somebodyElse }] })
  tell(elsewhere(''))
  expect(selectUser(await reach(active))).toEqual(somebodyElse)
  expect(did).toEqual(['reject', 'forget', 'resume'])
})

test.each(['active', 'expired'] as const)(
  'another user who signs in in another tab takes this one along (%s)',
  async state => {
    const { actor, authentication, tell, reach, did } = await openExpired({
      loadUser: [{ ok: true, user: somebodyElse }],
      signIn: [{ ok: true, user: owner }],
    })
    if (state === 'active') {
      authentication().send(credentials)
      await reach(active)
      did.length = 0
    }
    tell(elsewhere(somebodyElse.id))
    expect([selectScreen(actor.getSnapshot()), selectUser(actor.getSnapshot()), did]).toEqual([
      'loading',
      null,
      ended,
    ])
    expect(selectUser(await reach('signedIn'))).toEqual(somebodyElse)
  },
)

test('a password or PIN that is set in another tab is read here', async () => {
  const { tell, reach } = open({
    loadUser: [
      { ok: true, user: withoutPin },
      { ok: true, user: owner },
    ],
  })
  await reach('signedIn')
  tell(elsewhere(''))
  expect(selectUser(await reach(known))).toEqual(owner)
})

test('refreshed tokens of the same user change nothing', async () => {
  const { actor, tell, reach, asked } = open({ loadUser: [{ ok: true, user: owner }] })
  await reach('signedIn')
  const before = actor.getSnapshot()
  tell(elsewhere(owner.id))
  expect([actor.getSnapshot().value, asked.loadUser.length]).toEqual([before.value, 1])
})

test('signing out ends with nobody signed in, also where the server does not take it', async () => {
  const failure = new Error('offline')
  const { actor, reach, did } = open({ loadUser: [{ ok: true, user: owner }], signOut: [failure] })
  await reach('signedIn')
  actor.send({ type: 'sign out' })
  expect(selectScreen(actor.getSnapshot())).toBe('console')
  expect((await reach('signedOut')).context).toEqual({ user: null, failure: null, notice: null })
  expect(did.toSorted()).toEqual(['resume', ...ended, failure].toSorted())
})

test('a sign-out that the server has not confirmed is repeated until it has', async () => {
  const { actor, clock, reach, asked } = open({
    loadUser: [{ ok: true, user: owner }],
    signOut: [new Error('offline'), new Error('offline'), undefined],
  })
  await reach('signedIn')
  actor.send({ type: 'sign out' })
  expect(selectSignOutUnconfirmed(await reach('signedOut'))).toBe(true)
  for (const state of ['unconfirmed', 'idle'] as const) {
    clock.increment(17_000)
    expect(selectSignOutUnconfirmed(actor.getSnapshot())).toBe(true)
    expect(selectSignOutUnconfirmed(await reach({ signedOut: { elsewhere: state } }))).toBe(
      state === 'unconfirmed',
    )
  }
  expect(asked.signOut.length).toBe(3)
})

test('the notice of a reset password waits for the sign-in page, through signing out, and is shown once', async () => {
  const { actor, authentication, reach } = open({
    loadUser: [{ ok: true, user: owner }],
    signOut: [undefined],
  })
  await reach('signedIn')
  actor.send({ type: 'password reset' })
  actor.send({ type: 'sign out' })
  await reach('signedOut')
  expect(selectNotice(authentication().getSnapshot())).toBe('password reset')
  actor.send({ type: 'sign-in left' })
  expect(selectNotice(authentication().getSnapshot())).toBeNull()
})

test('a password that is reset beside the sign-in page is said there, and a sign-out is still confirmed', async () => {
  const { actor, authentication, reach } = open({
    loadUser: [{ ok: true, user: owner }],
    signOut: [new Error('offline')],
  })
  await reach('signedIn')
  actor.send({ type: 'sign out' })
  await reach('signedOut')
  actor.send({ type: 'password reset' })
  expect([
    selectNotice(authentication().getSnapshot()),
    selectSignOutUnconfirmed(actor.getSnapshot()),
  ]).toEqual(['password reset', true])
})

test('who leaves the sign-in page is not signed in by a late answer, and finds an empty form again', async () => {
  const { actor, authentication, reach, asked } = open({
    loadUser: [{ ok: false, code: 'UNAUTHORIZED' }],
    signIn: [{ ok: true, user: owner }],
  })
  await reach('signedOut')
  const before = authentication()
  before.send(credentials)
  actor.send({ type: 'sign-in left' })
  await expect.poll(() => before.getSnapshot().status).toBe('stopped')
  expect(authentication().getSnapshot().value).toEqual({ password: 'editing' })
  expect([selectUsername(authentication().getSnapshot()), selectScreen(actor.getSnapshot())]).toEqual([
    '',
    'sign-in',
  ])
  expect(asked.signIn.length).toBe(1)
})
