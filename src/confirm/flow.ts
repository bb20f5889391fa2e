import { useActorRef } from '@xstate/react'
import { useMemo, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { actor } from '../../machines/actor.ts'
import {
  type Confirmation,
  confirmIdentityMachine,
  type MethodRead,
  type Purpose,
  type TicketRequest,
} from '../../machines/confirm-identity/machine.ts'
import { selectConfirmed } from '../../machines/confirm-identity/selectors.ts'
import { api } from '../api/client.ts'
import { mayHavePasskeys } from '../api/passkey-support.ts'
import { result } from '../api/result.ts'
import { useFlowEnd } from '../forms/flow-end.ts'

export async function loadMethod(): Promise<MethodRead['output']> {
  const outcome = await result(api.GET('/user/method-security'))
  if (!outcome.ok) return outcome
  const { method, passkeys } = outcome.data
  return { ok: true, method, passkeys: passkeys > 0 && mayHavePasskeys() }
}

/** Has the browser ask for one of the user's passkeys. `signal` ends that. */
export async function askForTicket(_: unknown, signal: AbortSignal): Promise<TicketRequest['output']> {
  const begun = await result(api.POST('/user/confirm-identity/passkey/begin', { signal }))
  if (!begun.ok) return begun
  const loaded = await import('../api/authenticator.ts').catch(() => null)
  if (!loaded) return { ok: false, code: 'NETWORK' }
  const answer = await loaded.askForPasskey(begun.data, signal)
  if (!answer) return { ok: true, pin: null }
  if (!answer.ok) return answer
  const outcome = await result(api.POST('/user/confirm-identity/passkey', { body: answer.data, signal }))
  return outcome.ok ? { ok: true, pin: outcome.data.pin } : outcome
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
        askForTicket: actor(askForTicket),
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
      askForPasskey: () => flow.send({ type: 'use passkey' }),
      submit: (pin: string) => flow.send({ type: 'submit', pin }),
      retry: () => flow.send({ type: 'retry' }),
      cancel: () => flow.send({ type: 'cancel' }),
    }),
    [flow],
  )
}
