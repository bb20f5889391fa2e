import type { AuditAction } from '../../openapi/schema.ts'
import { type Actor, audit } from '../audit/record.ts'
import { Problem } from '../errors/problem.ts'
import type { Vault } from '../secret.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'
import { takeAppCode } from './codes.ts'
import { verifySecret } from './hash.ts'
import { limited, limitedEach, limits } from './limits.ts'
import { withUser } from './with-user.ts'

/** Seconds that a session's confirmation lasts. */
export const confirmationLife = 300

/** A user who acts, from where, and when (ms). */
export type By = Actor & { user: User }

/**
 * Goes on only with what confirms the user's protected acts: the pin, or a code of the authenticator app. `act` runs in
 * a transaction in which that still is what confirms. PIN_REQUIRED where no pin is set, PIN_INCORRECT, TOO_MANY_REQUESTS
 * after too many wrong ones. `target`: what it is for, in the record of a refusal.
 */
export async function requireConfirmation(
  { db, vault }: { db: Database; vault: Vault },
  by: By,
  answer: string,
  target = '',
  act: (trx: Database) => Promise<void> = async () => undefined,
): Promise<void> {
  const { user } = by
  const right =
    user.confirmationMethod === 'two-step'
      ? await limitedEach(
          db,
          { name: codeAttempts(user.id), limit: limits.code, by, failure: 'IDENTITY_REFUSED', target },
          () => takeAppCode(db, vault, user.id, answer, Math.floor(by.now / 1000)),
        )
      : await pinIsRight(db, by, answer, 'IDENTITY_REFUSED', target)
  const done =
    right &&
    (await withUser(db, user.id, async (trx, held) => {
      if (held.pinHash !== user.pinHash || held.confirmationMethod !== user.confirmationMethod) return false
      await act(trx)
      return true
    }))
  if (done) return
  await audit(db, by, 'IDENTITY_REFUSED', { target })
  throw new Problem('PIN_INCORRECT')
}

/**
 * Whether `pin` is the user's. PIN_REQUIRED where none is set, TOO_MANY_REQUESTS after too many wrong ones, on record as
 * `failure`.
 */
export async function pinIsRight(
  db: Database,
  by: By,
  pin: string,
  failure: AuditAction,
  target = '',
): Promise<boolean> {
  const { id, pinHash } = by.user
  if (pinHash === null) throw new Problem('PIN_REQUIRED')
  const guard = { name: pinAttempts(id), limit: limits.pin, by, failure, target }
  return limited(db, guard, () => verifySecret(pin, pinHash))
}

/**
 * Whether `password` is the one that the user signs in with. TOO_MANY_REQUESTS after too many wrong ones, on record as
 * `failure`; `success`: what the right one does with those before it.
 */
export async function passwordIsRight(
  db: Database,
  by: By,
  password: string,
  failure: AuditAction,
  success: 'forgets' | 'counts' = 'forgets',
): Promise<boolean> {
  const { id, passwordHash } = by.user
  const guard = { name: `password user ${id}`, limit: limits.currentPassword, by, failure }
  return limited(db, guard, () => verifySecret(password, passwordHash), success)
}

/** What the limit on pins counts under. */
export function pinAttempts(userId: string): string {
  return `pin user ${userId}`
}

/** What the limit on codes counts under: all uses together, as a guess at one is a guess at all. */
export function codeAttempts(userId: string): string {
  return `code user ${userId}`
}
