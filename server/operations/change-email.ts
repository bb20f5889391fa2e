import { randomBytes } from 'node:crypto'
import { isOver } from '../../domain/expiry.ts'
import type { ErrorCode } from '../../openapi/schema.ts'
import type { By, ByVisitor, Visitor } from '../audit/actor.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { limits } from '../auth/limits.ts'
import { hashToken } from '../auth/tokens.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { storeMail } from '../mail/queue.ts'
import { linkLife } from '../mail/reset-link.ts'
import { confirmEmailMail, emailChangedMail, emailInUseMail } from '../mail/texts.ts'
import { takeAttempt } from '../store/attempts.ts'
import {
  type EmailChange,
  emailHolder,
  findEmailChange,
  keepEmailChange,
  keepEmailUndo,
  setEmail,
} from '../store/email-changes.ts'
import type { Database } from '../store/open.ts'
import { lockUser } from '../store/users.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import type { Vault } from '../vault/vault.ts'
import { passwordIsRight } from './confirm-identity.ts'
import { readEmailLink } from './email-links.ts'

type Deps = { db: Database; vault: Vault }
type From = { visitor: Visitor; now: number }

/** Seconds that the old address can undo a change, and stays free for it. */
const undoLife = 7 * 24 * 60 * 60

/**
 * Mails a link to the requested address (canonical). Reveals nothing about it: another user who has it gets another
 * mail. `origin`: see `linkOrigin`. TOO_MANY_REQUESTS, MAIL_FAILED.
 */
export async function requestEmailChange(
  { db, vault }: Deps,
  by: ByVisitor,
  email: string,
  origin: string | null,
): Promise<void> {
  const { user, visitor } = by
  const seconds = Math.floor(by.now / 1000)
  if (email === user.email) throw invalid('email', 'email-unchanged')
  if (origin === null) throw new Problem('MAIL_FAILED')
  await takeMail(db, `email changes ${user.id}`, limits.emailChanges, seconds)
  await takeMail(db, `email change mails ${vault.digest(email)}`, limits.emailChangeMails, seconds)
  const token = randomBytes(32).toString('base64url')
  const holder = await emailHolder(db, email, seconds)
  const mail =
    holder && holder.id !== user.id
      ? emailInUseMail(visitor.locale, email)
      : confirmEmailMail(visitor.locale, email, `${origin}/confirm-email#${token}`)
  const change = { hash: hashToken(token), userId: user.id, email, origin, expiresAt: seconds + linkLife }
  await withLockedUser(db, user.id, async trx => {
    await keepEmailChange(trx, change)
    await storeMail({ db: trx, vault }, { mail, link: null }, linkLife, seconds)
    await audit(trx, by, 'EMAIL_CHANGE_REQUESTED', { target: email })
  })
}

async function takeMail(
  db: Database,
  name: string,
  limit: (typeof limits)[keyof typeof limits],
  seconds: number,
): Promise<void> {
  const wait = await takeAttempt(db, name, limit, seconds)
  if (wait !== null) throw new Problem('TOO_MANY_REQUESTS', { retryAfter: wait })
}

/**
 * Changes the address by the link mailed to the new one, and mails the old one a link that undoes it. The password
 * proves that the link was mailed to its user, and not to a stranger by mistake. INVALID_TOKEN,
 * CURRENT_PASSWORD_INCORRECT, EMAIL_TAKEN, ACCOUNT_SUSPENDED, ACCOUNT_EXPIRED, TOO_MANY_REQUESTS.
 */
export async function changeEmail(
  { db, vault }: Deps,
  { visitor, now }: From,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const seconds = Math.floor(now / 1000)
  const { user, found: change } = await readEmailLink(db, findEmailChange, token, seconds)
  const by = { user, visitor, now }
  if (!(await passwordIsRight(db, by, password, 'EMAIL_CHANGE_FAILED')))
    throw await refusal(db, by, change, 'CURRENT_PASSWORD_INCORRECT')
  const standing = user.suspended
    ? 'ACCOUNT_SUSPENDED'
    : isOver(user.expireDate, seconds) && 'ACCOUNT_EXPIRED'
  if (standing) throw await refusal(db, by, change, standing)
  const undo = randomBytes(32).toString('base64url')
  const link = `${change.origin}/undo-email#${undo}`
  const mail = emailChangedMail(user.locale ?? visitor.locale, user.email, change.email, link)
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
}

async function refusal(db: Database, by: By, { email }: EmailChange, code: ErrorCode): Promise<Problem> {
  await audit(db, by, 'EMAIL_CHANGE_FAILED', { target: email, detail: { kind: 'error', code } })
  return new Problem(code)
}
