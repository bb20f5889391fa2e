import { LRUCache } from 'lru-cache'
import { hoursKept, outcomes } from '../../domain/traffic.ts'
import { type Background, eachRow, type Turn, type Worker } from '../background/runner.ts'
import type { BucketTraffic, StorageAdmin } from '../storage-admin/storage-admin.ts'
import { noteFull } from '../store/accounts.ts'
import { dayOf } from '../store/bucket-samples.ts'
import type { Database } from '../store/open.ts'
import {
  accountsToRollUp,
  accountToRollUp,
  type BucketNumbers,
  keepTraffic,
  noteRolledUp,
  type ToRollUp,
} from '../store/traffic.ts'
import { countedColumns } from '../store/traffic-columns.ts'

/** Seconds after its end during which a day's counts may still grow: the storage writes late. */
const settling = 900

type Deps<Call extends keyof StorageAdmin = 'traffic'> = {
  db: Database
  admin: Pick<StorageAdmin, Call>
  now: () => number
}

/** Stores the requests and bytes of an account by day, for its days that are not complete, up to now. `now`: ms. */
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
    countedColumns.map(name => [name, /_error$|^console_/.test(name) && !told ? null : 0]),
  ) as Omit<BucketNumbers, 'bucket'>
  const buckets = new Map<string, BucketNumbers>()
  for (const row of rows) {
    const numbers = buckets.get(row.bucket) ?? { ...none, bucket: row.bucket }
    for (const outcome of outcomes) numbers[`${row.kind}_${outcome}`] = row[outcome]
    buckets.set(row.bucket, numbers)
    if (row.kind === 'console') continue
    for (const name of ['refused', 'received', 'sent'] as const) numbers[name] = numbers[name]! + row[name]
  }
  return [...buckets.values()]
}

const problem = 'The traffic of an account could not be kept.'

/** Minimum ms between two roll-ups of an account that is being viewed. */
const fresh = 10_000
/** ms that a viewer waits for it. */
const patience = 3000

export type RollUpNow = (accountId: string) => Promise<void>

/**
 * Rolls up an account whose numbers are being viewed, unless it was just done. Failures are logged, and a slow roll-up
 * continues in the background: then the stored numbers are shown.
 */
export function makeRollUpNow(
  deps: Deps & { log: { error(fields: { err: unknown }, message: string): void } },
): RollUpNow {
  const asked = new LRUCache<string, { at: number; done: Promise<void> }>({ max: 1000 })
  const begin = (accountId: string) =>
    accountToRollUp(deps.db, accountId)
      .then(account => rollUp(deps, account))
      .catch((err: unknown) => deps.log.error({ err }, problem))
  return async accountId => {
    const at = deps.now()
    let last = asked.get(accountId)
    if (!last || at - last.at >= fresh) {
      last = { at, done: begin(accountId) }
      asked.set(accountId, last)
    }
    const timer = Promise.withResolvers<void>()
    const waited = setTimeout(timer.resolve, patience)
    await Promise.race([last.done, timer.promise])
    clearTimeout(waited)
  }
}

/** Rolls up all accounts every five minutes, and records whose quota is full. */
export function addTrafficRollUp(background: Background, deps: Deps<'traffic' | 'usage'>): Worker {
  async function look({ id, storageUid, limited }: ToRollUp): Promise<void> {
    const usage = limited && (await deps.admin.usage(storageUid))
    if (usage) await noteFull(deps.db, id, usage.full, Math.floor(deps.now() / 1000))
  }

  async function run(turn: Turn): Promise<undefined> {
    await eachRow(
      turn,
      after => accountsToRollUp(deps.db, after),
      async account => {
        await rollUp(deps, account).catch(turn.failed)
        await look(account)
      },
    )
  }
  return background.add({ name: 'traffic', problem, every: () => 300_000, retry: 10_000, run })
}
