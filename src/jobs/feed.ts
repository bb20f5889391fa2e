import type { Job } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'

/** The last state from the server; `jobs` is null before the first response. */
export type Feed = { jobs: readonly Job[] | null; connected: boolean }

/** ms between polls when server-sent events fail. */
const pollInterval = 3000

const listeners = new Set<() => void>()
let feed: Feed = { jobs: null, connected: true }
let source: EventSource | null = null
let timer: ReturnType<typeof setTimeout> | undefined

function publish(next: Partial<Feed>): void {
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

/** Follows the jobs by server-sent events, while one is live. */
function connect(): void {
  stop()
  source = new EventSource('/api/jobs/watch')
  source.onmessage = ({ data }) => {
    const { jobs } = JSON.parse(data) as { jobs: Job[] }
    if (!jobs.some(isLive)) stop()
    publish({ jobs, connected: true })
  }
  source.onerror = () => {
    stop()
    timer = setTimeout(() => void poll(), pollInterval)
  }
}

/** Reads the jobs once, which also renews the session; then follows them by events. */
async function poll(): Promise<void> {
  stop()
  const outcome = await result(api.GET('/jobs'))
  if (listeners.size === 0) return
  if (outcome.ok) {
    const { jobs } = outcome.data
    if (jobs.some(isLive)) connect()
    publish({ jobs, connected: true })
  } else {
    timer = setTimeout(() => void poll(), pollInterval)
    publish({ connected: false })
  }
}

/** Reads the jobs now, after one was started or cancelled. */
export function refreshJobs(): void {
  if (listeners.size > 0) void poll()
}

export function readFeed(): Feed {
  return feed
}

/** Calls `listener` when the jobs change. They are read while there are listeners. */
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
