import type { LinkCheck, LinkRequest, PasswordResetAttempt } from '../../machines/password-reset/machine.ts'
import { apiFailingFast } from '../api/client.ts'
import { result } from '../api/result.ts'
import { sessionEvents } from '../session/events.ts'
import { forgetMailedToken, mailedToken } from '../session/mailed-token.ts'

export async function requestLink(body: LinkRequest['input']): Promise<LinkRequest['output']> {
  const outcome = await result(apiFailingFast.POST('/user/request-reset-password', { body }))
  if (outcome.ok) return { ok: true }
  return outcome
}

export async function checkLink(body: LinkCheck['input']): Promise<LinkCheck['output']> {
  const outcome = await result(apiFailingFast.POST('/user/check-reset-password', { body }))
  if (outcome.ok) return { ok: true }
  if (outcome.code === 'INVALID_TOKEN' || outcome.code === 'INVALID_REQUEST') {
    // Another link may have been opened meanwhile.
    if (mailedToken() === body.token) forgetMailedToken()
    return { ok: false, code: 'INVALID_TOKEN' }
  }
  return outcome
}

export async function resetPassword({
  token,
  password,
}: PasswordResetAttempt['input']): Promise<PasswordResetAttempt['output']> {
  const outcome = await result(
    apiFailingFast.PUT('/user/reset-password', { body: { token, new_password: password } }),
  )
  if (outcome.ok || outcome.code === 'INVALID_TOKEN') forgetMailedToken()
  if (!outcome.ok) return outcome
  sessionEvents.passwordReset()
  return { ok: true }
}
