import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import type { sessionMachine } from '../../machines/session/machine.ts'
import { selectUser } from '../../machines/session/selectors.ts'
import { owner, somebodyElse, withoutPin } from '../machines/support/users.ts'
import type { Flow } from './support/flow.ts'

type Snapshot = SnapshotFrom<typeof sessionMachine>

const unexpected = [{ ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-1' }] as const

/** The sign-in flow changes the user: it runs while something must be set. */
const setsPin = (snapshot: Snapshot) =>
  snapshot.matches({ signedIn: { active: 'idle' } }) && selectUser(snapshot)?.pin_exists === false

/** What can happen to a session, in this tab and in others. */
export const sessionFlow: Flow<typeof sessionMachine> = {
  starts: { 'when the page opens': undefined },
  events: {
    'signed in': [{ type: 'signed in', user: owner }],
    'user changed': snapshot =>
      setsPin(snapshot) ? [{ type: 'user changed', change: { pin_exists: true } }] : [],
    'signed in elsewhere': [
      { type: 'signed in elsewhere', username: owner.username },
      { type: 'signed in elsewhere', username: somebodyElse.username },
      { type: 'signed in elsewhere', username: '' },
    ],
    'signed out': [{ type: 'signed out' }],
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
  states: {
    restoring: ({ context }) => expect([context.user, context.failure]).toEqual([null, null]),
    unreachable: snapshot => expect(snapshot.context.failure).not.toBeNull(),
    signedOut: ({ context }) => expect([context.user, context.failure]).toEqual([null, null]),
    signedIn: ({ context }) => expect([context.user === null, context.failure]).toEqual([false, null]),
  },
}
