import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import type { Flow } from '../../flows/kit/flow.ts'
import type { sessionMachine } from '../../machines/session/machine.ts'
import { selectUser } from '../../machines/session/selectors.ts'
import { owner, somebodyElse, withoutPin } from '../machines/support/users.ts'

type Snapshot = SnapshotFrom<typeof sessionMachine>

const unexpected = [{ ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-1' }] as const

/** The sign-in flow changes the user: it runs while something must be set. */
const setsPin = (snapshot: Snapshot) =>
  snapshot.matches({ signedIn: { active: 'idle' } }) && selectUser(snapshot)?.pin_exists === false

/** Where a user leads who could not be read. */
const unread = (before: Snapshot) => {
  if (before.matches('restoring')) return 'unreachable'
  if (before.matches('signedOut')) return 'signedOut.idle'
  return before.matches({ signedIn: 'expired' }) ? 'signedIn.expired.idle' : 'signedIn.active.idle'
}

/** What can happen to a session, in this tab and in others. */
export const sessionFlow: Flow<typeof sessionMachine> = {
  starts: { 'when the page opens': undefined },
  events: {
    'signed in': [{ type: 'signed in', user: owner }],
    'user changed': snapshot =>
      setsPin(snapshot) ? [{ type: 'user changed', change: { pin_exists: true } }] : [],
    'signed in elsewhere': [
      { type: 'signed in elsewhere', user: owner.id },
      { type: 'signed in elsewhere', user: somebodyElse.id },
      { type: 'signed in elsewhere', user: '' },
    ],
    'signed out': [{ type: 'signed out' }],
    'sign-out failed': snapshot =>
      setsPin(snapshot) ? [{ type: 'sign-out failed', error: new Error('Logout failed') }] : [],
    'session expired': [{ type: 'session expired' }],
    'reload user': [{ type: 'reload user' }],
    'sign out': [{ type: 'sign out' }],
    retry: [{ type: 'retry' }],
    'password reset': snapshot =>
      snapshot.matches({ signedOut: 'idle' }) ? [{ type: 'password reset' }] : [],
    'notice taken': snapshot =>
      snapshot.matches({ signedOut: 'idle' }) && snapshot.context.notice ? [{ type: 'notice taken' }] : [],
  },
  outcomes: {
    loadUser: {
      ok: [
        { ok: true, user: owner },
        { ok: true, user: withoutPin },
        { ok: true, user: somebodyElse },
      ],
      UNAUTHORIZED: [{ ok: false, code: 'UNAUTHORIZED' }],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected,
    },
    authenticate: { done: ({ context }) => (context.user ? [{ user: context.user }] : []) },
    signOut: { done: [undefined], unexpected: [new Error('Logout failed')] },
  },
  leads: {
    'signed in': 'signedIn.active.idle',
    'signed out': 'signedOut.idle',
    'sign-out failed': 'signedOut.unconfirmed',
    'session expired': 'signedIn.expired.idle',
    'reload user': 'signedIn.active.reloading',
    'sign out': before =>
      before.matches({ signedIn: 'expired' }) ? 'signedOut.idle' : 'signedIn.signingOut',
    retry: 'restoring',
    authenticate: 'signedIn.active.idle',
    signOut: 'signedOut.idle',
    'signOut: unexpected': 'signedOut.unconfirmed',
    'loadUser: UNAUTHORIZED': before =>
      before.matches('signedIn') ? 'signedIn.expired.idle' : 'signedOut.idle',
    'loadUser: NETWORK': unread,
    'loadUser: unexpected': unread,
    'loadUser: bug': unread,
  },
  states: {
    restoring: ({ context }) => expect([context.user, context.failure]).toEqual([null, null]),
    unreachable: snapshot => expect(snapshot.context.failure).not.toBeNull(),
    signedOut: ({ context }) => expect([context.user, context.failure]).toEqual([null, null]),
    signedIn: ({ context }) => expect([context.user === null, context.failure]).toEqual([false, null]),
  },
}
