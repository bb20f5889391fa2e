import { setTimeout as sleep } from 'node:timers/promises'
import { nextWithLifecycle } from '../store/buckets.ts'
import { Halted } from '../store/halt.ts'
import type { Store } from '../store/store.ts'
import { DAY_MS } from './expiry.ts'
import { beginning, type LifecycleCursor, lookForExpired, removeExpired } from './pass.ts'

export type LifecycleOptions = {
  /** ms between checks of the clock. */
  every?: number
  /** Length of a rule's day in ms: shorter for conformance tests, which then need a folder of their own. */
  day?: number
  /** ms between two steps of a pass, during which requests are served. */
  pause?: number
  /** Maximum number of versions that one commit removes, during which the event loop is blocked. */
  removals?: number
}

const MINUTE = 60_000
/** Looks after which the cursor is stored. */
const NOTED = 50

/**
 * Applies the lifecycle rules of all buckets, one pass a day after midnight UTC; after a restart it continues where it
 * stopped. Failures are passed to `log`. Returns a function that stops it.
 */
export const startLifecycle = (
  store: Store,
  log: (message: string, error: unknown) => void,
  {
    day: length = DAY_MS,
    every = Math.min(MINUTE, length / 20),
    pause = 5,
    removals = 50,
  }: LifecycleOptions = {},
): (() => Promise<void>) => {
  const { db, commits } = store
  const stopping = new AbortController()
  const { signal } = stopping
  const wait = (ms: number): Promise<unknown> =>
    sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
  const note = (day: number, cursor: LifecycleCursor | undefined): void => {
    db.run(
      'UPDATE progress SET lifecycle_day = ?, lifecycle_place = ?',
      day,
      cursor ? JSON.stringify(cursor) : null,
    )
  }
  /** `day`: of the running pass or, without a cursor, of the last one. Days since 1970, of `length` ms. */
  const state = (): { day: number; cursor: LifecycleCursor | undefined } => {
    const row = db.get<{ day: number; cursor: string | null }>(
      'SELECT lifecycle_day AS day, lifecycle_place AS cursor FROM progress',
    )
    return {
      day: row?.day ?? 0,
      cursor: row?.cursor ? (JSON.parse(row.cursor) as LifecycleCursor) : undefined,
    }
  }
  const pass = async (): Promise<void> => {
    const today = Math.floor(store.now() / length)
    const known = state()
    // A day in the future was stored by a clock that ran ahead, or with shorter days: its expired rows may not have
    // expired yet.
    const resumed = known.day <= today ? known.cursor : undefined
    if (!resumed && (known.day === today || !nextWithLifecycle(store, 0))) return
    const day = resumed ? known.day : today
    // Everything expires at midnight, so that a pass uses one time throughout.
    const clock = { now: day * length, day: length }
    let cursor: LifecycleCursor | undefined = resumed ?? beginning
    for (let looks = 1; cursor && !signal.aborted; looks += 1) {
      const found = lookForExpired(store, cursor, clock)
      cursor = found.cursor
      if (found.due && cursor)
        cursor = await removeExpired(store, cursor, { clock, removals, note: after => note(day, after) })
      else if (!cursor || looks % NOTED === 0) await commits.run(() => note(day, cursor))
      await wait(pause)
    }
  }
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await pass().catch((error: unknown) => {
        if (error instanceof Halted) stopping.abort()
        if (!signal.aborted) log('The lifecycle rules could not be applied.', error)
      })
      await wait(every)
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}
