import type { SsoTerms } from '../../domain/sso-rules.ts'
import type { From } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { lockSignIn, requireStanding } from '../auth/begin-session.ts'
import { knownDevice } from '../auth/device.ts'
import { verifySecret } from '../auth/hash.ts'
import { limitedEach, limits } from '../auth/limits.ts'
import { needsPasskey } from '../auth/second-step.ts'
import { hashToken, ssoLife } from '../auth/tokens.ts'
import type { Call, Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { addressBlock } from '../limits/rate.ts'
import type { Provider } from '../sso/provider.ts'
import { addLinkRequest, findLinkRequest, takeLinkRequest } from '../store/sso.ts'
import { findUser, type User } from '../store/users.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { beginSso, type SsoSignIn } from './open-session.ts'
import type { Services } from './services.ts'
import { challengeUser, guardSignIn } from './sign-in.ts'
import { keepToken } from './sso-ends.ts'
import { admitPerson, claimedEmail, giveRights, type Person } from './sso-person.ts'
import { beginSsoRequest, endSsoRequest, newToken, refuseSso } from './sso-requests.ts'

type Needed = Pick<
  Services,
  | 'db'
  | 'vault'
  | 'sso'
  | 'ssoOrigin'
  | 'region'
  | 'log'
  | 'sync'
  | 'grants'
  | 'sweeper'
  | 'hashSecret'
  | 'brand'
  | 'linkOrigin'
>

export function ssoOperations(services: Needed) {
  const { db, vault } = services

  /** Begins the session of a person whom the provider has identified, or asks for the code that is still missing. */
  async function enter(call: Call<'completeSso'> | Call<'linkSso'>, user: User, signIn: SsoSignIn) {
    const { secondFactor, provider } = signIn
    const by = { ...call.by, user: { ...user, secondFactor, provider } }
    await requireStanding(db, by)
    if (!secondFactor && needsPasskey(user)) {
      await audit(db, by, 'SIGN_IN_FAILED', { detail: { kind: 'error', code: 'PASSKEY_REQUIRED' } })
      throw new Problem('PASSKEY_REQUIRED')
    }
    if (user.twoStep && !secondFactor) return challengeUser(db, by, JSON.stringify(signIn))
    const device = await knownDevice(db, call.tokens.device, user, Math.floor(by.now / 1000))
    const begun = await db.transaction().execute(async trx => {
      await lockSignIn(trx, user)
      return beginSso({ db: trx, vault }, by, device, signIn)
    })
    return finishSignIn(services, call, by, begun)
  }

  return {
    /** Begins a sign-in at a provider, bound to this browser by a cookie. */
    async beginSso(call) {
      const { body, by } = call
      const provider = services.sso.get(body.provider)
      if (!provider) throw new Problem('NOT_FOUND')
      return beginSsoRequest(services, call, provider, { sessionId: null, returnTo: body.return_to }, error =>
        refuseSso(services, { ...by, user: '' }, body.provider, error),
      )
    },

    /** Ends a sign-in at a provider with what it sent back: signs in, or returns what is still needed. */
    async completeSso(call) {
      const { body, by: from } = call
      const provider = services.sso.get(body.provider)
      if (!provider) throw new Problem('NOT_FOUND')
      const now = Math.floor(from.now / 1000)
      let who: User | string = ''
      const block = vault.digest(addressBlock(from.visitor.address))
      const guard = { name: `sso ${block}`, limit: limits.ssoAddress, by: { ...from, user: '' } }
      const person = await limitedEach(db, { ...guard, failure: 'SIGN_IN_FAILED' }, async () => {
        const { begun, returnTo } = await endSsoRequest(services, call, provider, {
          sessionId: null,
          query: body.query,
        })
        const { claims, refreshToken } = await provider.personOf(begun, body.query)
        who = claimedEmail(claims) ?? ''
        const admitted = await admitPerson(services, from, provider.settings, claims)
        if (refreshToken !== null) await keepToken(services, body.provider, claims, refreshToken, now)
        const sid = typeof claims.sid === 'string' ? claims.sid : null
        return { ...admitted, returnTo, sid, secondFactor: isSecondFactor(provider, claims) }
      }).catch(error => refuseSso(services, { ...from, user: who }, body.provider, error))
      const { user, returnTo, sid } = person
      if (person.kind === 'to link')
        return { ...(await offerLink(from, body.provider, person)), return_to: returnTo }
      const { identity, secondFactor } = person
      const entered = await enter(call, user, { provider: body.provider, identity, sid, secondFactor })
      return { ...entered, return_to: returnTo }
    },

    /** Links a person at a provider to the user with the same address, whose password this is. */
    async linkSso(call) {
      const { body, by: from, tokens, disconnected } = call
      const now = Math.floor(from.now / 1000)
      const hash = hashToken(body.link)
      const link = await findLinkRequest(db, hash, now)
      const user = link && (await findUser(db, link.userId))
      if (!link || !user) throw new Problem('SSO_TIMED_OUT')
      const by = { ...from, user }
      const device = await knownDevice(db, tokens.device, user, now)
      const right = await guardSignIn(services, { by, email: user.email, device }, () =>
        verifySecret(body.password, user.passwordHash, disconnected),
      )
      if (!right) {
        await audit(db, by, 'SIGN_IN_FAILED', { detail: { kind: 'error', code: 'INVALID_CREDENTIALS' } })
        throw new Problem('INVALID_CREDENTIALS')
      }
      await requireStanding(db, by)
      if (!(await db.transaction().execute(trx => takeLinkRequest(trx, hash, now))))
        throw new Problem('SSO_TIMED_OUT')
      const terms = JSON.parse(link.terms) as SsoTerms
      if (terms.role === 'sub-user') await giveRights(services, by, terms, null)
      const { provider, sid, issuer, subject } = link
      const current = (await findUser(db, user.id)) ?? user
      return enter(call, current, { provider, identity: { issuer, subject }, sid, secondFactor: false })
    },
  } satisfies Partial<Handlers>

  async function offerLink(
    from: From,
    provider: string,
    { user, subject, terms, sid }: Extract<Person, { kind: 'to link' }> & { sid: string | null },
  ) {
    const link = newToken()
    const expiresAt = Math.floor(from.now / 1000) + ssoLife
    await db.transaction().execute(trx =>
      addLinkRequest(trx, {
        ...{ hash: hashToken(link), userId: user.id, ...subject },
        ...{ provider, sid, terms: JSON.stringify(terms), expiresAt },
      }),
    )
    return { link, email: user.email, expires_in: ssoLife }
  }
}

/** Whether the provider says that it has checked a second factor. Source: RFC 8176; OpenID Connect Core 1.0, 2. */
function isSecondFactor(
  { settings }: Provider,
  { acr, amr }: { readonly [claim: string]: unknown },
): boolean {
  const methods: readonly unknown[] = Array.isArray(amr) ? amr : []
  return (
    settings.twoStepAmr.some(method => methods.includes(method)) ||
    (typeof acr === 'string' && settings.twoStepAcr.includes(acr))
  )
}
