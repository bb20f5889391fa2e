import { expect } from 'vitest'
import { UnexpectedError } from '../../machines/failure.ts'
import type { signInMachine } from '../../machines/sign-in/machine.ts'
import { owner, withFirstPassword, withNothing, withoutPin } from '../machines/support/users.ts'
import type { Flow } from './support/flow.ts'

const unexpected = [new UnexpectedError('500', 'req-1')] as const
const limit = { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 30_000 } as const
const challenge = { token: 'c2lnbi1pbg', lifeMs: 300_000 }

/** What can happen in the sign-in flow. */
export const signInFlow: Flow<typeof signInMachine> = {
  starts: {
    'signed out': { user: null },
    'after a password reset': { user: null, notice: 'password reset' },
    'with a first password': { user: withFirstPassword },
    'without a pin': { user: withoutPin },
    'with nothing left to do': { user: owner },
  },
  events: {
    'submit credentials': [
      { type: 'submit credentials', username: 'owner@example.com', password: 'Example#1' },
    ],
    'submit code': [{ type: 'submit code', code: '287082' }],
    'start over': [{ type: 'start over' }],
    'submit password change': [
      { type: 'submit password change', currentPassword: 'Example#1', newPassword: 'Example#2' },
    ],
    'submit pin': [{ type: 'submit pin', pin: '2580' }],
    'sign out': [{ type: 'sign out' }],
  },
  outcomes: {
    signIn: {
      ok: [
        { ok: true, user: owner },
        { ok: true, user: withFirstPassword },
        { ok: true, user: withNothing },
        { ok: true, user: withoutPin },
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
      ok: [
        { ok: true, user: owner },
        { ok: true, user: withNothing },
      ],
      AUTH_CODE_INVALID: [{ ok: false, code: 'AUTH_CODE_INVALID' }],
      TWO_STEP_TIMED_OUT: [{ ok: false, code: 'TWO_STEP_TIMED_OUT' }],
      ACCOUNT_EXPIRED: [{ ok: false, code: 'ACCOUNT_EXPIRED' }],
      ACCOUNT_SUSPENDED: [{ ok: false, code: 'ACCOUNT_SUSPENDED' }],
      TOO_MANY_REQUESTS: [limit],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected,
    },
    changePassword: {
      ok: [{ ok: true }],
      CURRENT_PASSWORD_INCORRECT: [{ ok: false, code: 'CURRENT_PASSWORD_INCORRECT' }],
      PASSWORD_REUSED: [{ ok: false, code: 'PASSWORD_REUSED' }],
      INVALID_REQUEST: [{ ok: false, code: 'INVALID_REQUEST' }],
      UNAUTHORIZED: [{ ok: false, code: 'UNAUTHORIZED' }],
      TOO_MANY_REQUESTS: [limit],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected,
    },
    initPin: {
      ok: [{ ok: true }],
      PIN_EXISTS: [{ ok: false, code: 'PIN_EXISTS' }],
      INVALID_REQUEST: [{ ok: false, code: 'INVALID_REQUEST' }],
      UNAUTHORIZED: [{ ok: false, code: 'UNAUTHORIZED' }],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected,
    },
    signOut: { done: [undefined], unexpected },
  },
  states: {
    credentials: ({ context }) => expect([context.user, context.challenge]).toEqual([null, null]),
    'credentials.submitting': snapshot => expect(snapshot.context.failure).toBeNull(),
    'credentials.locked': snapshot => expect(snapshot.context.failure).toEqual(limit),
    'credentials.blocked': snapshot => expect(snapshot.context.failure?.code).toBe('NEW_DEVICE_BLOCKED'),
    twoStep: snapshot =>
      expect([snapshot.context.user, snapshot.context.challenge]).toEqual([null, challenge]),
    'twoStep.locked': snapshot => expect(snapshot.context.failure).toEqual(limit),
    passwordChange: snapshot => expect(snapshot.context.user?.require_change_pass).toBe(true),
    pinSetUp: snapshot => expect(snapshot.context.user).toEqual(withoutPin),
    done: snapshot => expect(snapshot.output).toEqual({ user: owner }),
  },
}
