import { Problem } from '../errors/problem.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'
import { verifySecret } from './hash.ts'
import { limited, limits } from './limits.ts'

/**
 * Goes on only with the user's pin: PIN_REQUIRED where none is set, PIN_INCORRECT, TOO_MANY_REQUESTS after too many
 * wrong ones. `now`: unix seconds.
 */
export async function confirmPin(db: Database, user: User, pin: string, now: number): Promise<void> {
  const { pinHash } = user
  if (pinHash === null) throw new Problem('PIN_REQUIRED')
  const right = await limited(db, `pin user ${user.id}`, limits.pin, now, () => verifySecret(pin, pinHash))
  if (!right) throw new Problem('PIN_INCORRECT')
}
