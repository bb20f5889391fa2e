import { randomBytes } from 'node:crypto'
import { generatePassword } from '../../domain/generate-password.ts'
import { fallback, type Locale } from '../../languages/languages.ts'
import type { SignInPart } from '../../openapi/schema.ts'
import type { By, ByVisitor } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { limits, requireAttempt } from '../auth/limits.ts'
import { hashToken } from '../auth/tokens.ts'
import { Problem } from '../errors/problem.ts'
import { noticeLife, storeMail } from '../mail/queue.ts'
import { invitationMail, type Resetter, signInResetMail } from '../mail/texts.ts'
import { isInvited, keepInvitation } from '../store/invitations.ts'
import type { Database, Transaction } from '../store/open.ts'
import { resetAccess } from '../store/reset-access.ts'
import { findOwner, findUser, lockUser, type User } from '../store/users.ts'
import type { Vault } from '../vault/vault.ts'
import type { Services } from './services.ts'
import { forgetNewDeviceFailures } from './sign-in.ts'

/** Seconds that an invitation is valid. */
const invitationLife = 7 * 24 * 60 * 60

/** The password of an invited user: nobody knows it. */
export function unknownPassword(): string {
  return randomBytes(32).toString('base64url')
}

/** The origin of a mailed link (see `linkOrigin`). MAIL_FAILED if there is none. */
export function requireOrigin(origin: string | null): string {
  if (origin === null) throw new Problem('MAIL_FAILED')
  return origin
}

/** Invites a user, by a link that replaces an earlier one, and stores the mail. */
export async function invite(
  { db, vault }: { db: Transaction; vault: Vault },
  { visitor, now }: Pick<By, 'visitor' | 'now'>,
  user: { id: string; email: string; accountName: string; isSubUser: boolean; locale?: Locale | null },
  origin: string,
): Promise<void> {
  const seconds = Math.floor(now / 1000)
  const token = randomBytes(32).toString('base64url')
  const hash = hashToken(token)
  await keepInvitation(db, { userId: user.id, hash, expiresAt: seconds + invitationLife })
  const mail = invitationMail(user.locale ?? visitor.locale ?? fallback, user.email, {
    role: user.isSubUser ? 'subUser' : 'owner',
    account: user.accountName,
    link: `${origin}/invitation#${token}/${encodeURIComponent(user.email)}`,
  })
  await storeMail({ db, vault }, { mail, link: hash }, invitationLife, seconds)
}

/** Sends another invitation to a user without a password. USER_NOT_FOUND, ALREADY_JOINED, MAIL_FAILED, TOO_MANY_REQUESTS. */
export async function inviteAgain(
  { db, vault, linkOrigin }: Pick<Services, 'db' | 'vault' | 'linkOrigin'>,
  by: ByVisitor,
  whose: Whose,
): Promise<void> {
  const { id, email } = await otherUser(db, by, whose)
  const link = requireOrigin(linkOrigin(by.visitor))
  const attempt = `invitations ${vault.digest(email)}`
  await requireAttempt(db, attempt, limits.invitations, Math.floor(by.now / 1000))
  await db.transaction().execute(async trx => {
    await lockUser(trx, id)
    const user = await otherUser(trx, by, whose)
    if (user.id !== id) throw new Problem('USER_NOT_FOUND')
    if (!(await isInvited(trx, id))) throw new Problem('ALREADY_JOINED')
    await invite({ db: trx, vault }, by, user, link)
    await audit(trx, by, 'INVITATION_SENT', { target: user.email })
  })
}

/** A sub-user of the caller's account, or the owner of an account. */
type Whose = { subUser: string } | { ownerOf: string }

/**
 * Resets the sign-in of a locked-out user; returns a temporary password, if requested. USER_NOT_FOUND,
 * TOO_MANY_REQUESTS.
 */
export async function resetSignIn(
  { db, vault, hashSecret }: Pick<Services, 'db' | 'vault' | 'hashSecret'>,
  by: ByVisitor,
  whose: Whose,
  parts: SignInPart[],
): Promise<string | null> {
  const { id, email } = await otherUser(db, by, whose)
  const attempt = `sign-in resets ${vault.digest(email)}`
  await requireAttempt(db, attempt, limits.signInResets, Math.floor(by.now / 1000))
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
async function otherUser(db: Database, { user }: By, whose: Whose): Promise<User> {
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
