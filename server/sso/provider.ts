import { createHmac } from 'node:crypto'
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

export type Provider = {
  settings: ProviderSettings
  /** Where the browser goes to sign in. ProviderFailure. */
  authorizationUrl(begun: BegunSignIn): Promise<string>
  /** The verified claims of a person whom the provider has sent back with `query`. ProviderFailure. */
  claimsOf(begun: BegunSignIn, query: string): Promise<Claims & { sub: string; iss: string }>
  /** Reads the provider's discovery document. ProviderFailure. */
  discover(): Promise<void>
}

/** Seconds that one request to a provider may take. */
const timeout = 10
/** Seconds by which the clocks of provider and console may differ. */
const skew = 60
/** The most bytes of an answer. */
const mostBytes = 1024 ** 2
/** ms after which the discovery document is read again. */
const discoveryLife = 3_600_000

class TooLarge extends Error {}

/** Like `fetch`; an answer of more than `mostBytes` fails. */
const boundedFetch: oidc.CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit)
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

  return {
    settings,

    async authorizationUrl(begun) {
      const code_challenge = await oidc.calculatePKCECodeChallenge(derived(begun, 'verifier'))
      const url = oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: begun.redirectUri,
        scope: settings.scopes,
        state: begun.state,
        nonce: derived(begun, 'nonce'),
        ...{ code_challenge, code_challenge_method: 'S256' },
      })
      return url.href
    },

    async claimsOf(begun, query) {
      const config = await configuration()
      try {
        const tokens = await oidc.authorizationCodeGrant(config, new URL(`${begun.redirectUri}?${query}`), {
          expectedState: begun.state,
          expectedNonce: derived(begun, 'nonce'),
          pkceCodeVerifier: derived(begun, 'verifier'),
          idTokenExpected: true,
        })
        const claims = tokens.claims()!
        const complete = isComplete(claims, settings) || !config.serverMetadata().userinfo_endpoint
        if (complete) return claims
        const more = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
        return { ...more, ...claims }
      } catch (error) {
        throw new ProviderFailure(kindOf(error), error)
      }
    },

    discover: async () => void (await configuration()),
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
