import { canonicalEmail } from '../../domain/email-address.ts'
import type { Handlers } from '../contract/call.ts'
import { checkPasswordReset, requestPasswordReset, resetPassword } from '../operations/passwords.ts'
import { changePin, requestPinReset, resetPin } from '../operations/pins.ts'
import type { Services } from '../operations/services.ts'

type RecoveryHandlers = Pick<
  Handlers,
  | 'requestResetPassword'
  | 'checkResetPassword'
  | 'resetPassword'
  | 'changePin'
  | 'requestResetPin'
  | 'resetPin'
>

export function recoveryHandlers(
  services: Pick<Services, 'db' | 'vault' | 'mailer' | 'mails' | 'log' | 'now' | 'linkOrigin' | 'hashSecret'>,
): RecoveryHandlers {
  const { now } = services
  return {
    async requestResetPassword({ body, visitor }) {
      const email = canonicalEmail(body.email)
      await requestPasswordReset(services, { visitor, now: now() }, email, services.linkOrigin(visitor))
    },

    async checkResetPassword({ body, visitor }) {
      await checkPasswordReset(services, { visitor, now: now() }, body.token)
    },

    async resetPassword({ body, visitor, tokens, setDeviceCookie }) {
      const change = { token: body.token, password: body.new_password }
      setDeviceCookie(await resetPassword(services, { visitor, now: now() }, change, tokens.device))
    },

    async changePin({ body, by }) {
      await changePin(services, by, { current: body.pin, next: body.new_pin })
    },

    async requestResetPin({ by }) {
      const { expiresIn, resendIn } = await requestPinReset(services, by)
      return { expires_in: expiresIn, resend_in: resendIn }
    },

    async resetPin({ body, by }) {
      await resetPin(services, by, { code: body.code, pin: body.new_pin })
    },
  }
}
