import { expect } from 'vitest'
import { UnexpectedError } from '../../machines/failure.ts'
import { sessionMachine } from '../../machines/session/machine.ts'
import { owner, somebodyElse, withoutPin } from '../machines/support/users.ts'
import { describeFlow } from './support/describe-flow.ts'

const unexpected = [new UnexpectedError('500', 'req-1')] as const
const limit = { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 30_000 } as const

describeFlow('session', sessionMachine, {
  starts: { 'when the page opens': undefined },
  events: {
    'signed in': [{ type: 'signed in', user: owner }],
    'user changed': [
      { type: 'user changed', user: { ...owner, name: 'Nguyễn Thị Hoa' } },
      { type: 'user changed', user: somebodyElse },
    ],
    'signed out': [{ type: 'signed out' }],
    'session expired': [{ type: 'session expired' }],
    'submit password': [{ type: 'submit password', password: 'Example#1' }],
    'use another account': [{ type: 'use another account' }],
    'sign out': [{ type: 'sign out' }],
    retry: [{ type: 'retry' }],
  },
  outcomes: {
    loadUser: {
      ok: [{ ok: true, user: withoutPin }],
      UNAUTHORIZED: [{ ok: false, code: 'UNAUTHORIZED' }],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected,
    },
    signIn: {
      ok: [{ ok: true, user: owner }],
      INVALID_CREDENTIALS: [{ ok: false, code: 'INVALID_CREDENTIALS' }],
      TOO_MANY_REQUESTS: [limit],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected,
    },
    signOut: { done: [undefined], unexpected },
  },
  states: {
    restoring: snapshot => expect(snapshot.context).toEqual({ user: null, failure: null }),
    signedOut: snapshot => expect(snapshot.context).toEqual({ user: null, failure: null }),
    signedIn: snapshot => expect(snapshot.context.user).not.toBeNull(),
    'signedIn.active': snapshot => expect(snapshot.context.failure).toBeNull(),
    'signedIn.expired.locked': snapshot => expect(snapshot.context.failure).toEqual(limit),
    unreachable: snapshot => expect(snapshot.context.failure).not.toBeNull(),
  },
})
