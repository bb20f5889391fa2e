import type { PasswordChangeAttempt, PinAttempt } from '../../machines/sign-in/machine.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import type { MessageId } from '../i18n/messages.ts'
import { showToast } from '../shell/shell.ts'

export async function changePassword(
  input: PasswordChangeAttempt['input'],
): Promise<PasswordChangeAttempt['output']> {
  const body = { current_password: input.currentPassword, new_password: input.newPassword }
  const outcome = await result(api.PUT('/user/change-password', { body }))
  if (outcome.ok) return done('auth.passwordChanged')
  return outcome
}

export async function initPin({ pin }: PinAttempt['input']): Promise<PinAttempt['output']> {
  const outcome = await result(api.PUT('/user/init-pin', { body: { pin } }))
  if (outcome.ok) return done('auth.pinSet')
  return outcome
}

/** Success, said by a message. */
function done(message: MessageId) {
  showToast(message)
  return { ok: true } as const
}
