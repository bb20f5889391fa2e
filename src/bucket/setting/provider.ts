import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { actor } from '../../../machines/actor.ts'
import { bucketSettingsMachine, type Stored } from '../../../machines/bucket-settings/machine.ts'
import { showToast } from '../../shell/shell.ts'
import { type Calls, readSetting, saveSetting } from './actors.ts'

export type SettingFlow = ActorRefFrom<typeof bucketSettingsMachine>

/** Runs the saving of a setting while its tab shows it. */
export function useSettingFlow<Value>(stored: Stored<Value>, calls: Calls<Value>): SettingFlow {
  const [machine] = useState(() =>
    bucketSettingsMachine.provide({
      actors: {
        saveSetting: actor(input => saveSetting(calls, input)),
        readSetting: actor(() => readSetting(calls)),
      },
      actions: { 'tell saved': () => showToast('bucket.saved') },
    }),
  )
  return useActorRef(machine, { input: { stored } })
}
