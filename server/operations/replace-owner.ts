import { generatePassword } from '../../domain/generate-password.ts'
import type { ByVisitor } from '../audit/actor.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import type { HashSecret } from '../auth/hash.ts'
import { forgetNewDeviceFailures } from '../auth/sign-in-guards.ts'
import { invalid, Problem } from '../errors/problem.ts'
import type { Mail } from '../mail/frame.ts'
import { noticeLife, storeMail } from '../mail/queue.ts'
import { newOwnerMail, ownerReplacedMail } from '../mail/texts.ts'
import type { BucketGrants } from '../storage-admin/bucket-grants.ts'
import type { StorageSync } from '../storage-admin/storage-sync.ts'
import { bucketsOf, bumpGrants, scopesOfKeys } from '../store/bucket-grants.ts'
import { dropEmailUndos, emailHolder, setEmail } from '../store/email-changes.ts'
import { handOverUser } from '../store/hand-over-user.ts'
import type { Database } from '../store/open.ts'
import { resetAccess } from '../store/reset-access.ts'
import { bumpDesiredVersion } from '../store/storage-users.ts'
import { findOwner, lockUser, type User } from '../store/users.ts'
import type { Vault } from '../vault/vault.ts'
import { invite, requireOrigin, unknownPassword } from './invitations.ts'

type Deps = { db: Database; vault: Vault; hashSecret: HashSecret; sync: StorageSync; grants: BucketGrants }

/**
 * Replaces the owner of an account; the new owner is invited (null) or gets the returned temporary password.
 * The old owner's keys, API clients and sessions end. `email`: canonical; `origin`: see `linkOrigin`. USER_NOT_FOUND,
 * EMAIL_TAKEN, MAIL_FAILED.
 */
export async function replaceOwner(
  { db, vault, hashSecret, sync, grants }: Deps,
  by: ByVisitor,
  accountId: string,
  next: { email: string; name: string; invited: boolean },
  origin: string | null,
): Promise<string | null> {
  const seconds = Math.floor(by.now / 1000)
  const { id, email: former } = await found(db, accountId)
  if (next.email === former) throw invalid('owner_email', 'email-unchanged')
  const holder = await emailHolder(db, next.email, seconds)
  if (holder && holder.id !== id) throw new Problem('EMAIL_TAKEN')
  const invitedFrom = next.invited ? requireOrigin(origin) : null
  const password = next.invited ? null : generatePassword()
  const passwordHash = await hashSecret(password ?? unknownPassword())
  const buckets = await db.transaction().execute(async trx => {
    await lockUser(trx, id)
    const old = await found(trx, accountId)
    if (old.id !== id) throw new Problem('USER_NOT_FOUND')
    const buckets = bucketsOf(...(await scopesOfKeys(trx, id)))
    await dropEmailUndos(trx, id)
    if (!(await setEmail(trx, id, next.email, seconds))) throw new Problem('EMAIL_TAKEN')
    await resetAccess(trx, id, { passwordHash, pin: true, twoStep: true })
    await handOverUser(trx, id, next.name)
    await forgetNewDeviceFailures(trx, vault, next.email)
    await bumpGrants(trx, accountId, buckets)
    await bumpDesiredVersion(trx, accountId)
    const { locale } = by.visitor
    const link = origin === null ? null : `${origin}/`
    const store = (mail: Mail) => storeMail({ db: trx, vault }, { mail, link: null }, noticeLife, seconds)
    await store(ownerReplacedMail(old.locale ?? locale, old.email, old.accountName))
    const person = { ...{ id, email: next.email }, accountName: old.accountName, isSubUser: false }
    if (invitedFrom !== null) await invite({ db: trx, vault }, by, person, invitedFrom)
    else await store(newOwnerMail(locale, next.email, old.accountName, link))
    const detail = changes({ email: old.email }, { email: next.email })
    await audit(trx, by, 'OWNER_REPLACED', { target: old.accountName, detail })
    return buckets
  })
  // A failure here is retried by the sweeper; a password is returned only now.
  await sync.apply(accountId).catch(() => undefined)
  await grants.apply(accountId, buckets).catch(() => undefined)
  return password
}

async function found(db: Database, accountId: string): Promise<User> {
  const owner = await findOwner(db, accountId)
  if (!owner || owner.isSupperAdmin) throw new Problem('USER_NOT_FOUND')
  return owner
}
