import { expect } from 'vitest'
import type { Flow } from '../../flows/kit/flow.ts'
import type { providerSignInMachine } from '../../machines/provider-sign-in/machine.ts'

const unexpected = [{ ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-1' }] as const
const limit = { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 30_000 } as const
const challenge = { challenge: 'c2lnbi1pbg', expires_in: 300 }
const signedIn = { ok: true, signedIn: true } as const
const returnTo = '/dashboard'

/** What a successful answer leads to. */
const next = (output: unknown) => {
  const { offer, challenge: asked } = output as { offer?: object; challenge?: object }
  if ('confirmed' in (output as object)) return 'confirmed'
  return offer ? 'password.editing' : asked ? 'code.editing' : 'done'
}

/** What can happen where an OpenID provider sends a user back. */
export const providerSignInFlow: Flow<typeof providerSignInMachine> = {
  starts: {
    'with an answer': { provider: 'corp', query: 'code=c&state=s', confirms: false },
    'with one that confirms': { provider: 'corp', query: 'code=c&state=confirm.s', confirms: true },
  },
  events: {
    'submit password': [{ type: 'submit password', password: 'Vuon-tao#1' }],
    'submit code': [{ type: 'submit code', code: '123456' }],
  },
  outcomes: {
    complete: {
      ok: ({ context }) =>
        context.confirms
          ? [{ ok: true, returnTo, confirmed: true }]
          : [
              { ...signedIn, returnTo },
              { ok: true, returnTo, offer: { link: 'bGluaw', email: 'owner@example.com' } },
              { ok: true, returnTo, challenge },
            ],
      SSO_NO_RULE: [{ ok: false, code: 'SSO_NO_RULE', requestId: 'req-2' }],
      TOO_MANY_REQUESTS: [limit],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected,
    },
    link: {
      ok: [signedIn, { ok: true, challenge }],
      INVALID_CREDENTIALS: [{ ok: false, code: 'INVALID_CREDENTIALS' }],
      SSO_TIMED_OUT: [{ ok: false, code: 'SSO_TIMED_OUT', requestId: 'req-2' }],
      TOO_MANY_REQUESTS: [limit],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected,
    },
    verifyCode: {
      ok: [signedIn],
      AUTH_CODE_INVALID: [{ ok: false, code: 'AUTH_CODE_INVALID' }],
      TWO_STEP_TIMED_OUT: [{ ok: false, code: 'TWO_STEP_TIMED_OUT', requestId: 'req-3' }],
      TOO_MANY_REQUESTS: [limit],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected,
    },
  },
  leads: {
    'submit password': 'password.submitting',
    'submit code': 'code.submitting',
    complete: 'refused',
    'complete: ok': (_, { output }) => next(output),
    link: 'password.editing',
    'link: ok': (_, { output }) => next(output),
    'link: SSO_TIMED_OUT': 'refused',
    'link: TOO_MANY_REQUESTS': 'password.locked',
    verifyCode: 'code.editing',
    'verifyCode: ok': 'done',
    'verifyCode: TWO_STEP_TIMED_OUT': 'refused',
    'after waiting time': 'password.editing',
    'after life of the challenge': 'refused',
  },
  states: {
    completing: ({ context }) =>
      expect(context).toMatchObject({ query: expect.stringMatching(/./), failure: null }),
    password: ({ context }) =>
      expect(context).toMatchObject({ query: '', returnTo, offer: { link: 'bGluaw' } }),
    code: ({ context }) => expect(context).toMatchObject({ query: '', returnTo, offer: null, challenge }),
    refused: ({ context }) =>
      expect(context).toMatchObject({ query: '', offer: null, challenge: null, failure: { ok: false } }),
    confirmed: ({ context }) => expect(context).toMatchObject({ query: '', returnTo, failure: null }),
    done: ({ context }) =>
      expect(context).toMatchObject({ query: '', returnTo, offer: null, challenge: null, failure: null }),
  },
}
