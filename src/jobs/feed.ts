import type { Job } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'

/** What the server said last; `jobs` is null before its first answer. */
export type Feed = { jobs: readonly Job[] | null; connected: boolean }

/** ms between reads where events do not come. */
const pause = 3000

const listeners = new Set<() => void>()
let feed: Feed = { jobs: null, connected: true }
let source: EventSource | null = null
let timer: ReturnType<typeof setTimeout> | undefined

function tell(next: Partial<Feed>): void {
  feed = { ...feed, ...next }
  for (const listener of listeners) listener()
}

const isLive = ({ ended_at }: Job) => ended_at === null

function stop(): void {
  source?.close()
  source = null
  clearTimeout(timer)
  timer = undefined
}

/** By server-sent events, while a job is live. */
function watch(): void {
  stop()
  source = new EventSource('/api/jobs/watch')
  source.onmessage = ({ data }) => {
    const { jobs } = JSON.parse(data) as { jobs: Job[] }
    if (!jobs.some(isLive)) stop()
    tell({ jobs, connected: true })
  }
  source.onerror = () => {
    stop()
    timer = setTimeout(() => void poll(), pause)
  }
}

/** By a read, which also renews the session; then by events again. */
async function poll(): Promise<void> {
  stop()
  const outcome = await result(api.GET('/jobs'))
  if (listeners.size === 0) return
  if (outcome.ok) {
    const { jobs } = outcome.data
    if (jobs.some(isLive)) watch()
    tell({ jobs, connected: true })
  } else {
    timer = setTimeout(() => void poll(), pause)
    tell({ connected: false })
  }
}

/** Reads the jobs now: one was started, or cancelled. */
export function refreshJobs(): void {
  if (listeners.size > 0) void poll()
}

export function readFeed(): Feed {
  return feed
}

/** Calls `listener` when the jobs change. They are read while anybody listens. */
export function subscribeToFeed(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) void poll()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop()
    feed = { jobs: null, connected: true }
  }
}
