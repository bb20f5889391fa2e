import pg from 'pg'
import { Problem } from '../errors/problem.ts'

/** A lock that is held. */
export type Lock = {
  /** STORAGE_UNAVAILABLE where the lock was lost: another process may hold it, and what is left to do must not be done. */
  check(): Promise<void>
}

/** Named locks that count for every process on one database. */
export type Locks = {
  /** Runs `work` while nobody else runs work under this name. STORAGE_UNAVAILABLE after 20 s. */
  hold<T>(name: string, work: (lock: Lock) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** `url`: postgres://; null: SQLite, whose one process needs turns alone. `onLost` is told of broken connections. */
export function openLocks(url: string | null, onLost: (error: Error) => void): Locks {
  const turns = makeTurns()
  if (url === null)
    return { hold: (name, work) => turns(name, () => work({ check: nothing })), close: nothing }
  const locks = advisoryLocks(url, onLost)
  return {
    // Of one process, one for each name waits with a connection.
    hold: (name, work) => turns(name, () => locks.hold(name, work)),
    close: () => locks.close(),
  }
}

const nothing = async () => undefined

/** Connections for locks alone, and so the locks that a process holds or waits for at once. */
const connections = 4
/** ms without a word after which PostgreSQL ends a session and gives up its locks: its process may be frozen or gone. */
const silence = 10_000
const beat = 2_000

/** Sessions that each hold one advisory lock: a lock goes with its session, and the session with its process. */
function advisoryLocks(url: string, onLost: (error: Error) => void): Locks {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    idleTimeoutMillis: silence / 2,
    connectionTimeoutMillis: 20_000,
    onConnect: async client => {
      await client.query(`set idle_session_timeout = ${silence}; set lock_timeout = '20s'`)
    },
  })
  pool.on('error', onLost)

  return {
    async hold(name, work) {
      const client = await pool.connect()
      let lost: Error | undefined
      const lose = (error: Error) => {
        lost ??= error
      }
      client.on('error', lose)
      const ask = async (text: string) => {
        await client.query({ text, query_timeout: 5_000 } as pg.QueryConfig).catch(lose)
      }
      let timer: NodeJS.Timeout | undefined
      try {
        await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`kho ${name}`])
        timer = setInterval(() => void ask('select 1'), beat)
        return await work({
          async check() {
            await ask('select 1')
            if (lost) throw new Problem('STORAGE_UNAVAILABLE', { cause: lost })
          },
        })
      } catch (error) {
        if ((error as { code?: string }).code !== '55P03') throw error
        throw new Problem('STORAGE_UNAVAILABLE', { cause: error })
      } finally {
        clearInterval(timer)
        await ask('select pg_advisory_unlock_all()')
        client.off('error', lose)
        client.release(lost)
      }
    },
    close: () => pool.end(),
  }
}

/** Runs work of one name one after the other. */
function makeTurns() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work)
    last.set(name, turn)
    try {
      return await turn
    } finally {
      if (last.get(name) === turn) last.delete(name)
    }
  }
}
