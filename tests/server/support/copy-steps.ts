import { randomUUID } from 'node:crypto'
import type { S3Client } from '@aws-sdk/client-s3'
import type { JobFailure } from '../../../openapi/schema.ts'
import type { By } from '../../../server/audit/actor.ts'
import type { JobContext } from '../../../server/jobs/kind.ts'
import { copyKind } from '../../../server/jobs/kinds/copy-objects.ts'
import type { CopyCursor, CopyInput } from '../../../server/jobs/kinds/copy-sources.ts'
import { findUserByEmail } from '../../../server/store/users.ts'
import type { TestConsole } from './console.ts'
import type { Person } from './people.ts'

export type Stepped = { done: number; failed: number; failures: [string, string][] }

/** What a kind of job works with outside of the worker. */
export async function jobContext(
  console: TestConsole,
  person: Person,
  client: S3Client,
  bucket: string,
): Promise<JobContext> {
  const { db, cors, locks, admin, storageKind: storage } = console.kho.services
  const user = await findUserByEmail(db, person.email)
  const visitor = { address: '', userAgent: '' } as By['visitor']
  return {
    ...{
      db,
      cors,
      locks,
      client,
      account: client,
      lister: client,
      remover: { client, singly: false },
      admin,
      storage,
      bucket,
      job: randomUUID(),
    },
    ...{ maxCopySize: 2 ** 30, failuresLeft: 10, resumed: false },
    ...{ lost: new AbortController().signal, by: { user: user!, visitor, now: Date.now() } },
  }
}

/**
 * A copy job without its worker: `until` runs its steps to a phase, or to the end, so that a test can change what it works
 * on. `maxCopySize`: bytes that are copied in one piece.
 */
export async function copySteps(
  console: TestConsole,
  { person, client, ...job }: { person: Person; client: S3Client; removes: boolean; maxCopySize?: number },
  input: Omit<CopyInput, 'existing'>,
) {
  const context = await jobContext(console, person, client, input.bucket)
  if (job.maxCopySize !== undefined) context.maxCopySize = job.maxCopySize
  const kind = copyKind('moveObjects', job.removes)
  const whole: CopyInput = { ...input, existing: 'refuse' }
  let cursor: CopyCursor | null = kind.first
  const sum: Stepped = { done: 0, failed: 0, failures: [] }
  async function next(): Promise<void> {
    if (!cursor) return
    const { cursor: then, done, failed, failures } = await kind.step(context, whole, cursor)
    // A step may run again after a crash.
    if (then === null || cursor.phase === 'copy') {
      const again = await kind.step({ ...context, resumed: true }, whole, cursor)
      if (again.failed > failed) throw new Error(`Once more: ${JSON.stringify(again.failures)}`)
    }
    sum.done += done
    sum.failed += failed
    sum.failures.push(...failures.map(({ key, code }: JobFailure): [string, string] => [key, code]))
    cursor = then
  }
  return {
    next,
    cursor: () => cursor,
    async until(phase?: CopyCursor['phase']): Promise<Stepped> {
      while (cursor && cursor.phase !== phase) await next()
      return { ...sum, failures: sum.failures.toSorted() }
    },
  }
}
