import type { CodeRequest, PinChangeAttempt, PinResetAttempt } from '../../../machines/pin/machine.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'

export async function changePin(input: PinChangeAttempt['input']): Promise<PinChangeAttempt['output']> {
  const body = { pin: input.pin, new_pin: input.newPin }
  const outcome = await result(api.PUT('/user/change-pin', { body }))
  if (outcome.ok) return { ok: true }
  return outcome
}

export async function requestCode(): Promise<CodeRequest['output']> {
  const outcome = await result(api.POST('/user/request-reset-pin'))
  if (!outcome.ok) return outcome
  const { expires_in, resend_in } = outcome.data
  return { ok: true, lifetimeMs: expires_in * 1000, resendInMs: resend_in * 1000 }
}

export async function resetPin(input: PinResetAttempt['input']): Promise<PinResetAttempt['output']> {
  const body = { code: input.code, new_pin: input.newPin }
  const outcome = await result(api.PUT('/user/reset-pin', { body }))
  if (outcome.ok) return { ok: true }
  return outcome
}
