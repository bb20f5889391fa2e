import { useActorRef } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { actor } from '../../machines/actor.ts'
import { confirmIdentityMachine } from '../../machines/confirm-identity/machine.ts'
import { selectConfirmed } from '../../machines/confirm-identity/selectors.ts'
import type { Confirmation, Purpose } from '../../machines/confirm-identity/types.ts'
import { loadMethod } from './actors.ts'

export type ConfirmFlow = ActorRefFrom<typeof confirmIdentityMachine>

type Options = {
  purpose: Purpose
  /** Checks pin or code; where it confirms an act, does it too. */
  confirm: (input: Confirmation['input']) => Promise<Confirmation['output']>
  /** The question is over. */
  onEnd: (confirmed: boolean) => void
}

/** Runs the confirmation while a dialog asks for it. `confirm` is the one of the first render. */
export function useConfirmFlow({ purpose, confirm, onEnd }: Options): ConfirmFlow {
  const [machine] = useState(() =>
    confirmIdentityMachine.provide({
      actors: {
        loadMethod: actor(loadMethod),
        confirm: actor(confirm),
      },
    }),
  )
  const flow = useActorRef(machine, { input: { purpose } })
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const subscription = flow.subscribe({ complete: () => end(selectConfirmed(flow.getSnapshot())) })
    return () => subscription.unsubscribe()
  }, [flow])
  return flow
}
