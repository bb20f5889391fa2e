import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import type { Flow } from '../../flows/kit/flow.ts'
import type { pinMachine } from '../../machines/pin/machine.ts'

const unexpected = [{ ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-1' }] as const
const limit = { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 900_000 } as const
const unauthorized = [{ ok: false, code: 'UNAUTHORIZED' }] as const
const network = [{ ok: false, code: 'NETWORK' }] as const

/** Whether an answer is awaited in the form for the mailed code. */
const awaits = (snapshot: SnapshotFrom<typeof pinMachine>) =>
  snapshot.matches({ recovering: { entering: { form: 'submitting' } } }) ||
  snapshot.matches({ recovering: { entering: { resend: 'sending' } } })

/** What can happen while a pin is changed or recovered. */
export const pinFlow: Flow<typeof pinMachine> = {
  starts: { 'with a pin': undefined },
  events: {
    'submit change': [{ type: 'submit change', pin: '2580', newPin: '1470' }],
    'forgot pin': [{ type: 'forgot pin' }],
    'remember pin': [{ type: 'remember pin' }],
    'request code': [{ type: 'request code' }],
    'submit reset': [{ type: 'submit reset', code: '287082', newPin: '1470' }],
  },
  outcomes: {
    changePin: {
      ok: [{ ok: true }],
      PIN_MISMATCH: [{ ok: false, code: 'PIN_MISMATCH' }],
      PIN_BLOCKED: [{ ok: false, code: 'PIN_BLOCKED' }],
      PIN_REUSED: [{ ok: false, code: 'PIN_REUSED' }],
      UNAUTHORIZED: unauthorized,
      TOO_MANY_REQUESTS: [limit],
      NETWORK: network,
      unexpected,
    },
    requestCode: {
      ok: [{ ok: true, lifetimeMs: 600_000, resendInMs: 60_000 }],
      OTP_LIMIT: [{ ok: false, code: 'OTP_LIMIT', retryAfterMs: 60_000 }],
      MAIL_FAILED: [{ ok: false, code: 'MAIL_FAILED' }],
      UNAUTHORIZED: unauthorized,
      NETWORK: network,
      unexpected,
    },
    resetPin: {
      ok: [{ ok: true }],
      INVALID_TOKEN: [{ ok: false, code: 'INVALID_TOKEN' }],
      MAIL_CODE_EXPIRED: [{ ok: false, code: 'MAIL_CODE_EXPIRED' }],
      PIN_REUSED: [{ ok: false, code: 'PIN_REUSED' }],
      UNAUTHORIZED: unauthorized,
      TOO_MANY_REQUESTS: [limit],
      NETWORK: network,
      unexpected,
    },
  },
  // The console gives an answer up after less time than any of these timers takes.
  possible: (snapshot, event) => !event.type.startsWith('xstate.after.') || !awaits(snapshot),
  leads: {
    'submit change': 'changing.submitting',
    'forgot pin': 'recovering.offering',
    'remember pin': 'changing.editing',
    'request code': before =>
      before.matches({ recovering: 'entering' })
        ? 'recovering.entering.resend.sending'
        : 'recovering.requesting',
    'submit reset': 'recovering.entering.form.submitting',
    UNAUTHORIZED: 'signedOut',
    changePin: 'changing.editing',
    'changePin: ok': 'done',
    'changePin: PIN_BLOCKED': 'changing.blocked',
    'changePin: TOO_MANY_REQUESTS': 'changing.locked',
    requestCode: before =>
      before.matches({ recovering: 'entering' })
        ? 'recovering.entering.resend.allowed'
        : 'recovering.offering',
    'requestCode: ok': 'recovering.entering.resend.waiting',
    'requestCode: OTP_LIMIT': 'recovering.entering.resend.waiting',
    resetPin: 'recovering.entering.form.editing',
    'resetPin: ok': 'done',
    'resetPin: TOO_MANY_REQUESTS': 'recovering.entering.form.locked',
    'after code lifetime': 'recovering.entering.code.expired',
  },
  failures: { except: [] },
  states: {
    'changing.blocked': snapshot => expect(snapshot.context.failure?.code).toBe('PIN_BLOCKED'),
    'recovering.entering.resend.waiting': snapshot => expect(snapshot.context.resendInMs).toBe(60_000),
  },
}
