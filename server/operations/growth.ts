import { dayWhenFull } from '../../domain/forecast.ts'
import type { StorageAdmin } from '../storage-admin/storage-admin.ts'
import { accountSamples, dayOf } from '../store/bucket-samples.ts'
import type { Database } from '../store/open.ts'
import { dayText } from './day-text.ts'

/** Days that are shown, and days from which the trend is computed. */
const shown = 90
const read = 30

type Deps = {
  db: Database
  admin: Pick<StorageAdmin, 'usage'>
  /** ms */
  now: () => number
  log: { warn(fields: { err: unknown }, message: string): void }
}

/** An account's stored bytes by day, and the day on which its quota will be full. */
export async function growthOf(
  { db, admin, now, log }: Deps,
  { accountId, storageUid }: { accountId: string; storageUid: string },
): Promise<{ samples: { day: string; size: number; objects: number }[]; full_on: string | null }> {
  const seconds = Math.floor(now() / 1000)
  const samples = await accountSamples(db, { accountId, now: seconds, days: shown })
  const usage = await admin.usage(storageUid).catch(error => {
    log.warn({ err: error }, 'The storage does not tell the usage of an account.')
    return null
  })
  const recent = samples.filter(({ day }) => day > dayOf(seconds) - read)
  const full = usage?.quota ? dayWhenFull(recent, usage.quota - usage.counted) : null
  return {
    samples: samples.map(({ day, bytes, objects }) => ({ day: dayText(day), size: bytes, objects })),
    full_on: full === null ? null : dayText(full),
  }
}
