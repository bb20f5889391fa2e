import { expect } from 'vitest'
import type { Flow } from '../../flows/kit/flow.ts'
import type { signInMachine } from '../../machines/sign-in/machine.ts'
import { owner, withFirstPassword, withNothing, withoutPin } from '../machines/support/users.ts'

const unexpected = [{ ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-1' }] as const
const limit = { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 30_000 } as const

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
    'submit password change': [
      { type: 'submit password change', currentPassword: 'Example#1', newPassword: 'Example#2' },
    ],
    'submit pin': [{ type: 'submit pin', pin: '2580' }],
    'sign out': [{ type: 'sign out' }],
    'user changed': ({ context: { required } }) => {
      if (!required?.length) return []
      const [now, next] =
        required.length === 2
          ? [withNothing, withoutPin]
          : [{ passwordChange: withFirstPassword, pinSetUp: withoutPin }[required[0]!], owner]
      return [
        { type: 'user changed', user: next },
        { type: 'user changed', user: now },
      ]
    },
    'signed out': [{ type: 'signed out' }],
  },
  outcomes: {
    authenticate: {
      done: [{ user: owner }, { user: withFirstPassword }, { user: withNothing }, { user: withoutPin }],
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
    signOut: { done: [undefined], unexpected: [new Error('Logout failed')] },
  },
  leads: {
    'submit password change': 'passwordChange.submitting',
    'submit pin': 'pinSetUp.submitting',
    'sign out': 'signingOut',
    'user changed': ({ context }) => (context.required?.length === 2 ? 'pinSetUp.editing' : 'done'),
    'signed out': 'authenticating',
    UNAUTHORIZED: 'authenticating',
    changePassword: 'passwordChange.editing',
    'changePassword: ok': ({ context }) =>
      context.required?.includes('pinSetUp') ? 'pinSetUp.editing' : 'done',
    'changePassword: TOO_MANY_REQUESTS': 'passwordChange.locked',
    initPin: 'pinSetUp.editing',
    'initPin: ok': 'done',
    'initPin: PIN_EXISTS': 'done',
    signOut: 'authenticating',
    'after waiting time': 'passwordChange.editing',
  },
  failures: { except: ['initPin: PIN_EXISTS', 'signOut'] },
  states: {
    'passwordChange.editing': snapshot =>
      expect(snapshot.context.failure?.code).not.toBe('TOO_MANY_REQUESTS'),
    authenticating: ({ context }) => expect([context.required, context.failure]).toEqual([null, null]),
    passwordChange: snapshot => expect(snapshot.context.required?.[0]).toBe('passwordChange'),
    pinSetUp: snapshot => expect(snapshot.context.required).toEqual(['pinSetUp']),
    done: ({ context }) => expect(context.required).toEqual([]),
  },
}
