import { outcomes } from '../../domain/traffic.ts'
import type { Background, Turn, Worker } from '../background/runner.ts'
import type { BucketTraffic, StorageAdmin } from '../storage-admin/storage-admin.ts'
import { dayOf } from '../store/bucket-samples.ts'
import type { Database } from '../store/open.ts'
import { accountsToRollUp, type BucketNumbers, keepTraffic, noteRolledUp } from '../store/traffic.ts'
import { type TrafficColumn, trafficColumns } from '../store/traffic-columns.ts'

/** Days that storages keep hours. */
const hoursKept = 35
/** Seconds after its end in which a day may still grow: what the storage has not written yet. */
const settling = 900

type Deps = { db: Database; admin: Pick<StorageAdmin, 'traffic'>; now: () => number }

/** Keeps the requests and bytes of an account by day: those of its days that are not whole, up to now. `now`: ms. */
export async function rollUp(
  { db, admin, now }: Deps,
  { id, storageUid, from }: { id: string; storageUid: string; from: number },
): Promise<void> {
  const seconds = Math.floor(now() / 1000)
  const today = dayOf(seconds)
  for (let day = Math.max(from, today - hoursKept + 1); day <= today; day++) {
    const rows = await admin.traffic(storageUid, day * 24, (day + 1) * 24)
    if (rows === null) return
    await keepTraffic(db, id, day, byBucket(rows))
  }
  await noteRolledUp(db, id, dayOf(seconds - settling))
}

function byBucket(rows: readonly BucketTraffic[]): BucketNumbers[] {
  const told = rows.every(({ client_error }) => client_error !== null)
  const none = Object.fromEntries(
    trafficColumns.map(name => [name, name.endsWith('_error') && !told ? null : 0]),
  ) as Record<TrafficColumn, number | null>
  const buckets = new Map<string, BucketNumbers>()
  for (const row of rows) {
    const numbers = buckets.get(row.bucket) ?? { ...none, bucket: row.bucket }
    for (const outcome of outcomes) numbers[`${row.kind}_${outcome}`] = row[outcome]
    for (const name of ['refused', 'received', 'sent'] as const) numbers[name] = numbers[name]! + row[name]
    buckets.set(row.bucket, numbers)
  }
  return [...buckets.values()]
}

/** Rolls up all accounts every five minutes. */
export function addTrafficRollUp(background: Background, deps: Deps): Worker {
  async function run({ stopping, failed }: Turn): Promise<undefined> {
    for (let after = ''; ; ) {
      const accounts = await accountsToRollUp(deps.db, after)
      for (const account of accounts) {
        if (stopping.aborted) return
        await rollUp(deps, account).catch(failed)
      }
      const last = accounts.at(-1)
      if (!last) return
      after = last.id
    }
  }
  const problem = 'The traffic of an account could not be kept.'
  return background.add({ name: 'traffic', problem, every: () => 300_000, retry: 10_000, run })
}
