import { audit } from '../audit/record.ts'
import { addressBlock } from '../auth/address.ts'
import { newMailCode } from '../auth/codes.ts'
import { type By, pinIsRight } from '../auth/confirm-identity.ts'
import { rememberDevice } from '../auth/device.ts'
import { hashSecret, verifySecret } from '../auth/hash.ts'
import { type Guard, limitedEach, limits } from '../auth/limits.ts'
import { forgetNewDeviceFailures } from '../auth/sign-in-guards.ts'
import { hashToken } from '../auth/tokens.ts'
import type { Handlers, Visitor } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { linkLife } from '../mail/reset-link.ts'
import { resetPinMail } from '../mail/texts.ts'
import { clearAttempts, type Limit, releaseAttempt, takeAttempt } from '../store/attempts.ts'
import {
  findPasswordReset,
  findPinReset,
  keepPinReset,
  takePasswordReset,
  takePinReset,
} from '../store/resets.ts'
import { findUser, lockUser, setPassword, setPin } from '../store/users.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import { forgetWrongPins } from '../store/wrong-pins.ts'
import type { Services } from './services.ts'

/** Seconds that a mailed code counts. */
const codeLife = 10 * 60

type RecoveryHandlers = Pick<
  Handlers,
  | 'requestResetPassword'
  | 'checkResetPassword'
  | 'resetPassword'
  | 'changePin'
  | 'requestResetPin'
  | 'resetPin'
>

export function recoveryHandlers(services: Services): RecoveryHandlers {
  const { db, vault, mailer } = services

  async function takeByAddress(name: string, limit: Limit, visitor: Visitor, seconds: number): Promise<void> {
    const wait = await takeAttempt(
      db,
      `${name} ${vault.digest(addressBlock(visitor.address))}`,
      limit,
      seconds,
    )
    if (wait !== null) throw new Problem('TOO_MANY_REQUESTS', { retryAfter: wait })
  }

  /** Whose password the link resets. INVALID_TOKEN where it does not count. */
  async function userOfLink(hash: string, seconds: number) {
    const userId = await findPasswordReset(db, hash, seconds)
    const user = userId === null ? null : await findUser(db, userId)
    if (!user) throw new Problem('INVALID_TOKEN')
    return user
  }

  function codeHash(userId: string, code: string): string {
    return vault.digest(`pin code ${userId} ${code}`)
  }

  async function takeMail(name: string, limit: Limit, seconds: number): Promise<void> {
    const wait = await takeAttempt(db, name, limit, seconds)
    if (wait !== null) throw new Problem('OTP_LIMIT', { retryAfter: wait })
  }

  return {
    async requestResetPassword({ body, visitor }) {
      const now = services.now()
      const seconds = Math.floor(now / 1000)
      const email = body.email.trim().toLowerCase()
      await takeByAddress('reset address', limits.resetAddress, visitor, seconds)
      const over = await takeAttempt(db, `reset mails ${vault.digest(email)}`, limits.resetMails, seconds)
      if (over !== null) return
      // The same for every address: to look the user up is for the queue, after the answer.
      const { locale, address, userAgent } = visitor
      const origin = services.linkOrigin(visitor)
      await services.mails.add({ email, origin, locale, visitor: { address, userAgent }, now }, linkLife)
    },

    async checkResetPassword({ body, visitor }) {
      const seconds = Math.floor(services.now() / 1000)
      await takeByAddress('reset check', limits.resetCheckAddress, visitor, seconds)
      await userOfLink(hashToken(body.token), seconds)
    },

    async resetPassword(call) {
      const { body, visitor } = call
      const now = services.now()
      const seconds = Math.floor(now / 1000)
      const hash = hashToken(body.token)
      const user = await userOfLink(hash, seconds)
      if (await verifySecret(body.new_password, user.passwordHash)) throw new Problem('PASSWORD_REUSED')
      const newHash = await hashSecret(body.new_password)
      const change = { userId: user.id, oldHash: user.passwordHash, newHash, keepSession: null }
      await db.transaction().execute(async trx => {
        const taken =
          (await lockUser(trx, user.id)) &&
          (await takePasswordReset(trx, hash, seconds)) &&
          (await setPassword(trx, change))
        if (!taken) throw new Problem('INVALID_TOKEN')
        await forgetNewDeviceFailures(trx, vault, user.email)
        await audit(trx, { user, visitor, now }, 'PASSWORD_RESET')
      })
      await rememberDevice(db, call, user, seconds)
    },

    async changePin({ body, session: { user }, visitor }) {
      const by = { user, visitor, now: services.now() }
      if (!(await pinIsRight(services, by, body.pin, 'PIN_CHANGE_FAILED'))) {
        await audit(db, by, 'PIN_CHANGE_FAILED', { detail: 'PIN_MISMATCH' })
        throw new Problem('PIN_MISMATCH')
      }
      if (body.pin.normalize('NFC') === body.new_pin.normalize('NFC')) throw new Problem('PIN_REUSED')
      const change = { userId: user.id, oldHash: user.pinHash!, newHash: await hashSecret(body.new_pin) }
      await withLockedUser(db, user.id, async trx => {
        if (!(await setPin(trx, change))) throw new Problem('PIN_MISMATCH')
        await audit(trx, by, 'PIN_CHANGED')
      })
    },

    async requestResetPin({ session: { user }, visitor }) {
      if (user.pinHash === null) throw new Problem('PIN_REQUIRED')
      const by: By = { user, visitor, now: services.now() }
      const seconds = Math.floor(by.now / 1000)
      const pause = `pin mail pause ${user.id}`
      const hourly = `pin mails ${user.id}`
      await takeMail(hourly, limits.pinMails, seconds)
      await takeMail(pause, limits.pinMailPause, seconds).catch(async error => {
        await releaseAttempt(db, hourly)
        throw error
      })
      const code = newMailCode()
      const reset = { userId: user.id, hash: codeHash(user.id, code), expiresAt: seconds + codeLife }
      try {
        await mailer.send(resetPinMail(visitor.locale, user.email, code))
      } catch (error) {
        services.log.warn({ err: error }, 'A mail could not be sent.')
        await clearAttempts(db, pause)
        await releaseAttempt(db, hourly)
        throw new Problem('MAIL_FAILED', { cause: error })
      }
      await withLockedUser(db, user.id, async trx => {
        await keepPinReset(trx, reset)
        await audit(trx, by, 'PIN_RESET_REQUESTED')
      })
      return { expires_in: codeLife, resend_in: limits.pinMailPause.seconds }
    },

    async resetPin({ body, session: { user }, visitor }) {
      const by = { user, visitor, now: services.now() }
      const seconds = Math.floor(by.now / 1000)
      const { pinHash } = user
      if (pinHash === null) throw new Problem('PIN_REQUIRED')
      const hash = codeHash(user.id, body.code)
      const guard: Guard = {
        name: `pin code user ${user.id}`,
        limit: limits.mailCode,
        by,
        failure: 'PIN_RESET_FAILED',
      }
      const mailed = () => findPinReset(db, user.id, seconds)
      if (!(await limitedEach(db, guard, async () => (await mailed()) === hash))) {
        const code = (await mailed()) === null ? 'MAIL_CODE_EXPIRED' : 'INVALID_TOKEN'
        await audit(db, by, 'PIN_RESET_FAILED', { detail: code })
        throw new Problem(code)
      }
      if (await verifySecret(body.new_pin, pinHash)) throw new Problem('PIN_REUSED')
      const change = { userId: user.id, oldHash: pinHash, newHash: await hashSecret(body.new_pin) }
      await withLockedUser(db, user.id, async trx => {
        const taken = (await takePinReset(trx, user.id, hash, seconds)) && (await setPin(trx, change))
        if (!taken) throw new Problem('MAIL_CODE_EXPIRED')
        await forgetWrongPins(trx, user.id)
        await audit(trx, by, 'PIN_RESET')
      })
    },
  }
}
