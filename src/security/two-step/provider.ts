import { useActorRef } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import type { ActorRefFrom } from 'xstate'
import { actor } from '../../../machines/actor.ts'
import { type TwoStepTask, twoStepMachine } from '../../../machines/two-step/machine.ts'
import { selectDone } from '../../../machines/two-step/selectors.ts'
import { beginSetUp, carryOut, confirmSetUp } from './actors.ts'

const machine = twoStepMachine.provide({
  actors: {
    beginSetUp: actor(beginSetUp),
    confirmSetUp: actor(confirmSetUp),
    carryOut: actor(carryOut),
  },
})

export type TwoStepFlow = ActorRefFrom<typeof twoStepMachine>

/** Runs a task of two-step verification while its dialog is open. `onEnd` gets whether it was done. */
export function useTwoStepFlow(task: TwoStepTask, onEnd: (done: boolean) => void): TwoStepFlow {
  const flow = useActorRef(machine, { input: { task } })
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const subscription = flow.subscribe({ complete: () => end(selectDone(flow.getSnapshot())) })
    return () => subscription.unsubscribe()
  }, [flow])
  return flow
}
