import type { Visitor } from '../audit/actor.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { type HashSecret, verifySecret } from '../auth/hash.ts'
import { forgetNewDeviceFailures } from '../auth/sign-in-guards.ts'
import type { Worker } from '../background/runner.ts'
import { Problem } from '../errors/problem.ts'
import { noticeLife, storeMail } from '../mail/queue.ts'
import { auditAndTell } from '../mail/security-notice.ts'
import { accessEndedMail, emailUndoneMail } from '../mail/texts.ts'
import type { StorageSync } from '../storage-admin/storage-sync.ts'
import { findEmailUndo, setEmail, spendEmailUndo } from '../store/email-changes.ts'
import { type EndedAccess, endAccessSince } from '../store/end-access.ts'
import type { Database } from '../store/open.ts'
import { liftPasswordChange, resetAccess } from '../store/reset-access.ts'
import { lockUser } from '../store/users.ts'
import type { Vault } from '../vault/vault.ts'
import { readEmailLink } from './email-links.ts'

type Deps = { db: Database; vault: Vault }
type From = { visitor: Visitor; now: number }

/**
 * Restores the address that the link was mailed to, with a new password. Whoever changed it may have had the password
 * and the PIN, so both end, as do sessions, and everything created since: see `endAccessSince`, whose result this
 * returns. Two-step verification stays: access to a mailbox alone never turns it off. INVALID_TOKEN, PASSWORD_REUSED,
 * EMAIL_TAKEN.
 */
export async function undoEmailChange(
  {
    db,
    vault,
    hashSecret,
    sync,
    sweeper,
  }: Deps & { hashSecret: HashSecret; sync: StorageSync; sweeper: Pick<Worker, 'wake'> },
  { visitor, now }: From,
  { token, password }: { token: string; password: string },
): Promise<EndedAccess> {
  const seconds = Math.floor(now / 1000)
  const { user, found: undo } = await readEmailLink(db, findEmailUndo, token, seconds)
  if (await verifySecret(password, user.passwordHash)) throw new Problem('PASSWORD_REUSED')
  const passwordHash = await hashSecret(password)
  const ended = await db.transaction().execute(async trx => {
    const held = await lockUser(trx, user.id)
    if (!held || !(await findEmailUndo(trx, undo.hash, seconds))) throw new Problem('INVALID_TOKEN')
    if (!(await setEmail(trx, user.id, undo.email, seconds))) throw new Problem('EMAIL_TAKEN')
    await spendEmailUndo(trx, undo)
    await resetAccess(trx, user.id, { passwordHash, pin: true, twoStep: false })
    await liftPasswordChange(trx, user.id)
    await forgetNewDeviceFailures(trx, vault, undo.email)
    const by = { user: { ...held, email: undo.email }, visitor, now }
    const detail = changes({ email: held.email }, { email: undo.email })
    await auditAndTell({ db: trx, vault }, by, 'EMAIL_CHANGE_UNDONE', { target: undo.email, detail })
    const ended = await endAccessSince(trx, held, undo.changedAt, seconds)
    for (const { email, expireDate } of ended.subUsers) {
      const detail = changes({ expire_date: expireDate }, { expire_date: seconds })
      await audit(trx, by, 'SUB_USER_CHANGED', { target: email, detail })
    }
    for (const { accessKey, name } of ended.keys)
      await audit(trx, by, 'ACCESS_KEY_DISABLED', {
        target: accessKey,
        detail: { kind: 'names', names: [name] },
      })
    for (const { name } of ended.clients) await audit(trx, by, 'API_CLIENT_DELETED', { target: name })
    for (const name of ended.topics)
      await audit(trx, by, 'TOPIC_CHANGED', {
        target: name,
        detail: changes({ paused: false }, { paused: true }),
      })
    const locale = held.locale ?? visitor.locale
    const mails = [emailUndoneMail(locale, held.email, undo.email)]
    if (Object.values(ended).some(list => list.length > 0))
      mails.push(accessEndedMail(locale, undo.email, ended))
    for (const mail of mails) await storeMail({ db: trx, vault }, { mail, link: null }, noticeLife, seconds)
    return ended
  })
  sweeper.wake()
  // A failure here is retried by the sweeper.
  await sync.apply(user.accountId).catch(() => undefined)
  return ended
}
