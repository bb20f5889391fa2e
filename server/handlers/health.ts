import { sql } from 'kysely'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import type { Services } from './services.ts'

/** Ms that the database and the storage have to answer, and that what they came to is kept. */
const patience = 3000
const memory = 1000

/** Anybody may ask, as often as they like: the questions behind it are asked once at a time, once a second. */
export function healthHandlers(services: Services): Pick<Handlers, 'getHealth'> {
  let last: { until: number; healthy: Promise<void> } | null = null

  async function check(): Promise<void> {
    await within(sql`select 1`.execute(services.db)).catch(error => {
      throw new Problem('DATABASE_UNAVAILABLE', { cause: error })
    })
    const asked = fetch(services.storageEndpoint, { signal: AbortSignal.timeout(patience) })
    const answer = await asked.catch(error => {
      throw new Problem('STORAGE_UNAVAILABLE', { cause: error })
    })
    await answer.body?.cancel()
    // Without a signature it is refused: that is an answer all the same.
    if (answer.status >= 500) throw new Problem('STORAGE_UNAVAILABLE')
  }

  return {
    async getHealth() {
      if (!last || last.until <= services.now()) {
        const healthy = check()
        const kept = { until: Number.POSITIVE_INFINITY, healthy }
        const done = () => {
          kept.until = services.now() + memory
        }
        healthy.then(done, done)
        last = kept
      }
      await last.healthy
      return { status: 'ok' }
    },
  }
}

function within<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${patience} ms.`)), patience)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
