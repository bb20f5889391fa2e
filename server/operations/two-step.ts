import type { CodePurpose } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { newRecoveryCodes, type RecoveryCodes, readCode, takeAppCode, takeCode } from '../auth/codes.ts'
import { type Guard, limitedEach, limits } from '../auth/limits.ts'
import { hasPasskey } from '../auth/second-step.ts'
import { newTotpSecret, totpStep, totpUri } from '../auth/totp.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { auditAndTell } from '../mail/security-notice.ts'
import type { Database, Transaction } from '../store/open.ts'
import { confirmSession } from '../store/sessions.ts'
import {
  countRecoveryCodes,
  findTwoStep,
  keepPending,
  replaceRecoveryCodes,
  setConfirmationMethod,
  setRequired,
  switchOff,
  switchOn,
} from '../store/two-step.ts'
import type { User } from '../store/users.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import { codeAttempts, confirmationLife, passwordIsRight, requireConfirmation } from './confirm-identity.ts'
import { confirmingProvider } from './confirming-provider.ts'
import type { Services } from './services.ts'

/** Seconds within which a code must confirm a set-up. */
const setUpLife = 600

export function twoStepOperations(
  services: Pick<Services, 'db' | 'vault' | 'mails' | 'brand' | 'hashSecret' | 'requireTwoStep' | 'sso'>,
) {
  const { db, vault, brand, requireTwoStep } = services

  const newCodes = (userId: string) => () => newRecoveryCodes(services.hashSecret, vault, userId)

  async function keepCodes(trx: Transaction, userId: string, { codes, hashes }: RecoveryCodes) {
    await replaceRecoveryCodes(trx, userId, hashes)
    return { recovery_codes: codes }
  }

  /** Whether the session began at a provider that is still in the settings. */
  const beganAtProvider = ({ provider = '' }: User) => services.sso.has(provider)

  return {
    /** Returns the secret for an authenticator app, a code of which must confirm the set-up. */
    async beginTwoStep({ body: { password }, by }) {
      const { user } = by
      if (user.twoStep) throw new Problem('TWO_STEP_EXISTS')
      if (!(await passwordIsRight(db, by, password, 'TWO_STEP_FAILED'))) {
        const detail = { kind: 'error', code: 'CURRENT_PASSWORD_INCORRECT' } as const
        await audit(db, by, 'TWO_STEP_FAILED', { detail })
        throw new Problem('CURRENT_PASSWORD_INCORRECT')
      }
      const secret = newTotpSecret()
      const sealed = vault.seal(secret, 'users.two_step_pending', user.id)
      const setUpEnd = Math.floor(by.now / 1000) + setUpLife
      await withLockedUser(db, user.id, async (trx, held) => {
        if (held.passwordHash !== user.passwordHash) throw new Problem('CURRENT_PASSWORD_INCORRECT')
        if (!(await keepPending(trx, user.id, sealed, setUpEnd))) throw new Problem('TWO_STEP_EXISTS')
      })
      return { secret, uri: totpUri(secret, user.email, brand.name), expires_in: setUpLife }
    },

    /** Switches two-step verification on. */
    async confirmTwoStep({ body: { code }, by }) {
      const { user } = by
      const kept = await findTwoStep(db, user.id)
      if (!kept) throw new Problem('UNAUTHORIZED')
      const { on, pending, pendingUntil } = kept
      if (on) throw new Problem('TWO_STEP_EXISTS')
      if (pending === null || pendingUntil <= Math.floor(by.now / 1000))
        throw new Problem('TWO_STEP_NOT_BEGUN')
      return withCode(db, by, 'on', newCodes(user.id), async (trx, seconds, made) => {
        const step = totpStep(vault.open(pending, 'users.two_step_pending', user.id), code, seconds)
        if (step === null) return null
        if (!(await switchOn(trx, user.id, pending, step))) throw new Problem('TWO_STEP_NOT_BEGUN')
        await auditAndTell({ db: trx, vault }, by, 'TWO_STEP_ON')
        return keepCodes(trx, user.id, made)
      })
    },

    /** Switches two-step verification off. */
    async endTwoStep({ body: { code }, by }) {
      const { user } = by
      if (!user.twoStep) throw new Problem('TWO_STEP_REQUIRED')
      if (user.twoStepRequired && !hasPasskey(user)) throw new Problem('TWO_STEP_ENFORCED')
      const typed = () => readCode(db, vault, user.id, code)
      await withCode(db, by, 'off', typed, async (trx, seconds, given) => {
        const kind = await takeCode(trx, vault, user.id, given, seconds)
        if (kind === null) return null
        if (kind === 'recovery')
          await audit(trx, by, 'RECOVERY_CODE_USED', { detail: { kind: 'purpose', purpose: 'off' } })
        await switchOff(trx, user.id)
        await auditAndTell({ db: trx, vault }, by, 'TWO_STEP_OFF')
        return kind
      })
    },

    async renewRecoveryCodes({ body: { code }, by }) {
      const { user } = by
      if (!user.twoStep) throw new Problem('TWO_STEP_REQUIRED')
      return withCode(db, by, 'recovery-codes', newCodes(user.id), async (trx, seconds, made) => {
        if (!(await takeAppCode(trx, vault, user.id, code, seconds))) return null
        await auditAndTell({ db: trx, vault }, by, 'RECOVERY_CODES_RENEWED')
        return keepCodes(trx, user.id, made)
      })
    },

    async getMethodSecurity({ by: { user } }) {
      return {
        method: user.confirmationMethod,
        provider: confirmingProvider(services, user)?.settings.id ?? null,
        pin_exists: user.pinHash !== null,
        two_step: user.twoStep,
        two_step_required: user.twoStepRequired,
        required_by_operator: requireTwoStep,
        passkeys: user.passkeys,
        sso: services.sso.size === 0 ? 'none' : beganAtProvider(user) ? 'used' : 'offered',
        sso_required: user.ssoRequired,
        recovery_codes_left: await countRecoveryCodes(db, user.id),
      }
    },

    /** What everybody in the account must sign in with; sessions of those without end. */
    async changeAccountSignIn({ body: required, by }) {
      const { user } = by
      const { require_two_step: twoStep, require_sso: sso } = required
      if (twoStep !== undefined && requireTwoStep) throw new Problem('TWO_STEP_ENFORCED')
      if (twoStep && !user.twoStep && user.passkeys === 0) throw new Problem('TWO_STEP_REQUIRED')
      // Only who came that way knows that it leads back in.
      if (sso && !beganAtProvider(user)) throw new Problem('SSO_SIGN_IN_FIRST')
      await db.transaction().execute(async trx => {
        const before = await setRequired(trx, user.accountId, required)
        const detail = changes(before, required)
        if (detail) await audit(trx, by, 'ACCOUNT_CHANGED', { target: user.accountName, detail })
      })
    },

    /** Chooses what confirms protected acts. */
    async changeMethodPin({ body: { pin, method }, by }) {
      const { user } = by
      if (method === 'two-step' && !user.twoStep) throw new Problem('TWO_STEP_REQUIRED')
      if (method === 'pin' && user.pinHash === null) throw new Problem('PIN_REQUIRED')
      await requireConfirmation(services, by, pin, 'changeMethodPin', async trx => {
        if (!(await setConfirmationMethod(trx, user.id, method))) throw new Problem('TWO_STEP_REQUIRED')
        const detail = changes({ method: user.confirmationMethod }, { method })
        await auditAndTell({ db: trx, vault }, by, 'CONFIRMATION_METHOD_CHANGED', { detail })
      })
    },

    /** Confirms the user's identity in a session. */
    async confirmIdentity({ body, session, by }) {
      await requireConfirmation(services, by, body.pin, '', async trx => {
        const until = Math.floor(by.now / 1000) + confirmationLife
        if (!(await confirmSession(trx, session.id, until))) throw new Problem('UNAUTHORIZED')
        await audit(trx, by, 'IDENTITY_CONFIRMED')
      })
      return { expires_in: confirmationLife }
    },
  } satisfies Partial<Handlers>
}

/**
 * Runs `act` in a transaction, after `prepare`, which hashes; it returns null if the code is wrong. AUTH_CODE_INVALID, recorded with `purpose`;
 * TOO_MANY_REQUESTS after too many.
 */
export async function withCode<P, T>(
  db: Database,
  by: By,
  purpose: CodePurpose,
  prepare: () => Promise<P>,
  act: (trx: Transaction, seconds: number, prepared: P) => Promise<T | null>,
): Promise<T> {
  const seconds = Math.floor(by.now / 1000)
  const guard: Guard = {
    name: codeAttempts(by.user.id),
    limit: limits.code,
    by,
    failure: 'TWO_STEP_FAILED',
  }
  const done = await limitedEach(db, guard, async () => {
    const prepared = await prepare()
    return withLockedUser(db, by.user.id, trx => act(trx, seconds, prepared))
  })
  if (done !== null) return done
  await audit(db, by, 'TWO_STEP_FAILED', { detail: { kind: 'purpose', purpose } })
  throw new Problem('AUTH_CODE_INVALID')
}
