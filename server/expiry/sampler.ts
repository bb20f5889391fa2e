import type { StorageAdmin } from '../storage-admin/storage-admin.ts'
import { accountsToSample, addSamples, dayOf } from '../store/bucket-samples.ts'
import type { Database } from '../store/open.ts'

export type Sampler = {
  /** Samples the accounts that have no sample of today. */
  run(): Promise<void>
  /** Runs a minute from now, and hourly. */
  start(): void
  /** Stops after what is in flight. */
  stop(): Promise<void>
}

const minute = 60_000

/**
 * Keeps what each bucket holds, once a day (UTC) for each account, whichever process is first. What fails is tried again
 * an hour later; a day without sample stays without. `now`: ms; `failed`: called with each failure.
 */
export function makeSampler(options: {
  db: Database
  admin: Pick<StorageAdmin, 'capabilities' | 'bucketStats'>
  now: () => number
  failed: (error: unknown) => void
}): Sampler {
  const { db, admin, now, failed } = options
  const seconds = () => Math.floor(now() / 1000)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  async function sample({ id, storageUid }: { id: string; storageUid: string }): Promise<void> {
    try {
      const at = seconds()
      const stats = await admin.bucketStats(storageUid)
      await addSamples(
        db,
        id,
        at,
        Array.from(stats, ([bucket, held]) => ({ bucket, ...held })),
      )
    } catch (error) {
      failed(error)
    }
  }

  async function sampleAll(): Promise<void> {
    const today = dayOf(seconds())
    let after = ''
    for (;;) {
      const accounts = await accountsToSample(db, today, after)
      for (const account of accounts) {
        if (stopped) return
        await sample(account)
      }
      const last = accounts.at(-1)
      if (!last) return
      after = last.id
    }
  }

  function run(): Promise<void> {
    running = running.then(() => sampleAll().catch(failed))
    return running
  }

  function runIn(wait: number): void {
    timer = setTimeout(() => {
      void run().then(() => {
        if (!stopped) runIn(60 * minute)
      })
    }, wait)
    timer.unref()
  }

  return {
    run,
    start() {
      if (admin.capabilities.usage) runIn(minute)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
