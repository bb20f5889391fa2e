import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { actor } from '../../../machines/actor.ts'
import { bucketSettingsMachine, type Stored } from '../../../machines/bucket-settings/machine.ts'
import { statusKey } from '../../buckets/use-status.ts'
import { showToast } from '../../shell/shell.ts'
import { overviewKey } from '../overview/use-overview.ts'
import { type Calls, readSetting, saveSetting } from './actors.ts'

export type SettingFlow = ActorRefFrom<typeof bucketSettingsMachine>

/** Reads anew what is shown of a bucket elsewhere: its marks in the list, and its overview. */
const readShown = (client: QueryClient, bucket: string) =>
  Promise.all(
    [statusKey(bucket), overviewKey(bucket)].map(queryKey =>
      client.invalidateQueries({ queryKey, refetchType: 'all' }),
    ),
  )

/** Runs the saving of a setting while its tab shows it. */
export function useSettingFlow<Value>(
  bucket: string,
  stored: Stored<Value>,
  calls: Calls<Value>,
): SettingFlow {
  const client = useQueryClient()
  const [machine] = useState(() =>
    bucketSettingsMachine.provide({
      actors: {
        saveSetting: actor(input => saveSetting(calls, input)),
        readSetting: actor(async () => {
          const [outcome] = await Promise.all([readSetting(calls), readShown(client, bucket)])
          return outcome
        }),
      },
      actions: { 'tell saved': () => showToast('bucket.saved') },
    }),
  )
  return useActorRef(machine, { input: { stored } })
}
