import type { SetUpBeginning, SetUpConfirmation, TaskAttempt } from '../../../machines/two-step/machine.ts'
import { api } from '../../api/client.ts'
import { type ApiResult, result } from '../../api/result.ts'

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

/** Does the task's own call. */
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

export async function carryOut(input: TaskAttempt['input']): Promise<TaskAttempt['output']> {
  const outcome = await callOf(input)
  if (outcome.ok) return { ok: true, recoveryCodes: outcome.data }
  return outcome
}
