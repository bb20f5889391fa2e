import { sql } from 'kysely'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { version } from '../program.ts'
import type { Services } from './services.ts'

/** ms that the database and the storage each have to respond. */
const timeout = 3000
/** ms that a result is cached: anyone may call it as often as they like. */
const memory = 5000

const ok = { status: 'ok', version } as const

export function healthOperations({
  db,
  now,
  askStorage,
  stopping,
}: Pick<Services, 'db' | 'now' | 'askStorage' | 'stopping'>) {
  let last: { until: number; healthy: Promise<void> } | null = null

  async function check(): Promise<void> {
    await within(sql`select 1`.execute(db)).catch(error => {
      throw new Problem('DATABASE_UNAVAILABLE', { cause: error })
    })
    await askStorage(timeout)
  }

  function cachedCheck(): Promise<void> {
    if (!last || last.until <= now()) {
      const kept = { until: Number.POSITIVE_INFINITY, healthy: check() }
      const done = () => {
        kept.until = now() + memory
      }
      kept.healthy.then(done, done)
      last = kept
    }
    return last.healthy
  }

  async function getReadiness() {
    if (stopping.aborted) throw new Problem('STOPPING')
    await cachedCheck()
    return ok
  }
  return {
    getHealth: getReadiness,
    getReadiness,
    getLiveness: async () => ok,
  } satisfies Partial<Handlers>
}

function within<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${timeout} ms.`)), timeout)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
