import { sql } from 'kysely'
import type { Database } from './open.ts'

/** At most `attempts` failures in `seconds` from the first one. */
export type Limit = { attempts: number; seconds: number }

/**
 * Counts an attempt under `name` before it is made, in one statement, so that concurrent attempts count separately.
 * Null: allowed; call `releaseAttempt` or `clearAttempts` if it succeeds. A number: refused, retry after that many
 * seconds. Refused attempts do not prolong the wait.
 */
export async function takeAttempt(
  db: Database,
  name: string,
  limit: Limit,
  now: number,
): Promise<number | null> {
  const fresh = sql<boolean>`attempts.reset_at <= ${now}`
  const row = await db
    .insertInto('attempts')
    .values({ name, count: 1, reset_at: now + limit.seconds })
    .onConflict(conflict =>
      conflict.column('name').doUpdateSet({
        count: sql<number>`case when ${fresh} then 1 when attempts.count > ${limit.attempts} then attempts.count else attempts.count + 1 end`,
        reset_at: sql<number>`case when ${fresh} then excluded.reset_at else attempts.reset_at end`,
      }),
    )
    .returning(['count', 'reset_at'])
    .executeTakeFirstOrThrow()
  return row.count <= limit.attempts ? null : Math.max(1, row.reset_at - now)
}

/**
 * Counts several attempts at once, or none if not all are allowed. Null: allowed. A number: refused, retry after that
 * many seconds.
 */
export async function takeAttempts(
  db: Database,
  name: string,
  limit: Limit,
  count: number,
  now: number,
): Promise<number | null> {
  const fresh = sql<boolean>`attempts.reset_at <= ${now}`
  const taken = await db
    .insertInto('attempts')
    .values({ name, count, reset_at: now + limit.seconds })
    .onConflict(conflict =>
      conflict
        .column('name')
        .doUpdateSet({
          count: sql<number>`case when ${fresh} then excluded.count else attempts.count + excluded.count end`,
          reset_at: sql<number>`case when ${fresh} then excluded.reset_at else attempts.reset_at end`,
        })
        .where(sql<boolean>`${fresh} or attempts.count + excluded.count <= ${limit.attempts}`),
    )
    .returning('reset_at')
    .executeTakeFirst()
  if (taken) return null
  const row = await db.selectFrom('attempts').select('reset_at').where('name', '=', name).executeTakeFirst()
  return Math.max(1, Number(row?.reset_at ?? now) - now)
}

/** Uncounts one attempt: it was no failure. */
export async function releaseAttempt(db: Database, name: string): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ count: sql<number>`count - 1` })
    .where('name', '=', name)
    .where('count', '>', 0)
    .execute()
}

/** Clears the failures under `name`. */
export async function clearAttempts(db: Database, name: string): Promise<void> {
  await db.deleteFrom('attempts').where('name', '=', name).execute()
}

/** Clears the failures under all names that begin with `start`, which must not contain `%` or `_`. */
export async function clearAttemptsBelow(db: Database, start: string): Promise<void> {
  await db.deleteFrom('attempts').where('name', 'like', `${start}%`).execute()
}

/** Deletes expired counts. */
export async function pruneAttempts(db: Database, now: number): Promise<void> {
  await db.deleteFrom('attempts').where('reset_at', '<=', now).execute()
}
