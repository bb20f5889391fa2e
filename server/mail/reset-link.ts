import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Locale } from '../../languages/languages.ts'
import type { Actor } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { hashToken } from '../auth/tokens.ts'
import type { Database, Transaction } from '../store/open.ts'
import { keepPasswordReset } from '../store/resets.ts'
import { findUserByEmail } from '../store/users.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import type { ReadyMail } from './queue.ts'
import { resetPasswordMail } from './texts.ts'

/** Seconds that a mailed link is valid, from the request on. */
export const linkLife = 60 * 60

/** A request for a link, for an address that may not exist, at `now` (ms). */
export type ForgottenPassword = {
  email: string
  /** See `linkOrigin`. */
  origin: string | null
  locale: Locale
  visitor: Actor['visitor']
  now: number
}

/**
 * Creates the link for the address's user, and stores the mail in the same transaction (`keep`). Null if there is
 * nothing to mail, or `keep` refuses.
 */
export async function prepareResetLink(
  { db, log }: { db: Database; log: Pick<FastifyBaseLogger, 'warn'> },
  { email, origin, locale, visitor, now }: ForgottenPassword,
  expiresAt: number,
  keep: (trx: Transaction, mail: ReadyMail) => Promise<boolean>,
): Promise<ReadyMail | null> {
  const user = await findUserByEmail(db, email)
  if (!user) {
    await audit(db, { user: email, visitor, now }, 'PASSWORD_RESET_REQUESTED')
    return null
  }
  if (origin === null) {
    log.warn({}, 'No link was mailed: KHO_PUBLIC_URL must be set with KHO_SMTP_URL.')
    return null
  }
  const token = randomBytes(32).toString('base64url')
  const link = hashToken(token)
  const mail = resetPasswordMail(locale, user.email, `${origin}/reset-password#${token}`)
  return withLockedUser(db, user.id, async (trx, held) => {
    if (held.email !== user.email || !(await keep(trx, { mail, link }))) return null
    await keepPasswordReset(trx, { userId: user.id, hash: link, expiresAt })
    await audit(trx, { user, visitor, now }, 'PASSWORD_RESET_REQUESTED')
    return { mail, link }
  })
}
