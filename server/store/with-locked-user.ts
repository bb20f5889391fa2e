import { Problem } from '../errors/problem.ts'
import type { Database } from './open.ts'
import { lockUser, type User } from './users.ts'

/**
 * Runs `act` in a transaction that holds the user's row from the start, with the user as it is then: what was checked
 * before may be compared again. UNAUTHORIZED where the user was deleted meanwhile.
 */
export function withLockedUser<T>(
  db: Database,
  id: string,
  act: (trx: Database, held: User) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async trx => {
    const held = await lockUser(trx, id)
    if (!held) throw new Problem('UNAUTHORIZED')
    return act(trx, held)
  })
}
