import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { actor } from '../../machines/actor.ts'
import { bulkJobMachine } from '../../machines/bulk-job/machine.ts'
import type { Job } from '../../openapi/schema.ts'
import { useUser } from '../session/provider.ts'
import { queryClient } from '../session/query-client.ts'
import { cancelJob, followJob, readFailures, retryJob } from './actors.ts'
import { readFeed } from './feed.ts'
import { followJob as addFollowedJob } from './followed-jobs.ts'

export type JobFlow = ActorRefFrom<typeof bulkJobMachine>

/** Seconds after the end of a job in which its changes are reloaded. A page loaded later has read them already. */
const recentSeconds = 60

/** Follows a job in the tray, and after a retry the new one. */
export function useJobFlow(job: Job): JobFlow {
  const { username } = useUser()
  const [machine] = useState(() =>
    bulkJobMachine.provide({
      actors: {
        followJob: followJob(job.id),
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
          if (outcome.ok) addFollowedJob(username, outcome.job.id)
        },
      },
    }),
  )
  return useActorRef(machine, { input: { job } })
}
