import type { S3Client } from '@aws-sdk/client-s3'
import type { OperationId } from '../../domain/permissions.ts'
import type { StorageKind } from '../../domain/storage-differences.ts'
import type { JobFailure, KeyFailure, OnExisting } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { inTurns } from '../limits/in-turns.ts'
import type { CorsMemory } from '../storage/cors.ts'
import type { Remover } from '../storage/delete-objects.ts'
import { lockOf } from '../storage/versions.ts'
import type { StorageAdmin } from '../storage-admin/storage-admin.ts'
import type { Locks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'
import type { UndoAct, UndoEntry } from '../store/undo.ts'

export type JobContext = {
  /** The id of the job. */
  job: string
  db: Database
  cors: Pick<CorsMemory, 'forget'>
  locks: Locks
  /** Signs with the key of the user who started the job. */
  client: S3Client
  /** Lists: see `clientToList`. */
  lister: S3Client
  /** Signs with the owner's key, to read what a copy needs and RGW hides from others: nothing of it is disclosed. */
  account: S3Client
  remover: Remover
  admin: Pick<StorageAdmin, 'capabilities' | 'usage' | 'bucketQuota'>
  storage: StorageKind
  /** Bytes of the largest object that a single CopyObject copies. */
  maxCopySize: number
  /** The user who started the job, as of now. */
  by: By
  bucket: string
  /** How many more failures are stored: beyond it, request no details of failures. */
  failuresLeft: number
  /** Whether an earlier claim may have started this batch. */
  resumed: boolean
  /** Aborts when the claim is lost, so that another process may run the batch, or the user may no longer run the job. */
  lost: AbortSignal
}

export type Journal = { act: UndoAct; bucket: string; targetBucket: string | null; entries: UndoEntry[] }

/**
 * The result of a batch. `cursor`: where the next one starts; null: the job is done. `total`: an estimate; null:
 * unknown.
 */
export type Step<Cursor> = {
  cursor: Cursor | null
  done: number
  failed: number
  bytes: number
  failures: JobFailure[]
  skipped?: number
  total?: number | null
  /** What the batch did, stored with its progress, so that it can be undone. */
  journal?: Journal
  /** Keys of the journal of the act `of` that the batch has undone. */
  undone?: { of: string; keys: string[] }
  /** Whether the job starts over: failures counted so far are dropped. */
  again?: boolean
  /** An error that ended the batch early: stored after its progress, and then handled like a thrown one. */
  problem?: unknown
}

/**
 * A kind of job. A process may die in any batch: then the batch runs again with the same cursor, so it must be idempotent.
 * Input and cursor are stored as JSON: jobs of an older version must still run.
 */
export type Kind<Input = unknown, Cursor = unknown> = {
  /** Checked before each batch: the user must be allowed to call it. */
  needs: OperationId
  /** Instead of `needs`, if it depends on the input. */
  needsFor?(input: Input): OperationId
  first: Cursor
  /** Runs one batch of up to 1,000 objects. A thrown error fails the job, or causes a retry, as the worker decides. */
  step(context: JobContext, input: Input, cursor: Cursor): Promise<Step<Cursor>>
  /** Cleans up in the storage after a job that failed or was cancelled. `cursor`: where it ended. */
  discard?(context: Pick<JobContext, 'account'>, input: Input, cursor: Cursor): Promise<void>
  /**
   * Input and first cursor of a job that finishes what an ended one left undone. `cursor`: where that one ended; null
   * if it is done or had not started. Kinds without it cannot be retried.
   */
  retry?(
    ended: { input: Input; cursor: Cursor | null; done: boolean; failed: string[] },
    existing: OnExisting | undefined,
  ): { input: Input; cursor: Cursor }
}

export type RetriableKind<Input = unknown, Cursor = unknown> = Kind<Input, Cursor> &
  Required<Pick<Kind<Input, Cursor>, 'retry'>>

export function needsOf(kind: Kind, input: unknown): OperationId {
  return kind.needsFor?.(input) ?? kind.needs
}

/** Requests of one batch that run at once. */
export const atOnce = 8

export const noProgress = { done: 0, failed: 0, bytes: 0, failures: [] }

/** ms */
const mergeTime = 1_000

/**
 * Runs steps for a second, while `continues` accepts their cursor, and returns their sum as one step: storing each
 * would take as long as running it. Only for idempotent steps: a crash repeats all of them.
 */
export async function mergeSteps<Cursor>(
  cursor: Cursor,
  step: (cursor: Cursor) => Promise<Step<Cursor>>,
  continues: (next: Cursor) => boolean,
): Promise<Step<Cursor>> {
  const ends = performance.now() + mergeTime
  let sum = await step(cursor)
  while (sum.cursor !== null && continues(sum.cursor) && performance.now() < ends) {
    const { done, failed, bytes, failures } = sum
    const next = await step(sum.cursor)
    sum = {
      ...{ ...sum, ...next },
      ...{ done: done + next.done, failed: failed + next.failed, bytes: bytes + next.bytes },
      failures: [...failures, ...next.failures],
    }
  }
  return sum
}

export function failureOf({ key, code }: KeyFailure): JobFailure {
  return { key, version_id: null, code, lock: null, until: null }
}

/** Failed deletions with the lock that prevented each; without those beyond `failuresLeft`. */
export function withLocks(
  { lister, bucket, by, failuresLeft }: JobContext,
  failures: readonly KeyFailure[],
): Promise<JobFailure[]> {
  const now = Math.floor(by.now / 1000)
  return inTurns(atOnce, failures.slice(0, failuresLeft), async failure => {
    if (failure.code !== 'ACCESS_DENIED') return failureOf(failure)
    const lock = await lockOf(lister, bucket, { key: failure.key }, now)
    return { ...failureOf(failure), ...lock, ...(lock.lock && { code: 'OBJECT_LOCKED' as const }) }
  })
}
