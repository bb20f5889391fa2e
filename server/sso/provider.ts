import { createHmac } from 'node:crypto'
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import type { Claims, SsoCondition } from '../../domain/sso-rules.ts'
import type { ProviderSettings } from '../config-oidc.ts'

/**
 * `cancelled`: the user or the provider declined. `invalid`: its answer does not belong to this sign-in, or is forged.
 * `unavailable`: it is down, slow, or refuses the console itself.
 */
export class ProviderFailure extends Error {
  readonly kind: 'cancelled' | 'invalid' | 'unavailable'

  constructor(kind: ProviderFailure['kind'], cause: unknown) {
    super(`The provider’s answer: ${kind}`, { cause })
    this.kind = kind
  }
}

/** A sign-in that was begun. `secret`: of the browser's cookie; the code is worth nothing without it. */
export type BegunSignIn = { redirectUri: string; state: string; secret: string }

export type SsoClaims = Claims & { sub: string; iss: string }

/**
 * `refreshToken`: by which the provider can be asked again; null: it gives none. `authTime`: when the person signed in
 * there, in unix seconds, as the ID token says; null: it does not.
 */
export type Sent = { claims: SsoClaims; refreshToken: string | null; authTime: number | null }

/** `claims`: null if it says too little to decide again. */
export type Asked = { claims: SsoClaims | null; refreshToken: string }

/** `sid`: which of the person's sessions; none: all. `id` is used once, until `expiresAt` (unix seconds). */
export type SignedOut = { iss: string; id: string; expiresAt: number; sub?: string; sid?: string }

export type Provider = {
  settings: ProviderSettings
  /** Where the browser goes to sign in; `again`: also whom the provider knows already. ProviderFailure. */
  authorizationUrl(begun: BegunSignIn, again?: boolean): Promise<string>
  /** The person whom the provider has sent back with `query`, by verified claims. ProviderFailure. */
  personOf(begun: BegunSignIn, query: string): Promise<Sent>
  /** Asks whether the person is still let in, with what it gave before; null: it refuses. ProviderFailure. */
  ask(person: { sub: string; refreshToken: string }): Promise<Asked | null>
  /** Where a browser signs out at the provider, which then sends it to `back`; null: nowhere. */
  signOutUrl(back: string): Promise<string | null>
  /** Verifies its word that a person has signed out there. ProviderFailure. */
  signedOut(token: string): Promise<SignedOut>
  /** Reads the provider's discovery document: the claims that it lists; null: it lists none. ProviderFailure. */
  discover(): Promise<readonly string[] | null>
}

/** Seconds that one request to a provider may take. */
const timeout = 10
/** Seconds by which the clocks of provider and console may differ. */
export const skew = 60
/** The most bytes of an answer. */
const mostBytes = 1024 ** 2
/** ms after which the discovery document is read again. */
const discoveryLife = 3_600_000

class TooLarge extends Error {}

/** Like `fetch`; an answer of more than `mostBytes` fails. */
async function boundedFetch(url: string, options: object): Promise<Response> {
  const response = await fetch(url, options)
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > mostBytes) throw new TooLarge(`The answer has more than ${mostBytes} bytes.`)
    pieces.push(piece)
  }
  const { status, statusText, headers } = response
  return new Response(size === 0 ? null : Buffer.concat(pieces), { status, statusText, headers })
}

/** Bound to one browser and one sign-in, without being stored anywhere. */
const derived = ({ secret, state }: BegunSignIn, what: 'nonce' | 'verifier') =>
  createHmac('sha256', secret).update(`${what} ${state}`).digest('base64url')

export function makeProvider(settings: ProviderSettings, now: () => number = Date.now): Provider {
  let keys: { address: string; set: ReturnType<typeof createRemoteJWKSet> } | undefined
  let known: { at: number; configuration: Promise<oidc.Configuration> } | undefined

  /** Shared by concurrent sign-ins; a failure is not kept. */
  function configuration(): Promise<oidc.Configuration> {
    if (known && now() - known.at < discoveryLife) return known.configuration
    const found = discover(settings)
    const mine = { at: now(), configuration: found }
    known = mine
    found.catch(() => {
      if (known === mine) known = undefined
    })
    return found
  }

  /** The claims, with those of userinfo where the rules look at more. */
  async function completed(
    config: oidc.Configuration,
    claims: SsoClaims,
    access: string,
  ): Promise<SsoClaims> {
    if (isComplete(claims, settings) || !config.serverMetadata().userinfo_endpoint) return claims
    return { ...(await oidc.fetchUserInfo(config, access, claims.sub)), ...claims }
  }

  return {
    settings,

    async authorizationUrl(begun, again = false) {
      const code_challenge = await oidc.calculatePKCECodeChallenge(derived(begun, 'verifier'))
      const url = oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: begun.redirectUri,
        scope: settings.scopes,
        state: begun.state,
        nonce: derived(begun, 'nonce'),
        ...{ code_challenge, code_challenge_method: 'S256' },
        ...(again && { max_age: '0', prompt: 'login' }),
      })
      return url.href
    },

    async personOf(begun, query) {
      const config = await configuration()
      try {
        const tokens = await oidc.authorizationCodeGrant(config, new URL(`${begun.redirectUri}?${query}`), {
          expectedState: begun.state,
          expectedNonce: derived(begun, 'nonce'),
          pkceCodeVerifier: derived(begun, 'verifier'),
          idTokenExpected: true,
        })
        const signed = tokens.claims()!
        const claims = await completed(config, signed, tokens.access_token)
        return { claims, refreshToken: tokens.refresh_token ?? null, authTime: signed.auth_time ?? null }
      } catch (error) {
        throw new ProviderFailure(kindOf(error), error)
      }
    },

    async ask({ sub, refreshToken }) {
      const config = await configuration()
      try {
        const tokens = await oidc.refreshTokenGrant(config, refreshToken)
        const found = tokens.claims()
        if (found && found.sub !== sub) return null
        const { issuer, userinfo_endpoint: userinfo } = config.serverMetadata()
        const claims =
          found || userinfo
            ? await completed(config, found ?? { sub, iss: issuer }, tokens.access_token)
            : null
        return { claims, refreshToken: tokens.refresh_token ?? refreshToken }
      } catch (error) {
        if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return null
        throw new ProviderFailure('unavailable', error)
      }
    },

    async signOutUrl(back) {
      const config = await configuration()
      if (!config.serverMetadata().end_session_endpoint) return null
      return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: back }).href
    },

    async signedOut(token) {
      const { issuer, jwks_uri: address } = (await configuration()).serverMetadata()
      if (address === undefined) throw new ProviderFailure('invalid', new Error('It has no keys.'))
      if (keys?.address !== address)
        keys = {
          address,
          set: createRemoteJWKSet(new URL(address), {
            [customFetch]: boundedFetch,
            timeoutDuration: timeout * 1000,
          }),
        }
      return verifySignOut(token, keys.set, { issuer, audience: settings.clientId, now })
    },

    discover: async () => (await configuration()).serverMetadata().claims_supported ?? null,
  }
}

async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<oidc.Configuration> {
  try {
    const config = await oidc.discovery(
      issuer,
      clientId,
      { [oidc.clockTolerance]: skew },
      clientSecret === null ? oidc.None() : oidc.ClientSecretPost(clientSecret),
      {
        execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
        [oidc.customFetch]: boundedFetch,
        timeout,
      },
    )
    // Otherwise tokens that come by TLS count without their signature.
    oidc.enableNonRepudiationChecks(config)
    return config
  } catch (error) {
    throw new ProviderFailure('unavailable', error)
  }
}

/** Whether the claims name all that the rules look at. */
function isComplete(claims: Claims, { rules }: ProviderSettings): boolean {
  const conditions = rules.flatMap(({ when }): readonly SsoCondition[] => when)
  const names = new Set(['email', 'email_verified', ...conditions.map(({ claim }) => claim[0]!)])
  return [...names].every(name => Object.hasOwn(claims, name))
}

/** With which providers sign; never with a secret that the client has, too. */
const signatures = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]
const signOutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** Seconds that a word of the provider counts. */
const signOutLife = 300

/** Source: OpenID Connect Back-Channel Logout 1.0, 2.4 and 2.6. */
async function verifySignOut(
  token: string,
  keys: ReturnType<typeof createRemoteJWKSet>,
  { issuer, audience, now }: { issuer: string; audience: string; now: () => number },
): Promise<SignedOut> {
  const invalid = (what: string) => new ProviderFailure('invalid', new Error(what))
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    ...{ issuer, audience, algorithms: signatures, clockTolerance: skew, maxTokenAge: signOutLife },
    ...{ requiredClaims: ['jti', 'iat', 'events'], currentDate: new Date(now()) },
  }).catch(error => {
    const isAnswer =
      error instanceof errors.JOSEError && !['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC'].includes(error.code)
    throw new ProviderFailure(isAnswer ? 'invalid' : 'unavailable', error)
  })
  const { jti, iat, events, sub, sid, nonce } = payload
  if (!/^(logout\+)?jwt$/i.test(protectedHeader.typ ?? 'jwt')) throw invalid('It is another kind of token.')
  if (typeof events !== 'object' || events === null || !Object.hasOwn(events, signOutEvent))
    throw invalid('It is about another event.')
  if (nonce !== undefined) throw invalid('It has a nonce, as tokens of a sign-in do.')
  if (sub === undefined && typeof sid !== 'string') throw invalid('It names nobody.')
  const expiresAt = iat! + signOutLife + skew
  return {
    iss: issuer,
    id: jti!,
    expiresAt,
    ...(sub !== undefined && { sub }),
    ...(typeof sid === 'string' && { sid }),
  }
}

const declined = ['access_denied', 'login_required', 'interaction_required', 'consent_required']
const busy = ['temporarily_unavailable', 'server_error', 'invalid_client', 'unauthorized_client']

/** What the library reports when the provider did not answer as one does. */
const noAnswer = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
]

function kindOf(error: unknown): ProviderFailure['kind'] {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) {
    if (declined.includes(error.error)) return 'cancelled'
    return busy.includes(error.error) ? 'unavailable' : 'invalid'
  }
  if (error instanceof oidc.ClientError) {
    if (error.cause instanceof TooLarge) return 'unavailable'
    return noAnswer.includes(error.code ?? '') ? 'unavailable' : 'invalid'
  }
  // `fetch` reports a failed connection like this; the library wrong arguments, which it is never given.
  return error instanceof TypeError && error.message === 'fetch failed' ? 'unavailable' : 'invalid'
}
