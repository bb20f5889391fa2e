import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import type { Flow } from '../../flows/kit/flow.ts'
import type {
  confirmIdentityMachine,
  MethodRead,
  TicketRequest,
} from '../../machines/confirm-identity/machine.ts'

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

/** A sign-in at the provider is still needed. */
const leaves = ({ context }: Snapshot) => context.provider !== null && context.ticket === null

/** How it ends where a new sign-in at the provider confirms, or elsewhere. */
const byProvider =
  <Code extends 'SSO_TIMED_OUT' | 'PIN_INCORRECT' | 'PIN_BLOCKED' | 'PIN_REQUIRED'>(
    code: Code,
    isIt: (context: Snapshot['context']) => boolean,
  ) =>
  ({ context }: Snapshot) =>
    isIt(context) ? [{ ok: false, code } as { ok: false; code: Code }] : []
const pinAsked = ({ method, provider }: Snapshot['context']) => method === 'pin' && provider === null

/** What can happen while identity is confirmed. */
export const confirmIdentityFlow: Flow<typeof confirmIdentityMachine> = {
  starts: {
    'before keys are shown': { purpose: 'session' },
    'before a bucket is deleted': { purpose: 'bucket' },
  },
  events: {
    submit: snapshot => (leaves(snapshot) ? [] : [{ type: 'submit', pin: '2580' }]),
    'use passkey': ({ context }) => (context.passkeys ? [{ type: 'use passkey' }] : []),
    'use provider': snapshot => (leaves(snapshot) ? [{ type: 'use provider' }] : []),
    'page shown': [{ type: 'page shown' }],
    retry: [{ type: 'retry' }],
    cancel: [{ type: 'cancel' }],
  },
  outcomes: {
    loadMethod: {
      ok: [
        { ok: true, method: 'pin', passkeys: true, provider: null, ticket: null },
        { ok: true, method: 'two-step', passkeys: false, provider: null, ticket: null },
        { ok: true, method: 'pin', passkeys: false, provider: 'corp', ticket: null },
        { ok: true, method: 'pin', passkeys: false, provider: 'corp', ticket: 'kct_BBBB' },
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
    leaveForProvider: {
      ok: [{ ok: true }],
      NOT_FOUND: [{ ok: false, code: 'NOT_FOUND' }],
      SSO_UNAVAILABLE: [{ ok: false, code: 'SSO_UNAVAILABLE' }],
      TOO_MANY_REQUESTS: [limit],
      UNAUTHORIZED: [{ ok: false, code: 'UNAUTHORIZED' }],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected,
    },
    confirm: {
      ok: [{ ok: true }],
      PIN_INCORRECT: byProvider('PIN_INCORRECT', ({ provider }) => provider === null),
      SSO_TIMED_OUT: byProvider('SSO_TIMED_OUT', ({ provider }) => provider !== null),
      PIN_BLOCKED: byProvider('PIN_BLOCKED', pinAsked),
      PIN_REQUIRED: byProvider('PIN_REQUIRED', pinAsked),
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
    'use provider': 'leaving',
    'page shown': 'editing',
    retry: 'loading',
    cancel: 'cancelled',
    UNAUTHORIZED: 'signedOut',
    loadMethod: 'unavailable',
    'loadMethod: ok': ({ context }, { output }) =>
      context.purpose === 'session' && (output as MethodRead['output'] & { ok: true }).ticket !== null
        ? 'submitting'
        : 'editing',
    leaveForProvider: 'editing',
    'leaveForProvider: ok': 'away',
    'leaveForProvider: TOO_MANY_REQUESTS': 'locked',
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
  certain: [
    'editing: submit → submitting [there is an answer] does not let pass',
    'editing: use provider → leaving [provider confirms] does not let pass',
  ],
  states: {
    leaving: ({ context }) => expect([context.provider, context.failure]).toEqual(['corp', null]),
    away: ({ context }) => expect([context.provider, context.failure]).toEqual(['corp', null]),
    withPasskey: ({ context }) => expect([context.ticket, context.failure]).toEqual([null, null]),
    editing: snapshot => expect(snapshot.context.failure?.code).not.toBe('TOO_MANY_REQUESTS'),
    loading: ({ context }) => expect([context.method, context.failure]).toEqual([null, null]),
    unavailable: ({ context }) => expect([context.method, context.failure === null]).toEqual([null, false]),
    submitting: ({ context }) => expect([context.method === null, context.failure]).toEqual([false, null]),
    locked: ({ context }) => expect(context.failure).toEqual(limit),
    blocked: ({ context }) => expect(context.failure?.code).toBe('PIN_BLOCKED'),
  },
}
