import { expect, test } from 'vitest'
import { selectFailure, selectSubmitting, selectWaitingTime } from '../../machines/attempt.ts'
import { selectNotice, selectUsername } from '../../machines/authenticate/selectors.ts'
import {
  selectExpired,
  selectScreen,
  selectSignOutUnconfirmed,
  selectUser,
} from '../../machines/session/machine.ts'
import {
  active,
  atStep,
  credentials,
  elsewhere,
  ended,
  open,
  openAs,
  type World,
  wentOn,
} from './support/session-world.ts'
import { owner, withFirstPassword, withNothing, withoutPin, withoutTwoStep } from './support/users.ts'

const newPassword = {
  type: 'submit password change',
  currentPassword: 'Vuon-tao#1',
  newPassword: 'Vuon-tao#2',
} as const
const pin = { type: 'submit pin', pin: '2580' } as const
const limit = { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 30_000 } as const
const isDone = { passwordChange: 'passwordChange is done', pinSetUp: 'pinSetUp is done' }
/** Another tab has done a step. */
const doneElsewhere = elsewhere('')

test('a new user signs in, changes the first password, sets a pin, and is through', async () => {
  const { actor, authentication, reach, did, asked } = open({
    loadUser: [{ ok: false, code: 'UNAUTHORIZED' }],
    signIn: [{ ok: true, user: withNothing }],
    changePassword: [{ ok: true }],
    initPin: [{ ok: true }],
  })
  await reach('signedOut')
  authentication().send(credentials)
  expect(selectScreen(await reach(atStep('passwordChange')))).toBe('passwordChange')
  actor.send(newPassword)
  expect(selectScreen(await reach(atStep('pinSetUp')))).toBe('pinSetUp')
  actor.send(pin)
  const end = await reach({ signedIn: { open: { steps: 'console' } } })
  expect([selectScreen(end), selectUser(end)]).toEqual(['console', owner])
  expect(did).toEqual(['resume', isDone.passwordChange, isDone.pinSetUp, wentOn])
  expect(asked).toMatchObject({
    signIn: [{ username: 'owner@example.com', password: 'Vuon-tao#1' }],
    changePassword: [{ currentPassword: 'Vuon-tao#1', newPassword: 'Vuon-tao#2' }],
    initPin: [{ pin: '2580' }],
  })
})

test('two-step verification that the account requires is reported once it is set up', async () => {
  const { actor, reach, did } = await openAs(withoutTwoStep)
  expect(selectScreen(actor.getSnapshot())).toBe('twoStepSetUp')
  actor.send({ type: 'second step is set' })
  const end = await reach({ signedIn: { open: { steps: 'console' } } })
  expect([selectUser(end), did]).toEqual([owner, ['twoStepSetUp is done', wentOn]])
})

test('who is signed in already begins with the step that is due', async () => {
  const screenOf = async (user: typeof owner) => selectScreen((await openAs(user)).actor.getSnapshot())
  expect(await Promise.all([withFirstPassword, withNothing, withoutPin, owner].map(screenOf))).toEqual([
    'passwordChange',
    'passwordChange',
    'pinSetUp',
    'console',
  ])
})

test('a step that another tab has done is left for the next one, and not reported again', async () => {
  const { tell, reach, did, actor } = await openAs(withNothing, {
    loadUser: [withNothing, withoutPin, owner].map(user => ({ ok: true, user })),
  })
  const screens = []
  for (const _ of [1, 2, 3]) {
    tell(doneElsewhere)
    await reach({ signedIn: { open: { validity: { active: 'idle' } } } })
    screens.push(selectScreen(actor.getSnapshot()))
  }
  expect([screens, did]).toEqual([['passwordChange', 'pinSetUp', 'console'], [wentOn]])
})

test('a step is not left where the user is read again and it is still to be done, even while it is submitted', async () => {
  const { actor, tell, reach, asked } = await openAs(withFirstPassword, {
    loadUser: [{ ok: true, user: withFirstPassword }],
    changePassword: [{ ok: true }],
  })
  tell({ type: 'reload user' })
  actor.send(newPassword)
  expect(selectSubmitting(actor.getSnapshot())).toBe(true)
  await reach({ signedIn: { open: { steps: 'console' } } })
  expect(asked.changePassword.length).toBe(1)
})

test('a step that is found to be left while the console is used takes its place', async () => {
  const { tell, reach } = await openAs(owner, { loadUser: [{ ok: true, user: withFirstPassword }] })
  tell({ type: 'reload user' })
  expect(selectScreen(await reach(atStep('passwordChange')))).toBe('passwordChange')
})

test('a session that expires during a step keeps its form and its attempt, which goes on after the password', async () => {
  const held = Promise.withResolvers<{ ok: true }>()
  const { actor, authentication, tell, reach, did, asked } = await openAs(withoutPin, {
    signIn: [{ ok: true, user: withoutPin }],
    initPin: [held.promise],
  })
  actor.send(pin)
  tell({ type: 'session expired' })
  const now = actor.getSnapshot()
  expect([selectExpired(now), selectScreen(now), selectSubmitting(now)]).toEqual([true, 'pinSetUp', true])
  authentication().send(credentials)
  expect(selectSubmitting(await reach(active))).toBe(true)
  held.resolve({ ok: true })
  await reach({ signedIn: { open: { steps: 'console' } } })
  expect([did, asked.initPin.length]).toEqual([['resume', isDone.pinSetUp, wentOn], 1])
})

test('nothing that was typed stays in the machine [V14.3.1]', async () => {
  const { actor, reach } = await openAs(withNothing, {
    changePassword: [{ ok: false, code: 'PASSWORD_REUSED' }, { ok: true }],
    initPin: [{ ok: false, code: 'NETWORK' }],
  })
  actor.send(newPassword)
  const refused = await reach(atStep('passwordChange'))
  actor.send(newPassword)
  await reach(atStep('pinSetUp'))
  actor.send(pin)
  const pinStep = await reach(atStep('pinSetUp'))
  expect(JSON.stringify([refused.context, pinStep.context])).not.toMatch(/Vuon-tao#|2580/)
})

test.each(['CURRENT_PASSWORD_INCORRECT', 'PASSWORD_REUSED', 'INVALID_REQUEST', 'NETWORK'] as const)(
  'a refused password change (%s) leaves its form open with the reason',
  async code => {
    const { actor, reach } = await openAs(withNothing, { changePassword: [{ ok: false, code }] })
    actor.send(newPassword)
    expect((await reach(atStep('passwordChange'))).context).toEqual({
      user: withNothing,
      failure: { ok: false, code },
      notice: null,
    })
  },
)

test('too many password changes wait in the same way', async () => {
  const { actor, clock, reach } = await openAs(withFirstPassword, { changePassword: [limit] })
  actor.send(newPassword)
  expect(selectWaitingTime(await reach(atStep('passwordChange', 'locked')))).toBe(30_000)
  clock.increment(30_000)
  expect([actor.getSnapshot().matches(atStep('passwordChange')), selectFailure(actor.getSnapshot())]).toEqual(
    [true, null],
  )
})

test.each([
  ['the password change', withFirstPassword, { changePassword: [{ ok: false, code: 'UNAUTHORIZED' }] }],
  ['the pin set-up', withoutPin, { initPin: [{ ok: false, code: 'UNAUTHORIZED' }] }],
] satisfies [string, typeof owner, World][])(
  'a session that ends during %s leads back to the credentials and says why',
  async (_, user, world) => {
    const { actor, authentication, reach, did } = await openAs(user, world)
    actor.send(user === withoutPin ? pin : newPassword)
    const back = await reach('signedOut')
    expect([selectNotice(authentication().getSnapshot()), selectFailure(back), did]).toEqual([
      'session ended',
      null,
      ended,
    ])
  },
)

test('a pin that was set meanwhile is as good as a new one', async () => {
  const { actor, reach, did } = await openAs(withoutPin, { initPin: [{ ok: false, code: 'PIN_EXISTS' }] })
  actor.send(pin)
  const end = await reach({ signedIn: { open: { steps: 'console' } } })
  expect([selectUser(end), did]).toEqual([owner, [isDone.pinSetUp, wentOn]])
})

test.each([withFirstPassword, withoutPin])(
  'a session that another tab ends leads back to the credentials and says why',
  async user => {
    const { actor, authentication, tell } = await openAs(user)
    tell({ type: 'signed out' })
    expect([selectScreen(actor.getSnapshot()), selectNotice(authentication().getSnapshot())]).toEqual([
      'sign-in',
      'session ended',
    ])
  },
)

test('who leaves an expired session for another account is told only where a step was left', async () => {
  const noticeFor = async (user: typeof owner) => {
    const { actor, authentication, tell } = await openAs(user)
    tell({ type: 'session expired' })
    actor.send({ type: 'sign out' })
    return selectNotice(authentication().getSnapshot())
  }
  expect([await noticeFor(withoutPin), await noticeFor(owner)]).toEqual(['session ended', null])
})

test('a notice is said once: not after the next sign-in', async () => {
  const { actor, authentication, reach, tell } = await openAs(withoutPin, {
    signIn: [{ ok: true, user: withoutPin }],
    signOut: [undefined],
  })
  tell({ type: 'signed out' })
  authentication().send(credentials)
  await reach(atStep('pinSetUp'))
  actor.send({ type: 'sign out' })
  await reach('signedOut')
  expect(selectNotice(authentication().getSnapshot())).toBeNull()
})

test('signing out in the middle leads back to empty credentials, also where the server does not take it, and is repeated until somebody signs in', async () => {
  const failure = new Error('offline')
  const { actor, authentication, clock, reach, did, asked } = await openAs(withoutPin, {
    signIn: [{ ok: true, user: owner }],
    signOut: [failure],
  })
  actor.send(pin)
  actor.send({ type: 'sign out' })
  const leaving = actor.getSnapshot()
  expect([selectScreen(leaving), selectSubmitting(leaving)]).toEqual(['pinSetUp', true])
  const end = await reach('signedOut')
  expect([end.context, selectSignOutUnconfirmed(end)]).toEqual([
    { user: null, failure: null, notice: null },
    true,
  ])
  expect([selectUsername(authentication().getSnapshot()), did.toSorted()]).toEqual([
    '',
    [...ended, failure].toSorted(),
  ])
  authentication().send(credentials)
  await reach('signedIn')
  clock.increment(17_000)
  expect([selectScreen(actor.getSnapshot()), asked.signOut.length]).toEqual(['console', 1])
})
