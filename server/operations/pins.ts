import { audit } from '../audit/record.ts'
import { newMailCode } from '../auth/codes.ts'
import { verifySecret } from '../auth/hash.ts'
import { type Guard, limitedEach, limits } from '../auth/limits.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { auditAndTell } from '../mail/security-notice.ts'
import { resetPinMail } from '../mail/texts.ts'
import { clearAttempts, type Limit, releaseAttempt, takeAttempt } from '../store/attempts.ts'
import { findPinReset, keepPinReset, takePinReset } from '../store/resets.ts'
import { setFirstPin, setPin } from '../store/users.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import { forgetWrongPins } from '../store/wrong-pins.ts'
import { pinIsRight } from './confirm-identity.ts'
import { confirmingProvider } from './confirming-provider.ts'
import type { Services } from './services.ts'

/** Seconds that a mailed code is valid. */
const codeLife = 10 * 60

export function pinOperations(
  services: Pick<Services, 'db' | 'vault' | 'mailer' | 'mails' | 'log' | 'hashSecret' | 'sso'>,
) {
  const { db, vault, mailer, log, hashSecret } = services

  async function takeMail(name: string, limit: Limit, seconds: number): Promise<void> {
    const wait = await takeAttempt(db, name, limit, seconds)
    if (wait !== null) throw new Problem('OTP_LIMIT', { retryAfter: wait })
  }

  return {
    /** Sets the user's first pin. It would replace the sign-in that confirms the user, where one does. */
    async initPin({ body: { pin }, by, session }) {
      const { user } = by
      if (user.pinHash !== null) throw new Problem('PIN_EXISTS')
      if (confirmingProvider(services, user) && session.confirmedUntil <= Math.floor(by.now / 1000))
        throw new Problem('CONFIRMATION_REQUIRED')
      const pinHash = await hashSecret(pin)
      await withLockedUser(db, user.id, async trx => {
        if (!(await setFirstPin(trx, user.id, pinHash))) throw new Problem('PIN_EXISTS')
        await auditAndTell({ db: trx, vault }, by, 'PIN_SET')
      })
    },

    async changePin({ body: { pin, new_pin: next }, by }) {
      const { user } = by
      if (!(await pinIsRight(services, by, pin, 'PIN_CHANGE_FAILED'))) {
        await audit(db, by, 'PIN_CHANGE_FAILED', { detail: { kind: 'error', code: 'PIN_MISMATCH' } })
        throw new Problem('PIN_MISMATCH')
      }
      if (pin.normalize('NFC') === next.normalize('NFC')) throw new Problem('PIN_REUSED')
      const change = { userId: user.id, oldHash: user.pinHash!, newHash: await hashSecret(next) }
      await withLockedUser(db, user.id, async trx => {
        if (!(await setPin(trx, change))) throw new Problem('PIN_MISMATCH')
        await auditAndTell({ db: trx, vault }, by, 'PIN_CHANGED')
      })
    },

    /** Mails a code that resets the pin. */
    async requestResetPin({ by }) {
      const { user, visitor } = by
      if (user.pinHash === null) throw new Problem('PIN_REQUIRED')
      const seconds = Math.floor(by.now / 1000)
      const pause = `pin mail pause ${user.id}`
      const hourly = `pin mails ${user.id}`
      await takeMail(hourly, limits.pinMails, seconds)
      await takeMail(pause, limits.pinMailPause, seconds).catch(async error => {
        await releaseAttempt(db, hourly)
        throw error
      })
      const code = newMailCode()
      const hash = vault.digest(codeText(user.id, code))
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
        await keepPinReset(trx, { userId: user.id, hash, expiresAt: seconds + codeLife })
        await audit(trx, by, 'PIN_RESET_REQUESTED')
      })
      return { expires_in: codeLife, resend_in: limits.pinMailPause.seconds }
    },

    /** Sets a pin by a mailed code. */
    async resetPin({ body, by }) {
      const { user } = by
      const { pinHash } = user
      const seconds = Math.floor(by.now / 1000)
      if (pinHash === null) throw new Problem('PIN_REQUIRED')
      const hashes = vault.digests(codeText(user.id, body.code))
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
      if (await verifySecret(body.new_pin, pinHash)) throw new Problem('PIN_REUSED')
      const change = { userId: user.id, oldHash: pinHash, newHash: await hashSecret(body.new_pin) }
      await withLockedUser(db, user.id, async trx => {
        const taken = (await takePinReset(trx, user.id, hashes, seconds)) && (await setPin(trx, change))
        if (!taken) throw new Problem('MAIL_CODE_EXPIRED')
        await forgetWrongPins(trx, user.id)
        await auditAndTell({ db: trx, vault }, by, 'PIN_RESET')
      })
    },
  } satisfies Partial<Handlers>
}

function codeText(userId: string, code: string): string {
  return `pin code ${userId} ${code}`
}
