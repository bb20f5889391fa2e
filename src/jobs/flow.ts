import { useActorRef } from '@xstate/react'
import { useMemo, useState } from 'react'
import {
  type ActorRefFrom,
  type EventObject,
  fromCallback,
  type NonReducibleUnknown,
  type SnapshotFrom,
} from 'xstate'
import { actor } from '../../machines/actor.ts'
import {
  bulkJobMachine,
  type FailuresRead,
  type JobCancel,
  type JobReport,
  type JobRetry,
} from '../../machines/bulk-job/machine.ts'
import { selectConnected, selectJobs, selectPolledAt } from '../../machines/job-feed/machine.ts'
import type { Job } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { useUser } from '../session/flow.ts'
import { queryClient } from '../session/query-client.ts'
import type { JobFeed } from './feed.ts'
import { followJob } from './followed-jobs.ts'

/** Sends changes of a job to its machine. */
function watchJob(feed: JobFeed, id: string) {
  return fromCallback<EventObject, NonReducibleUnknown, JobReport>(({ sendBack }) => {
    let seen: readonly Job[] | null = null
    let wasConnected = true
    const update = (snapshot: SnapshotFrom<JobFeed>) => {
      const connected = selectConnected(snapshot)
      if (connected !== wasConnected) sendBack({ type: connected ? 'connection back' : 'connection lost' })
      wasConnected = connected
      const jobs = selectJobs(snapshot)
      if (jobs === null || jobs === seen) return
      seen = jobs
      const job = jobs.find(each => each.id === id)
      sendBack(job ? { type: 'job changed', job } : { type: 'job gone' })
    }
    const subscription = feed.subscribe(update)
    update(feed.getSnapshot())
    return () => subscription.unsubscribe()
  })
}

async function cancelJob({ id }: JobCancel['input']): Promise<JobCancel['output']> {
  const outcome = await result(api.POST('/jobs/{id}/cancel', { params: { path: { id } } }))
  return outcome.ok ? { ok: true, job: outcome.data } : outcome
}

async function readFailures({ id }: FailuresRead['input']): Promise<FailuresRead['output']> {
  const outcome = await result(api.GET('/jobs/{id}/failures', { params: { path: { id } } }))
  return outcome.ok ? { ok: true, failures: outcome.data.failures } : outcome
}

async function retryJob({ id }: JobRetry['input']): Promise<JobRetry['output']> {
  const outcome = await result(api.POST('/jobs/{id}/retry', { params: { path: { id } }, body: {} }))
  return outcome.ok ? { ok: true, job: outcome.data } : outcome
}

export type JobFlow = ActorRefFrom<typeof bulkJobMachine>

/** Seconds after the end of a job in which its changes are reloaded. A page loaded later has read them already. */
const recentSeconds = 60

/** Follows a job in the tray, and after a retry the new one. */
export function useJobFlow(feed: JobFeed, job: Job): JobFlow {
  const { id: userId } = useUser()
  const [machine] = useState(() =>
    bulkJobMachine.provide({
      actors: {
        followJob: watchJob(feed, job.id),
        cancelJob: actor(cancelJob),
        readFailures: actor(readFailures),
        retryJob: actor(retryJob),
      },
      actions: {
        'refresh jobs': () => feed.send({ type: 'refresh' }),
        // A job may change anything: buckets, sizes, folders.
        'reload everything': () => {
          if (job.ended_at === null || selectPolledAt(feed.getSnapshot()) < job.ended_at + recentSeconds)
            void queryClient.invalidateQueries()
        },
        'report retry': (_, outcome) => {
          if (outcome.ok) followJob(userId, outcome.job.id)
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
