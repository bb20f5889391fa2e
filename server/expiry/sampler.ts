import { type Background, eachRow, type Turn, type Worker } from '../background/runner.ts'
import type { StorageAdmin } from '../storage-admin/storage-admin.ts'
import { accountsToSample, addSamples, dayOf } from '../store/bucket-samples.ts'
import type { Database } from '../store/open.ts'

const hour = 3_600_000

/**
 * Stores the size of each bucket, once a day (UTC) for each account, in whichever process is first. Failures are
 * retried; a missed day has no sample. `now`: ms.
 */
export function addSampler(
  background: Background,
  options: { db: Database; admin: Pick<StorageAdmin, 'bucketStats'>; now: () => number },
): Worker {
  const { db, admin, now } = options
  const seconds = () => Math.floor(now() / 1000)

  async function sample({ id, storageUid }: { id: string; storageUid: string }): Promise<void> {
    const at = seconds()
    const stats = await admin.bucketStats(storageUid)
    await addSamples(
      db,
      id,
      at,
      Array.from(stats, ([bucket, held]) => ({ bucket, ...held })),
    )
  }

  async function run(turn: Turn): Promise<undefined> {
    const today = dayOf(seconds())
    await eachRow(turn, after => accountsToSample(db, today, after), sample)
  }

  const problem = 'The sizes of buckets could not be kept.'
  return background.add({ name: 'samples', problem, every: () => hour, first: 60_000, retry: 60_000, run })
}
