import type { S3Client } from '@aws-sdk/client-s3'
import type { JobFailure } from '../../../openapi/schema.ts'
import type { By } from '../../../server/audit/actor.ts'
import type { JobContext } from '../../../server/jobs/kind.ts'
import { type CopyCursor, type CopyInput, copying } from '../../../server/jobs/kinds/copy-objects.ts'
import { findUserByEmail } from '../../../server/store/users.ts'
import type { TestConsole } from './console.ts'
import type { Person } from './people.ts'

export type Stepped = { done: number; failed: number; failures: [string, string][] }

/**
 * A copy job without its worker: `until` runs its steps to a phase, or to the end, so that a test can change what it works
 * on. `mostCopied`: bytes that are copied in one piece.
 */
export async function copySteps(
  console: TestConsole,
  { person, client, ...job }: { person: Person; client: S3Client; removes: boolean; mostCopied?: number },
  input: Omit<CopyInput, 'existing'>,
) {
  const { db, cors, storageKind } = console.kho.services
  const user = await findUserByEmail(db, person.email)
  const visitor = { address: '', userAgent: '' } as By['visitor']
  const context: JobContext = {
    ...{
      db,
      cors,
      client,
      account: client,
      remover: { client, singly: false },
      storage: storageKind,
      bucket: input.bucket,
    },
    ...{ mostCopied: job.mostCopied ?? 2 ** 30, failuresLeft: 10, resumed: false },
    ...{ lost: new AbortController().signal, by: { user: user!, visitor, now: Date.now() } },
  }
  const kind = copying('moveObjects', job.removes)
  const whole: CopyInput = { ...input, existing: 'refuse' }
  let cursor: CopyCursor | null = kind.first
  const sum: Stepped = { done: 0, failed: 0, failures: [] }
  return {
    async until(phase?: CopyCursor['phase']): Promise<Stepped> {
      while (cursor && cursor.phase !== phase) {
        const { cursor: next, done, failed, failures } = await kind.step(context, whole, cursor)
        // A step may run again after a crash.
        if (next === null) await kind.step({ ...context, resumed: true }, whole, cursor)
        sum.done += done
        sum.failed += failed
        sum.failures.push(...failures.map(({ key, code }: JobFailure): [string, string] => [key, code]))
        cursor = next
      }
      return { ...sum, failures: sum.failures.toSorted() }
    },
  }
}
