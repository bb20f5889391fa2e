import { randomBytes } from 'node:crypto'
import { fallback, type Locale } from '../../languages/languages.ts'
import type { By } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { limits } from '../auth/limits.ts'
import { hashToken } from '../auth/tokens.ts'
import { Problem } from '../errors/problem.ts'
import { storeMail } from '../mail/queue.ts'
import { invitationMail } from '../mail/texts.ts'
import { takeAttempt } from '../store/attempts.ts'
import { isInvited, keepInvitation } from '../store/invitations.ts'
import type { Database } from '../store/open.ts'
import { lockUser } from '../store/users.ts'
import type { Vault } from '../vault/vault.ts'
import { otherUser, type Whose } from './reset-sign-in.ts'

type Deps = { db: Database; vault: Vault }

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

/** Invites a user, by a link that replaces an earlier one, and stores the mail. Call within a transaction. */
export async function invite(
  { db, vault }: Deps,
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
  { db, vault }: Deps,
  by: By,
  whose: Whose,
  origin: string | null,
): Promise<void> {
  const { id, email } = await otherUser(db, by, whose)
  const link = requireOrigin(origin)
  const attempt = `invitations ${vault.digest(email)}`
  const wait = await takeAttempt(db, attempt, limits.invitations, Math.floor(by.now / 1000))
  if (wait !== null) throw new Problem('TOO_MANY_REQUESTS', { retryAfter: wait })
  await db.transaction().execute(async trx => {
    await lockUser(trx, id)
    const user = await otherUser(trx, by, whose)
    if (user.id !== id) throw new Problem('USER_NOT_FOUND')
    if (!(await isInvited(trx, id))) throw new Problem('ALREADY_JOINED')
    await invite({ db: trx, vault }, by, user, link)
    await audit(trx, by, 'INVITATION_SENT', { target: user.email })
  })
}
