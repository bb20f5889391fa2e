import type { Rights } from '../storage-admin/rights.ts'
import { addAudit } from '../store/audit.ts'
import type { Database } from '../store/open.ts'
import {
  accountRights,
  dueExpiries,
  nextExpiry,
  pendingRights,
  takeAccountExpiry,
  takeUserExpiry,
} from '../store/rights.ts'

export type Sweeper = {
  /** Acts on what is due now. */
  run(): Promise<void>
  /** An expiry or a right has changed: looks again when the next one is due. */
  wake(): void
  /** Ends, after what is under way. */
  stop(): Promise<void>
}

/** ms; another process may have set an earlier expiry. */
const longest = 10 * 60_000
/** ms until what the storage did not take is tried again: soon at first, at last each half a minute. */
const again = { first: 1000, last: 30_000 }

/**
 * Takes keys away at the storage when their user's or account's time is over, and brings changes there that it did
 * not take before. A timer runs to the next expiry. `now`: ms. `failed` is told what could not be done.
 */
export function makeSweeper(options: {
  db: Database
  rights: Rights
  now: () => number
  failed: (error: unknown) => void
}): Sweeper {
  const { db, rights } = options
  const seconds = () => Math.floor(options.now() / 1000)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  let pause = again.first

  async function expireUser(id: string): Promise<void> {
    await rights.user(id)
    const now = options.now()
    await db.transaction().execute(async trx => {
      const user = await takeUserExpiry(trx, id, seconds())
      const account = user && (await accountRights(trx, user.accountId))
      if (!user || !account) return
      const of = { id: user.accountId, name: account.name }
      const record = { account: of, user: '', target: user.email, address: '', device: '' }
      await addAudit(trx, { ...record, action: 'SUB_USER_EXPIRED' }, now)
    })
  }

  async function expireAccount(id: string): Promise<void> {
    await rights.account(id)
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
    const work: [(id: string) => Promise<void>, string[]][] = [
      [expireAccount, await dueExpiries(db, 'accounts', now)],
      [expireUser, await dueExpiries(db, 'users', now)],
      [id => rights.account(id), await pendingRights(db, 'accounts')],
      [id => rights.user(id), await pendingRights(db, 'users')],
    ]
    let all = true
    for (const [act, ids] of work) {
      for (const id of ids) {
        if (stopped) return all
        try {
          await act(id)
        } catch (error) {
          all = false
          options.failed(error)
        }
      }
    }
    return all
  }

  /** `now`: what was looked at last, so that nothing falls due unseen between the two. */
  async function schedule(now: number, all: boolean): Promise<void> {
    const next = [await nextExpiry(db, 'users', now), await nextExpiry(db, 'accounts', now)]
    const waits = next.filter(at => at !== null).map(at => at * 1000 - options.now())
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
