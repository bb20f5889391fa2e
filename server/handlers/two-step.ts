import { audit } from '../audit/record.ts'
import { beginSession, lockSignIn, requireStanding } from '../auth/begin-session.ts'
import { newRecoveryCodes, takeAppCode, takeCode } from '../auth/codes.ts'
import {
  type By,
  codeAttempts,
  confirmationLife,
  passwordIsRight,
  requireConfirmation,
} from '../auth/confirm-identity.ts'
import { type Guard, limitedEach, limits } from '../auth/limits.ts'
import { hashToken } from '../auth/tokens.ts'
import { newTotpSecret, totpStep, totpUri } from '../auth/totp.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { findChallenge, takeChallenge } from '../store/challenges.ts'
import type { Database } from '../store/open.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from '../store/recovery-codes.ts'
import { confirmSession } from '../store/sessions.ts'
import { findTwoStep, keepPending, setConfirmationMethod, switchOff, switchOn } from '../store/two-step.ts'
import { findUser } from '../store/users.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import type { Services } from './services.ts'
import { signedIn } from './signed-in.ts'

/** Seconds within which a code must confirm a set-up. */
const setUpLife = 600

type TwoStepHandlers = Pick<
  Handlers,
  | 'verifyTwoStep'
  | 'beginTwoStep'
  | 'confirmTwoStep'
  | 'endTwoStep'
  | 'renewRecoveryCodes'
  | 'getMethodSecurity'
  | 'changeMethodPin'
  | 'confirmIdentity'
>

export function twoStepHandlers(services: Services): TwoStepHandlers {
  const { db, vault } = services

  /**
   * What `act` gives for a right code, all in one transaction; null from it: the code is wrong. AUTH_CODE_INVALID, on
   * record with what it was `purpose`d for; TOO_MANY_REQUESTS after too many.
   */
  async function withCode<T>(
    by: By,
    purpose: string,
    act: (trx: Database, seconds: number) => Promise<T | null>,
  ): Promise<T> {
    const seconds = Math.floor(by.now / 1000)
    const guard: Guard = {
      name: codeAttempts(by.user.id),
      limit: limits.code,
      by,
      failure: 'TWO_STEP_FAILED',
    }
    const done = await limitedEach(db, guard, () => withLockedUser(db, by.user.id, trx => act(trx, seconds)))
    if (done !== null) return done
    await audit(db, by, 'TWO_STEP_FAILED', { detail: purpose })
    throw new Problem('AUTH_CODE_INVALID')
  }

  async function newCodes(trx: Database, userId: string): Promise<{ recovery_codes: string[] }> {
    const { codes, hashes } = newRecoveryCodes(vault, userId)
    await replaceRecoveryCodes(trx, userId, hashes)
    return { recovery_codes: codes }
  }

  return {
    async verifyTwoStep(call) {
      const { body, visitor } = call
      const now = services.now()
      const hash = hashToken(body.challenge)
      const userId = await findChallenge(db, hash, Math.floor(now / 1000))
      const user = userId === null ? null : await findUser(db, userId)
      if (!user) throw new Problem('TWO_STEP_TIMED_OUT')
      const by = { user, visitor, now }
      await requireStanding(db, by)
      const tokens = await withCode(by, 'sign-in', async (trx, seconds) => {
        const kind = await takeCode(trx, vault, user.id, body.code, seconds)
        if (kind === null) return null
        if (!(await takeChallenge(trx, hash, seconds))) throw new Problem('TWO_STEP_TIMED_OUT')
        if (kind === 'recovery') await audit(trx, by, 'RECOVERY_CODE_USED', { detail: 'sign-in' })
        await lockSignIn(trx, user)
        return beginSession(trx, by, 'two-step')
      })
      return signedIn(services, call, by, tokens)
    },

    async beginTwoStep({ body, session: { user }, visitor }) {
      const by = { user, visitor, now: services.now() }
      if (user.twoStep) throw new Problem('TWO_STEP_EXISTS')
      const right = await passwordIsRight(db, by, body.password, 'TWO_STEP_FAILED')
      if (!right) {
        await audit(db, by, 'TWO_STEP_FAILED', { detail: 'CURRENT_PASSWORD_INCORRECT' })
        throw new Problem('CURRENT_PASSWORD_INCORRECT')
      }
      const secret = newTotpSecret()
      const setUpEnd = Math.floor(by.now / 1000) + setUpLife
      await withLockedUser(db, user.id, async (trx, held) => {
        if (held.passwordHash !== user.passwordHash) throw new Problem('CURRENT_PASSWORD_INCORRECT')
        const kept = await keepPending(trx, user.id, vault.seal(secret, user.id), setUpEnd)
        if (!kept) throw new Problem('TWO_STEP_EXISTS')
      })
      return { secret, uri: totpUri(secret, user.email), expires_in: setUpLife }
    },

    async confirmTwoStep({ body, session: { user }, visitor }) {
      const by = { user, visitor, now: services.now() }
      const kept = await findTwoStep(db, user.id)
      if (!kept) throw new Problem('UNAUTHORIZED')
      const { on, pending, pendingUntil } = kept
      if (on) throw new Problem('TWO_STEP_EXISTS')
      if (pending === null || pendingUntil <= Math.floor(by.now / 1000))
        throw new Problem('TWO_STEP_NOT_BEGUN')
      return withCode(by, 'on', async (trx, seconds) => {
        const step = totpStep(vault.open(pending, user.id), body.code, seconds)
        if (step === null) return null
        if (!(await switchOn(trx, user.id, pending, step))) throw new Problem('TWO_STEP_NOT_BEGUN')
        await audit(trx, by, 'TWO_STEP_ON')
        return newCodes(trx, user.id)
      })
    },

    async endTwoStep({ body, session: { user }, visitor }) {
      const by = { user, visitor, now: services.now() }
      if (!user.twoStep) throw new Problem('TWO_STEP_REQUIRED')
      await withCode(by, 'off', async (trx, seconds) => {
        const kind = await takeCode(trx, vault, user.id, body.code, seconds)
        if (kind === null) return null
        if (kind === 'recovery') await audit(trx, by, 'RECOVERY_CODE_USED', { detail: 'off' })
        await switchOff(trx, user.id)
        await audit(trx, by, 'TWO_STEP_OFF')
        return kind
      })
    },

    async renewRecoveryCodes({ body, session: { user }, visitor }) {
      const by = { user, visitor, now: services.now() }
      if (!user.twoStep) throw new Problem('TWO_STEP_REQUIRED')
      return withCode(by, 'recovery-codes', async (trx, seconds) => {
        if (!(await takeAppCode(trx, vault, user.id, body.code, seconds))) return null
        await audit(trx, by, 'RECOVERY_CODES_RENEWED')
        return newCodes(trx, user.id)
      })
    },

    async getMethodSecurity({ session: { user } }) {
      return {
        method: user.confirmationMethod,
        pin_exists: user.pinHash !== null,
        two_step: user.twoStep,
        recovery_codes_left: await countRecoveryCodes(db, user.id),
      }
    },

    async changeMethodPin({ body, session: { user }, visitor }) {
      const by = { user, visitor, now: services.now() }
      if (body.method === 'two-step' && !user.twoStep) throw new Problem('TWO_STEP_REQUIRED')
      if (body.method === 'pin' && user.pinHash === null) throw new Problem('PIN_REQUIRED')
      await requireConfirmation(services, by, body.pin, 'changeMethodPin', async trx => {
        if (!(await setConfirmationMethod(trx, user.id, body.method))) throw new Problem('TWO_STEP_REQUIRED')
        const detail = `${user.confirmationMethod} → ${body.method}`
        await audit(trx, by, 'CONFIRMATION_METHOD_CHANGED', { detail })
      })
    },

    async confirmIdentity({ body, session, visitor }) {
      const by = { user: session.user, visitor, now: services.now() }
      await requireConfirmation(services, by, body.pin, '', async trx => {
        const until = Math.floor(by.now / 1000) + confirmationLife
        if (!(await confirmSession(trx, session.id, until))) throw new Problem('UNAUTHORIZED')
        await audit(trx, by, 'IDENTITY_CONFIRMED')
      })
      return { expires_in: confirmationLife }
    },
  }
}
