import { expect } from 'vitest'
import type { Flow } from '../../flows/kit/flow.ts'
import type { authenticateMachine, PasskeyAttempt } from '../../machines/authenticate/machine.ts'
import { owner } from '../machines/support/users.ts'

const unexpected = [{ ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-1' }] as const
const limit = { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 30_000 } as const
/** What a passkey has signed. */
const answer = {
  id: 'q2Vh',
  rawId: 'q2Vh',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
} as const
const challenge = { challenge: 'c2lnbi1pbg', expires_in: 300 }

/** What can happen while a user authenticates. */
export const authenticateFlow: Flow<typeof authenticateMachine> = {
  starts: {
    'on the sign-in page': { username: '' },
    'after a password reset': { username: '', notice: 'password reset' },
  },
  events: {
    'submit credentials': [
      { type: 'submit credentials', username: 'owner@example.com', password: 'Vuon-tao#1' },
    ],
    'ask for passkey': [{ type: 'ask for passkey' }],
    'passkey picked': [{ type: 'passkey picked', answer }],
    'choose code kind': [
      { type: 'choose code kind', kind: 'recovery' },
      { type: 'choose code kind', kind: 'app' },
    ],
    'submit code': [{ type: 'submit code', code: '287082' }],
    'start over': [{ type: 'start over' }],
  },
  outcomes: {
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
    signInByPasskey: {
      ok: [
        { ok: true, user: owner },
        { ok: true, user: null },
      ],
      PASSKEYS_UNAVAILABLE: [{ ok: false, code: 'PASSKEYS_UNAVAILABLE' }],
      PASSKEY_UNKNOWN: [{ ok: false, code: 'PASSKEY_UNKNOWN' }],
      PASSKEY_INVALID: [{ ok: false, code: 'PASSKEY_INVALID' }],
      PASSKEY_TIMED_OUT: [{ ok: false, code: 'PASSKEY_TIMED_OUT' }],
      PASSKEY_CLONED: [{ ok: false, code: 'PASSKEY_CLONED' }],
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
  },
  leads: {
    'submit credentials': 'password.submitting',
    'ask for passkey': 'password.withPasskey',
    'passkey picked': 'password.withPasskey',
    'choose code kind': before => (before.matches({ code: 'locked' }) ? 'code.locked' : 'code.editing'),
    'submit code': 'code.submitting',
    'start over': 'password.editing',
    ACCOUNT_EXPIRED: 'password.editing',
    ACCOUNT_SUSPENDED: 'password.editing',
    TOO_MANY_REQUESTS: before => (before.matches('code') ? 'code.locked' : 'password.locked'),
    'signIn: INVALID_CREDENTIALS': 'password.editing',
    'signIn: NEW_DEVICE_BLOCKED': 'password.editing',
    'signIn: NETWORK': 'password.editing',
    'signIn: unexpected': 'password.editing',
    'signIn: bug': 'password.editing',
    signInByPasskey: 'password.editing',
    'signInByPasskey: ok': (_, { output }) =>
      (output as PasskeyAttempt['output'] & { ok: true }).user ? 'done' : 'password.editing',
    verifyCode: 'code.editing',
    'verifyCode: ok': 'done',
    'verifyCode: TWO_STEP_TIMED_OUT': 'password.editing',
    'after waiting time': before => (before.matches('code') ? 'code.editing' : 'password.editing'),
    'after life of the challenge': 'password.editing',
  },
  failures: { except: ['verifyCode: TWO_STEP_TIMED_OUT'] },
  states: {
    'password.editing': ({ context }) => {
      expect(context.failure?.code).not.toBe('TOO_MANY_REQUESTS')
      if (context.notice === 'timed out') expect(context.failure).toBeNull()
    },
    'code.editing': snapshot => expect(snapshot.context.failure?.code).not.toBe('TOO_MANY_REQUESTS'),
    password: ({ context }) => expect([context.user, context.challenge]).toEqual([null, null]),
    'password.withPasskey': ({ context }) => expect(context.notice).toBeNull(),
    'password.submitting': ({ context }) => expect(context.notice).toBeNull(),
    code: ({ context }) => expect([context.user, context.challenge]).toEqual([null, challenge]),
    done: snapshot => expect(snapshot.output?.user).toEqual(snapshot.context.user),
  },
}
