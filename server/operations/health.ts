import { sql } from 'kysely'
import { Problem } from '../errors/problem.ts'
import type { Database } from '../store/open.ts'

/** ms that the database and the storage each have to respond. */
const timeout = 3000
/** ms that a result is cached. */
const memory = 5000

/**
 * A check that the database responds, and the storage to the console's keys: `askStorage`. Anyone may call it as often as
 * they like: it runs once in five seconds at most. `now`: ms. DATABASE_UNAVAILABLE, STORAGE_UNAVAILABLE, STORAGE_REFUSES
 */
export function makeHealthCheck(deps: {
  db: Database
  askStorage(timeout: number): Promise<unknown>
  now: () => number
}): () => Promise<void> {
  let last: { until: number; healthy: Promise<void> } | null = null

  async function check(): Promise<void> {
    await within(sql`select 1`.execute(deps.db)).catch(error => {
      throw new Problem('DATABASE_UNAVAILABLE', { cause: error })
    })
    await deps.askStorage(timeout)
  }

  return () => {
    if (!last || last.until <= deps.now()) {
      const healthy = check()
      const kept = { until: Number.POSITIVE_INFINITY, healthy }
      const done = () => {
        kept.until = deps.now() + memory
      }
      healthy.then(done, done)
      last = kept
    }
    return last.healthy
  }
}

function within<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${timeout} ms.`)), timeout)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
