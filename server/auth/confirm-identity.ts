import { audit } from '../audit/record.ts'
import type { Visitor } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import type { Vault } from '../secret.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'
import { takeAppCode } from './codes.ts'
import { verifySecret } from './hash.ts'
import { limited, limitedEach, limits } from './limits.ts'

/** Seconds that a session's confirmation lasts. */
export const confirmationLife = 300

/** Who acts, from where, and when (ms). */
export type By = { user: User; visitor: Pick<Visitor, 'address' | 'userAgent'>; now: number }

/**
 * Goes on only with what confirms the user's protected acts: the pin, or a code of the authenticator app. PIN_REQUIRED
 * where no pin is set, PIN_INCORRECT, TOO_MANY_REQUESTS after too many wrong ones. `target`: what it is for, in the
 * record of a refusal.
 */
export async function confirmIdentity(
  { db, vault }: { db: Database; vault: Vault },
  by: By,
  answer: string,
  target = '',
): Promise<void> {
  const { user } = by
  const seconds = Math.floor(by.now / 1000)
  const right =
    user.confirmationMethod === 'two-step'
      ? await limitedEach(db, codeAttempts(user.id), limits.code, seconds, () =>
          takeAppCode(db, vault, user.id, answer, seconds),
        )
      : await pinIsRight(db, user, answer, seconds)
  if (right) return
  await audit(db, by, 'IDENTITY_REFUSED', { target })
  throw new Problem('PIN_INCORRECT')
}

/**
 * Whether `pin` is the user's. PIN_REQUIRED where none is set, TOO_MANY_REQUESTS after too many wrong ones. `now`: unix
 * seconds.
 */
export async function pinIsRight(db: Database, user: User, pin: string, now: number): Promise<boolean> {
  const { pinHash } = user
  if (pinHash === null) throw new Problem('PIN_REQUIRED')
  return limited(db, pinAttempts(user.id), limits.pin, now, () => verifySecret(pin, pinHash))
}

/** What the limit on pins counts under. */
export function pinAttempts(userId: string): string {
  return `pin user ${userId}`
}

/** What the limit on codes counts under: all uses together, as a guess at one is a guess at all. */
export function codeAttempts(userId: string): string {
  return `code user ${userId}`
}
