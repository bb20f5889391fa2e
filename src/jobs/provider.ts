import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { actor } from '../../machines/actor.ts'
import { bulkJobMachine } from '../../machines/bulk-job/machine.ts'
import type { Job } from '../../openapi/schema.ts'
import { queryClient } from '../session/query-client.ts'
import { cancelJob, followJob, readFailures } from './actors.ts'

export type JobFlow = ActorRefFrom<typeof bulkJobMachine>

/** Follows a job while the tray shows it. */
export function useJobFlow(job: Job): JobFlow {
  const [machine] = useState(() =>
    bulkJobMachine.provide({
      actors: {
        followJob: followJob(job.id),
        cancelJob: actor(cancelJob),
        readFailures: actor(readFailures),
      },
      // What it changed is anywhere: buckets, sizes, folders.
      actions: { 'tell ended': () => void queryClient.invalidateQueries() },
    }),
  )
  return useActorRef(machine, { input: { job } })
}
