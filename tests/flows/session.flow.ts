import { expect } from 'vitest'
import { UnexpectedError } from '../../machines/failure.ts'
import type { sessionMachine } from '../../machines/session/machine.ts'
import { owner, somebodyElse, withoutPin } from '../machines/support/users.ts'
import type { Flow } from './support/flow.ts'

const unexpected = [new UnexpectedError('500', 'req-1')] as const

/** What can happen to a session, in this tab and in others. */
export const sessionFlow: Flow<typeof sessionMachine> = {
  starts: { 'when the page opens': undefined },
  events: {
    'signed in': [{ type: 'signed in', user: owner }],
    'user changed': [{ type: 'user changed', change: { pin_exists: true } }],
    'signed in elsewhere': [
      { type: 'signed in elsewhere', username: owner.username },
      { type: 'signed in elsewhere', username: somebodyElse.username },
      { type: 'signed in elsewhere', username: '' },
    ],
    'signed out': [{ type: 'signed out' }],
    'session expired': [{ type: 'session expired' }],
    'reload user': [{ type: 'reload user' }],
    'use another account': [{ type: 'use another account' }],
    'sign out': [{ type: 'sign out' }],
    retry: [{ type: 'retry' }],
    'password reset': [{ type: 'password reset' }],
    'notice taken': [{ type: 'notice taken' }],
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
    authenticate: { done: [{ user: owner }] },
    signOut: { done: [undefined], unexpected },
  },
  states: {
    restoring: ({ context }) => expect([context.user, context.failure]).toEqual([null, null]),
    unreachable: snapshot => expect(snapshot.context.failure).not.toBeNull(),
    signedOut: ({ context }) => expect([context.user, context.failure]).toEqual([null, null]),
    signedIn: ({ context }) => expect([context.user === null, context.failure]).toEqual([false, null]),
  },
}
