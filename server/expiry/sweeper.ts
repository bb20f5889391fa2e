import type { Background, Turn, Worker } from '../background/runner.ts'
import { inTurns } from '../limits/in-turns.ts'
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

/** ms between checks for changes that other processes made, or left unfinished. */
const longest = 2_000
/** Accounts that are pushed at once, so that a slow one delays few others. */
const atOnce = 3
/** ms until a failed push is retried for the first time. */
const retry = 1000

/**
 * Revokes keys at the storage when they, their user or account expire, and retries failed pushes, whichever process
 * made the change; compares folder limits with those at the storage. `now`: ms. Wake it when an expiry has changed.
 */
export function addSweeper(
  background: Background,
  options: {
    db: Database
    sync: StorageSync
    grants: Pick<BucketGrants, 'apply' | 'compare'>
    now: () => number
  },
): Worker {
  const { db, sync, grants } = options
  const seconds = () => Math.floor(options.now() / 1000)

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
        { ...record, action: 'ACCOUNT_CHANGED', detail: { kind: 'expired' }, address: '', device: '' },
        now,
      )
    })
  }

  /** Disables a key, which also removes it from the storage. */
  async function expireKey(accessKey: string): Promise<void> {
    const now = options.now()
    const accountId = await db.transaction().execute(async trx => {
      const of = await keyOwner(trx, accessKey)
      if (!of || !(await setKeyEnabled(trx, accessKey, false))) return null
      const record = { account: of.account, user: '', target: accessKey, address: '', device: '' }
      const detail = { kind: 'names' as const, names: [of.name] }
      await addAudit(trx, { ...record, action: 'ACCESS_KEY_DISABLED', detail }, now)
      await bumpDesiredVersion(trx, of.account.id)
      return of.account.id
    })
    if (accountId !== null) await sync.apply(accountId)
  }

  /** Returns the ms until the next expiry or verification after `now`, so that none is missed. */
  async function untilNext(now: number): Promise<number | undefined> {
    const next = await nextDue(db, now)
    return next === null ? undefined : next * 1000 - options.now()
  }

  async function runAll(acts: (() => Promise<void>)[], { stopping, failed }: Turn): Promise<void> {
    await inTurns(atOnce, acts, async act => {
      if (!stopping.aborted) await act().catch(failed)
    })
  }

  async function expire(turn: Turn): Promise<number | undefined> {
    const now = seconds()
    const accounts = await dueAccounts(db, now)
    const users = await dueUsers(db, now)
    const keys = await dueKeys(db, now)
    await runAll(
      [
        ...accounts.map(id => () => expireAccount(id)),
        ...users.map(user => () => expireUser(user)),
        ...keys.map(key => () => expireKey(key)),
      ],
      turn,
    )
    return untilNext(now)
  }

  async function push(turn: Turn): Promise<number | undefined> {
    const now = seconds()
    const pending = await pendingAccounts(db, now)
    const granting = await accountsWithPendingGrants(db)
    await runAll(
      [
        ...pending.map(id => () => sync.apply(id)),
        ...granting.map(id => () => grants.apply(id)),
        () => grants.compare(),
      ],
      turn,
    )
    return untilNext(now)
  }

  // Separate: expiries must not wait for pushes to a storage that does not respond.
  const every = () => longest
  const workers = [
    background.add({
      name: 'expiry',
      problem: 'An expiry did not reach the storage.',
      ...{ every, retry, run: expire },
    }),
    background.add({
      name: 'pushes',
      problem: 'A change did not reach the storage.',
      ...{ every, retry, run: push },
    }),
  ]
  return {
    wake(wait) {
      for (const worker of workers) worker.wake(wait)
    },
    async run() {
      await Promise.all(workers.map(worker => worker.run()))
    },
  }
}
