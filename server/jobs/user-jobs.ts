import { hash, randomUUID } from 'node:crypto'
import { nameOf } from '../../domain/object-key.ts'
import type { Job, JobKind } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { requireAttempt } from '../auth/limits.ts'
import { Problem } from '../errors/problem.ts'
import { listBuckets } from '../storage/buckets.ts'
import { type AccountAccess, mayRead } from '../storage-admin/account-access.ts'
import * as store from '../store/jobs.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'

/** Live jobs per account. */
const maxLive = 10
/** Starts per account. */
const startLimit = { attempts: 200, seconds: 3600 }

/**
 * `about`: only one job of the same kind, bucket and `about` may be live; by default, the hash of the input. `cursor`:
 * the first one, if not the kind's.
 */
export type NewJob = {
  kind: JobKind
  bucket: string
  input: object
  /** By default it is about the bucket. */
  source?: string | null
  sources?: number
  target?: Job['target']
  acl?: Job['acl']
  about?: string
  cursor?: unknown
}

/** What a job about these files and folders is listed with. */
export function sourcesOf(keys: readonly string[]): { source: string | null; sources: number } {
  const folderOf = (key: string) => key.slice(0, key.length - nameOf(key).length)
  const [first] = keys
  const isOneFolder = first !== undefined && keys.every(key => folderOf(key) === folderOf(first))
  return { source: isOneFolder ? first : null, sources: keys.length }
}

export type JobDeps = { db: Database; access: AccountAccess; jobs: { wake(): void } }

/**
 * Starts a job on a bucket of the user's account. BUCKET_NOT_FOUND, JOB_RUNNING, LIMIT_REACHED, TOO_MANY_REQUESTS.
 */
export async function startJob({ db, access, jobs }: JobDeps, by: By, job: NewJob): Promise<Job> {
  const { user, visitor } = by
  const { client } = await access.clientForAccount(user)
  const own = await listBuckets(client)
  const bucket = own.find(({ name }) => name === job.bucket)
  if (!bucket) throw new Problem('BUCKET_NOT_FOUND')
  const now = Math.floor(by.now / 1000)
  await requireAttempt(db, `jobs of ${user.accountId}`, startLimit, now)
  const { address, userAgent, client: apiClient, clientId } = visitor
  const id = randomUUID()
  const input = JSON.stringify(job.input)
  const added = await store.addJob(
    db,
    {
      ...{ id, now, accountId: user.accountId, userId: user.id, kind: job.kind, bucket: job.bucket },
      bucketIdentity: bucket.identity,
      ...{
        ...{ source: job.source ?? null, sources: job.sources ?? 0 },
        target: job.target ?? null,
        acl: job.acl ?? null,
        about: job.about ?? hash('sha256', input),
      },
      input,
      cursor: job.cursor === undefined ? null : JSON.stringify(job.cursor),
      visitor: JSON.stringify({ address, userAgent, client: apiClient, clientId }),
    },
    maxLive,
  )
  if (added === 'running') throw new Problem('JOB_RUNNING')
  if (added === 'too many') throw new Problem('LIMIT_REACHED')
  await audit(db, by, 'JOB_STARTED', { target: job.bucket, detail: { kind: 'job', job: job.kind } })
  const started = await findJob(db, user, id)
  jobs.wake()
  return started
}

/** A sub-user sees only its own jobs. */
export function scopeOf(user: User): store.JobScope {
  return { accountId: user.accountId, userId: user.isSubUser ? user.id : null }
}

/** The user's jobs, the newest first. */
export function listJobs(db: Database, user: User): Promise<Job[]> {
  return store.listJobs(db, scopeOf(user), store.jobsListed)
}

/** NOT_FOUND. */
export async function findJob(db: Database, user: User, id: string): Promise<Job> {
  const job = await store.findJob(db, scopeOf(user), id)
  if (!job) throw new Problem('NOT_FOUND')
  return job
}

/**
 * Failures as shown to the user: without the right to list a folder, only the folder that the user named, once for each
 * code.
 */
export function visibleFailures<Failure extends { key: string; code: string }>(
  user: Pick<User, 'permission'>,
  named: readonly string[],
  failures: Failure[],
): Failure[] {
  if (mayRead(user)) return failures
  const visible = new Map<string, Failure>()
  for (const failure of failures) {
    const folder = named.find(name => name.endsWith('/') && failure.key.startsWith(name))
    const key = named.includes(failure.key) ? failure.key : (folder ?? '')
    const id = JSON.stringify([key, failure.code])
    if (!visible.has(id)) visible.set(id, { ...failure, key })
  }
  return [...visible.values()]
}
