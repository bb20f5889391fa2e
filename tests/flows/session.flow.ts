import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { nextStep } from '../../domain/roles.ts'
import type { Flow } from '../../flows/kit/flow.ts'
import type { AuthenticateOutput } from '../../machines/authenticate/machine.ts'
import {
  selectExpired,
  selectScreen,
  selectUser,
  type sessionMachine,
} from '../../machines/session/machine.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import {
  owner,
  somebodyElse,
  withFirstPassword,
  withNothing,
  withoutPin,
  withoutTwoStep,
} from '../machines/support/users.ts'

type Snapshot = SnapshotFrom<typeof sessionMachine>

const unexpected = [{ ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-1' }] as const
const limit = { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 30_000 } as const

const isKnown = (snapshot: Snapshot) =>
  snapshot.matches({ signedIn: { open: { validity: { active: 'idle' } } } })
const isIdle = (snapshot: Snapshot) => snapshot.matches({ signedOut: { elsewhere: 'idle' } })

/** What happens around a step is the same after a failure of it, and whether or not a PIN is to follow. */
const unlessFailed =
  <T>(...examples: T[]) =>
  ({ context: { user, failure } }: Snapshot) =>
    user && (failure || (user.require_change_pass && user.pin_exists)) ? [] : examples

/** An expired session holds the calls of steps. */
const unlessExpired =
  <T>(...examples: T[]) =>
  (snapshot: Snapshot) =>
    selectExpired(snapshot) ? [] : examples

/** Failures of a step are the same while the user is read. */
const whereKnown =
  <T>(...examples: T[]) =>
  (snapshot: Snapshot) =>
    isKnown(snapshot) ? examples : []

/** Whom a read can find: as before, with a step done in another tab, or changed on the server. */
function usersFound(snapshot: Snapshot): CurrentUser[] {
  const user = selectUser(snapshot)
  if (snapshot.matches('restoring'))
    return [owner, withoutPin, somebodyElse, withFirstPassword, withNothing, withoutTwoStep]
  if (!user?.require_change_pass) return [owner, withoutPin, somebodyElse]
  return [withNothing, withoutPin]
}

/** In place another user signs in by a passkey, or has got the address meanwhile. */
function usersWhoSignIn(snapshot: Snapshot): CurrentUser[] {
  const { user, notice } = snapshot.context
  if (user) return user === owner ? [owner, somebodyElse] : [user]
  return isIdle(snapshot) && !notice ? [owner, withFirstPassword, withNothing, withoutPin] : [owner]
}

/** Where a user leads who could not be read. */
const unread = (before: Snapshot) => {
  if (before.matches('restoring')) return 'unreachable'
  if (before.matches('signedOut')) return 'signedOut.elsewhere.idle'
  return `signedIn.open.validity.${selectExpired(before) ? 'expired' : 'active'}.idle`
}

/** The state of the step that this user has to do next, or of the console. */
function stepOf(user: CurrentUser): string {
  const step = nextStep(user)
  if (step === null || step === 'twoStepSetUp') return `signedIn.open.steps.${step ?? 'console'}`
  return `signedIn.open.steps.${step}.editing`
}

/** What can happen to a session, in this tab and in others. */
export const sessionFlow: Flow<typeof sessionMachine> = {
  starts: { 'when the page opens': undefined },
  events: {
    'submit password change': unlessExpired({
      type: 'submit password change',
      currentPassword: 'Vuon-tao#1',
      newPassword: 'Vuon-tao#2',
    }),
    'submit pin': unlessExpired({ type: 'submit pin', pin: '2580' }),
    'second step is set': unlessExpired({ type: 'second step is set' }),
    'sign-in left': snapshot => (isIdle(snapshot) ? [{ type: 'sign-in left' }] : []),
    'signed in elsewhere': unlessFailed(
      { type: 'signed in elsewhere', user: owner.id },
      { type: 'signed in elsewhere', user: somebodyElse.id },
      { type: 'signed in elsewhere', user: '' },
    ),
    'signed out': [{ type: 'signed out' }],
    'session expired': unlessFailed({ type: 'session expired' }),
    'reload user': unlessFailed({ type: 'reload user' }),
    'sign out': [{ type: 'sign out' }],
    retry: [{ type: 'retry' }],
    'password reset': snapshot =>
      isIdle(snapshot) || snapshot.matches({ signedIn: 'signingOut' }) ? [{ type: 'password reset' }] : [],
  },
  outcomes: {
    loadUser: {
      ok: snapshot => usersFound(snapshot).map(user => ({ ok: true, user })),
      UNAUTHORIZED: [{ ok: false, code: 'UNAUTHORIZED' }],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected,
    },
    authenticate: { done: snapshot => usersWhoSignIn(snapshot).map(user => ({ user })) },
    changePassword: {
      ok: unlessExpired({ ok: true }),
      CURRENT_PASSWORD_INCORRECT: whereKnown({ ok: false, code: 'CURRENT_PASSWORD_INCORRECT' }),
      PASSWORD_REUSED: whereKnown({ ok: false, code: 'PASSWORD_REUSED' }),
      INVALID_REQUEST: whereKnown({ ok: false, code: 'INVALID_REQUEST' }),
      UNAUTHORIZED: whereKnown({ ok: false, code: 'UNAUTHORIZED' }),
      TOO_MANY_REQUESTS: whereKnown(limit),
      NETWORK: whereKnown({ ok: false, code: 'NETWORK' }),
      unexpected: whereKnown(...unexpected),
    },
    initPin: {
      ok: unlessExpired({ ok: true }),
      PIN_EXISTS: whereKnown({ ok: false, code: 'PIN_EXISTS' }),
      INVALID_REQUEST: whereKnown({ ok: false, code: 'INVALID_REQUEST' }),
      UNAUTHORIZED: whereKnown({ ok: false, code: 'UNAUTHORIZED' }),
      NETWORK: whereKnown({ ok: false, code: 'NETWORK' }),
      unexpected: whereKnown(...unexpected),
    },
    signOut: { done: [undefined], unexpected: [new Error('Logout failed')] },
  },
  possible: (snapshot, { type }) =>
    isKnown(snapshot) || !/^xstate\.error\.actor\.(changePassword|initPin)/.test(type),
  leads: {
    'submit password change': 'signedIn.open.steps.passwordChange.submitting',
    'submit pin': 'signedIn.open.steps.pinSetUp.submitting',
    'second step is set': 'signedIn.open.steps.console',
    'sign-in left': 'signedOut.form.open',
    'signed out': 'signedOut.elsewhere.idle',
    'session expired': 'signedIn.open.validity.expired.idle',
    'reload user': 'signedIn.open.validity.active.reloading',
    'sign out': before => (selectExpired(before) ? 'signedOut.elsewhere.idle' : 'signedIn.signingOut'),
    retry: 'restoring',
    'password reset': before => (before.matches('signedOut') ? 'signedOut.form.open' : 'signedIn.signingOut'),
    authenticate(before, { output }) {
      const { user } = output as AuthenticateOutput
      if (before.matches('signedOut')) return stepOf(user)
      return user.id === selectUser(before)?.id ? 'signedIn.open.validity.active.idle' : 'restoring'
    },
    changePassword: 'signedIn.open.steps.passwordChange.editing',
    'changePassword: ok': before =>
      selectUser(before)?.pin_exists ? 'signedIn.open.steps.console' : 'signedIn.open.steps.pinSetUp.editing',
    'changePassword: UNAUTHORIZED': 'signedOut.elsewhere.idle',
    'changePassword: TOO_MANY_REQUESTS': 'signedIn.open.steps.passwordChange.locked',
    initPin: 'signedIn.open.steps.pinSetUp.editing',
    'initPin: ok': 'signedIn.open.steps.console',
    'initPin: PIN_EXISTS': 'signedIn.open.steps.console',
    'initPin: UNAUTHORIZED': 'signedOut.elsewhere.idle',
    signOut: 'signedOut.elsewhere.idle',
    'signOut: unexpected': 'signedOut.elsewhere.unconfirmed',
    'loadUser: UNAUTHORIZED': before =>
      before.matches('signedIn') ? 'signedIn.open.validity.expired.idle' : 'signedOut.elsewhere.idle',
    'loadUser: NETWORK': unread,
    'loadUser: unexpected': unread,
    'loadUser: bug': unread,
    'after waiting time': 'signedIn.open.steps.passwordChange.editing',
  },
  failures: { except: ['loadUser', 'initPin: PIN_EXISTS', 'signOut'] },
  states: {
    restoring: ({ context }) => expect([context.user, context.failure]).toEqual([null, null]),
    unreachable: snapshot => expect(snapshot.context.failure).not.toBeNull(),
    signedOut: ({ context }) => expect([context.user, context.failure]).toEqual([null, null]),
    signedIn: ({ context }) => expect(context.user).not.toBeNull(),
    'signedIn.signingOut': ({ context }) => expect(context.failure).toBeNull(),
    'signedIn.open.steps.console': snapshot =>
      expect([selectScreen(snapshot), snapshot.context.failure]).toEqual(['console', null]),
    'signedIn.open.steps.passwordChange': snapshot => expect(selectScreen(snapshot)).toBe('passwordChange'),
    'signedIn.open.steps.passwordChange.editing': ({ context }) =>
      expect(context.failure?.code).not.toBe('TOO_MANY_REQUESTS'),
    'signedIn.open.steps.pinSetUp': snapshot => expect(selectScreen(snapshot)).toBe('pinSetUp'),
    'signedIn.open.steps.twoStepSetUp': snapshot => expect(selectScreen(snapshot)).toBe('twoStepSetUp'),
  },
}
