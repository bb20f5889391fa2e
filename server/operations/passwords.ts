import type { By, Visitor } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { rememberDevice, rememberDeviceOfLocked } from '../auth/device.ts'
import { type HashSecret, verifySecret } from '../auth/hash.ts'
import { limits, takeByAddress } from '../auth/limits.ts'
import { forgetNewDeviceFailures } from '../auth/sign-in-guards.ts'
import { hashToken } from '../auth/tokens.ts'
import { Problem } from '../errors/problem.ts'
import type { MailQueue } from '../mail/queue.ts'
import { linkLife } from '../mail/reset-link.ts'
import { auditAndTell } from '../mail/security-notice.ts'
import type { Vault } from '../secret.ts'
import { takeAttempt } from '../store/attempts.ts'
import { findInvitation, takeInvitation } from '../store/invitations.ts'
import type { Database } from '../store/open.ts'
import { findPasswordReset, takePasswordReset } from '../store/resets.ts'
import { confirmEmailOf, findUser, lockUser, setPassword, type User } from '../store/users.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import { passwordIsRight } from './confirm-identity.ts'

type Deps = { db: Database; vault: Vault }
type From = { visitor: Visitor; now: number }

/**
 * Changes the password, and ends the user's other sessions. Returns the browser's new device token.
 * CURRENT_PASSWORD_INCORRECT, PASSWORD_REUSED, TOO_MANY_REQUESTS.
 */
export async function changePassword(
  { db, vault, hashSecret }: Deps & { hashSecret: HashSecret },
  by: By,
  passwords: { current: string; next: string },
  browser: { sessionId: string; deviceToken: string | null },
): Promise<string> {
  const { user } = by
  const reused = passwords.next.normalize('NFC') === passwords.current.normalize('NFC')
  // The correct password counts as an attempt too if nothing changes: otherwise hashing it would not be limited.
  const success = reused ? 'counts' : 'forgets'
  if (!(await passwordIsRight(db, by, passwords.current, 'PASSWORD_CHANGE_FAILED', success))) {
    await audit(db, by, 'PASSWORD_CHANGE_FAILED', {
      detail: { kind: 'error', code: 'CURRENT_PASSWORD_INCORRECT' },
    })
    throw new Problem('CURRENT_PASSWORD_INCORRECT')
  }
  if (reused) throw new Problem('PASSWORD_REUSED')
  const newHash = await hashSecret(passwords.next)
  const change = { userId: user.id, oldHash: user.passwordHash, newHash, keepSession: browser.sessionId }
  await withLockedUser(db, user.id, async trx => {
    if (!(await setPassword(trx, change))) throw new Problem('CURRENT_PASSWORD_INCORRECT')
    await auditAndTell({ db: trx, vault }, by, 'PASSWORD_CHANGED')
  })
  return rememberDevice(db, browser.deviceToken, user, Math.floor(by.now / 1000))
}

/** Queues the mail with the link. Reveals nothing about `email`. `origin`: see `linkOrigin`. TOO_MANY_REQUESTS. */
export async function requestPasswordReset(
  { db, vault, mails }: Deps & { mails: Pick<MailQueue, 'add'> },
  { visitor, now }: From,
  email: string,
  origin: string | null,
): Promise<void> {
  const seconds = Math.floor(now / 1000)
  await takeByAddress({ db, vault }, 'reset address', limits.resetAddress, visitor, seconds)
  const over = await takeAttempt(db, `reset mails ${vault.digest(email)}`, limits.resetMails, seconds)
  if (over !== null) return
  // The queue looks up the user: here the time for it would reveal whether there is one.
  const { locale, address, userAgent } = visitor
  await mails.add({ email, origin, locale, visitor: { address, userAgent }, now }, linkLife)
}

/** INVALID_TOKEN if a mailed link, or invitation, is not valid; TOO_MANY_REQUESTS. */
export async function checkPasswordReset(deps: Deps, { visitor, now }: From, token: string): Promise<void> {
  const seconds = Math.floor(now / 1000)
  await takeByAddress(deps, 'reset check', limits.resetCheckAddress, visitor, seconds)
  await ofLink(deps.db, hashToken(token), seconds)
}

/**
 * Sets a password by a mailed link, or the first one by an invitation, and ends the user's sessions. Returns the
 * browser's new device token. INVALID_TOKEN, PASSWORD_REUSED.
 */
export async function resetPassword(
  { db, vault, hashSecret }: Deps & { hashSecret: HashSecret },
  { visitor, now }: From,
  { token, password }: { token: string; password: string },
  deviceToken: string | null,
): Promise<string> {
  const seconds = Math.floor(now / 1000)
  const hash = hashToken(token)
  const { user, invited } = await ofLink(db, hash, seconds)
  if (await verifySecret(password, user.passwordHash)) throw new Problem('PASSWORD_REUSED')
  const newHash = await hashSecret(password)
  const change = { userId: user.id, oldHash: user.passwordHash, newHash, keepSession: null }
  return db.transaction().execute(async trx => {
    const taken =
      (await lockUser(trx, user.id)) &&
      (await (invited ? takeInvitation : takePasswordReset)(trx, hash, seconds)) &&
      (await setPassword(trx, change))
    if (!taken) throw new Problem('INVALID_TOKEN')
    await confirmEmailOf(trx, user.id)
    await forgetNewDeviceFailures(trx, vault, user.email)
    const by = { user, visitor, now }
    if (invited) await audit(trx, by, 'INVITATION_ACCEPTED')
    else await auditAndTell({ db: trx, vault }, by, 'PASSWORD_RESET')
    return rememberDeviceOfLocked(trx, deviceToken, user, seconds)
  })
}

/** The user of a link; `invited`: by an invitation. INVALID_TOKEN. */
async function ofLink(
  db: Database,
  hash: string,
  seconds: number,
): Promise<{ user: User; invited: boolean }> {
  const reset = await findPasswordReset(db, hash, seconds)
  const userId = reset ?? (await findInvitation(db, hash, seconds))
  const user = userId === null ? null : await findUser(db, userId)
  if (!user) throw new Problem('INVALID_TOKEN')
  return { user, invited: reset === null }
}
