import type { Database } from './open.ts'

/** Seconds that a proxy may take until it repeats a request. */
const life = 3600

/** Notes that a request begins; false if it has begun before, at any process. `now`: unix seconds. */
export async function beginRequest(db: Database, id: string, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('begun_requests')
    .values({ id, at: now })
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function pruneBegunRequests(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('begun_requests')
    .where('at', '<=', now - life)
    .execute()
}
