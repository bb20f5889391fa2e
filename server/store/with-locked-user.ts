import { Problem } from '../errors/problem.ts'
import type { Database, Transaction } from './open.ts'
import { lockUser, type User } from './users.ts'

/**
 * Runs `act` in a transaction that locks the user's row first, with the user as of then: compare it with what was
 * checked before. UNAUTHORIZED if the user was deleted.
 */
export function withLockedUser<T>(
  db: Database,
  id: string,
  act: (trx: Transaction, held: User) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async trx => {
    const held = await lockUser(trx, id)
    if (!held) throw new Problem('UNAUTHORIZED')
    return act(trx, held)
  })
}
