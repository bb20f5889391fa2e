import type { S3Client } from '@aws-sdk/client-s3'
import type { OperationId } from '../../domain/permissions.ts'
import type { StorageKind } from '../../domain/storage-differences.ts'
import type { JobFailure, OnExisting } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { inTurns } from '../in-turns.ts'
import type { CorsMemory } from '../storage/cors.ts'
import type { Remover } from '../storage/delete-objects.ts'
import type { Database } from '../store/open.ts'

/** What a batch works with. */
export type JobContext = {
  db: Database
  cors: Pick<CorsMemory, 'forget'>
  /** Signs with the key of the user who started the job. */
  client: S3Client
  /** Signs with the account's key: for names, which who may only write cannot list. */
  account: S3Client
  /** Signs deletions with the key of that user. */
  remover: Remover
  storage: StorageKind
  /** The largest object, in bytes, that is copied in one piece. */
  mostCopied: number
  /** That user, as it is now. */
  by: By
  bucket: string
  /** How many failures are still kept: the reason of others need not be found out. */
  failuresLeft: number
  /** Whether another process, or an earlier claim, may have begun this batch. */
  resumed: boolean
  /** Aborts when the claim is lost: from then on another process may run the batch. */
  lost: AbortSignal
}

/** What a batch came to. `cursor`: where the next one begins; null: the job is done. `total`: an estimate, once known. */
export type Step<Cursor> = {
  cursor: Cursor | null
  done: number
  failed: number
  bytes: number
  failures: JobFailure[]
  skipped?: number
  total?: number | null
  /** Whether the failures until now do not count: the job begins again. */
  again?: boolean
  /** What ended the batch early; the job fails with it, or is retried. */
  problem?: unknown
}

/**
 * A kind of job. Any process may die after any batch, or in it: then the batch runs once more, with the same cursor.
 * Input and cursor are stored as JSON.
 */
export type Kind<Input = unknown, Cursor = unknown> = {
  /** The user must be allowed to call it, before each batch. */
  needs: OperationId
  first: Cursor
  /** Does up to 1,000 things. Throws what fails the job, or has it retried. */
  step(context: JobContext, input: Input, cursor: Cursor): Promise<Step<Cursor>>
  /**
   * Input and first cursor of a job that does what another has not done. `cursor`: where that one ended; null where it
   * is done, or had not begun. Absent: such a job is not retried.
   */
  retry?(
    ended: { input: Input; cursor: Cursor | null; done: boolean; failed: string[] },
    existing: OnExisting | undefined,
  ): { input: Input; cursor: Cursor }
}

export const nothing = { done: 0, failed: 0, bytes: 0, failures: [] }

/** ms of work that is stored as one step. */
const together = 1_000

/**
 * Runs steps for a second, as long as `goesOn` with their cursor, and gives them as one: to store each would take as long as
 * to do it. For work that may be repeated without a trace of how far it came.
 */
export async function inOneStep<Cursor>(
  cursor: Cursor,
  step: (cursor: Cursor) => Promise<Step<Cursor>>,
  goesOn: (next: Cursor) => boolean,
): Promise<Step<Cursor>> {
  const ends = performance.now() + together
  let sum = await step(cursor)
  while (sum.cursor !== null && goesOn(sum.cursor) && performance.now() < ends) {
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

/** Runs `work` for each item, eight at once, and gives the results in order. */
export function eachOf<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  return inTurns(8, items, work)
}
