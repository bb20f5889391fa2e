import type { BucketGrants } from '../storage-admin/bucket-grants.ts'
import type { StorageSync } from '../storage-admin/storage-sync.ts'
import { dueKeys, keyOwner, setKeyEnabled } from '../store/access-keys.ts'
import { addAudit } from '../store/audit.ts'
import { accountsWithPendingGrants } from '../store/bucket-grants.ts'
import type { Database } from '../store/open.ts'
import {
  bumpDesiredVersion,
  dueAccounts,
  dueUsers,
  nextDue,
  pendingAccounts,
  takeAccountExpiry,
  takeUserExpiry,
} from '../store/storage-users.ts'

export type Sweeper = {
  /** Acts on what is due now. */
  run(): Promise<void>
  /** Call when an expiry has changed. */
  wake(): void
  /** Stops after what is in flight. */
  stop(): Promise<void>
}

/** ms between looks for what other processes changed, or left undone. */
const longest = 5_000
/** Accounts that are pushed at once, so that a slow one holds up few others. */
const atOnce = 3
/** ms until a failed push is retried: doubles from the first to the last. */
const retry = { first: 1000, last: 30_000 }

/**
 * Revokes keys at the storage when they, their user or account expire, and retries pushes that failed, whichever process
 * made the change; compares folder limits with what the storage has. A timer runs to the next expiry. `now`: ms; `failed`: called with each failure.
 */
export function makeSweeper(options: {
  db: Database
  sync: StorageSync
  grants: Pick<BucketGrants, 'apply' | 'compare'>
  now: () => number
  failed: (error: unknown) => void
}): Sweeper {
  const { db, sync, grants } = options
  const seconds = () => Math.floor(options.now() / 1000)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  let pause = retry.first

  async function expireUser(user: { id: string; accountId: string }): Promise<void> {
    await sync.verify(user.accountId)
    const now = options.now()
    await db.transaction().execute(async trx => {
      const taken = await takeUserExpiry(trx, user.id, seconds())
      if (!taken) return
      const record = { account: taken.account, user: '', target: taken.email, address: '', device: '' }
      await addAudit(trx, { ...record, action: 'SUB_USER_EXPIRED' }, now)
    })
  }

  async function expireAccount(id: string): Promise<void> {
    await sync.verify(id)
    const now = options.now()
    await db.transaction().execute(async trx => {
      const account = await takeAccountExpiry(trx, id, seconds())
      if (!account) return
      const record = { account: { id, name: account.name }, user: '', target: account.name }
      await addAudit(
        trx,
        { ...record, action: 'ACCOUNT_CHANGED', detail: 'expired', address: '', device: '' },
        now,
      )
    })
  }

  /** Disables a key, and so takes it from the storage. */
  async function expireKey(accessKey: string): Promise<void> {
    const now = options.now()
    const accountId = await db.transaction().execute(async trx => {
      const of = await keyOwner(trx, accessKey)
      if (!of || !(await setKeyEnabled(trx, accessKey, false))) return null
      const record = { account: of.account, user: '', target: accessKey, detail: of.name }
      await addAudit(trx, { ...record, action: 'ACCESS_KEY_DISABLED', address: '', device: '' }, now)
      await bumpDesiredVersion(trx, of.account.id)
      return of.account.id
    })
    if (accountId !== null) await sync.apply(accountId)
  }

  /** Acts on what was due at `now`; false where something failed. */
  async function sweep(now: number): Promise<boolean> {
    const accounts = await dueAccounts(db, now)
    const users = await dueUsers(db, now)
    const keys = await dueKeys(db, now)
    const pending = await pendingAccounts(db, now)
    const granting = await accountsWithPendingGrants(db)
    const work = [
      ...accounts.map(id => () => expireAccount(id)),
      ...users.map(user => () => expireUser(user)),
      ...keys.map(key => () => expireKey(key)),
      ...pending.map(id => () => sync.apply(id)),
      ...granting.map(id => () => grants.apply(id)),
      () => grants.compare(),
    ].values()
    let all = true
    const worker = async () => {
      for (const act of work) {
        if (stopped) return
        try {
          await act()
        } catch (error) {
          all = false
          options.failed(error)
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    return all
  }

  /** `now`: the time of the last sweep, so that nothing falls due unseen in between. */
  async function schedule(now: number, all: boolean): Promise<void> {
    const next = await nextDue(db, now)
    const waits = next === null ? [] : [next * 1000 - options.now()]
    runIn(Math.max(0, Math.min(longest, ...waits, ...(all ? [] : [nextPause()]))))
    if (all) pause = retry.first
  }

  function nextPause(): number {
    const now = pause
    pause = Math.min(2 * pause, retry.last)
    return now
  }

  function runIn(wait: number): void {
    if (stopped) return
    clearTimeout(timer)
    timer = setTimeout(() => void run(), wait)
    timer.unref()
  }

  function run(): Promise<void> {
    running = running.then(async () => {
      if (stopped) return
      try {
        const now = seconds()
        await schedule(now, await sweep(now))
      } catch (error) {
        options.failed(error)
        runIn(nextPause())
      }
    })
    return running
  }

  return {
    run,
    wake: () => void run(),
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
      clearTimeout(timer)
    },
  }
}
