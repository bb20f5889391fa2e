import type { CodePurpose } from '../../openapi/schema.ts'
import type { By, ByVisitor } from '../audit/actor.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { newRecoveryCodes, takeAppCode, takeCode } from '../auth/codes.ts'
import { type Guard, limitedEach, limits } from '../auth/limits.ts'
import { newTotpSecret, totpStep, totpUri } from '../auth/totp.ts'
import type { Brand } from '../config.ts'
import { Problem } from '../errors/problem.ts'
import { auditAndTell } from '../mail/security-notice.ts'
import type { Vault } from '../secret.ts'
import type { Database, Transaction } from '../store/open.ts'
import { replaceRecoveryCodes } from '../store/recovery-codes.ts'
import { confirmSession } from '../store/sessions.ts'
import { findTwoStep, keepPending, setConfirmationMethod, switchOff, switchOn } from '../store/two-step.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import {
  type ConfirmationDeps,
  codeAttempts,
  confirmationLife,
  passwordIsRight,
  requireConfirmation,
} from './confirm-identity.ts'

type Deps = { db: Database; vault: Vault }

/** Seconds within which a code must confirm a set-up. */
const setUpLife = 600

/**
 * Runs `act` in a transaction; it returns null if the code is wrong. AUTH_CODE_INVALID, recorded with `purpose`;
 * TOO_MANY_REQUESTS after too many.
 */
export async function withCode<T>(
  db: Database,
  by: By,
  purpose: CodePurpose,
  act: (trx: Transaction, seconds: number) => Promise<T | null>,
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
  await audit(db, by, 'TWO_STEP_FAILED', { detail: { kind: 'purpose', purpose } })
  throw new Problem('AUTH_CODE_INVALID')
}

/**
 * Begins a set-up: returns the secret for an authenticator app, and the seconds within which a code must confirm it.
 * TWO_STEP_EXISTS, CURRENT_PASSWORD_INCORRECT, TOO_MANY_REQUESTS.
 */
export async function beginTwoStep(
  { db, vault, brand }: Deps & { brand: Brand },
  by: By,
  password: string,
): Promise<{ secret: string; uri: string; expiresIn: number }> {
  const { user } = by
  if (user.twoStep) throw new Problem('TWO_STEP_EXISTS')
  if (!(await passwordIsRight(db, by, password, 'TWO_STEP_FAILED'))) {
    await audit(db, by, 'TWO_STEP_FAILED', { detail: { kind: 'error', code: 'CURRENT_PASSWORD_INCORRECT' } })
    throw new Problem('CURRENT_PASSWORD_INCORRECT')
  }
  const secret = newTotpSecret()
  const setUpEnd = Math.floor(by.now / 1000) + setUpLife
  await withLockedUser(db, user.id, async (trx, held) => {
    if (held.passwordHash !== user.passwordHash) throw new Problem('CURRENT_PASSWORD_INCORRECT')
    const kept = await keepPending(
      trx,
      user.id,
      vault.seal(secret, 'users.two_step_pending', user.id),
      setUpEnd,
    )
    if (!kept) throw new Problem('TWO_STEP_EXISTS')
  })
  return { secret, uri: totpUri(secret, user.email, brand.name), expiresIn: setUpLife }
}

/**
 * Switches two-step verification on; returns the recovery codes. TWO_STEP_NOT_BEGUN, TWO_STEP_EXISTS,
 * AUTH_CODE_INVALID.
 */
export async function confirmTwoStep({ db, vault }: Deps, by: By, code: string): Promise<string[]> {
  const { user } = by
  const kept = await findTwoStep(db, user.id)
  if (!kept) throw new Problem('UNAUTHORIZED')
  const { on, pending, pendingUntil } = kept
  if (on) throw new Problem('TWO_STEP_EXISTS')
  if (pending === null || pendingUntil <= Math.floor(by.now / 1000)) throw new Problem('TWO_STEP_NOT_BEGUN')
  return withCode(db, by, 'on', async (trx, seconds) => {
    const step = totpStep(vault.open(pending, 'users.two_step_pending', user.id), code, seconds)
    if (step === null) return null
    if (!(await switchOn(trx, user.id, pending, step))) throw new Problem('TWO_STEP_NOT_BEGUN')
    await auditAndTell({ db: trx, vault }, by, 'TWO_STEP_ON')
    return newCodes(trx, vault, user.id)
  })
}

/** Switches two-step verification off. TWO_STEP_REQUIRED, AUTH_CODE_INVALID. */
export async function endTwoStep({ db, vault }: Deps, by: By, code: string): Promise<void> {
  const { user } = by
  if (!user.twoStep) throw new Problem('TWO_STEP_REQUIRED')
  await withCode(db, by, 'off', async (trx, seconds) => {
    const kind = await takeCode(trx, vault, user.id, code, seconds)
    if (kind === null) return null
    if (kind === 'recovery')
      await audit(trx, by, 'RECOVERY_CODE_USED', { detail: { kind: 'purpose', purpose: 'off' } })
    await switchOff(trx, user.id)
    await auditAndTell({ db: trx, vault }, by, 'TWO_STEP_OFF')
    return kind
  })
}

/** Replaces the recovery codes, and returns the new ones. TWO_STEP_REQUIRED, AUTH_CODE_INVALID. */
export async function renewRecoveryCodes({ db, vault }: Deps, by: By, code: string): Promise<string[]> {
  const { user } = by
  if (!user.twoStep) throw new Problem('TWO_STEP_REQUIRED')
  return withCode(db, by, 'recovery-codes', async (trx, seconds) => {
    if (!(await takeAppCode(trx, vault, user.id, code, seconds))) return null
    await auditAndTell({ db: trx, vault }, by, 'RECOVERY_CODES_RENEWED')
    return newCodes(trx, vault, user.id)
  })
}

/** Chooses what confirms protected acts; `answer` confirms the choice. TWO_STEP_REQUIRED, PIN_REQUIRED; as `requireConfirmation`. */
export async function changeConfirmationMethod(
  deps: ConfirmationDeps,
  by: ByVisitor,
  answer: string,
  method: 'pin' | 'two-step',
): Promise<void> {
  const { user } = by
  if (method === 'two-step' && !user.twoStep) throw new Problem('TWO_STEP_REQUIRED')
  if (method === 'pin' && user.pinHash === null) throw new Problem('PIN_REQUIRED')
  await requireConfirmation(deps, by, answer, 'changeMethodPin', async trx => {
    if (!(await setConfirmationMethod(trx, user.id, method))) throw new Problem('TWO_STEP_REQUIRED')
    const detail = changes({ method: user.confirmationMethod }, { method })
    await auditAndTell({ db: trx, vault: deps.vault }, by, 'CONFIRMATION_METHOD_CHANGED', { detail })
  })
}

/** Confirms the user's identity in a session; returns the seconds that this lasts. As `requireConfirmation`. */
export async function confirmIdentity(
  deps: ConfirmationDeps,
  by: ByVisitor,
  sessionId: string,
  answer: string,
): Promise<number> {
  await requireConfirmation(deps, by, answer, '', async trx => {
    const until = Math.floor(by.now / 1000) + confirmationLife
    if (!(await confirmSession(trx, sessionId, until))) throw new Problem('UNAUTHORIZED')
    await audit(trx, by, 'IDENTITY_CONFIRMED')
  })
  return confirmationLife
}

async function newCodes(trx: Transaction, vault: Vault, userId: string): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes(vault, userId)
  await replaceRecoveryCodes(trx, userId, hashes)
  return codes
}
