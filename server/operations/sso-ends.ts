import { randomUUID } from 'node:crypto'
import { fallback } from '../../languages/languages.ts'
import type { From } from '../audit/actor.ts'
import { auditEnd } from '../audit/record.ts'
import { limitedEach, limits } from '../auth/limits.ts'
import { hashToken, ssoLife } from '../auth/tokens.ts'
import type { Work } from '../background/runner.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { addressBlock } from '../limits/rate.ts'
import { type Provider, ProviderFailure, type SignedOut, type SsoClaims } from '../sso/provider.ts'
import { endSessionsOfIdentity } from '../store/sessions.ts'
import { type Identity, identitiesOf, identityInUse } from '../store/sso.ts'
import {
  claimGrant,
  deleteGrant,
  dueGrants,
  type Grant,
  keepGrant,
  postponeGrant,
  spendLogoutToken,
} from '../store/sso-grants.ts'
import { findUser } from '../store/users.ts'
import type { Services } from './services.ts'
import { admitPerson, bySso, endRights, type PersonServices } from './sso-person.ts'

// What ends a sign-in at a provider: the provider's word, its refusal to a check, and the user's own sign-out.

/** Keeps by what the provider of a person can be asked again. `now`: unix seconds. */
export async function keepToken(
  { db, vault }: Pick<Services, 'db' | 'vault'>,
  provider: string,
  { iss: issuer, sub: subject }: Pick<SsoClaims, 'iss' | 'sub'>,
  refreshToken: string,
  now: number,
): Promise<void> {
  const id = randomUUID()
  const sealedToken = vault.seal(refreshToken, 'sso_grants.refresh_token', id)
  await keepGrant(db, { id, issuer, subject, provider, sealedToken }, now)
}

export function ssoEndOperations(services: PersonServices & Pick<Services, 'vault' | 'sso' | 'ssoOrigin'>) {
  const { db, vault, sso } = services

  return {
    async getSsoSignOut({ session, visitor }) {
      const provider = sso.get(session.user.provider ?? '')
      const origin = services.ssoOrigin(visitor)
      if (!provider || origin === null) return { url: null }
      // A provider that does not respond must not keep anybody signed in.
      return { url: await provider.signOutUrl(`${origin}/`).catch(() => null) }
    },

    /** A provider says that a person has signed out there. */
    async ssoSignedOut({ params, body, by: from }) {
      const provider = sso.get(params.provider)
      if (!provider) throw new Problem('NOT_FOUND')
      const name = `sso sign-out ${vault.digest(addressBlock(from.visitor.address))}`
      const guard = { name, limit: limits.ssoAddress, by: { ...from, user: '' } }
      await limitedEach(db, { ...guard, failure: 'SIGN_IN_FAILED' }, async () => {
        try {
          await endSignedOut(services, from, provider, await provider.signedOut(body.logout_token))
        } catch (error) {
          if (!(error instanceof ProviderFailure)) throw error
          const code = error.kind === 'unavailable' ? 'SSO_UNAVAILABLE' : 'SSO_INVALID'
          throw new Problem(code, { cause: error })
        }
      })
    },
  } satisfies Partial<Handlers>
}

async function endSignedOut(
  { db }: Pick<Services, 'db'>,
  from: From,
  { settings }: Provider,
  word: SignedOut,
): Promise<void> {
  await db.transaction().execute(async trx => {
    if (!(await spendLogoutToken(trx, hashToken(`${settings.id} ${word.id}`), word.expiresAt)))
      throw new ProviderFailure('invalid', new Error('It was used before.'))
    for (const identity of await identitiesOf(trx, word.iss, word)) {
      const user = (await findUser(trx, identity.userId))!
      for (const ended of await endSessionsOfIdentity(trx, identity.id, word.sid))
        await auditEnd(trx, bySso(from, settings, user), ended)
    }
  })
}

/** Seconds until a provider is asked again that did not respond. */
const retryAfter = 60

/**
 * Asks providers whether they still let in the people with sessions, each every few minutes in whichever process is
 * first. Who is refused is signed out; of a provider that lets the console in while the person is away
 * (`offline_access`) the refusal ends the rights as well, as that of the rules does. `now`: ms.
 */
export function ssoChecks(services: PersonServices & Pick<Services, 'vault' | 'sso' | 'now'>): Work {
  const { db, vault, sso } = services
  const seconds = () => Math.floor(services.now() / 1000)
  const from = (): From => ({ visitor: nobody, now: services.now() })

  async function check(provider: Provider, grant: Grant): Promise<void> {
    const identity = grant.identity === null ? null : await identityInUse(db, grant.identity)
    const now = seconds()
    if (!identity?.inUse) {
      // A sign-in that is under way may still need it.
      if (grant.checkedAt <= now - ssoLife) await deleteGrant(db, grant.id)
      return
    }
    if (!(await claimGrant(db, grant, now))) return
    const refreshToken = vault.open(grant.sealedToken, 'sso_grants.refresh_token', grant.id)
    const asked = await provider.ask({ sub: grant.subject, refreshToken }).catch(async error => {
      await postponeGrant(db, grant.id, now - provider.settings.checkMinutes * 60 + retryAfter)
      throw error
    })
    if (asked === null) {
      await deleteGrant(db, grant.id)
      await end(provider, identity)
      return
    }
    await keepToken(
      services,
      provider.settings.id,
      { iss: grant.issuer, sub: grant.subject },
      asked.refreshToken,
      now,
    )
    if (asked.claims) await decideAgain(provider, asked.claims)
  }

  async function end({ settings }: Provider, identity: Identity): Promise<void> {
    const user = await findUser(db, identity.userId)
    if (!user) return
    const by = bySso(from(), settings, user)
    if (settings.scopes.split(' ').includes('offline_access')) return endRights(services, by, identity)
    for (const ended of await endSessionsOfIdentity(db, identity.id)) await auditEnd(db, by, ended)
  }

  /** What the rules give may have changed; what they refuse has ended then, and is no failure of the check. */
  async function decideAgain({ settings }: Provider, claims: SsoClaims): Promise<void> {
    await admitPerson(services, from(), settings, claims).catch(error => {
      if (!(error instanceof Problem && error.code.startsWith('SSO_'))) throw error
    })
  }

  return {
    name: 'sso',
    problem: 'Providers could not be asked whether people are still let in.',
    every: () => 60_000,
    first: 30_000,
    retry: 60_000,
    async run({ stopping, failed }) {
      for (const provider of sso.values()) {
        const until = seconds() - provider.settings.checkMinutes * 60
        for (const grant of await dueGrants(db, provider.settings.id, until)) {
          if (stopping.aborted) return undefined
          await check(provider, grant).catch(failed)
        }
      }
      return undefined
    },
  }
}

const nobody: From['visitor'] = {
  ...{ origin: '', hostname: '', secure: true, address: '', userAgent: '', requestId: '' },
  ...{ locale: fallback, namesLanguage: false },
}
