import { codeDigits } from '../../../domain/limits.ts'
import type { CodeAttempt, SignInAttempt } from '../../../machines/authenticate/machine.ts'
import type { CurrentUser } from '../../../openapi/schema.ts'
import { apiFailingFast, tokens } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { tellCodesLeft } from './tell-codes-left.ts'

function keepTokens({ refresh_token, user }: { refresh_token: string; user: CurrentUser }): void {
  tokens.write({ token: refresh_token, username: user.username })
}

/** `signal` aborts when the form is left: what is answered then must open no session. */
export async function signIn(
  input: SignInAttempt['input'],
  signal: AbortSignal,
): Promise<SignInAttempt['output']> {
  const outcome = await result(
    apiFailingFast.POST('/auth/login', {
      body: { ...input, scope: '' },
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      signal,
    }),
  )
  if (!outcome.ok) {
    return outcome
  }
  if (!('user' in outcome.data)) {
    return { ok: true, challenge: outcome.data }
  }
  signal.throwIfAborted()
  keepTokens(outcome.data)
  return { ok: true, user: outcome.data.user }
}

/** As `signIn`. After a recovery code a message says how many are left. */
export async function verifyCode(
  body: CodeAttempt['input'],
  signal: AbortSignal,
): Promise<CodeAttempt['output']> {
  const outcome = await result(apiFailingFast.POST('/user/verify-2step', { body, signal }))
  if (!outcome.ok) {
    return outcome
  }
  signal.throwIfAborted()
  keepTokens(outcome.data)
  if (body.code.length > codeDigits) void tellCodesLeft()
  return { ok: true, user: outcome.data.user }
}
