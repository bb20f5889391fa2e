import type { Acl, ErrorCode, Job, JobFailure, JobKind, JobState } from '../../openapi/schema.ts'
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

export type NewJob = {
  id: string
  accountId: string
  userId: string
  visitor: string
  kind: JobKind
  bucket: string
  bucketIdentity: string
  /** As in the contract, as `sources`. */
  source: string | null
  sources: number
  target: Job['target']
  acl: Acl | null
  /** Only one job of the same kind, bucket and `about` may be live. */
  about: string
  input: string
  cursor: string | null
  now: number
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
/** Failures listed per job. */
const failuresListed = 1000
/** Maximum number of jobs listed for an account; older ones are deleted once they have ended. */
export const jobsListed = 100

/**
 * Adds a queued job, unless one of the same kind, bucket and `about` is live, or the account has `most` live jobs.
 * Times: unix seconds.
 */
export async function addJob(
  db: Database,
  job: NewJob,
  most: number,
): Promise<'added' | 'running' | 'too many'> {
  const live = [job.kind, job.accountId, job.bucket, ...(job.about && [storable(job.about)])].join(' ')
  return db.transaction().execute(async trx => {
    await trx.updateTable('accounts').set({ id: job.accountId }).where('id', '=', job.accountId).execute()
    const others = await trx
      .selectFrom('jobs')
      .select('live')
      .where('account_id', '=', job.accountId)
      .where('live', 'is not', null)
      .execute()
    if (others.some(other => other.live === live)) return 'running'
    if (others.length >= most) return 'too many'
    await trx
      .insertInto('jobs')
      .values({
        id: job.id,
        account_id: job.accountId,
        user_id: job.userId,
        visitor: job.visitor,
        kind: job.kind,
        bucket: job.bucket,
        bucket_identity: job.bucketIdentity,
        source: job.source === null ? null : storable(job.source),
        sources: job.sources,
        target_bucket: job.target?.bucket ?? null,
        target_key: job.target ? storable(job.target.key) : null,
        acl: job.acl,
        input: job.input,
        cursor: job.cursor,
        state: 'queued',
        live,
        created_at: job.now,
        updated_at: job.now,
      })
      .execute()
    await dropUnlisted(trx, job.accountId)
    return 'added'
  })
}

/**
 * Deletes the ended jobs of an account that are no longer listed: the input and failures of each may take many
 * megabytes.
 */
async function dropUnlisted(trx: Transaction, accountId: string): Promise<void> {
  await trx
    .deleteFrom('jobs')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is not', null)
    .where('id', 'not in', query =>
      query
        .selectFrom('jobs')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(jobsListed),
    )
    .execute()
}

/** PostgreSQL's text cannot contain NUL, which keys may. */
function storable(key: string): string {
  return key.replaceAll('\0', '\u{fffd}')
}

/** Like `storable`, but reversible, as a retry reads keys from here: U+FDD0, a noncharacter, is the escape. */
function escaped(key: string): string {
  return key.replace(/[\0\ufdd0]/g, character => (character === '\0' ? '\ufdd00' : '\ufdd01'))
}

function unescaped(text: string): string {
  return text.replace(/\ufdd0([01])/g, (_, code) => (code === '0' ? '\0' : '\ufdd0'))
}

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
  if (!row) return null
  return {
    id,
    holder,
    accountId: row.account_id,
    userId: row.user_id,
    visitor: row.visitor,
    kind: row.kind,
    bucket: row.bucket,
    bucketIdentity: row.bucket_identity,
    input: row.input,
    cursor: row.cursor,
    failed: row.failed,
    cancelling: row.cancelling === 1,
    tries: row.tries,
  }
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
        ? { ...ended('done', now), cursor: null }
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

function ended(state: 'done' | 'failed' | 'cancelled', now: number) {
  return { state, live: null, holder: null, updated_at: now, ended_at: now }
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

/** The jobs of an account, or of one of its users. */
export type JobScope = { accountId: string; userId: string | null }

/** Ends a queued job; a running one ends after its batch. False if there is no such job, or it has ended. */
export async function cancelJob(db: Database, id: string, now: number): Promise<boolean> {
  const queued = await db
    .updateTable('jobs')
    .set({ ...ended('cancelled', now), cancelling: 1 })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  if (queued.numUpdatedRows === 1n) return true
  const running = await db
    .updateTable('jobs')
    .set({ cancelling: 1, updated_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('cancelling', '=', 0)
    .executeTakeFirst()
  return running.numUpdatedRows === 1n
}

/** Without input and cursor, which may be long. */
const listedColumns = [
  ...(['id', 'kind', 'bucket', 'source', 'sources', 'target_bucket', 'target_key', 'acl'] as const),
  ...(['state', 'cancelling'] as const),
  ...(['done', 'failed', 'skipped', 'total', 'bytes', 'error'] as const),
  ...(['created_at', 'started_at', 'updated_at', 'ended_at'] as const),
] as const

function selectJobs(db: Database, { accountId, userId }: JobScope) {
  return db
    .selectFrom('jobs')
    .leftJoin('users', 'users.id', 'jobs.user_id')
    .select(listedColumns.map(column => `jobs.${column}` as const))
    .select('users.email')
    .where('jobs.account_id', '=', accountId)
    .$if(userId !== null, query => query.where('jobs.user_id', '=', userId!))
}

/** The newest jobs first. */
export async function listJobs(db: Database, scope: JobScope, most: number): Promise<Job[]> {
  const rows = await selectJobs(db, scope)
    .orderBy('jobs.created_at', 'desc')
    .orderBy('jobs.id')
    .limit(most)
    .execute()
  return rows.map(jobOf)
}

export async function findJob(db: Database, scope: JobScope, id: string): Promise<Job | null> {
  const row = await selectJobs(db, scope).where('jobs.id', '=', id).executeTakeFirst()
  return row ? jobOf(row) : null
}

function jobOf(row: Awaited<ReturnType<ReturnType<typeof selectJobs>['executeTakeFirstOrThrow']>>): Job {
  return {
    id: row.id,
    kind: row.kind,
    bucket: row.bucket,
    source: row.source,
    sources: row.sources,
    target: row.target_bucket === null ? null : { bucket: row.target_bucket, key: row.target_key ?? '' },
    ...(row.acl && { acl: row.acl }),
    user: row.email ?? '',
    state: row.state,
    cancelling: row.cancelling === 1,
    done: row.done,
    failed: row.failed,
    skipped: row.skipped,
    total: row.total === null ? null : Math.max(row.total, row.done + row.failed + row.skipped),
    bytes: row.bytes,
    error: row.error,
    created_at: row.created_at,
    started_at: row.started_at,
    updated_at: row.updated_at,
    ended_at: row.ended_at,
  }
}

/** The data for finishing an ended job; null while it is live. `cursor`: JSON, like `input`. */
export async function findEnded(
  db: Database,
  id: string,
): Promise<{
  kind: JobKind
  input: string
  cursor: string | null
  state: JobState
  failed: string[]
} | null> {
  const row = await db
    .selectFrom('jobs')
    .select(['kind', 'input', 'cursor', 'state'])
    .where('id', '=', id)
    .where('ended_at', 'is not', null)
    .executeTakeFirst()
  if (!row) return null
  const failures = await selectFailures(db, id).select('key').execute()
  return { ...row, failed: failures.map(({ key }) => unescaped(key)) }
}

function selectFailures(db: Database, id: string) {
  return db.selectFrom('job_failures').where('job_id', '=', id).orderBy('number')
}

/** The input that a job was started with, as JSON. */
export async function inputOf(db: Database, id: string): Promise<string> {
  const { input } = await db.selectFrom('jobs').select('input').where('id', '=', id).executeTakeFirstOrThrow()
  return input
}

/** The first 1,000 failures of a job. */
export async function listFailures(db: Database, id: string): Promise<JobFailure[]> {
  const failures = await selectFailures(db, id)
    .select(['key', 'version_id', 'code', 'lock', 'until'])
    .limit(failuresListed)
    .execute()
  return failures.map(failure => ({ ...failure, key: unescaped(failure.key) }))
}

export async function pruneJobs(db: Database, before: number): Promise<void> {
  await db.deleteFrom('jobs').where('ended_at', '<=', before).execute()
}
