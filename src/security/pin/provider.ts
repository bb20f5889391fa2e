import { useActorRef } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import type { ActorRefFrom } from 'xstate'
import { actor } from '../../../machines/actor.ts'
import { pinMachine } from '../../../machines/pin/machine.ts'
import { selectDone } from '../../../machines/pin/selectors.ts'
import { changePin, requestCode, resetPin } from './actors.ts'

const machine = pinMachine.provide({
  actors: {
    changePin: actor(changePin),
    requestCode: actor(requestCode),
    resetPin: actor(resetPin),
  },
})

export type PinFlow = ActorRefFrom<typeof pinMachine>

/** Runs the flow while its dialog is open. `onEnd` gets whether the PIN was changed. */
export function usePinFlow(onEnd: (done: boolean) => void): PinFlow {
  const flow = useActorRef(machine)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const subscription = flow.subscribe({ complete: () => end(selectDone(flow.getSnapshot())) })
    return () => subscription.unsubscribe()
  }, [flow])
  return flow
}
