import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from '../../openapi/schema.ts'
import { Problem } from '../errors/problem.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'
import { listJobs } from './user-jobs.ts'

export type JobWatch = {
  /**
   * Server-sent events with the user's jobs, until none is live, `disconnected`, or `readmit` returns null.
   * TOO_MANY_REQUESTS. Source: HTML standard, "Server-sent events".
   */
  watch(
    user: User,
    caller: { disconnected: AbortSignal; readmit: () => Promise<{ user: User } | null> },
  ): AsyncIterable<string>
  /** Ends all streams. */
  close(): void
}

/** Maximum number of streams of a user: a browser has a few tabs. */
const mostOpen = 8
/** Checks without news after which a comment keeps the connection open. */
const quietLooks = 15

/** `interval`: ms between checks. */
export function makeJobWatch(db: Database, interval = 1_000): JobWatch {
  const closing = new AbortController()
  const open = new Map<string, number>()

  function count(user: User, more: number): number {
    const left = (open.get(user.id) ?? 0) + more
    if (left === 0) open.delete(user.id)
    else open.set(user.id, left)
    return left
  }

  return {
    watch(user, { disconnected, readmit }) {
      if ((open.get(user.id) ?? 0) >= mostOpen) throw new Problem('TOO_MANY_REQUESTS', { retryAfter: 5 })
      if (!disconnected.aborted) {
        count(user, 1)
        disconnected.addEventListener('abort', () => count(user, -1), { once: true })
      }
      const signal = AbortSignal.any([disconnected, closing.signal])
      return events(db, user, { signal, readmit, interval })
    },
    close: () => closing.abort(),
  }
}

async function* events(
  db: Database,
  user: User,
  watched: { signal: AbortSignal; readmit: () => Promise<{ user: User } | null>; interval: number },
): AsyncGenerator<string> {
  const { signal, readmit, interval } = watched
  let sent = ''
  let quiet = 0
  for (let caller: { user: User } | null = { user }; caller && !signal.aborted; caller = await readmit()) {
    const jobs = await listJobs(db, caller.user)
    const text = JSON.stringify({ jobs })
    quiet = text === sent ? quiet + 1 : 0
    if (text !== sent) yield `data: ${text}\n\n`
    else if (quiet % quietLooks === 0) yield ':\n\n'
    sent = text
    if (!jobs.some(isLive)) return
    await pause(interval, undefined, { signal }).catch(() => undefined)
  }
}

function isLive({ state }: Job): boolean {
  return state === 'queued' || state === 'running'
}
