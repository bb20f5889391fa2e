import { sql } from 'kysely'
import { Problem } from '../errors/problem.ts'
import type { Database } from '../store/open.ts'

/** ms that the database and the storage each have to respond. */
const timeout = 3000
/** ms that a result is cached. */
const memory = 1000

/**
 * A check that the database and the storage respond. DATABASE_UNAVAILABLE, STORAGE_UNAVAILABLE. Anyone may call it as
 * often as they like: it runs once a second at most. `now`: ms.
 */
export function makeHealthCheck(deps: {
  db: Database
  storageEndpoint: string
  now: () => number
}): () => Promise<void> {
  let last: { until: number; healthy: Promise<void> } | null = null

  async function check(): Promise<void> {
    await within(sql`select 1`.execute(deps.db)).catch(error => {
      throw new Problem('DATABASE_UNAVAILABLE', { cause: error })
    })
    const asked = fetch(deps.storageEndpoint, { signal: AbortSignal.timeout(timeout) })
    const answer = await asked.catch(error => {
      throw new Problem('STORAGE_UNAVAILABLE', { cause: error })
    })
    await answer.body?.cancel()
    // The request is not signed: a refusal is fine.
    if (answer.status >= 500) throw new Problem('STORAGE_UNAVAILABLE')
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
