import { useActorRef } from '@xstate/react'
import { useMemo, useState } from 'react'
import { type ActorRefFrom, type EventObject, fromCallback, type NonReducibleUnknown } from 'xstate'
import { actor } from '../../machines/actor.ts'
import {
  bulkJobMachine,
  type FailuresRead,
  type JobCancel,
  type JobNews,
  type JobRetry,
} from '../../machines/bulk-job/machine.ts'
import type { Job } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { useUser } from '../session/flow.ts'
import { queryClient } from '../session/query-client.ts'
import { readFeed, refreshJobs, subscribeToFeed } from './feed.ts'
import { followJob } from './followed-jobs.ts'

/** Sends changes of a job to its machine. */
function watchJob(id: string) {
  return fromCallback<EventObject, NonReducibleUnknown, JobNews>(({ sendBack }) => {
    let lastSent = ''
    let wasConnected = true
    const update = () => {
      const { jobs, connected } = readFeed()
      if (connected !== wasConnected) sendBack({ type: connected ? 'connection back' : 'connection lost' })
      wasConnected = connected
      if (jobs === null) return
      const job = jobs.find(each => each.id === id)
      const text = JSON.stringify(job ?? null)
      if (text !== lastSent) sendBack(job ? { type: 'job changed', job } : { type: 'job gone' })
      lastSent = text
    }
    const unsubscribe = subscribeToFeed(update)
    update()
    return unsubscribe
  })
}

export async function cancelJob({ id }: JobCancel['input']): Promise<JobCancel['output']> {
  const outcome = await result(api.POST('/jobs/{id}/cancel', { params: { path: { id } } }))
  refreshJobs()
  return outcome.ok ? { ok: true, job: outcome.data } : outcome
}

export async function readFailures({ id }: FailuresRead['input']): Promise<FailuresRead['output']> {
  const outcome = await result(api.GET('/jobs/{id}/failures', { params: { path: { id } } }))
  return outcome.ok ? { ok: true, failures: outcome.data.failures } : outcome
}

export async function retryJob({ id }: JobRetry['input']): Promise<JobRetry['output']> {
  const outcome = await result(api.POST('/jobs/{id}/retry', { params: { path: { id } }, body: {} }))
  return outcome.ok ? { ok: true, job: outcome.data } : outcome
}

export type JobFlow = ActorRefFrom<typeof bulkJobMachine>

/** Seconds after the end of a job in which its changes are reloaded. A page loaded later has read them already. */
const recentSeconds = 60

/** Follows a job in the tray, and after a retry the new one. */
export function useJobFlow(job: Job): JobFlow {
  const { username } = useUser()
  const [machine] = useState(() =>
    bulkJobMachine.provide({
      actors: {
        followJob: watchJob(job.id),
        cancelJob: actor(cancelJob),
        readFailures: actor(readFailures),
        retryJob: actor(retryJob),
      },
      actions: {
        // A job may change anything: buckets, sizes, folders.
        'tell ended': () => {
          if (job.ended_at === null || readFeed().polledAt < job.ended_at + recentSeconds)
            void queryClient.invalidateQueries()
        },
        'tell retried': (_, outcome) => {
          if (outcome.ok) followJob(username, outcome.job.id)
        },
      },
    }),
  )
  return useActorRef(machine, { input: { job } })
}

export function useJobEvents(flow: JobFlow) {
  return useMemo(
    () => ({
      cancel: () => flow.send({ type: 'cancel' }),
      showFailures: () => flow.send({ type: 'show failures' }),
      hideFailures: () => flow.send({ type: 'hide failures' }),
      retry: () => flow.send({ type: 'retry' }),
      dismiss: () => flow.send({ type: 'dismiss' }),
    }),
    [flow],
  )
}
