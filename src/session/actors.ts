import { codeDigits } from '../../domain/limits.ts'
import type { UserRead } from '../../machines/session/types.ts'
import type {
  CodeAttempt,
  PasswordChangeAttempt,
  PinAttempt,
  SignInAttempt,
} from '../../machines/sign-in/types.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import { api, apiFailingFast, tokens } from '../api/client.ts'
import { expected } from '../api/expected.ts'
import { result } from '../api/result.ts'
import { tellCodesLeft } from './tell-codes-left.ts'

export async function loadUser(): Promise<UserRead['output']> {
  const kept = tokens.read()
  if (!kept) return { ok: false, code: 'UNAUTHORIZED' }
  const outcome = await result(apiFailingFast.GET('/user'))
  if (outcome.ok) {
    const { username } = outcome.data
    // The cookie decides whose tab it is; a token by another name would have every call refused.
    if (kept.username !== username && tokens.read()?.token === kept.token) tokens.write({ ...kept, username })
    return { ok: true, user: outcome.data }
  }
  return expected(outcome, ['UNAUTHORIZED', 'NETWORK'])
}

function keepTokens({ refresh_token, user }: { refresh_token: string; user: CurrentUser }): void {
  tokens.write({ token: refresh_token, username: user.username })
}

export async function signIn(input: SignInAttempt['input']): Promise<SignInAttempt['output']> {
  const outcome = await result(
    apiFailingFast.POST('/auth/login', {
      body: { ...input, scope: '' },
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    }),
  )
  if (!outcome.ok) {
    return expected(outcome, [
      'INVALID_CREDENTIALS',
      'NEW_DEVICE_BLOCKED',
      'ACCOUNT_EXPIRED',
      'ACCOUNT_SUSPENDED',
      'NETWORK',
      'TOO_MANY_REQUESTS',
    ])
  }
  if ('challenge' in outcome.data) {
    const { challenge, expires_in } = outcome.data
    return { ok: true, challenge: { token: challenge, lifeMs: expires_in * 1000 } }
  }
  keepTokens(outcome.data)
  return { ok: true, user: outcome.data.user }
}

/**
 * `signal` aborts when the second step is left: what is answered then must open no session. After a recovery code a
 * message says how many are left.
 */
export async function verifyCode(
  body: CodeAttempt['input'],
  signal: AbortSignal,
): Promise<CodeAttempt['output']> {
  const outcome = await result(apiFailingFast.POST('/user/verify-2step', { body, signal }))
  if (!outcome.ok) {
    return expected(outcome, [
      'AUTH_CODE_INVALID',
      'TWO_STEP_TIMED_OUT',
      'ACCOUNT_EXPIRED',
      'ACCOUNT_SUSPENDED',
      'NETWORK',
      'TOO_MANY_REQUESTS',
    ])
  }
  signal.throwIfAborted()
  keepTokens(outcome.data)
  if (body.code.length > codeDigits) void tellCodesLeft()
  return { ok: true, user: outcome.data.user }
}

export async function signOut(): Promise<void> {
  const outcome = await result(apiFailingFast.POST('/auth/logout'))
  tokens.clear()
  if (!outcome.ok && outcome.code !== 'UNAUTHORIZED') throw new Error(`Logout failed: ${outcome.code}`)
}

export async function changePassword(
  input: PasswordChangeAttempt['input'],
): Promise<PasswordChangeAttempt['output']> {
  const body = { current_password: input.currentPassword, new_password: input.newPassword }
  const outcome = await result(api.PUT('/user/change-password', { body }))
  if (outcome.ok) return { ok: true }
  return expected(outcome, [
    'CURRENT_PASSWORD_INCORRECT',
    'PASSWORD_REUSED',
    'INVALID_REQUEST',
    'UNAUTHORIZED',
    'NETWORK',
    'TOO_MANY_REQUESTS',
  ])
}

export async function initPin({ pin }: PinAttempt['input']): Promise<PinAttempt['output']> {
  const outcome = await result(api.PUT('/user/init-pin', { body: { pin } }))
  if (outcome.ok) return { ok: true }
  return expected(outcome, ['PIN_EXISTS', 'INVALID_REQUEST', 'UNAUTHORIZED', 'NETWORK'])
}
