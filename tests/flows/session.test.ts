import { expect } from 'vitest'
import { UnexpectedError } from '../../machines/failure.ts'
import { sessionMachine } from '../../machines/session/machine.ts'
import { owner, somebodyElse, withoutPin } from '../machines/support/users.ts'
import { describeFlow } from './support/describe-flow.ts'

const unexpected = [new UnexpectedError('500', 'req-1')] as const
const limit = { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 30_000 } as const
const challenge = { token: 'c2lnbi1pbg', lifeMs: 300_000 }

const nothing = { user: null, failure: null, challenge: null }

describeFlow('session', sessionMachine, {
  starts: { 'when the page opens': undefined },
  events: {
    'signed in': [{ type: 'signed in', user: owner }],
    'user changed': [
      { type: 'user changed', user: { ...owner, name: 'Nguyễn Thị Hoa' } },
      { type: 'user changed', user: somebodyElse },
    ],
    'signed in elsewhere': [
      { type: 'signed in elsewhere', username: owner.username },
      { type: 'signed in elsewhere', username: somebodyElse.username },
    ],
    'signed out': [{ type: 'signed out' }],
    'session expired': [{ type: 'session expired' }],
    'submit password': [{ type: 'submit password', password: 'Example#1' }],
    'submit code': [{ type: 'submit code', code: '287082' }],
    'start over': [{ type: 'start over' }],
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
      ok: [
        { ok: true, user: owner },
        { ok: true, challenge },
      ],
      INVALID_CREDENTIALS: [{ ok: false, code: 'INVALID_CREDENTIALS' }],
      NEW_DEVICE_BLOCKED: [{ ok: false, code: 'NEW_DEVICE_BLOCKED' }],
      ACCOUNT_EXPIRED: [{ ok: false, code: 'ACCOUNT_EXPIRED' }],
      ACCOUNT_SUSPENDED: [{ ok: false, code: 'ACCOUNT_SUSPENDED' }],
      TOO_MANY_REQUESTS: [limit],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected,
    },
    verifyCode: {
      ok: [{ ok: true, user: owner }],
      AUTH_CODE_INVALID: [{ ok: false, code: 'AUTH_CODE_INVALID' }],
      TWO_STEP_TIMED_OUT: [{ ok: false, code: 'TWO_STEP_TIMED_OUT' }],
      ACCOUNT_EXPIRED: [{ ok: false, code: 'ACCOUNT_EXPIRED' }],
      ACCOUNT_SUSPENDED: [{ ok: false, code: 'ACCOUNT_SUSPENDED' }],
      TOO_MANY_REQUESTS: [limit],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected,
    },
    signOut: { done: [undefined], unexpected },
  },
  states: {
    restoring: snapshot => expect(snapshot.context).toEqual(nothing),
    signedOut: snapshot => expect(snapshot.context).toEqual(nothing),
    signedIn: snapshot => expect(snapshot.context.user).not.toBeNull(),
    'signedIn.active': ({ context }) => expect([context.failure, context.challenge]).toEqual([null, null]),
    'signedIn.expired.asking': snapshot => expect(snapshot.context.challenge).toBeNull(),
    'signedIn.expired.twoStep': snapshot => expect(snapshot.context.challenge).toEqual(challenge),
    'signedIn.expired.locked': snapshot => expect(snapshot.context.failure).toEqual(limit),
    unreachable: snapshot => expect(snapshot.context.failure).not.toBeNull(),
  },
})
