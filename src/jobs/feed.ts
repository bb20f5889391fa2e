import { useActorRef } from '@xstate/react'
import { type ActorRefFrom, type EventObject, fromCallback, type NonReducibleUnknown } from 'xstate'
import { actor } from '../../machines/actor.ts'
import { type JobFeedReport, type JobsRead, jobFeedMachine } from '../../machines/job-feed/machine.ts'
import type { Job } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { followEvents } from '../api/event-stream.ts'
import { result } from '../api/result.ts'
import { holdLock } from '../api/web-lock.ts'
import { storageName } from '../site/installation.ts'

const lockName = storageName('job-stream')
/** A channel does not hear itself. */
const channel = new BroadcastChannel(storageName('jobs'))

async function readJobs(): Promise<JobsRead['output']> {
  const call = api.GET('/jobs')
  const outcome = await result(call)
  if (!outcome.ok) return outcome
  return { ok: true, jobs: outcome.data.jobs, polledAt: sentAt((await call).response) }
}

function sentAt({ headers }: Response): number {
  const date = Date.parse(headers.get('date') ?? '')
  return (Number.isNaN(date) ? Date.now() : date) / 1000
}

const callback = fromCallback<EventObject, NonReducibleUnknown, JobFeedReport>

const followTabs = callback(({ sendBack }) => {
  channel.onmessage = ({ data }: MessageEvent<readonly Job[]>) =>
    sendBack({ type: 'jobs received', jobs: data })
  return () => {
    channel.onmessage = null
  }
})

const holdLeadership = callback(({ sendBack }) => {
  const leaving = new AbortController()
  const { signal } = leaving
  async function waitForTurn() {
    const lock = await holdLock(lockName, { signal }).catch(() => null)
    if (signal.aborted) return lock?.release()
    signal.addEventListener('abort', () => lock?.release())
    sendBack({ type: 'became leader' })
  }
  // Without Web Locks, which need HTTPS or localhost, each tab has a stream.
  if (navigator.locks) void waitForTurn()
  else sendBack({ type: 'became leader' })
  return () => leaving.abort()
})

const followStream = callback(({ sendBack }) => {
  return followEvents<{ jobs: Job[] }>('/jobs/watch', {
    received: ({ jobs }) => sendBack({ type: 'jobs streamed', jobs }),
    lost: () => sendBack({ type: 'stream lost' }),
  })
})

export const jobFeed = jobFeedMachine.provide({
  actors: { readJobs: actor(readJobs), followTabs, holdLeadership, followStream },
  actions: { 'send to other tabs': (_, { jobs }) => channel.postMessage(jobs) },
})

export type JobFeed = ActorRefFrom<typeof jobFeedMachine>

/** Runs the feed while the tray is mounted. Its first read is the first `refresh`. */
export function useJobFeed(): JobFeed {
  return useActorRef(jobFeed)
}
