import { randomBytes } from 'node:crypto'
import type { DetailActions } from '../../openapi/schema.ts'
import type { From } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { limits, takeByAddress } from '../auth/limits.ts'
import { hashToken, ssoLife } from '../auth/tokens.ts'
import type { Call } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { type BegunSignIn, type Provider, ProviderFailure } from '../sso/provider.ts'
import { addSsoRequest, takeSsoRequest } from '../store/sso.ts'
import type { User } from '../store/users.ts'
import type { Services } from './services.ts'

// The way to a provider and back, of a sign-in and of one that confirms.

type Needed = Pick<Services, 'db' | 'vault' | 'ssoOrigin' | 'log'>

type Failing = DetailActions['error'] & ('SIGN_IN_FAILED' | 'IDENTITY_REFUSED')

const codes = {
  cancelled: 'SSO_CANCELLED',
  invalid: 'SSO_INVALID',
  unavailable: 'SSO_UNAVAILABLE',
} as const satisfies Record<ProviderFailure['kind'], string>

export const newToken = () => randomBytes(32).toString('base64url')

/** Begins the state of a sign-in that confirms, so that the page to which both lead knows which one has ended. */
const confirming = 'confirm.'

function redirectUri({ ssoOrigin }: Needed, provider: Provider, { by }: { by: From }): string {
  const origin = ssoOrigin(by.visitor)
  if (origin === null)
    throw new Problem('SSO_UNAVAILABLE', { cause: new Error('KHO_PUBLIC_URL is not set.') })
  return `${origin}/sign-in/return/${provider.settings.id}`
}

/** Reports why a sign-in at a provider failed, in the log and the audit log; what the caller gets is a code. */
export async function refuseSso(
  { db, log }: Needed,
  by: From & { user: User | string },
  provider: string,
  error: unknown,
  failure: Failing = 'SIGN_IN_FAILED',
): Promise<never> {
  const problem =
    error instanceof ProviderFailure ? new Problem(codes[error.kind], { cause: error }) : (error as Problem)
  if (!(problem instanceof Problem) || !problem.code.startsWith('SSO_')) throw error
  const { requestId } = by.visitor
  log.warn(
    { err: problem.cause ?? problem, code: problem.code, provider, reqId: requestId },
    'A sign-in at a provider was refused.',
  )
  await audit(db, by, failure, { target: provider, detail: { kind: 'error', code: problem.code } })
  throw problem
}

/**
 * Where the browser goes to sign in, bound to this browser by a cookie. `sessionId`: see `SsoRequest`; that of a session
 * has the person sign in anew. `refuse`: what becomes of a failure of the provider.
 */
export async function beginSsoRequest(
  services: Needed,
  call: { by: From } & Pick<Call<'beginSso'>, 'setSsoCookie'>,
  provider: Provider,
  { sessionId, returnTo }: { sessionId: string | null; returnTo: string },
  refuse: (error: unknown) => Promise<never>,
): Promise<{ url: string }> {
  const { db } = services
  const now = Math.floor(call.by.now / 1000)
  await takeByAddress(services, 'sso begin', limits.ssoBegin, call.by.visitor, now)
  const state = sessionId === null ? newToken() : confirming + newToken()
  const begun = { redirectUri: redirectUri(services, provider, call), state, secret: newToken() }
  const url = await provider.authorizationUrl(begun, sessionId !== null).catch(refuse)
  const request = {
    ...{ stateHash: hashToken(begun.state), secretHash: hashToken(begun.secret) },
    ...{ provider: provider.settings.id, sessionId, returnTo, expiresAt: now + ssoLife },
  }
  if (!(await addSsoRequest(db, request, now))) throw new Problem('TOO_MANY_REQUESTS')
  call.setSsoCookie(begun.secret)
  return { url }
}

/**
 * Uses the begun sign-in up that the provider has answered with `query`. `begunAt`: unix seconds. SSO_TIMED_OUT if it is
 * not this browser's, or of another session or purpose (`sessionId`).
 */
export async function endSsoRequest(
  services: Needed,
  call: { by: From } & Pick<Call<'completeSso'>, 'setSsoCookie' | 'tokens'>,
  provider: Provider,
  { sessionId, query }: { sessionId: string | null; query: string },
): Promise<{ begun: BegunSignIn; returnTo: string; begunAt: number }> {
  const state = new URLSearchParams(query).get('state') ?? ''
  const secret = call.tokens.sso ?? ''
  const request = {
    ...{ stateHash: hashToken(state), secretHash: hashToken(secret) },
    ...{ provider: provider.settings.id, sessionId },
  }
  const taken = await takeSsoRequest(services.db, request, Math.floor(call.by.now / 1000))
  call.setSsoCookie(null)
  if (!taken) throw new Problem('SSO_TIMED_OUT')
  const begun = { redirectUri: redirectUri(services, provider, call), state, secret }
  return { begun, returnTo: taken.returnTo, begunAt: taken.expiresAt - ssoLife }
}
