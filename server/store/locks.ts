import pg from 'pg'
import { Problem } from '../errors/problem.ts'

export type Lock = {
  /** STORAGE_UNAVAILABLE where the lock was lost: another process may hold it, so the work must not go on. */
  check(): Promise<void>
}

/** Named locks across all processes on one database. */
export type Locks = {
  /** Runs `work` with the lock `name`. STORAGE_UNAVAILABLE where it is not free within 20 s. */
  hold<T>(name: string, work: (lock: Lock) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** `url`: postgres://; null: SQLite, with one process. `onLost`: called when a connection breaks. */
export function openLocks(url: string | null, onLost: (error: Error) => void): Locks {
  const turns = makeTurns()
  if (url === null)
    return { hold: (name, work) => turns(name, () => work({ check: nothing })), close: nothing }
  const locks = advisoryLocks(url, onLost)
  return {
    // In a process, only one waiter for a name takes a connection.
    hold: (name, work) => turns(name, () => locks.hold(name, work)),
    close: () => locks.close(),
  }
}

const nothing = async () => undefined

/** Connections for locks only: as many locks can a process hold or wait for at once. */
const connections = 4
/** ms without a query after which PostgreSQL ends a session and releases its lock: its process may be frozen or dead. */
const silence = 10_000
const beat = 2_000

/** One advisory lock a session: the lock ends with its session, and the session with its process. */
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
        // PostgreSQL's texts hold no NUL, which keys may have.
        const text = `kho ${name.replaceAll('\0', '\u{fffd}')}`
        await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [text])
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
