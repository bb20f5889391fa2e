import type { Handlers } from '../contract/call.ts'
import {
  beginTwoStep,
  changeConfirmationMethod,
  confirmIdentity,
  confirmTwoStep,
  endTwoStep,
  renewRecoveryCodes,
} from '../services/two-step.ts'
import { countRecoveryCodes } from '../store/recovery-codes.ts'
import type { Services } from './services.ts'

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

export function twoStepHandlers(services: Pick<Services, 'db' | 'vault' | 'mails' | 'now'>): TwoStepHandlers {
  const { now } = services
  return {
    async beginTwoStep({ body, session: { user }, visitor }) {
      const by = { user, visitor, now: now() }
      const { secret, uri, expiresIn } = await beginTwoStep(services, by, body.password)
      return { secret, uri, expires_in: expiresIn }
    },

    async confirmTwoStep({ body, session: { user }, visitor }) {
      return { recovery_codes: await confirmTwoStep(services, { user, visitor, now: now() }, body.code) }
    },

    async endTwoStep({ body, session: { user }, visitor }) {
      await endTwoStep(services, { user, visitor, now: now() }, body.code)
    },

    async renewRecoveryCodes({ body, session: { user }, visitor }) {
      return { recovery_codes: await renewRecoveryCodes(services, { user, visitor, now: now() }, body.code) }
    },

    async getMethodSecurity({ session: { user } }) {
      return {
        method: user.confirmationMethod,
        pin_exists: user.pinHash !== null,
        two_step: user.twoStep,
        recovery_codes_left: await countRecoveryCodes(services.db, user.id),
      }
    },

    async changeMethodPin({ body, session: { user }, visitor }) {
      await changeConfirmationMethod(services, { user, visitor, now: now() }, body.pin, body.method)
    },

    async confirmIdentity({ body, session, visitor }) {
      const by = { user: session.user, visitor, now: now() }
      return { expires_in: await confirmIdentity(services, by, session.id, body.pin) }
    },
  }
}
