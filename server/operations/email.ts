import { randomBytes } from 'node:crypto'
import { canonicalEmail } from '../../domain/email-address.ts'
import { isOver } from '../../domain/expiry.ts'
import type { ErrorCode } from '../../openapi/schema.ts'
import type { By, From } from '../audit/actor.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { verifySecret } from '../auth/hash.ts'
import { limits, requireAttempt, takeByAddress } from '../auth/limits.ts'
import { hashNewPassword } from '../auth/new-password.ts'
import { hashToken } from '../auth/tokens.ts'
import type { Handlers } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { noticeLife, storeMail } from '../mail/queue.ts'
import { linkLife } from '../mail/reset-link.ts'
import { auditAndTell } from '../mail/security-notice.ts'
import {
  accessEndedMail,
  confirmEmailMail,
  emailChangedMail,
  emailInUseMail,
  emailUndoneMail,
} from '../mail/texts.ts'
import { replaceUsersKey } from '../storage-admin/console-keys.ts'
import {
  type EmailChange,
  emailHolder,
  findEmailChange,
  findEmailUndo,
  keepEmailChange,
  keepEmailUndo,
  setEmail,
  spendEmailUndo,
} from '../store/email-changes.ts'
import { type EndedAccess, endAccessSince } from '../store/end-access.ts'
import { failJobsSince } from '../store/jobs.ts'
import type { Database, Transaction } from '../store/open.ts'
import { deletePasskeysSince } from '../store/passkeys.ts'
import { liftPasswordChange, resetAccess } from '../store/reset-access.ts'
import { findUser, lockUser, type User } from '../store/users.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import { passwordIsRight } from './confirm-identity.ts'
import type { Services } from './services.ts'
import { forgetNewDeviceFailures } from './sign-in.ts'
import { requireOrigin } from './sign-in-of-others.ts'

/** Seconds that the old address can undo a change, and stays free for it. */
const undoLife = 7 * 24 * 60 * 60

export function emailOperations(
  services: Pick<Services, 'db' | 'vault' | 'linkOrigin' | 'hashSecret' | 'brand' | 'sync' | 'sweeper'>,
) {
  const { db, vault } = services

  /** The user's email, and the one that a mailed link would set. */
  async function checkLink(
    find: (db: Database, hash: string, seconds: number) => Promise<{ userId: string; email: string } | null>,
    token: string,
    { visitor, now }: From,
  ) {
    const seconds = Math.floor(now / 1000)
    await takeByAddress(services, 'email check', limits.emailCheckAddress, visitor, seconds)
    const { user, link } = await readLink(db, find, token, seconds)
    return { email: user.email, new_email: link.email }
  }

  return {
    /** Mails a link to the address. Reveals nothing about it: another user who has it gets another mail. */
    async requestEmailChange({ body, by }) {
      const { user, visitor } = by
      const email = canonicalEmail(body.email)
      const seconds = Math.floor(by.now / 1000)
      if (email === user.email) throw invalid('email', 'email-unchanged')
      const origin = requireOrigin(services.linkOrigin(visitor))
      await requireAttempt(db, `email changes ${user.id}`, limits.emailChanges, seconds)
      const mails = `email change mails ${vault.digest(email)}`
      await requireAttempt(db, mails, limits.emailChangeMails, seconds)
      const token = randomBytes(32).toString('base64url')
      const holder = await emailHolder(db, email, seconds)
      const mail =
        holder && holder.id !== user.id
          ? emailInUseMail(visitor.locale, email)
          : confirmEmailMail(visitor.locale, email, `${origin}/confirm-email#${token}`)
      const hash = hashToken(token)
      await withLockedUser(db, user.id, async trx => {
        await keepEmailChange(trx, { hash, userId: user.id, email, origin, expiresAt: seconds + linkLife })
        await storeMail({ db: trx, vault }, { mail, link: null }, linkLife, seconds)
        await audit(trx, by, 'EMAIL_CHANGE_REQUESTED', { target: email })
      })
    },

    checkEmailChange: ({ body, by }) => checkLink(findEmailChange, body.token, by),

    /**
     * Changes the address by the link mailed to the new one, and mails the old one a link that undoes it. The password
     * proves that the link was mailed to its user, and not to a stranger by mistake.
     */
    async changeEmail({ body, by: from }) {
      const seconds = Math.floor(from.now / 1000)
      const { user, link: change } = await readLink(db, findEmailChange, body.token, seconds)
      const by = { ...from, user }
      if (!(await passwordIsRight(db, by, body.password, 'EMAIL_CHANGE_FAILED')))
        throw await refusal(db, by, change, 'CURRENT_PASSWORD_INCORRECT')
      const standing = user.suspended
        ? 'ACCOUNT_SUSPENDED'
        : isOver(user.expireDate, seconds) && 'ACCOUNT_EXPIRED'
      if (standing) throw await refusal(db, by, change, standing)
      const undo = randomBytes(32).toString('base64url')
      const link = `${change.origin}/undo-email#${undo}`
      const mail = emailChangedMail(user.locale ?? from.visitor.locale, user.email, change.email, link)
      const outcome = await db
        .transaction()
        .execute(async trx => {
          const held = await lockUser(trx, user.id)
          const same = held && held.email === user.email && held.passwordHash === user.passwordHash
          if (!same || !(await findEmailChange(trx, change.hash, seconds))) throw new Problem('INVALID_TOKEN')
          if (!(await setEmail(trx, user.id, change.email, seconds))) throw new Problem('EMAIL_TAKEN')
          await keepEmailUndo(trx, {
            ...{ hash: hashToken(undo), userId: user.id, email: user.email },
            ...{ changedAt: seconds, expiresAt: seconds + undoLife },
          })
          await storeMail({ db: trx, vault }, { mail, link: null }, undoLife, seconds)
          const detail = changes({ email: user.email }, { email: change.email })
          await audit(trx, by, 'EMAIL_CHANGED', { target: change.email, detail })
        })
        .catch((error: unknown) => error)
      if (outcome instanceof Problem && outcome.code === 'EMAIL_TAKEN')
        throw await refusal(db, by, change, 'EMAIL_TAKEN')
      if (outcome !== undefined) throw outcome
    },

    checkEmailUndo: ({ body, by }) => checkLink(findEmailUndo, body.token, by),

    /**
     * Restores the address that the link was mailed to, with a new password. Whoever changed it may have had the
     * password and the PIN, so both end, as do sessions, links, and everything created since: see `endAccessSince`. Two-step
     * verification and earlier passkeys stay: access to a mailbox alone never turns it off.
     */
    async undoEmailChange({ body, by: from }) {
      const seconds = Math.floor(from.now / 1000)
      const { user, link: undo } = await readLink(db, findEmailUndo, body.token, seconds)
      if (await verifySecret(body.new_password, user.passwordHash)) throw new Problem('PASSWORD_REUSED')
      const passwordHash = await hashNewPassword(services, 'new_password', body.new_password, {
        ...user,
        email: [user.email, undo.email],
      })
      const ended = await db.transaction().execute(async trx => {
        const held = await lockUser(trx, user.id)
        if (!held || !(await findEmailUndo(trx, undo.hash, seconds))) throw new Problem('INVALID_TOKEN')
        if (!(await setEmail(trx, user.id, undo.email, seconds))) throw new Problem('EMAIL_TAKEN')
        await spendEmailUndo(trx, undo)
        await resetAccess(trx, user.id, { passwordHash, pin: true, twoStep: false })
        await liftPasswordChange(trx, user.id)
        await forgetNewDeviceFailures(trx, vault, undo.email)
        const by = { ...from, user: { ...held, email: undo.email } }
        const detail = changes({ email: held.email }, { email: undo.email })
        await auditAndTell({ db: trx, vault }, by, 'EMAIL_CHANGE_UNDONE', { target: undo.email, detail })
        const ended = await endAccessSince(trx, held, undo.changedAt, seconds)
        await auditEnded(trx, by, ended)
        for (const name of await deletePasskeysSince(trx, user.id, undo.changedAt))
          await auditAndTell({ db: trx, vault }, by, 'PASSKEY_REMOVED', { target: name })
        await replaceUsersKey({ db: trx, vault, now: seconds }, held)
        await failJobsSince(trx, user.id, undo.changedAt, 'USER_NOT_FOUND')
        const locale = held.locale ?? from.visitor.locale
        const mails = [emailUndoneMail(locale, held.email, undo.email)]
        if (Object.values(ended).some(list => list.length > 0))
          mails.push(accessEndedMail(locale, undo.email, ended))
        for (const mail of mails)
          await storeMail({ db: trx, vault }, { mail, link: null }, noticeLife, seconds)
        return ended
      })
      services.sweeper.wake()
      // A failure here is retried by the sweeper.
      await services.sync.apply(user.accountId).catch(() => undefined)
      return {
        sub_users: ended.subUsers.map(({ email }) => email),
        access_keys: ended.keys.map(({ user, name }) => ({ user, name })),
        api_clients: ended.clients,
        topics: ended.topics,
      }
    },
  } satisfies Partial<Handlers>
}

/** The user of a mailed link, and what `find` returns for it. INVALID_TOKEN. */
async function readLink<Link extends { userId: string }>(
  db: Database,
  find: (db: Database, hash: string, seconds: number) => Promise<Link | null>,
  token: string,
  seconds: number,
): Promise<{ user: User; link: Link }> {
  const link = await find(db, hashToken(token), seconds)
  const user = link && (await findUser(db, link.userId))
  if (!user) throw new Problem('INVALID_TOKEN')
  return { user, link }
}

async function refusal(db: Database, by: By, { email }: EmailChange, code: ErrorCode): Promise<Problem> {
  await audit(db, by, 'EMAIL_CHANGE_FAILED', { target: email, detail: { kind: 'error', code } })
  return new Problem(code)
}

async function auditEnded(trx: Transaction, by: By, ended: EndedAccess): Promise<void> {
  const seconds = Math.floor(by.now / 1000)
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
}
