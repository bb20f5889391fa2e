import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { email as emailRule } from '../../domain/email.ts'
import { canonicalEmail } from '../../domain/email-address.ts'
import { isOver } from '../../domain/expiry.ts'
import { label } from '../../domain/label.ts'
import { labelMaximum, subUsersPerAccount } from '../../domain/limits.ts'
import { type Claims, decideSso, type SsoTerms, ssoExpireDate } from '../../domain/sso-rules.ts'
import { decisionLines } from '../../domain/sso-text.ts'
import type { Actor, By, From } from '../audit/actor.ts'
import { audit, auditEnd } from '../audit/record.ts'
import type { ProviderSettings } from '../config-oidc.ts'
import { Problem } from '../errors/problem.ts'
import { createUser, findAccountNamed, lockAccount } from '../store/accounts.ts'
import { bucketsOf, bumpGrants } from '../store/bucket-grants.ts'
import { endSessionsOfIdentity } from '../store/sessions.ts'
import {
  addIdentity,
  findIdentity,
  hasIdentityAt,
  type Identity,
  markEnded,
  type Subject,
} from '../store/sso.ts'
import { countSubUsers, findSubUser } from '../store/sub-users.ts'
import { confirmEmailOf, findUser, findUserByEmail, type User } from '../store/users.ts'
import { unknownPassword } from './sign-in-of-others.ts'
import { changeSubUser } from './sub-users.ts'

export type PersonServices = Parameters<typeof changeSubUser>[0]

/** Who signs in: a user whose identity is linked, or who must give the password once. */
export type Person =
  | { kind: 'known'; user: User; identity: string }
  | { kind: 'to link'; user: User; subject: Subject; terms: SsoTerms }

type Terms<Role extends SsoTerms['role']> = Extract<SsoTerms, { role: Role }>

/** The claimed address in its canonical form, verified or not; null: none is claimed. */
export function claimedEmail({ email }: Claims): string | null {
  return typeof email === 'string' && v.is(emailRule, email) ? canonicalEmail(email) : null
}

/**
 * Finds or makes the user that the rules let in with these verified claims, and gives the user the rights of the rule;
 * ends the rights of a sub-user whom no rule lets in any more. SSO_NO_RULE, SSO_CLAIMS_MISSING, SSO_EMAIL_UNVERIFIED,
 * SSO_OTHER_USER, SSO_SUBJECT_CHANGED, SSO_RIGHTS_FAILED; STORAGE_UNAVAILABLE.
 */
export async function admitPerson(
  services: PersonServices,
  from: From,
  provider: ProviderSettings,
  claims: Claims & Record<'iss' | 'sub', string>,
): Promise<Person> {
  const { db } = services
  const subject = { issuer: claims.iss, subject: claims.sub }
  const identity = await findIdentity(db, subject)
  const known = identity && (await findUser(db, identity.userId))
  const decision = decideSso(provider.rules, claims)
  const why = new Error(decisionLines(provider.rules, decision).slice(-3).join(' '))
  if (decision.kind === 'undecided') throw new Problem('SSO_CLAIMS_MISSING', { cause: why })
  if (decision.kind === 'refused') {
    if (identity && known) await endRights(services, bySso(from, provider, known), identity)
    throw new Problem('SSO_NO_RULE', { cause: why })
  }
  const { terms } = decision
  const account = terms.role === 'super-admin' ? null : await findAccountNamed(db, terms.account)
  if (terms.role !== 'super-admin' && account === null) throw new Problem('SSO_RIGHTS_FAILED', { cause: why })
  if (identity && known) {
    if (!fits(known, terms, account?.id)) {
      const by = bySso(from, provider, known)
      if (account?.id !== known.accountId) await endRights(services, by, identity)
      throw new Problem('SSO_OTHER_USER', { cause: why })
    }
    if (terms.role === 'sub-user') await giveRights(services, bySso(from, provider, known), terms, identity)
    return { kind: 'known', user: (await findUser(db, known.id))!, identity: identity.id }
  }
  const email = claimedEmail(claims)
  const isVerified = claims.email_verified === true || provider.verifiedEmail === 'always'
  if (email === null || !isVerified) throw new Problem('SSO_EMAIL_UNVERIFIED', { cause: why })
  const user = await findUserByEmail(db, email)
  if (user) {
    // The address may have passed on to another person at the provider.
    if (await hasIdentityAt(db, user.id, subject.issuer)) throw new Problem('SSO_SUBJECT_CHANGED')
    if (!fits(user, terms, account?.id)) throw new Problem('SSO_OTHER_USER', { cause: why })
    return { kind: 'to link', user, subject, terms }
  }
  if (terms.role !== 'sub-user' || account === null) throw new Problem('SSO_OTHER_USER', { cause: why })
  return make(services, from, provider, { subject, email, name: nameOf(claims, email), terms, account })
}

/** An account has one owner, and the installation its super admins: rules let them in, and make nobody one. */
function fits(user: User, terms: SsoTerms, accountId: string | undefined): boolean {
  if (terms.role === 'super-admin') return user.isSupperAdmin
  if (user.accountId !== accountId) return false
  return terms.role === 'owner' ? user.isAdmin && !user.isSupperAdmin : user.isSubUser
}

/** The user acts, by the provider's word. */
export function bySso<Of extends Actor['user']>(from: From, { id }: ProviderSettings, user: Of) {
  return { user, visitor: { ...from.visitor, command: `Single sign-on: ${id}` }, now: from.now }
}

/** Makes a sub-user with the identity, in one transaction. */
async function make(
  services: PersonServices,
  from: From,
  provider: ProviderSettings,
  person: {
    subject: Subject
    email: string
    name: string
    terms: Terms<'sub-user'>
    account: { id: string; name: string }
  },
): Promise<Person> {
  const { db, hashSecret, grants, sweeper } = services
  const { subject, email, name, terms, account } = person
  const { permission, scope } = terms
  const now = Math.floor(from.now / 1000)
  const by = bySso(from, provider, { accountId: account.id, accountName: account.name, email })
  const made = await asRights(async () => {
    await grants.prepare(account.id, [{ name: randomUUID(), before: null, after: { permission, scope } }])
    const passwordHash = await hashSecret(unknownPassword())
    return db.transaction().execute(async trx => {
      await lockAccount(trx, account.id)
      if ((await countSubUsers(trx, account.id)) >= subUsersPerAccount) throw new Problem('LIMIT_REACHED')
      const role = { isAdmin: false, isSupperAdmin: false, isSubUser: true, requireChangePass: false }
      const expireDate = ssoExpireDate(terms.expiry, now)
      const columns = { email, name, passwordHash, permission, scope, expireDate }
      const id = await createUser(trx, { accountId: account.id, now }, { ...columns, ...role })
      if (id === null) throw new Problem('EMAIL_TAKEN')
      const identity = await addIdentity(trx, subject, id, now)
      // Another request of the same person was faster.
      if (identity === null) throw new Problem('SSO_TIMED_OUT')
      await confirmEmailOf(trx, id)
      const detail = { kind: 'rights', name: null, permission, scope: scope && [...scope] } as const
      await audit(trx, by, 'SUB_USER_CREATED', { target: email, detail })
      await bumpGrants(trx, account.id, bucketsOf(scope))
      return { id, identity }
    })
  })
  // A failure here is retried by the sweeper; until then the sub-user has fewer rights.
  await grants.apply(account.id).catch(() => undefined)
  sweeper.wake()
  const user = await findUser(db, made.id)
  if (user === null) throw new Problem('SSO_TIMED_OUT')
  return { kind: 'known', user, identity: made.identity }
}

/**
 * Gives a sub-user what the rule says, outside of a group whose rights differ. A rule without expiry leaves the
 * sub-user's own unchanged.
 */
export async function giveRights(
  services: PersonServices,
  by: By,
  { permission, scope, expiry }: Terms<'sub-user'>,
  identity: Identity | null,
): Promise<void> {
  const now = Math.floor(by.now / 1000)
  const { id, accountId } = by.user
  const before = await findSubUser(services.db, accountId, id)
  if (!before) return
  const ended = identity !== null && identity.endedFrom !== null
  const earlier = ended && isOver(before.expireDate, now) ? identity.endedFrom! : before.expireDate
  const wanted = { permission, scope, expireDate: expiry === null ? earlier : ssoExpireDate(expiry, now) }
  const { permission: held, scope: reach, expireDate } = before
  const isSame = isDeepStrictEqual(wanted, { permission: held, scope: reach && [...reach], expireDate })
  if (!isSame) await asRights(() => changeSubUser(services, by, id, { ...wanted, groupId: null }))
  if (ended) await markEnded(services.db, identity.id, null)
}

/** Ends what the provider's rules gave: a sub-user expires now, another user's sessions that began at the provider end. */
export async function endRights(services: PersonServices, by: By, identity: Identity): Promise<void> {
  const { db } = services
  const now = Math.floor(by.now / 1000)
  const { id, accountId, isSubUser } = by.user
  const before = isSubUser ? await findSubUser(db, accountId, id) : null
  if (before && !isOver(before.expireDate, now)) {
    if (identity.endedFrom === null) await markEnded(db, identity.id, before.expireDate)
    // The database has it; the sweeper brings it to a storage that does not respond.
    await changeSubUser(services, by, id, { expireDate: now }).catch(error => {
      if (!(error instanceof Problem && error.status >= 500)) throw error
    })
  }
  for (const ended of await endSessionsOfIdentity(db, identity.id)) await auditEnd(db, by, ended)
}

/** SSO_RIGHTS_FAILED for what the user can do nothing about: limits, missing buckets, policies without room. */
async function asRights<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const expected = error instanceof Problem && error.status < 500 && !error.code.startsWith('SSO_')
    throw expected ? new Problem('SSO_RIGHTS_FAILED', { cause: error }) : error
  }
}

function nameOf({ name, preferred_username: handle }: Claims, email: string): string {
  const fitting = [name, handle].map(each =>
    typeof each === 'string' ? each.trim().slice(0, labelMaximum) : '',
  )
  return fitting.find(each => v.is(label, each)) ?? email.split('@')[0]!
}
