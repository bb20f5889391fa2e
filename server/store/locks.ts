import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { Problem } from '../errors/problem.ts'
import { makeTurns } from '../limits/in-turns.ts'

export type Lock = {
  /** STORAGE_UNAVAILABLE if the lock was lost: another process may hold it, so the work must stop. */
  check(): Promise<void>
}

/** Named locks across all processes on one database. */
export type Locks = {
  /** Runs `work` with the lock `name`. STORAGE_UNAVAILABLE if it is not free within 20 s. */
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
    // Locks of one session do not exclude each other: within a process, turns do.
    hold: (name, work) => turns(name, () => locks.hold(name, work)),
    close: () => locks.close(),
  }
}

const nothing = async () => undefined

/** ms without a query after which PostgreSQL ends a session and releases its locks: its process may be frozen or dead. */
const silence = 10_000
const beat = 2_000
/** ms to wait for a lock. */
const patience = 20_000
/** ms between tries: doubles from the first to the last. */
const retry = { first: 10, last: 200 }

/** `ask`: the first column of the first row; queries run one by one. */
type Session = { ask(text: string, values?: string[]): Promise<unknown>; close(): Promise<void> }

/** `onLost`: called once, with the first failure; every later query fails with it too. */
async function openSession(url: string, onLost: (error: Error) => void): Promise<Session> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  })
  let lost: Error | undefined
  let last: Promise<unknown> = Promise.resolve()
  const close = () => client.end().catch(() => undefined)
  const lose = (error: Error) => {
    if (lost) return
    lost = error
    onLost(error)
    void close()
  }
  client.on('error', lose)
  const ask: Session['ask'] = (text, values) => {
    const answer = last.then(async () => {
      if (lost) throw lost
      const { rows } = await client.query<unknown[]>({ text, values, rowMode: 'array' })
      return rows[0]?.[0]
    })
    last = answer.catch(lose)
    return answer
  }
  await client.connect()
  await ask(`set idle_session_timeout = ${silence}`)
  return { ask, close }
}

/**
 * Advisory locks in one session for the whole process, so that none waits for the end of others: they end with the
 * session, and the session with its process. A lock of another process is polled until it is free, as a waiting query
 * would block the session.
 */
function advisoryLocks(url: string, onLost: (error: Error) => void): Locks {
  let session: Promise<Session> | undefined
  /** Number of locks held or waited for. */
  let inUse = 0

  function join(): Promise<Session> {
    if (session) return session
    let timer: NodeJS.Timeout | undefined
    const forget = () => {
      clearInterval(timer)
      if (session === opened) session = undefined
    }
    const opened = openSession(url, error => {
      forget()
      onLost(error)
    })
    opened.then(({ ask, close }) => {
      timer = setInterval(() => {
        if (inUse > 0) return void ask('select 1').catch(() => undefined)
        forget()
        void close()
      }, beat)
    }, forget)
    session = opened
    return opened
  }

  return {
    async hold(name, work) {
      inUse += 1
      try {
        const { ask } = await join()
        // PostgreSQL's text cannot contain NUL, which keys may.
        const key = [`kho ${name.replaceAll('\0', '\u{fffd}')}`]
        const deadline = Date.now() + patience
        for (let wait = retry.first; ; wait = Math.min(2 * wait, retry.last)) {
          if (await ask('select pg_try_advisory_lock(hashtextextended($1, 0))', key)) break
          if (Date.now() > deadline) {
            const cause = new Error(`The lock ${name} was not free within ${patience / 1000} s.`)
            throw new Problem('STORAGE_UNAVAILABLE', { cause })
          }
          await pause(wait)
        }
        try {
          return await work({
            async check() {
              await ask('select 1').catch(cause => {
                throw new Problem('STORAGE_UNAVAILABLE', { cause })
              })
            },
          })
        } finally {
          // If the session is lost, its locks are free.
          await ask('select pg_advisory_unlock(hashtextextended($1, 0))', key).catch(() => undefined)
        }
      } finally {
        inUse -= 1
      }
    },
    async close() {
      const open = await session?.catch(() => undefined)
      session = undefined
      await open?.close()
    },
  }
}
