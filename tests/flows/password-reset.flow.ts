import { expect } from 'vitest'
import type { Flow } from '../../flows/kit/flow.ts'
import type { passwordResetMachine } from '../../machines/password-reset/machine.ts'

const unexpected = [{ ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-1' }] as const
const limit = { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 30_000 } as const

/** What can happen where a password was forgotten. */
export const passwordResetFlow: Flow<typeof passwordResetMachine> = {
  starts: {
    'without a link': { token: null },
    'by a link': { token: 'cmVzZXQ' },
    'by a link that has lost its token': { token: '' },
  },
  events: {
    'submit address': [{ type: 'submit address', email: 'owner@example.com' }],
    resend: [{ type: 'resend' }],
    'use another address': [{ type: 'use another address' }],
    'submit password': [{ type: 'submit password', password: 'Vuon-tao#2' }],
    'request another link': [{ type: 'request another link' }],
    'open link': [{ type: 'open link', token: 'bmV3ZXI' }],
  },
  outcomes: {
    requestLink: {
      ok: [{ ok: true }],
      INVALID_REQUEST: [{ ok: false, code: 'INVALID_REQUEST' }],
      TOO_MANY_REQUESTS: [limit],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected,
    },
    checkLink: {
      ok: [{ ok: true }],
      INVALID_TOKEN: [{ ok: false, code: 'INVALID_TOKEN' }],
      TOO_MANY_REQUESTS: [limit],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected,
    },
    resetPassword: {
      ok: [{ ok: true }],
      INVALID_TOKEN: [{ ok: false, code: 'INVALID_TOKEN' }],
      PASSWORD_REUSED: [{ ok: false, code: 'PASSWORD_REUSED' }],
      INVALID_REQUEST: [{ ok: false, code: 'INVALID_REQUEST' }],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected,
    },
    signOut: { done: [undefined], unexpected: [new Error('Logout failed')] },
  },
  leads: {
    'submit address': 'request.submitting',
    resend: 'sent.sending',
    'use another address': 'request.editing',
    'submit password': 'link.submitting',
    'request another link': 'request.editing',
    'open link': 'checking',
    requestLink: before => (before.matches('sent') ? 'sent.ready' : 'request.editing'),
    'requestLink: ok': 'sent.waiting',
    'requestLink: TOO_MANY_REQUESTS': before => (before.matches('sent') ? 'sent.waiting' : 'request.locked'),
    checkLink: 'link.editing',
    'checkLink: INVALID_TOKEN': 'linkInvalid',
    resetPassword: 'link.editing',
    'resetPassword: ok': 'signingOut',
    'resetPassword: INVALID_TOKEN': 'linkInvalid',
    signOut: 'done',
    'after waiting time': 'request.editing',
    'after time between mails': 'sent.ready',
    'after time for the check': 'link.editing',
  },
  failures: { except: ['checkLink', 'INVALID_TOKEN', 'signOut'] },
  states: {
    'request.editing': snapshot => expect(snapshot.context.failure?.code).not.toBe('TOO_MANY_REQUESTS'),
    'sent.ready': snapshot => expect(snapshot.context.failure?.code).not.toBe('TOO_MANY_REQUESTS'),
    sent: snapshot => expect(snapshot.context.email).toBe('owner@example.com'),
    checking: snapshot =>
      expect(snapshot.context).toMatchObject({ token: expect.stringMatching(/./), failure: null }),
    link: snapshot => expect(snapshot.context.token).toMatch(/./),
    linkInvalid: snapshot => expect(snapshot.context.failure).toBeNull(),
    signingOut: snapshot => expect(snapshot.context.token).toBeNull(),
    done: snapshot => expect(snapshot.context).toMatchObject({ token: null, failure: null }),
  },
}
