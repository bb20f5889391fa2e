import type { S3Client } from '@aws-sdk/client-s3'
import type { OperationId } from '../../domain/permissions.ts'
import type { JobFailure } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import type { CorsMemory } from '../storage/cors.ts'
import type { Database } from '../store/open.ts'

/** What a batch works with. */
export type JobContext = {
  db: Database
  cors: Pick<CorsMemory, 'forget'>
  /** Signs with the key of the user who started the job. */
  client: S3Client
  /** That user, as it is now. */
  by: By
  bucket: string
  /** How many failures are still kept: the reason of others need not be found out. */
  failuresLeft: number
}

/** What a batch came to. `cursor`: where the next one begins; null: the job is done. `total`: an estimate, once known. */
export type Step<Cursor> = {
  cursor: Cursor | null
  done: number
  failed: number
  bytes: number
  failures: JobFailure[]
  total?: number | null
  /** Whether the failures until now do not count: the job begins again. */
  again?: boolean
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
}

export const nothing = { done: 0, failed: 0, bytes: 0, failures: [] }

/** Runs `work` for each item, eight at once, and gives the results in order. */
export async function eachOf<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length)
  const left = items.entries()
  const worker = async () => {
    for (const [index, item] of left) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return results
}
