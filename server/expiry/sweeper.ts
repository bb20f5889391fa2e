import type { StorageSync } from '../storage-admin/storage-sync.ts'
import { addAudit } from '../store/audit.ts'
import type { Database } from '../store/open.ts'
import {
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
  /** An expiry has changed: looks again when the next one is due. */
  wake(): void
  /** Ends, after what is under way. */
  stop(): Promise<void>
}

/** ms after which it looks for what other processes changed, or left undone. */
const longest = 5_000
/** Accounts that are brought to the storage at once: one that it is slow with keeps few others waiting. */
const atOnce = 3
/** ms until what the storage did not take is tried again: soon at first, at last each half a minute. */
const again = { first: 1000, last: 30_000 }

/**
 * Takes keys away at the storage when their user's or account's time is over, and brings changes there that it did
 * not take before, whichever process made them. A timer runs to the next expiry. `now`: ms. `failed` is told what could not be done.
 */
export function makeSweeper(options: {
  db: Database
  sync: StorageSync
  now: () => number
  failed: (error: unknown) => void
}): Sweeper {
  const { db, sync } = options
  const seconds = () => Math.floor(options.now() / 1000)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  let pause = again.first

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

  /** Acts on what was due at `now`; whether all was done. */
  async function sweep(now: number): Promise<boolean> {
    const accounts = await dueAccounts(db, now)
    const users = await dueUsers(db, now)
    const pending = await pendingAccounts(db, now)
    const work = [
      ...accounts.map(id => () => expireAccount(id)),
      ...users.map(user => () => expireUser(user)),
      ...pending.map(id => () => sync.apply(id)),
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

  /** `now`: what was looked at last, so that nothing falls due unseen between the two. */
  async function schedule(now: number, all: boolean): Promise<void> {
    const next = await nextDue(db, now)
    const waits = next === null ? [] : [next * 1000 - options.now()]
    runIn(Math.max(0, Math.min(longest, ...waits, ...(all ? [] : [nextPause()]))))
    if (all) pause = again.first
  }

  function nextPause(): number {
    const now = pause
    pause = Math.min(2 * pause, again.last)
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
