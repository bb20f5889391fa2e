import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { actor } from '../../machines/actor.ts'
import { bulkJobMachine } from '../../machines/bulk-job/machine.ts'
import type { Job } from '../../openapi/schema.ts'
import { useUser } from '../session/provider.ts'
import { queryClient } from '../session/query-client.ts'
import { cancelJob, followJob, readFailures, retryJob } from './actors.ts'
import { followJob as keepFollowing } from './followed.ts'

export type JobFlow = ActorRefFrom<typeof bulkJobMachine>

/** Follows a job while the tray shows it, and then the one that does the rest. */
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
        // What it changed is anywhere: buckets, sizes, folders.
        'tell ended': () => void queryClient.invalidateQueries(),
        'tell retried': (_, outcome) => {
          if (outcome.ok) keepFollowing(username, outcome.job.id)
        },
      },
    }),
  )
  return useActorRef(machine, { input: { job } })
}
