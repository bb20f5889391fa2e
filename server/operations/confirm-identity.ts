import type { DetailActions } from '../../openapi/schema.ts'
import type { By, ByVisitor } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { takeAppCode } from '../auth/codes.ts'
import { isTicket } from '../auth/confirmation-tickets.ts'
import { Busy, verifySecret } from '../auth/hash.ts'
import { limited, limitedEach, limits } from '../auth/limits.ts'
import { hashToken } from '../auth/tokens.ts'
import { Problem } from '../errors/problem.ts'
import { type MailQueue, noticeLife } from '../mail/queue.ts'
import { wrongPinsMail } from '../mail/texts.ts'
import { takeAttempt } from '../store/attempts.ts'
import { isTicketOf, takeTicket } from '../store/confirmation-tickets.ts'
import type { Database, Transaction } from '../store/open.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import {
  beginsFirstWait,
  forgetWrongPins,
  type PinTry,
  releasePinTry,
  takePinTry,
} from '../store/wrong-pins.ts'
import type { Vault } from '../vault/vault.ts'

/** Seconds that a session's confirmation lasts. */
export const confirmationLife = 300

export type PinDeps = { db: Database; mails: Pick<MailQueue, 'add'> }
export type ConfirmationDeps = PinDeps & { vault: Vault }

/**
 * Checks what confirms the user's protected acts: the pin, a code of the authenticator app, or the session's ticket in
 * the place of either (`answer`), which is used up. `act` runs in a transaction in which that has not changed. PIN_REQUIRED if no pin is set, PIN_INCORRECT; TOO_MANY_REQUESTS and
 * PIN_BLOCKED after too many wrong ones. `target`: what it is for, in the record of a refusal.
 */
export async function requireConfirmation(
  deps: ConfirmationDeps,
  by: ByVisitor,
  answer: string,
  target = '',
  act: (trx: Transaction) => Promise<void> = async () => undefined,
): Promise<void> {
  const { db, vault } = deps
  const { user } = by
  const now = Math.floor(by.now / 1000)
  const ticket = isTicket(answer)
    ? { hash: hashToken(answer), userId: user.id, sessionId: by.sessionId ?? '' }
    : null
  const guard = (name: string) =>
    ({ name, limit: limits.code, by, failure: 'IDENTITY_REFUSED', target }) as const
  const isRight = () => {
    if (ticket) return limitedEach(db, guard(`ticket user ${user.id}`), () => isTicketOf(db, ticket, now))
    if (user.confirmationMethod === 'pin') return pinIsRight(deps, by, answer, 'IDENTITY_REFUSED', target)
    return limitedEach(db, guard(codeAttempts(user.id)), () => takeAppCode(db, vault, user.id, answer, now))
  }
  const done =
    (await isRight()) &&
    (await withLockedUser(db, user.id, async (trx, held) => {
      if (ticket && !(await takeTicket(trx, ticket, now))) return false
      if (held.pinHash !== user.pinHash || held.confirmationMethod !== user.confirmationMethod) return false
      await act(trx)
      return true
    }))
  if (done) return
  await audit(db, by, 'IDENTITY_REFUSED', { target })
  throw new Problem('PIN_INCORRECT')
}

/**
 * Whether `pin` is the user's. PIN_REQUIRED if none is set; TOO_MANY_REQUESTS, then PIN_BLOCKED after too many wrong
 * ones in a row, recorded as `failure`. The user gets a mail when the first wait begins.
 */
export async function pinIsRight(
  deps: PinDeps,
  by: ByVisitor,
  pin: string,
  failure: DetailActions['error'],
  target = '',
): Promise<boolean> {
  const { db } = deps
  const { id, pinHash } = by.user
  if (pinHash === null) throw new Problem('PIN_REQUIRED')
  const seconds = Math.floor(by.now / 1000)
  const taken = await withLockedUser(db, id, trx => takePinTry(trx, id, seconds))
  if (taken.kind !== 'taken') return refusePin(db, by, taken, failure, target)
  try {
    if (await verifySecret(pin, pinHash)) {
      await forgetWrongPins(db, id)
      return true
    }
  } catch (error) {
    if (error instanceof Busy) await releasePinTry(db, id)
    throw error
  }
  if (beginsFirstWait(taken.wrong)) {
    const mail = wrongPinsMail(by.user.locale ?? by.visitor.locale, by.user.email)
    await deps.mails.add({ mail, link: null }, noticeLife)
  }
  return false
}

/** Recorded once per wait, and every 15 minutes while the pin is blocked. */
async function refusePin(
  db: Database,
  by: By,
  refusal: Exclude<PinTry, { kind: 'taken' }>,
  failure: DetailActions['error'],
  target: string,
): Promise<never> {
  const blocked = refusal.kind === 'blocked'
  const code = blocked ? 'PIN_BLOCKED' : 'TOO_MANY_REQUESTS'
  const once = { attempts: 1, seconds: blocked ? 900 : refusal.wait }
  const first = (await takeAttempt(db, `pin refused ${by.user.id}`, once, Math.floor(by.now / 1000))) === null
  if (first) await audit(db, by, failure, { ...(target && { target }), detail: { kind: 'error', code } })
  throw new Problem(code, blocked ? {} : { retryAfter: refusal.wait })
}

/**
 * Whether `password` is the user's. TOO_MANY_REQUESTS after too many wrong ones, recorded as `failure`. `success`: see
 * `limited`.
 */
export async function passwordIsRight(
  db: Database,
  by: By,
  password: string,
  failure: DetailActions['error'],
  success: 'forgets' | 'counts' = 'forgets',
): Promise<boolean> {
  const { id, passwordHash } = by.user
  const guard = { name: `password user ${id}`, limit: limits.currentPassword, by, failure }
  return limited(db, guard, () => verifySecret(password, passwordHash), success)
}

/** The counter for attempts at codes: one for all uses, as they share the secret. */
export function codeAttempts(userId: string): string {
  return `code user ${userId}`
}
