import { makeTicket } from '../auth/confirmation-tickets.ts'
import { limitedEach, limits } from '../auth/limits.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { type Provider, type SsoClaims, skew } from '../sso/provider.ts'
import { type BrowserSession, keepSid } from '../store/sessions.ts'
import { findIdentity } from '../store/sso.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import { confirmingProvider } from './confirming-provider.ts'
import type { Services } from './services.ts'
import { keepToken } from './sso-ends.ts'
import { admitPerson, type PersonServices } from './sso-person.ts'
import { beginSsoRequest, endSsoRequest, refuseSso } from './sso-requests.ts'

/** A new sign-in at the provider, in the place of PIN and code. */
export function ssoConfirmationOperations(
  services: PersonServices & Pick<Services, 'vault' | 'sso' | 'ssoOrigin' | 'log'>,
) {
  const { db } = services

  function providerOf({ user }: BrowserSession): Provider {
    const provider = confirmingProvider(services, user)
    if (!provider) throw new Problem('NOT_FOUND')
    return provider
  }

  /** SSO_OTHER_PERSON unless the claims are of the person who began the session. */
  async function requireSamePerson({ identity }: BrowserSession, claims: SsoClaims): Promise<void> {
    const found = await findIdentity(db, { issuer: claims.iss, subject: claims.sub })
    if (!found || found.id !== identity) throw new Problem('SSO_OTHER_PERSON')
  }

  return {
    async beginSsoConfirmation(call) {
      const { session, by } = call
      const provider = providerOf(session)
      const request = { sessionId: session.id, returnTo: '/' }
      return beginSsoRequest(services, call, provider, request, error =>
        refuseSso(services, by, provider.settings.id, error, 'IDENTITY_REFUSED'),
      )
    },

    /** The ticket that it returns is what `requireConfirmation` records. The rules decide again, as at each sign-in. */
    async confirmBySso(call) {
      const { body, session, by } = call
      const { id: sessionId, user } = session
      const provider = providerOf(session)
      const { id } = provider.settings
      const now = Math.floor(by.now / 1000)
      const guard = {
        name: `sso user ${user.id}`,
        limit: limits.code,
        by,
        failure: 'IDENTITY_REFUSED',
      } as const
      return limitedEach(db, guard, async () => {
        const { begun, begunAt } = await endSsoRequest(services, call, provider, {
          sessionId,
          query: body.query,
        })
        const { claims, refreshToken, authTime } = await provider.personOf(begun, body.query)
        requireFresh(authTime, begunAt, now)
        await requireSamePerson(session, claims)
        await admitPerson(services, by, provider.settings, claims)
        if (refreshToken !== null) await keepToken(services, id, claims, refreshToken, now)
        return withLockedUser(db, user.id, async trx => {
          if (typeof claims.sid === 'string') await keepSid(trx, sessionId, claims.sid)
          return makeTicket(trx, { userId: user.id, sessionId }, now)
        })
      }).catch(error => refuseSso(services, by, id, error, 'IDENTITY_REFUSED'))
    },
  } satisfies Partial<Handlers>
}

/**
 * SSO_NOT_FRESH unless the person signed in after `begunAt`; all in unix seconds. Source: OpenID Connect Core 1.0, 3.1.2.1
 * (`max_age`) and 3.1.3.7.
 */
function requireFresh(authTime: number | null, begunAt: number, now: number): void {
  const why = (text: string) => new Problem('SSO_NOT_FRESH', { cause: new Error(text) })
  if (authTime === null)
    throw why('Its ID token has no auth_time: it must send one, or KHO_OIDC_…_CONFIRM be pin.')
  if (authTime < begunAt - skew) throw why('Its auth_time is older than the request.')
  if (authTime > now + skew) throw why('Its auth_time is in the future.')
}
