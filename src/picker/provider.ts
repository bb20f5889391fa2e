import { useActorRef } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { actor } from '../../machines/actor.ts'
import { pickerMachine } from '../../machines/picker/machine.ts'
import type { PickerInput } from '../../machines/picker/types.ts'
import { readFolder } from './actors.ts'

export type PickerFlow = ActorRefFrom<typeof pickerMachine>

const machine = pickerMachine.provide({ actors: { readFolder: actor(readFolder) } })

/** The state of a `PathPicker`. */
export function usePicker(input: PickerInput): PickerFlow {
  return useActorRef(machine, { input })
}
