import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import type { ActorRefFrom } from 'xstate'
import { actor } from '../../../machines/actor.ts'
import {
  type SetUpBeginning,
  type SetUpConfirmation,
  type TaskAttempt,
  type TwoStepTask,
  twoStepMachine,
} from '../../../machines/two-step/machine.ts'
import { selectDone } from '../../../machines/two-step/selectors.ts'
import { api } from '../../api/client.ts'
import { type ApiResult, result } from '../../api/result.ts'
import { useFlowEnd } from '../../forms/flow-end.ts'

export async function beginSetUp(body: SetUpBeginning['input']): Promise<SetUpBeginning['output']> {
  const outcome = await result(api.PUT('/user/two-step-verification', { body }))
  if (outcome.ok) return { ok: true, secret: outcome.data.secret, uri: outcome.data.uri }
  return outcome
}

export async function confirmSetUp(body: SetUpConfirmation['input']): Promise<SetUpConfirmation['output']> {
  const outcome = await result(api.POST('/user/two-step-verification', { body }))
  if (outcome.ok) return { ok: true, recoveryCodes: outcome.data.recovery_codes }
  return outcome
}

async function callOf({ task, proof }: TaskAttempt['input']): Promise<ApiResult<string[] | null>> {
  switch (task.name) {
    case 'switch on':
      throw new Error('Switching on has calls of its own')
    case 'switch off': {
      const outcome = await result(api.DELETE('/user/two-step-verification', { body: { code: proof } }))
      return outcome.ok ? { ok: true, data: null } : outcome
    }
    case 'change method': {
      const body = { method: task.method, pin: proof }
      const outcome = await result(api.PUT('/user/change-method-pin', { body }))
      return outcome.ok ? { ok: true, data: null } : outcome
    }
    case 'renew codes': {
      const outcome = await result(api.POST('/user/recovery-codes', { body: { code: proof } }))
      return outcome.ok ? { ok: true, data: outcome.data.recovery_codes } : outcome
    }
  }
}

export async function runTask(input: TaskAttempt['input']): Promise<TaskAttempt['output']> {
  const outcome = await callOf(input)
  if (outcome.ok) return { ok: true, recoveryCodes: outcome.data }
  return outcome
}

const machine = twoStepMachine.provide({
  actors: {
    beginSetUp: actor(beginSetUp),
    confirmSetUp: actor(confirmSetUp),
    runTask: actor(runTask),
  },
})

export type TwoStepFlow = ActorRefFrom<typeof twoStepMachine>

/** Runs a task of two-step verification while its dialog is open. `onEnd` receives whether it succeeded. */
export function useTwoStepFlow(task: TwoStepTask, onEnd: (done: boolean) => void): TwoStepFlow {
  const flow = useActorRef(machine, { input: { task } })
  useFlowEnd(flow, selectDone, onEnd)
  return flow
}

export function useTwoStepEvents(flow: TwoStepFlow) {
  return useMemo(
    () => ({
      submitPassword: (password: string) => flow.send({ type: 'submit password', password }),
      submitCode: (code: string) => flow.send({ type: 'submit code', code }),
      startOver: () => flow.send({ type: 'start over' }),
      submitProof: (proof: string) => flow.send({ type: 'submit proof', proof }),
      acknowledgeCodes: (acknowledged: boolean) => flow.send({ type: 'acknowledge codes', acknowledged }),
      finish: () => flow.send({ type: 'finish' }),
    }),
    [flow],
  )
}
