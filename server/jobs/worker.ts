import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isOver } from '../../domain/expiry.ts'
import { mayCall } from '../../domain/permissions.ts'
import { mayReach } from '../../domain/reach.ts'
import type { StorageKind } from '../../domain/storage-differences.ts'
import type { ErrorCode, JobKind } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { roleOf } from '../auth/role.ts'
import type { Background } from '../background/runner.ts'
import { Problem } from '../errors/problem.ts'
import { isDatabaseDown } from '../errors/problem-of.ts'
import { checkEvery } from '../limits/at-intervals.ts'
import { listBuckets } from '../storage/buckets.ts'
import { endingWith } from '../storage/client.ts'
import type { CorsMemory } from '../storage/cors.ts'
import { copyLimit } from '../storage/rewrite-object.ts'
import { type AccountAccess, removerFor } from '../storage-admin/account-access.ts'
import type { StorageAdmin } from '../storage-admin/storage-admin.ts'
import { clientPermission } from '../store/api-clients.ts'
import { addAudit, type DetailOf } from '../store/audit.ts'
import {
  type ClaimedJob,
  claimJob,
  endJob,
  failuresKept,
  nextJob,
  noteTurn,
  releaseJob,
  renewLease,
  storeBatch,
} from '../store/job-claims.ts'
import { findDueFailure } from '../store/jobs.ts'
import type { Locks } from '../store/locks.ts'
import type { Database, Transaction } from '../store/open.ts'
import { addUndoEntries, dropUndoEntries } from '../store/undo.ts'
import { findUser, type User } from '../store/users.ts'
import { inSpan, inTrace, type Traces } from '../tracing/trace.ts'
import { type Kind, needsOf, type Step } from './kind.ts'
import { kinds } from './kinds.ts'

export type JobWorker = {
  /** Call after adding a job. */
  wake(): void
  /**
   * Call after the background has stopped. Resolves after the running batches. Unfinished jobs are left to another
   * process or the next start.
   */
  stop(): Promise<void>
}

/** Maximum number of concurrent jobs. */
const atOnce = 2
/** Seconds of a claim; renewed by each batch, and by a timer. */
const lease = 30
/** ms */
const renewEvery = 8_000
/** ms after which a job yields to waiting ones. */
const turnTime = 15_000
/** ms between checks for jobs that other processes added or left. */
const poll = 3_000
/** Seconds. */
const retryDelay = (tries: number) => Math.min(300, 2 ** Math.max(1, tries))
/** Claims without a finished batch after which a job fails. `unavailable`: if the storage or the database is. */
const maxTries = { unavailable: 20, other: 5 }
const unavailableCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'STORAGE_UNAVAILABLE',
  'TOO_MANY_REQUESTS',
  'DATABASE_UNAVAILABLE',
])

const knownKinds = Object.keys(kinds) as JobKind[]

/** Runs jobs, including those of crashed processes. `now`: ms. */
export function addJobWorker(
  background: Background,
  options: {
    db: Database
    access: AccountAccess
    admin: StorageAdmin
    storage: StorageKind
    cors: Pick<CorsMemory, 'forget'>
    locks: Locks
    now: () => number
    traces: Traces
    /** ms that batches have to end on a stop. */
    stopGrace: number
    log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  },
): JobWorker {
  const { db, access, admin, storage, cors, locks, now, traces, log } = options
  const seconds = () => Math.floor(now() / 1000)
  const running = new Map<string, Promise<void>>()
  /** Aborted when their jobs are no longer this worker's. */
  const losing = new Set<AbortController>()
  let stopped = false

  /** Claims due jobs up to `atOnce`, each of the account whose turn it is; kinds that only a newer version knows are left to it. */
  async function look(): Promise<undefined> {
    while (!stopped && running.size < atOnce) {
      const id = await nextJob(db, seconds(), knownKinds, [...running.keys()])
      if (id === null) break
      const job = await claimJob(db, id, randomUUID(), seconds(), seconds() + lease)
      if (!job) continue
      await note(job)
      const told = { name: `job ${job.kind}`, kind: 'internal', attributes: { 'kho.job.id': id } } as const
      const turn = inTrace(traces.begin(), told, () => takeTurn(job))
        .catch(error => log.error({ err: error, job: id }, 'A job was left; its lease will run out.'))
        .then(() => note(job))
        .finally(() => {
          running.delete(id)
          worker.wake()
        })
      running.set(id, turn)
    }
    return undefined
  }

  /** A turn that is not noted costs other accounts one turn; a claimed job that is not run costs its lease. */
  async function note(job: ClaimedJob): Promise<void> {
    await noteTurn(db, job.accountId, now()).catch(error =>
      log.warn({ err: error, job: job.id }, 'The turn of a job could not be noted.'),
    )
  }

  const problem = 'The waiting jobs could not be read.'
  const worker = background.add({ name: 'jobs', problem, every: () => poll, retry: poll, run: look })

  async function takeTurn(job: ClaimedJob): Promise<void> {
    if (job.cancelling) return end(job, 'cancelled', null)
    if (job.tries > maxTries.unavailable) return end(job, 'failed', 'UNKNOWN_ERROR')
    const kind = kinds[job.kind]
    const input: unknown = JSON.parse(job.input)
    const lost = new AbortController()
    losing.add(lost)
    const ended = new AbortController()
    const checks = setInterval(() => {
      actorOf(job, kind, input).catch(error => {
        // While the database is away, nothing can be taken away.
        if (error instanceof Problem && error.status < 500) ended.abort(error)
      })
    }, checkEvery)
    const renewal = setInterval(() => {
      renewLease(db, job, seconds() + lease).then(
        held => held || lost.abort(),
        error => log.warn({ err: error, job: job.id }, 'The lease of a job could not be renewed.'),
      )
    }, renewEvery)
    try {
      await runBatches(job, { kind, input, lost: lost.signal, ended: ended.signal })
    } catch (error) {
      await fail(job, ended.signal.aborted ? ended.signal.reason : error)
    } finally {
      clearInterval(renewal)
      clearInterval(checks)
      losing.delete(lost)
    }
  }

  /** `ended`: aborts with the problem once the user may no longer run the job. */
  async function runBatches(
    job: ClaimedJob,
    { kind, input, ...how }: { kind: Kind; input: unknown; lost: AbortSignal; ended: AbortSignal },
  ): Promise<void> {
    const { ended } = how
    const lost = AbortSignal.any([how.lost, ended])
    let cursor: unknown = job.cursor === null ? kind.first : JSON.parse(job.cursor)
    const ends = performance.now() + turnTime
    for (let resumed = true; ; resumed = false) {
      const by = await actorOf(job, kind, input)
      await requireOwnBuckets(job, input)
      const client = endingWith((await access.clientForUser(by.user)).client, ended)
      const account = endingWith((await access.clientForAccount(by.user)).client, ended)
      const lister = endingWith((await access.clientToList(by.user)).client, ended)
      const remover = removerFor(client, storage, by.user)
      const failuresLeft = Math.max(0, failuresKept - job.failed)
      const context = {
        db,
        cors,
        locks,
        client,
        account,
        lister,
        remover,
        admin,
        storage,
        maxCopySize: copyLimit,
        by,
      }
      const claim = { job: job.id, bucket: job.bucket, failuresLeft, resumed, lost }
      const {
        cursor: next,
        problem,
        journal,
        undone,
        ...step
      } = await inSpan({ name: 'job step', kind: 'internal' }, () =>
        kind.step({ ...context, ...claim }, input, cursor),
      )
      ended.throwIfAborted()
      const batch = { ...step, cursor: next === null ? null : JSON.stringify(next) }
      const stored = await db.transaction().execute(async trx => {
        const counts = await storeBatch(trx, job, batch, seconds(), seconds() + lease)
        if (counts) await storeJournal(trx, job, { journal, undone })
        if (counts && next === null) await record(trx, job, by.user, 'done', counts)
        return counts
      })
      if (!stored || next === null) return
      Object.assign(job, { tries: 0, failed: stored.failed, cursor: batch.cursor })
      if (stored.cancelling) return end(job, 'cancelled', null)
      if (problem !== undefined) throw problem
      if (stopped || performance.now() > ends) return releaseJob(db, job, seconds())
      cursor = next
    }
  }

  async function storeJournal(
    trx: Transaction,
    { id, accountId, userId }: ClaimedJob,
    { journal, undone }: Pick<Step<unknown>, 'journal' | 'undone'>,
  ): Promise<void> {
    if (undone) await dropUndoEntries(trx, undone.of, undone.keys)
    if (!journal) return
    const { entries, ...act } = journal
    await addUndoEntries(trx, { id, accountId, userId, ...act }, entries, seconds())
  }

  /**
   * The user who started the job. The job's due failure; USER_NOT_FOUND, CLIENT_GONE, ACCOUNT_SUSPENDED, ACCOUNT_EXPIRED, PERMISSION_DENIED.
   */
  async function actorOf(job: ClaimedJob, kind: Kind, input: unknown): Promise<By> {
    const due = await findDueFailure(db, job.id)
    if (due !== null) throw new Problem(due)
    const user = await findUser(db, job.userId)
    if (!user || user.accountId !== job.accountId) throw new Problem('USER_NOT_FOUND')
    if (user.suspended) throw new Problem('ACCOUNT_SUSPENDED')
    if (isOver(user.expireDate, seconds())) throw new Problem('ACCOUNT_EXPIRED')
    const visitor = JSON.parse(job.visitor) as By['visitor']
    const { clientId: id } = visitor
    const client = id === undefined ? null : await clientPermission(db, { userId: user.id, id }, seconds())
    if (id !== undefined && client === null) throw new Problem('CLIENT_GONE')
    const needs = needsOf(kind, input)
    if (!mayCall({ ...roleOf(user), client }, needs) || !mayReach(user.scope, needs, input))
      throw new Problem('PERMISSION_DENIED')
    return { user, visitor, now: now() }
  }

  /**
   * BUCKET_REPLACED if another bucket has taken the name since the job was started; a missing one is left to the kind.
   * TARGET_BUCKET_NOT_FOUND if the target is not the account's: another account may have taken its name.
   */
  async function requireOwnBuckets(
    { accountId, bucket, bucketIdentity }: ClaimedJob,
    input: unknown,
  ): Promise<void> {
    const { client } = await access.clientForAccount({ accountId })
    const own = await listBuckets(client)
    const found = own.find(({ name }) => name === bucket)
    if (found && found.identity !== bucketIdentity) throw new Problem('BUCKET_REPLACED')
    const { target_bucket: target } = input as { target_bucket?: string }
    if (target !== undefined && own.every(({ name }) => name !== target))
      throw new Problem('TARGET_BUCKET_NOT_FOUND')
  }

  async function fail(job: ClaimedJob, error: unknown): Promise<void> {
    const code = codeOf(error)
    const unexpected = code === 'UNKNOWN_ERROR'
    if (unexpected || unavailableCodes.has(code)) {
      log.warn({ err: error, job: job.id }, 'A batch of a job failed.')
      if (job.tries < maxTries[unexpected ? 'other' : 'unavailable'])
        return releaseJob(db, job, seconds() + retryDelay(job.tries))
    }
    await end(job, 'failed', code)
  }

  async function end(job: ClaimedJob, state: 'failed' | 'cancelled', error: ErrorCode | null): Promise<void> {
    const user = await findUser(db, job.userId)
    const ended = await db.transaction().execute(async trx => {
      const counts = await endJob(trx, job, { state, error }, seconds())
      if (counts) await record(trx, job, user, error ?? 'cancelled', counts)
      return counts
    })
    if (ended) await discard(job)
  }

  async function discard(job: ClaimedJob): Promise<void> {
    const kind: Kind = kinds[job.kind]
    if (job.cursor === null || !kind.discard) return
    try {
      const { client: account } = await access.clientForAccount(job)
      await kind.discard({ account }, JSON.parse(job.input), JSON.parse(job.cursor))
    } catch (error) {
      log.warn({ err: error, job: job.id }, 'Cleaning up after a job failed; its unfinished upload remains.')
    }
  }

  async function record(
    trx: Transaction,
    job: ClaimedJob,
    user: User | null,
    outcome: DetailOf<'JOB_ENDED'>['outcome'],
    { done, failed }: { done: number; failed: number },
  ): Promise<void> {
    const detail = { kind: 'job-end', job: job.kind, outcome, done, failed } as const
    const what = { target: job.bucket, detail }
    if (user) return audit(trx, { user, visitor: JSON.parse(job.visitor), now: now() }, 'JOB_ENDED', what)
    const nobody = { account: { id: job.accountId, name: '' }, user: '', address: '', device: '' }
    await addAudit(trx, { ...nobody, ...what, action: 'JOB_ENDED' }, now())
  }

  return {
    wake: worker.wake,
    async stop() {
      stopped = true
      const grace = new AbortController()
      await Promise.race([
        Promise.all(running.values()).finally(() => grace.abort()),
        wait(options.stopGrace, undefined, { signal: grace.signal }).catch(() => undefined),
      ])
      // Work that a batch still does after that is repeated, as after a crash.
      for (const lost of losing) lost.abort()
    },
  }
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof Problem) return error.code
  return error instanceof Error && isDatabaseDown(error) ? 'DATABASE_UNAVAILABLE' : 'UNKNOWN_ERROR'
}
