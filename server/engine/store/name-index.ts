import { rmSync } from 'node:fs'
import { extname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Commits } from './commits.ts'
import type { Database } from './database.ts'
import type { Halt } from './halt.ts'
import type {
  FromNameThread,
  NameCall,
  NamedRow,
  NameQuery,
  NameThreadData,
  ToNameThread,
} from './name-thread.ts'
import type { Store } from './store.ts'

/**
 * The index of names: trigrams of the folded keys of all rows of `version`, in a file of its own, which a thread reads
 * and writes. It follows the index, whose rows have ascending numbers and keep their keys: all up to `place` are in it,
 * later ones are read from the index itself. So no change waits for it, and none is missing from a search, whenever the
 * process ends; rows that are no longer current, or gone, are found and then dropped.
 */
export type NameIndex = {
  /** All rows up to this `seq` can be found. */
  place(): Promise<number>
  find(query: NameQuery): Promise<number[]>
  /** Rows that are still to come. */
  waiting(): number
  /** Compares it with the index; if rows are missing, builds it again and returns a sentence. */
  check(): Promise<string | undefined>
  close(): Promise<void>
}

export const fileOfNames = (dir: string): string => join(dir, 'names.sqlite')

/** Removes the index of names: one that misses a start would not be known to. */
export const removeNames = (dir: string): void => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(fileOfNames(dir) + suffix, { force: true })
}

/** Rows in one transaction of the thread. */
const ROWS = 500
/** ms after which changes are looked for. */
const EVERY = 250
/** ms after which a failed step is tried again. */
const AFTER_FAILURE = 10_000

type Thread = { call(wanted: NameCall): Promise<number[]>; close(): Promise<void> }

const startThread = async (
  data: NameThreadData,
  seen: (place: number) => void,
  onEnd: () => void,
): Promise<Thread> => {
  const worker = new Worker(join(import.meta.dirname, `name-thread${extname(import.meta.filename)}`), {
    workerData: data,
  })
  worker.unref()
  const calls = new Map<number, PromiseWithResolvers<number[]>>()
  const wait = (call: number): Promise<number[]> => {
    const waiting = Promise.withResolvers<number[]>()
    calls.set(call, waiting)
    return waiting.promise
  }
  let made = 0
  const ended = new Promise<void>(resolve => {
    const end = (error: Error): void => {
      for (const waiting of calls.values()) waiting.reject(error)
      calls.clear()
      onEnd()
      resolve()
    }
    worker
      .on('message', (reply: FromNameThread) => {
        const waiting = calls.get(reply.call)
        calls.delete(reply.call)
        seen(reply.place)
        if ('rows' in reply) waiting?.resolve(reply.rows)
        else waiting?.reject(new Error(`The index of names: ${reply.failed}`))
      })
      .on('error', end)
      .on('exit', code => end(new Error(`The thread of the index of names has ended with ${code}.`)))
  })
  await wait(0)
  const say = (message: ToNameThread): void => worker.postMessage(message)
  return {
    call: wanted => {
      made += 1
      const answer = wait(made)
      say({ call: made, wanted })
      return answer
    },
    close: async () => {
      worker.ref()
      say('close')
      await ended
    },
  }
}

/** The number of the newest row. */
export const lastSeq = (db: Database): number =>
  db.get<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'version'")?.seq ?? 0

/** `commits`: of the index when it was opened. The thread starts with the first row, or search. */
export const openNames = (
  dir: string,
  store: { db: Database; commits: Commits; halt: Halt; disk: Pick<Store['disk'], 'isFull'> },
  { commits, log }: { commits: number; log: (message: string, error: unknown) => void },
): NameIndex => {
  const { db } = store
  const stopping = new AbortController()
  const { signal } = stopping
  let place = 0
  let known = commits
  let thread: Promise<Thread> | undefined
  const open = (): Promise<Thread> => {
    if (signal.aborted) return Promise.reject(new Error('The engine is closed.'))
    thread ??= startThread(
      { file: fileOfNames(dir), commits: known },
      seen => {
        place = seen
        // From now on it follows this process.
        known = Number.MAX_SAFE_INTEGER
      },
      () => {
        thread = undefined
      },
    )
    thread.catch(() => undefined)
    return thread
  }
  const call = async (wanted: NameCall): Promise<number[]> => (await open()).call(wanted)

  /** Adds rows that follow; returns their number. */
  const follow = async (): Promise<number> => {
    if (store.halt.halted || store.disk.isFull() || lastSeq(db) <= place) return 0
    await open()
    const after = place
    const last = lastSeq(db)
    const rows = db.all<NamedRow>(
      `SELECT version.seq, version.bucket, bucket.uid, version.key
       FROM version JOIN bucket ON bucket.id = version.bucket
       WHERE version.seq > ? ORDER BY version.seq LIMIT ?`,
      after,
      ROWS,
    )
    // A power cut could take back rows that are not durable, and give their numbers to others.
    await store.commits.flush()
    if (store.halt.halted) return 0
    const upTo = rows.length < ROWS ? last : rows.at(-1)!.seq
    await call({ add: rows, after, upTo, commits: store.commits.made() })
    return rows.length
  }

  /** Drops what the index no longer has of the next `limit` rows after `after`; returns the last of them. */
  const sweep = async (after: number, limit: number): Promise<number> => {
    const rows = await call({ listAfter: after, limit })
    const last = rows.at(-1)
    if (last === undefined) return 0
    const gone = rows.filter(row => !db.get('SELECT 1 FROM version WHERE seq = ?', row))
    if (gone.length > 0) await call({ forget: gone })
    return last
  }

  const work = async (): Promise<void> => {
    let swept = 0
    let added = 0
    while (!signal.aborted) {
      let pause = EVERY
      try {
        const began = performance.now()
        const rows = await follow()
        added += rows
        // Two for each that comes, so that what is gone never outgrows what is there.
        if (added >= ROWS) {
          swept = await sweep(swept, 2 * ROWS)
          added -= ROWS
        }
        // Half of the time is for the requests of others.
        if (rows === ROWS) pause = performance.now() - began
      } catch (error) {
        if (!signal.aborted) log('The index of names could not be brought up to date.', error)
        pause = AFTER_FAILURE
      }
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  const working = work()

  const missing = async (): Promise<number> => {
    const upTo = place
    let count = 0
    for (let after = 0; after < upTo; ) {
      const rows = db.all<{ seq: number }>(
        'SELECT seq FROM version WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?',
        after,
        upTo,
        ROWS,
      )
      if (rows.length === 0) break
      const last = rows.at(-1)!.seq
      const there = new Set<number>()
      for (let from = after; from < last; ) {
        const found = await call({ listAfter: from, limit: 2 * ROWS })
        for (const row of found) there.add(row)
        from = found.at(-1) ?? last
      }
      count += rows.filter(({ seq }) => !there.has(seq)).length
      after = last
    }
    return count
  }

  return {
    place: async () => {
      await open()
      return place
    },
    find: query => call({ find: query }),
    waiting: () => lastSeq(db) - place,
    check: async () => {
      await open()
      const problem = await call({ check: true }).then(
        async () => {
          const count = await missing()
          return count > 0 ? `${count} names are missing from it` : undefined
        },
        (error: Error) => error.message,
      )
      if (problem === undefined) return undefined
      await call({ clear: true })
      return `The index of names is damaged (${problem}), and is being built again.`
    },
    close: async () => {
      stopping.abort()
      await working
      await (await thread?.catch(() => undefined))?.close()
    },
  }
}
