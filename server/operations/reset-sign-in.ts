import { generatePassword } from '../../domain/generate-password.ts'
import type { Locale } from '../../languages/languages.ts'
import type { SignInPart } from '../../openapi/schema.ts'
import type { By, ByVisitor } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import type { HashSecret } from '../auth/hash.ts'
import { limits } from '../auth/limits.ts'
import { forgetNewDeviceFailures } from '../auth/sign-in-guards.ts'
import { Problem } from '../errors/problem.ts'
import { noticeLife, storeMail } from '../mail/queue.ts'
import { type Resetter, signInResetMail } from '../mail/texts.ts'
import { takeAttempt } from '../store/attempts.ts'
import type { Database, Transaction } from '../store/open.ts'
import { resetAccess } from '../store/reset-access.ts'
import { findOwner, findUser, lockUser, type User } from '../store/users.ts'
import type { Vault } from '../vault/vault.ts'

type Deps = { db: Database; vault: Vault; hashSecret: HashSecret }

/** A sub-user of the caller's account, or the owner of an account. */
export type Whose = { subUser: string } | { ownerOf: string }

/**
 * Resets the sign-in of a locked-out user; returns a temporary password, if requested. USER_NOT_FOUND,
 * TOO_MANY_REQUESTS.
 */
export async function resetSignIn(
  { db, vault, hashSecret }: Deps,
  by: ByVisitor,
  whose: Whose,
  parts: SignInPart[],
): Promise<string | null> {
  const { id, email } = await otherUser(db, by, whose)
  const attempt = `sign-in resets ${vault.digest(email)}`
  const wait = await takeAttempt(db, attempt, limits.signInResets, Math.floor(by.now / 1000))
  if (wait !== null) throw new Problem('TOO_MANY_REQUESTS', { retryAfter: wait })
  const password = parts.includes('password') ? generatePassword() : null
  const passwordHash = password === null ? null : await hashSecret(password)
  const resetter = 'subUser' in whose ? 'owner' : 'admin'
  await db.transaction().execute(async trx => {
    await lockUser(trx, id)
    const user = await otherUser(trx, by, whose)
    if (user.id !== id) throw new Problem('USER_NOT_FOUND')
    await resetParts({ db: trx, vault }, user, { parts, passwordHash, resetter }, by.visitor.locale, by.now)
    await audit(trx, by, 'SIGN_IN_RESET', { target: user.email, detail: { kind: 'parts', parts } })
  })
  return password
}

/** USER_NOT_FOUND */
export async function otherUser(db: Database, { user }: By, whose: Whose): Promise<User> {
  const other = 'subUser' in whose ? await findUser(db, whose.subUser) : await findOwner(db, whose.ownerOf)
  const allowed =
    other &&
    ('subUser' in whose ? other.isSubUser && other.accountId === user.accountId : !other.isSupperAdmin)
  if (!allowed) throw new Problem('USER_NOT_FOUND')
  return other
}

/** Resets the sign-in of any user, and mails them about it. For a transaction that locks the user's row. `now`: ms. */
export async function resetParts(
  { db, vault }: { db: Transaction; vault: Vault },
  user: User,
  what: { parts: SignInPart[]; passwordHash: string | null; resetter: Resetter },
  locale: Locale,
  now: number,
): Promise<void> {
  const { parts, passwordHash, resetter } = what
  await resetAccess(db, user.id, {
    passwordHash,
    pin: parts.includes('pin'),
    twoStep: parts.includes('two-step'),
  })
  if (passwordHash !== null) await forgetNewDeviceFailures(db, vault, user.email)
  const mail = signInResetMail(user.locale ?? locale, user.email, parts, resetter)
  await storeMail({ db, vault }, { mail, link: null }, noticeLife, Math.floor(now / 1000))
}
