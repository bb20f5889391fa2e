import { useActorRef } from '@xstate/react'
import { useMemo, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { actor } from '../../machines/actor.ts'
import {
  type Confirmation,
  confirmIdentityMachine,
  type MethodRead,
  type Purpose,
} from '../../machines/confirm-identity/machine.ts'
import { selectConfirmed } from '../../machines/confirm-identity/selectors.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { useFlowEnd } from '../forms/flow-end.ts'

export async function loadMethod(): Promise<MethodRead['output']> {
  const outcome = await result(api.GET('/user/method-security'))
  if (outcome.ok) return { ok: true, method: outcome.data.method }
  return outcome
}

export async function confirmSession({ pin }: Confirmation['input']): Promise<Confirmation['output']> {
  return result(api.POST('/user/confirm-identity', { body: { pin } }))
}

export type ConfirmFlow = ActorRefFrom<typeof confirmIdentityMachine>

type Options = {
  purpose: Purpose
  /** Checks PIN or code, and runs the confirmed act, if any. */
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
  useFlowEnd(flow, selectConfirmed, onEnd)
  return flow
}

export function useConfirmEvents(flow: ConfirmFlow) {
  return useMemo(
    () => ({
      submit: (pin: string) => flow.send({ type: 'submit', pin }),
      retry: () => flow.send({ type: 'retry' }),
      cancel: () => flow.send({ type: 'cancel' }),
    }),
    [flow],
  )
}
