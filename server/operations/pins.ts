import type { By, ByVisitor } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { newMailCode } from '../auth/codes.ts'
import { type HashSecret, verifySecret } from '../auth/hash.ts'
import { type Guard, limitedEach, limits } from '../auth/limits.ts'
import { Problem } from '../errors/problem.ts'
import type { Mailer } from '../mail/mailer.ts'
import { auditAndTell } from '../mail/security-notice.ts'
import { resetPinMail } from '../mail/texts.ts'
import type { Vault } from '../secret.ts'
import { clearAttempts, type Limit, releaseAttempt, takeAttempt } from '../store/attempts.ts'
import type { Database } from '../store/open.ts'
import { findPinReset, keepPinReset, takePinReset } from '../store/resets.ts'
import { setFirstPin, setPin } from '../store/users.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import { forgetWrongPins } from '../store/wrong-pins.ts'
import { type PinDeps, pinIsRight } from './confirm-identity.ts'

type Deps = { db: Database; vault: Vault }

/** Seconds that a mailed code is valid. */
const codeLife = 10 * 60

/** Sets the user's first pin. PIN_EXISTS. */
export async function initPin(
  { db, vault, hashSecret }: Deps & { hashSecret: HashSecret },
  by: By,
  pin: string,
): Promise<void> {
  const { user } = by
  if (user.pinHash !== null) throw new Problem('PIN_EXISTS')
  const pinHash = await hashSecret(pin)
  await withLockedUser(db, user.id, async trx => {
    if (!(await setFirstPin(trx, user.id, pinHash))) throw new Problem('PIN_EXISTS')
    await auditAndTell({ db: trx, vault }, by, 'PIN_SET')
  })
}

/** Changes the pin. PIN_MISMATCH, PIN_REUSED; as `pinIsRight`. */
export async function changePin(
  deps: PinDeps & Deps & { hashSecret: HashSecret },
  by: ByVisitor,
  pins: { current: string; next: string },
): Promise<void> {
  const { db, vault, hashSecret } = deps
  const { user } = by
  if (!(await pinIsRight(deps, by, pins.current, 'PIN_CHANGE_FAILED'))) {
    await audit(db, by, 'PIN_CHANGE_FAILED', { detail: { kind: 'error', code: 'PIN_MISMATCH' } })
    throw new Problem('PIN_MISMATCH')
  }
  if (pins.current.normalize('NFC') === pins.next.normalize('NFC')) throw new Problem('PIN_REUSED')
  const change = { userId: user.id, oldHash: user.pinHash!, newHash: await hashSecret(pins.next) }
  await withLockedUser(db, user.id, async trx => {
    if (!(await setPin(trx, change))) throw new Problem('PIN_MISMATCH')
    await auditAndTell({ db: trx, vault }, by, 'PIN_CHANGED')
  })
}

/**
 * Mails a code that resets the pin; returns the seconds that it is valid, and until the next one may be requested.
 * PIN_REQUIRED, OTP_LIMIT, MAIL_FAILED.
 */
export async function requestPinReset(
  {
    db,
    vault,
    mailer,
    log,
  }: Deps & { mailer: Mailer; log: { warn(fields: { err: unknown }, message: string): void } },
  by: ByVisitor,
): Promise<{ expiresIn: number; resendIn: number }> {
  const { user, visitor } = by
  if (user.pinHash === null) throw new Problem('PIN_REQUIRED')
  const seconds = Math.floor(by.now / 1000)
  const pause = `pin mail pause ${user.id}`
  const hourly = `pin mails ${user.id}`
  await takeMail(db, hourly, limits.pinMails, seconds)
  await takeMail(db, pause, limits.pinMailPause, seconds).catch(async error => {
    await releaseAttempt(db, hourly)
    throw error
  })
  const code = newMailCode()
  const reset = {
    userId: user.id,
    hash: vault.digest(codeText(user.id, code)),
    expiresAt: seconds + codeLife,
  }
  try {
    await mailer.send(resetPinMail(visitor.locale, user.email, code))
  } catch (error) {
    log.warn({ err: error }, 'A mail could not be sent.')
    await clearAttempts(db, pause)
    await releaseAttempt(db, hourly)
    throw new Problem('MAIL_FAILED', { cause: error })
  }
  await withLockedUser(db, user.id, async (trx, held) => {
    // A code mailed to a former address does not count.
    if (held.email !== user.email) throw new Problem('MAIL_FAILED')
    await keepPinReset(trx, reset)
    await audit(trx, by, 'PIN_RESET_REQUESTED')
  })
  return { expiresIn: codeLife, resendIn: limits.pinMailPause.seconds }
}

/** Sets a pin by a mailed code. PIN_REQUIRED, INVALID_TOKEN, MAIL_CODE_EXPIRED, PIN_REUSED, TOO_MANY_REQUESTS. */
export async function resetPin(
  { db, vault, hashSecret }: Deps & { hashSecret: HashSecret },
  by: By,
  { code, pin }: { code: string; pin: string },
): Promise<void> {
  const { user } = by
  const { pinHash } = user
  const seconds = Math.floor(by.now / 1000)
  if (pinHash === null) throw new Problem('PIN_REQUIRED')
  const hashes = vault.digests(codeText(user.id, code))
  const guard: Guard = {
    name: `pin code user ${user.id}`,
    limit: limits.mailCode,
    by,
    failure: 'PIN_RESET_FAILED',
  }
  const mailed = () => findPinReset(db, user.id, seconds)
  if (!(await limitedEach(db, guard, async () => hashes.includes((await mailed()) ?? '')))) {
    const failure = (await mailed()) === null ? 'MAIL_CODE_EXPIRED' : 'INVALID_TOKEN'
    await audit(db, by, 'PIN_RESET_FAILED', { detail: { kind: 'error', code: failure } })
    throw new Problem(failure)
  }
  if (await verifySecret(pin, pinHash)) throw new Problem('PIN_REUSED')
  const change = { userId: user.id, oldHash: pinHash, newHash: await hashSecret(pin) }
  await withLockedUser(db, user.id, async trx => {
    const taken = (await takePinReset(trx, user.id, hashes, seconds)) && (await setPin(trx, change))
    if (!taken) throw new Problem('MAIL_CODE_EXPIRED')
    await forgetWrongPins(trx, user.id)
    await auditAndTell({ db: trx, vault }, by, 'PIN_RESET')
  })
}

function codeText(userId: string, code: string): string {
  return `pin code ${userId} ${code}`
}

async function takeMail(db: Database, name: string, limit: Limit, seconds: number): Promise<void> {
  const wait = await takeAttempt(db, name, limit, seconds)
  if (wait !== null) throw new Problem('OTP_LIMIT', { retryAfter: wait })
}
