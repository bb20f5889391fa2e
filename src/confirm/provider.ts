import { useActorRef } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { actor } from '../../machines/actor.ts'
import {
  type Confirmation,
  confirmIdentityMachine,
  type Purpose,
} from '../../machines/confirm-identity/machine.ts'
import { selectConfirmed } from '../../machines/confirm-identity/selectors.ts'
import { loadMethod } from './actors.ts'

export type ConfirmFlow = ActorRefFrom<typeof confirmIdentityMachine>

type Options = {
  purpose: Purpose
  /** Checks PIN or code, and performs the act that they confirm, if any. */
  confirm: (input: Confirmation['input']) => Promise<Confirmation['output']>
  /** The dialog is closed. */
  onEnd: (confirmed: boolean) => void
}

/** Runs the flow while its dialog is open. Uses the `confirm` of the first render. */
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
