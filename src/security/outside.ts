import type { CodeRequest, PinChangeAttempt, PinResetAttempt } from '../../machines/pin/types.ts'
import type { SetUpBeginning, SetUpConfirmation, TaskAttempt } from '../../machines/two-step/types.ts'
import { api } from '../api/client.ts'
import { expected, limit } from '../api/expected.ts'
import { type ApiFailure, type ApiResult, result } from '../api/result.ts'

export async function changePin(input: PinChangeAttempt['input']): Promise<PinChangeAttempt['output']> {
  const body = { pin: input.pin, new_pin: input.newPin }
  const outcome = await result(api.PUT('/user/change-pin', { body }))
  if (outcome.ok) return { ok: true }
  return (
    limit(outcome) ??
    expected(outcome, ['PIN_MISMATCH', 'PIN_BLOCKED', 'PIN_REUSED', 'UNAUTHORIZED', 'NETWORK'])
  )
}

/** The limit on mails, with the ms to wait (a minute where the server does not say); else null. */
function mailLimit({ code, problem }: ApiFailure) {
  if (code !== 'OTP_LIMIT') return null
  return { ok: false, code, retryAfterMs: (problem?.retry_after ?? 60) * 1000 } as const
}

export async function requestCode(): Promise<CodeRequest['output']> {
  const outcome = await result(api.POST('/user/request-reset-pin'))
  if (!outcome.ok) return mailLimit(outcome) ?? expected(outcome, ['MAIL_FAILED', 'UNAUTHORIZED', 'NETWORK'])
  const { expires_in, resend_in } = outcome.data
  return { ok: true, lifetimeMs: expires_in * 1000, resendInMs: resend_in * 1000 }
}

export async function resetPin(input: PinResetAttempt['input']): Promise<PinResetAttempt['output']> {
  const body = { code: input.code, new_pin: input.newPin }
  const outcome = await result(api.PUT('/user/reset-pin', { body }))
  if (outcome.ok) return { ok: true }
  return (
    limit(outcome) ??
    expected(outcome, ['INVALID_TOKEN', 'MAIL_CODE_EXPIRED', 'PIN_REUSED', 'UNAUTHORIZED', 'NETWORK'])
  )
}

export async function beginSetUp(body: SetUpBeginning['input']): Promise<SetUpBeginning['output']> {
  const outcome = await result(api.PUT('/user/two-step-verification', { body }))
  if (outcome.ok) return { ok: true, secret: outcome.data.secret, uri: outcome.data.uri }
  return (
    limit(outcome) ??
    expected(outcome, ['CURRENT_PASSWORD_INCORRECT', 'TWO_STEP_EXISTS', 'UNAUTHORIZED', 'NETWORK'])
  )
}

export async function confirmSetUp(body: SetUpConfirmation['input']): Promise<SetUpConfirmation['output']> {
  const outcome = await result(api.POST('/user/two-step-verification', { body }))
  if (outcome.ok) return { ok: true, recoveryCodes: outcome.data.recovery_codes }
  return (
    limit(outcome) ??
    expected(outcome, [
      'AUTH_CODE_INVALID',
      'TWO_STEP_EXISTS',
      'TWO_STEP_NOT_BEGUN',
      'UNAUTHORIZED',
      'NETWORK',
    ])
  )
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
  return (
    limit(outcome) ??
    expected(outcome, [
      'AUTH_CODE_INVALID',
      'PIN_INCORRECT',
      'PIN_BLOCKED',
      'TWO_STEP_REQUIRED',
      'UNAUTHORIZED',
      'NETWORK',
    ])
  )
}
