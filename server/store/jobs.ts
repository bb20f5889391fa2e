import type { Acl, ErrorCode, Job, JobFailure, JobKind, JobState } from '../../openapi/schema.ts'
import type { Database, Transaction } from './open.ts'

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
export function escaped(key: string): string {
  return key.replace(/[\0\ufdd0]/g, character => (character === '\0' ? '\ufdd00' : '\ufdd01'))
}

function unescaped(text: string): string {
  return text.replace(/\ufdd0([01])/g, (_, code) => (code === '0' ? '\0' : '\ufdd0'))
}

export function ended(state: 'done' | 'failed' | 'cancelled', now: number) {
  return { state, live: null, holder: null, updated_at: now, ended_at: now }
}

/** Lets a user's live jobs that were started since `since` (unix seconds) fail with `error`, whichever process runs them. */
export async function failJobsSince(
  db: Transaction,
  userId: string,
  since: number,
  error: ErrorCode,
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ error })
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .where('ended_at', 'is', null)
    .execute()
}

/** The error with which a live job must fail; null: it may go on. */
export async function findDueFailure(db: Database, id: string): Promise<ErrorCode | null> {
  const row = await db.selectFrom('jobs').select('error').where('id', '=', id).executeTakeFirst()
  return row?.error ?? null
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
    .leftJoin('undo_acts', join =>
      join
        .onRef('undo_acts.id', '=', 'jobs.id')
        .on('undo_acts.entries', '>', 0)
        .on('undo_acts.undone_by', 'is', null),
    )
    .select(listedColumns.map(column => `jobs.${column}` as const))
    .select(['users.email', 'undo_acts.id as undo_id'])
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
  const { target_bucket, target_key, acl, email, undo_id, ...listed } = row
  return {
    ...listed,
    target: target_bucket === null ? null : { bucket: target_bucket, key: target_key ?? '' },
    ...(acl && { acl }),
    ...(undo_id !== null && row.ended_at !== null && { undo: true }),
    user: email ?? '',
    cancelling: row.cancelling === 1,
    total: row.total === null ? null : Math.max(row.total, row.done + row.failed + row.skipped),
  }
}

/** Whether it is the id of a job that has not ended. */
export async function isLiveJob(db: Database, id: string): Promise<boolean> {
  const row = await db.selectFrom('jobs').select('ended_at').where('id', '=', id).executeTakeFirst()
  return row !== undefined && row.ended_at === null
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
