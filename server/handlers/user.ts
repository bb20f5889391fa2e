import type { Handlers } from '../contract/call.ts'
import { changePassword } from '../operations/passwords.ts'
import { initPin } from '../operations/pins.ts'
import type { Services } from '../operations/services.ts'
import { currentUser } from './current-user.ts'

type UserHandlers = Pick<
  Handlers,
  'getCurrentUser' | 'checkRequireChangePassword' | 'changePassword' | 'checkPinExists' | 'initPin'
>

export function userHandlers(
  services: Pick<Services, 'db' | 'vault' | 'region' | 'hashSecret'>,
): UserHandlers {
  const { region } = services
  return {
    async getCurrentUser({ session }) {
      return currentUser(session.user, region)
    },

    async checkRequireChangePassword({ session }) {
      return { require_change_pass: session.user.requireChangePass }
    },

    async changePassword({ body, session, tokens, setDeviceCookie, by }) {
      const passwords = { current: body.current_password, next: body.new_password }
      const browser = { sessionId: session.id, deviceToken: tokens.device }
      setDeviceCookie(await changePassword(services, by, passwords, browser))
    },

    async checkPinExists({ session }) {
      return { pin_exists: session.user.pinHash !== null }
    },

    async initPin({ body, by }) {
      await initPin(services, by, body.pin)
    },
  }
}
