import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import type { Flow } from '../../flows/kit/flow.ts'
import type { confirmIdentityMachine, TicketRequest } from '../../machines/confirm-identity/machine.ts'

const unexpected = [{ ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-1' }] as const
const limit = { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 900_000 } as const

type Snapshot = SnapshotFrom<typeof confirmIdentityMachine>

type ActCode =
  | 'BUCKET_NOT_EMPTY'
  | 'BUCKET_NOT_FOUND'
  | 'PERMISSION_DENIED'
  | 'ACCESS_DENIED'
  | 'STORAGE_UNAVAILABLE'

/** The act is refused only where there is one. */
const refused =
  <Code extends ActCode>(code: Code) =>
  ({ context }: Snapshot) =>
    context.purpose === 'bucket' ? [{ ok: false, code } as { ok: false; code: Code }] : []

/** What can happen while identity is confirmed. */
export const confirmIdentityFlow: Flow<typeof confirmIdentityMachine> = {
  starts: {
    'before keys are shown': { purpose: 'session' },
    'before a bucket is deleted': { purpose: 'bucket' },
  },
  events: {
    submit: [{ type: 'submit', pin: '2580' }],
    'use passkey': ({ context }) => (context.passkeys ? [{ type: 'use passkey' }] : []),
    retry: [{ type: 'retry' }],
    cancel: [{ type: 'cancel' }],
  },
  outcomes: {
    loadMethod: {
      ok: [
        { ok: true, method: 'pin', passkeys: true },
        { ok: true, method: 'two-step', passkeys: false },
      ],
      UNAUTHORIZED: [{ ok: false, code: 'UNAUTHORIZED' }],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected,
    },
    askForTicket: {
      ok: [
        { ok: true, pin: 'kct_AAAA' },
        { ok: true, pin: null },
      ],
      PASSKEYS_UNAVAILABLE: [{ ok: false, code: 'PASSKEYS_UNAVAILABLE' }],
      NOT_FOUND: [{ ok: false, code: 'NOT_FOUND' }],
      PASSKEY_UNKNOWN: [{ ok: false, code: 'PASSKEY_UNKNOWN' }],
      PASSKEY_INVALID: [{ ok: false, code: 'PASSKEY_INVALID' }],
      PASSKEY_TIMED_OUT: [{ ok: false, code: 'PASSKEY_TIMED_OUT' }],
      PASSKEY_CLONED: [{ ok: false, code: 'PASSKEY_CLONED' }],
      TOO_MANY_REQUESTS: [limit],
      UNAUTHORIZED: [{ ok: false, code: 'UNAUTHORIZED' }],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected,
    },
    confirm: {
      ok: [{ ok: true }],
      PIN_INCORRECT: [{ ok: false, code: 'PIN_INCORRECT' }],
      PIN_BLOCKED: ({ context }) => (context.method === 'pin' ? [{ ok: false, code: 'PIN_BLOCKED' }] : []),
      PIN_REQUIRED: ({ context }) => (context.method === 'pin' ? [{ ok: false, code: 'PIN_REQUIRED' }] : []),
      BUCKET_NOT_EMPTY: refused('BUCKET_NOT_EMPTY'),
      BUCKET_NOT_FOUND: refused('BUCKET_NOT_FOUND'),
      PERMISSION_DENIED: refused('PERMISSION_DENIED'),
      ACCESS_DENIED: refused('ACCESS_DENIED'),
      STORAGE_UNAVAILABLE: refused('STORAGE_UNAVAILABLE'),
      TOO_MANY_REQUESTS: [limit],
      UNAUTHORIZED: [{ ok: false, code: 'UNAUTHORIZED' }],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected,
    },
  },
  leads: {
    submit: 'submitting',
    'use passkey': 'withPasskey',
    retry: 'loading',
    cancel: 'cancelled',
    UNAUTHORIZED: 'signedOut',
    loadMethod: 'unavailable',
    'loadMethod: ok': 'editing',
    askForTicket: 'editing',
    'askForTicket: ok': (_, { output }) =>
      (output as TicketRequest['output'] & { ok: true }).pin === null ? 'editing' : 'submitting',
    'askForTicket: TOO_MANY_REQUESTS': 'locked',
    confirm: 'editing',
    'confirm: ok': 'confirmed',
    'confirm: PIN_BLOCKED': 'blocked',
    'confirm: TOO_MANY_REQUESTS': 'locked',
    'after waiting time': 'editing',
  },
  failures: { except: ['cancel'] },
  states: {
    withPasskey: ({ context }) => expect([context.ticket, context.failure]).toEqual([null, null]),
    editing: snapshot => expect(snapshot.context.failure?.code).not.toBe('TOO_MANY_REQUESTS'),
    loading: ({ context }) => expect([context.method, context.failure]).toEqual([null, null]),
    unavailable: ({ context }) => expect([context.method, context.failure === null]).toEqual([null, false]),
    submitting: ({ context }) => expect([context.method === null, context.failure]).toEqual([false, null]),
    locked: ({ context }) => expect(context.failure).toEqual(limit),
    blocked: ({ context }) => expect(context.failure?.code).toBe('PIN_BLOCKED'),
  },
}
