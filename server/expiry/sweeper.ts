import type { Background, Turn, Worker } from '../background/runner.ts'
import { inTurns } from '../in-turns.ts'
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

/** ms between looks for what other processes changed, or left undone. */
const longest = 5_000
/** Accounts that are pushed at once, so that a slow one holds up few others. */
const atOnce = 3
/** ms until a failed push is retried for the first time. */
const retry = 1000

/**
 * Revokes keys at the storage when they, their user or account expire, and retries pushes that failed, whichever process
 * made the change; compares folder limits with what the storage has. `now`: ms. Wake it when an expiry has changed.
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

  /** Acts on what is due. Gives the ms until the next expiry after the look, so that none falls due unseen in between. */
  async function run({ stopping, failed }: Turn): Promise<number | undefined> {
    const now = seconds()
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
    ]
    await inTurns(atOnce, work, async act => {
      if (!stopping.aborted) await act().catch(failed)
    })
    const next = await nextDue(db, now)
    return next === null ? undefined : next * 1000 - options.now()
  }

  const problem = 'An expiry or a change did not reach the storage.'
  return background.add({ name: 'expiry', problem, every: () => longest, retry, run })
}
