import type { By } from '../audit/actor.ts'
import { audit, auditEnd } from '../audit/record.ts'
import { Problem } from '../errors/problem.ts'
import type { Database } from '../store/open.ts'
import { endOtherSessions as endOthers, endSessionOf } from '../store/sessions.ts'
import { withLockedUser } from '../store/with-locked-user.ts'

/** Ends one of the user's sessions. NOT_FOUND. */
export async function endSession(db: Database, by: By, id: string): Promise<void> {
  await db.transaction().execute(async trx => {
    const ended = await endSessionOf(trx, by.user.id, id)
    if (!ended) throw new Problem('NOT_FOUND')
    await auditEnd(trx, by, ended)
  })
}

/** Ends the user's sessions except `keep`; returns how many. */
export async function endOtherSessions(db: Database, by: By, keep: string): Promise<number> {
  return withLockedUser(db, by.user.id, async trx => {
    const count = await endOthers(trx, by.user.id, keep)
    if (count > 0) await audit(trx, by, 'SESSION_ENDED', { detail: { kind: 'sessions', count } })
    return count
  })
}
