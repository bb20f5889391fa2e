import type { ErrorCode, JobFailure, JobKind } from '../../openapi/schema.ts'
import { fieldsOf } from './fields.ts'
import { ended, escaped } from './jobs.ts'
import type { Database, Transaction } from './open.ts'

/** A job as stored. `holder`: identifies this claim. */
export type ClaimedJob = {
  id: string
  holder: string
  accountId: string
  userId: string
  visitor: string
  kind: JobKind
  bucket: string
  /** The bucket's when the job was started. */
  bucketIdentity: string
  /** JSON, like `cursor`. */
  input: string
  cursor: string | null
  failed: number
  cancelling: boolean
  /** Claims since the last stored batch, including this one. */
  tries: number
}

/** The result of a batch. Its counts are added to the job's. `total`: undefined keeps the stored one. */
type Batch = {
  cursor: string | null
  done: number
  failed: number
  bytes: number
  skipped?: number | undefined
  total?: number | null | undefined
  failures: JobFailure[]
  /** Whether the job starts over: its stored failures are deleted. */
  again?: boolean | undefined
}

/** Failures stored per job, for a retry. */
export const failuresKept = 10_000

/**
 * The id of the job to claim next: one of the account with the fewest running jobs, and of these accounts the one whose
 * last turn is the longest ago. Null: none is due. `except`: ids that do not count.
 */
export async function nextJob(
  db: Database,
  now: number,
  kinds: readonly JobKind[],
  except: readonly string[] = [],
): Promise<string | null> {
  const row = await db
    .with('busy', query =>
      query
        .selectFrom('jobs')
        .select(({ fn }) => ['account_id', fn.countAll<number>().as('running')])
        .where('ended_at', 'is', null)
        .where('lease_until', '>', now)
        .where('holder', 'is not', null)
        .groupBy('account_id'),
    )
    .selectFrom('jobs')
    .innerJoin('accounts', 'accounts.id', 'jobs.account_id')
    .leftJoin('busy', 'busy.account_id', 'jobs.account_id')
    .select('jobs.id')
    .where('jobs.ended_at', 'is', null)
    .where('jobs.kind', 'in', kinds)
    .where('jobs.lease_until', '<=', now)
    .$if(except.length > 0, query => query.where('jobs.id', 'not in', except))
    .orderBy(({ fn, val }) => fn.coalesce('busy.running', val(0)))
    .orderBy('accounts.job_turn_at')
    .orderBy('jobs.lease_until')
    .orderBy('jobs.created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * Notes that a job of the account begins or ends a turn: its other jobs then wait behind other accounts. Not part of the
 * claim's statement, as jobs and accounts are never locked in this order. `now`: ms.
 */
export async function noteTurn(db: Database, accountId: string, now: number): Promise<void> {
  await db.updateTable('accounts').set({ job_turn_at: now }).where('id', '=', accountId).execute()
}

/** Claims a job until `until`, in one statement. Null if another process holds it, or it has ended. */
export async function claimJob(
  db: Database,
  id: string,
  holder: string,
  now: number,
  until: number,
): Promise<ClaimedJob | null> {
  const row = await db
    .updateTable('jobs')
    .set(query => ({
      holder,
      state: 'running' as const,
      lease_until: until,
      tries: query('tries', '+', 1),
      started_at: query.fn.coalesce('started_at', query.val(now)),
      updated_at: now,
    }))
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('lease_until', '<=', now)
    .returningAll()
    .executeTakeFirst()
  return row ? { ...fieldsOf(row), holder, cancelling: row.cancelling === 1 } : null
}

/** Extends a claim. False if it was lost. */
export async function renewLease(db: Database, { id, holder }: ClaimedJob, until: number): Promise<boolean> {
  const renewed = await db
    .updateTable('jobs')
    .set({ lease_until: until })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .executeTakeFirst()
  return renewed.numUpdatedRows === 1n
}

/**
 * Stores a batch with its failures, and extends the claim. Without a cursor the job is done. Null if the claim was
 * lost.
 * For a transaction.
 */
export async function storeBatch(
  trx: Transaction,
  { id, holder }: ClaimedJob,
  batch: Batch,
  now: number,
  until: number,
): Promise<{ cancelling: boolean; done: number; failed: number } | null> {
  const row = await trx
    .updateTable('jobs')
    .set(query => ({
      done: query('done', '+', batch.done),
      failed: batch.again ? batch.failed : query('failed', '+', batch.failed),
      bytes: query('bytes', '+', batch.bytes),
      skipped: query('skipped', '+', batch.skipped ?? 0),
      ...(batch.total !== undefined && { total: batch.total }),
      tries: 0,
      lease_until: until,
      ...(batch.cursor === null
        ? { ...ended('done', now), cursor: null, error: null }
        : { cursor: batch.cursor, updated_at: now }),
    }))
    .where('id', '=', id)
    .where('holder', '=', holder)
    .returning(['cancelling', 'done', 'failed'])
    .executeTakeFirst()
  if (!row) return null
  if (batch.again) await trx.deleteFrom('job_failures').where('job_id', '=', id).execute()
  const first = row.failed - batch.failed
  const kept = batch.failures.slice(0, Math.max(0, failuresKept - first))
  // SQLite and PostgreSQL limit the values of one statement.
  for (let at = 0; at < kept.length; at += 100) {
    await trx
      .insertInto('job_failures')
      .values(
        kept.slice(at, at + 100).map((failure, index) => ({
          ...failure,
          key: escaped(failure.key),
          job_id: id,
          number: first + at + index,
        })),
      )
      .execute()
  }
  return { cancelling: row.cancelling === 1, done: row.done, failed: row.failed }
}

/** Drops the claims of processes that have ended. Call at a start, when no other process can hold one. */
export async function dropClaims(db: Database, now: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ holder: null, lease_until: now })
    .where('ended_at', 'is', null)
    .where('holder', 'is not', null)
    .execute()
}

/** Releases a claim; any process may claim the job from `at` on. */
export async function releaseJob(db: Database, { id, holder }: ClaimedJob, at: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ holder: null, lease_until: at })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .execute()
}

/** Ends a claimed job that is not done. Null if the claim was lost. */
export async function endJob(
  trx: Transaction,
  { id, holder }: ClaimedJob,
  end: { state: 'failed' | 'cancelled'; error: ErrorCode | null },
  now: number,
): Promise<{ done: number; failed: number } | null> {
  const row = await trx
    .updateTable('jobs')
    .set({ ...ended(end.state, now), error: end.error })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .returning(['done', 'failed'])
    .executeTakeFirst()
  return row ?? null
}
