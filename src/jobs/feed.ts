import type { Job } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { holdLock } from '../api/web-lock.ts'

/**
 * The last state from the server; `jobs` is null before the first response. `polledAt`: Unix seconds of the server's
 * clock, as the browser's may be wrong.
 */
export type Feed = { jobs: readonly Job[] | null; connected: boolean; polledAt: number }

/** ms between polls when server-sent events fail. */
const pollInterval = 3000

const listeners = new Set<() => void>()
const initial: Feed = { jobs: null, connected: true, polledAt: 0 }
let feed = initial
/** Ends following the events. */
let following: AbortController | null = null
/** The tab that holds it has the one stream of the browser, over HTTP/1.1 one of six connections, and tells the others. */
const lockName = 'kho_job_stream'
const channel = new BroadcastChannel('kho_jobs')
let timer: ReturnType<typeof setTimeout> | undefined
/** Number of the newest poll. The response to an earlier one may lack a job that was started since. */
let newest = 0

function publish(next: Partial<Feed>): void {
  feed = { ...feed, ...next }
  for (const listener of listeners) listener()
}

const isLive = ({ ended_at }: Job) => ended_at === null

function stop(): void {
  following?.abort()
  following = null
  clearTimeout(timer)
  timer = undefined
}

function take(jobs: readonly Job[]): void {
  if (!jobs.some(isLive)) stop()
  publish({ jobs, connected: true })
}

channel.onmessage = ({ data }: MessageEvent<readonly Job[]>) => {
  if (following) take(data)
}

/** Follows the jobs by server-sent events, while one is live. */
function connect(): void {
  stop()
  following = new AbortController()
  const { signal } = following
  // Without Web Locks, which need HTTPS or localhost, each tab has a stream.
  if (navigator.locks) void openInTurn(signal)
  else openStream(signal)
}

async function openInTurn(signal: AbortSignal): Promise<void> {
  const lock = await holdLock(lockName, { signal }).catch(() => null)
  if (signal.aborted) return lock?.release()
  signal.addEventListener('abort', () => lock?.release())
  openStream(signal)
}

function openStream(signal: AbortSignal): void {
  const source = new EventSource('/api/jobs/watch')
  signal.addEventListener('abort', () => source.close())
  source.onmessage = ({ data }) => {
    const { jobs } = JSON.parse(data) as { jobs: Job[] }
    channel.postMessage(jobs)
    take(jobs)
  }
  source.onerror = () => {
    stop()
    timer = setTimeout(() => void poll(), pollInterval)
  }
}

/** Reads the jobs once, which also renews the session; then follows them by events. */
async function poll(): Promise<void> {
  stop()
  const own = ++newest
  const call = api.GET('/jobs')
  const outcome = await result(call)
  if (own !== newest || listeners.size === 0) return
  if (outcome.ok) {
    const { jobs } = outcome.data
    if (jobs.some(isLive)) connect()
    publish({ jobs, connected: true, polledAt: sentAt((await call).response) })
  } else {
    timer = setTimeout(() => void poll(), pollInterval)
    publish({ connected: false })
  }
}

function sentAt({ headers }: Response): number {
  const date = Date.parse(headers.get('date') ?? '')
  return (Number.isNaN(date) ? Date.now() : date) / 1000
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
    feed = initial
  }
}
