import { audit } from '../audit/record.ts'
import { confirmationLife, confirmIdentity } from '../auth/confirm-identity.ts'
import type { Handlers } from '../contract/call.ts'
import { countRecoveryCodes } from '../store/recovery-codes.ts'
import { confirmSession } from '../store/sessions.ts'
import type { Services } from './services.ts'

export function twoStepHandlers(
  services: Services,
): Pick<
  Handlers,
  | 'verifyTwoStep'
  | 'beginTwoStep'
  | 'confirmTwoStep'
  | 'endTwoStep'
  | 'renewRecoveryCodes'
  | 'getMethodSecurity'
  | 'changeMethodPin'
  | 'confirmIdentity'
> {
  const { db } = services
  const notYet = async () => {
    throw new Error('This is not built yet.')
  }
  return {
    verifyTwoStep: notYet,
    beginTwoStep: notYet,
    confirmTwoStep: notYet,
    endTwoStep: notYet,
    renewRecoveryCodes: notYet,
    changeMethodPin: notYet,

    async getMethodSecurity({ session: { user } }) {
      return {
        method: user.confirmationMethod,
        pin_exists: user.pinHash !== null,
        two_step: user.twoStep,
        recovery_codes_left: await countRecoveryCodes(db, user.id),
      }
    },

    async confirmIdentity({ body, session, visitor }) {
      const by = { user: session.user, visitor, now: services.now() }
      await confirmIdentity(services, by, body.pin)
      await db.transaction().execute(async trx => {
        await confirmSession(trx, session.id, Math.floor(by.now / 1000) + confirmationLife)
        await audit(trx, by, 'IDENTITY_CONFIRMED')
      })
      return { expires_in: confirmationLife }
    },
  }
}
