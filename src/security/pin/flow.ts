import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import type { ActorRefFrom } from 'xstate'
import { actor } from '../../../machines/actor.ts'
import {
  type CodeRequest,
  type PinChangeAttempt,
  type PinResetAttempt,
  pinMachine,
} from '../../../machines/pin/machine.ts'
import { selectDone } from '../../../machines/pin/selectors.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { useFlowEnd } from '../../forms/flow-end.ts'

export async function changePin(input: PinChangeAttempt['input']): Promise<PinChangeAttempt['output']> {
  const body = { pin: input.pin, new_pin: input.newPin }
  return result(api.PUT('/user/change-pin', { body }))
}

export async function requestCode(): Promise<CodeRequest['output']> {
  const outcome = await result(api.POST('/user/request-reset-pin'))
  if (!outcome.ok) return outcome
  const { expires_in, resend_in } = outcome.data
  return { ok: true, lifetimeMs: expires_in * 1000, resendInMs: resend_in * 1000 }
}

export async function resetPin(input: PinResetAttempt['input']): Promise<PinResetAttempt['output']> {
  const body = { code: input.code, new_pin: input.newPin }
  return result(api.PUT('/user/reset-pin', { body }))
}

const machine = pinMachine.provide({
  actors: {
    changePin: actor(changePin),
    requestCode: actor(requestCode),
    resetPin: actor(resetPin),
  },
})

export type PinFlow = ActorRefFrom<typeof pinMachine>

/** Runs the flow while its dialog is open. `onEnd` receives whether the PIN was changed. */
export function usePinFlow(onEnd: (done: boolean) => void): PinFlow {
  const flow = useActorRef(machine)
  useFlowEnd(flow, selectDone, onEnd)
  return flow
}

export function usePinEvents(flow: PinFlow) {
  return useMemo(
    () => ({
      submitChange: (pin: string, newPin: string) => flow.send({ type: 'submit change', pin, newPin }),
      forgotPin: () => flow.send({ type: 'forgot pin' }),
      rememberPin: () => flow.send({ type: 'remember pin' }),
      requestCode: () => flow.send({ type: 'request code' }),
      submitReset: (code: string, newPin: string) => flow.send({ type: 'submit reset', code, newPin }),
    }),
    [flow],
  )
}
