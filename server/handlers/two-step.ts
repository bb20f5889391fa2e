import type { Handlers } from '../contract/call.ts'
import type { Services } from '../operations/services.ts'
import {
  beginTwoStep,
  changeConfirmationMethod,
  confirmIdentity,
  confirmTwoStep,
  endTwoStep,
  renewRecoveryCodes,
} from '../operations/two-step.ts'
import { countRecoveryCodes } from '../store/recovery-codes.ts'

type TwoStepHandlers = Pick<
  Handlers,
  | 'beginTwoStep'
  | 'confirmTwoStep'
  | 'endTwoStep'
  | 'renewRecoveryCodes'
  | 'getMethodSecurity'
  | 'changeMethodPin'
  | 'confirmIdentity'
>

export function twoStepHandlers(
  services: Pick<Services, 'db' | 'vault' | 'mails' | 'brand'>,
): TwoStepHandlers {
  return {
    async beginTwoStep({ body, by }) {
      const { secret, uri, expiresIn } = await beginTwoStep(services, by, body.password)
      return { secret, uri, expires_in: expiresIn }
    },

    async confirmTwoStep({ body, by }) {
      return { recovery_codes: await confirmTwoStep(services, by, body.code) }
    },

    async endTwoStep({ body, by }) {
      await endTwoStep(services, by, body.code)
    },

    async renewRecoveryCodes({ body, by }) {
      return { recovery_codes: await renewRecoveryCodes(services, by, body.code) }
    },

    async getMethodSecurity({ session: { user } }) {
      return {
        method: user.confirmationMethod,
        pin_exists: user.pinHash !== null,
        two_step: user.twoStep,
        recovery_codes_left: await countRecoveryCodes(services.db, user.id),
      }
    },

    async changeMethodPin({ body, by }) {
      await changeConfirmationMethod(services, by, body.pin, body.method)
    },

    async confirmIdentity({ body, session, by }) {
      return { expires_in: await confirmIdentity(services, by, session.id, body.pin) }
    },
  }
}
