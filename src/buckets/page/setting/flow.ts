import { useActorRef } from '@xstate/react'
import { useMemo, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { actor } from '../../../../machines/actor.ts'
import {
  bucketSettingsMachine,
  type SettingRead,
  type SettingSave,
  type Stored,
} from '../../../../machines/bucket-settings/machine.ts'
import { showToast } from '../../../shell/toast.ts'
import type { Calls } from './calls.ts'

async function readSetting<Value>({ read }: Calls<Value>): Promise<SettingRead['output']> {
  const outcome = await read()
  return outcome.ok ? { ok: true, stored: outcome.data } : outcome
}

export type SettingFlow = ActorRefFrom<typeof bucketSettingsMachine>

/** Runs the flow of a setting while its tab is shown. */
export function useSettingFlow<Value>(stored: Stored<Value>, calls: Calls<Value>): SettingFlow {
  const [machine] = useState(() =>
    bucketSettingsMachine.provide({
      actors: {
        saveSetting: actor<SettingSave['output'], SettingSave['input']>(({ value, revision }) =>
          calls.write(value as Value, revision),
        ),
        readSetting: actor(() => readSetting(calls)),
      },
      actions: { 'tell saved': () => showToast('bucket.saved') },
    }),
  )
  return useActorRef(machine, { input: { stored } })
}

export function useSettingEvents(flow: SettingFlow) {
  return useMemo(
    () => ({
      save: (value: unknown) => flow.send({ type: 'save', value }),
      saveYours: () => flow.send({ type: 'save yours' }),
      keepTheirs: () => flow.send({ type: 'keep theirs' }),
      retry: () => flow.send({ type: 'retry' }),
    }),
    [flow],
  )
}
