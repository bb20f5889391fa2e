import { audit } from '../audit/record.ts'
import { passwordIsRight } from '../auth/confirm-identity.ts'
import { rememberDevice } from '../auth/device.ts'
import { hashSecret } from '../auth/hash.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { setFirstPin, setPassword } from '../store/users.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import { currentUser } from './current-user.ts'
import type { Services } from './services.ts'

type UserHandlers = Pick<
  Handlers,
  'getCurrentUser' | 'checkRequireChangePassword' | 'changePassword' | 'checkPinExists' | 'initPin'
>

export function userHandlers(services: Services): UserHandlers {
  const { db } = services
  return {
    async getCurrentUser({ session }) {
      return currentUser(session.user, services.region)
    },

    async checkRequireChangePassword({ session }) {
      return { require_change_pass: session.user.requireChangePass }
    },

    async changePassword(call) {
      const { body, session, visitor } = call
      const { user } = session
      const by = { user, visitor, now: services.now() }
      const reused = body.new_password.normalize('NFC') === body.current_password.normalize('NFC')
      // A right password that changes nothing counts too: else it would be hashed as often as anybody likes.
      const success = reused ? 'counts' : 'forgets'
      const right = await passwordIsRight(db, by, body.current_password, 'PASSWORD_CHANGE_FAILED', success)
      if (!right) {
        await audit(db, by, 'PASSWORD_CHANGE_FAILED', { detail: 'CURRENT_PASSWORD_INCORRECT' })
        throw new Problem('CURRENT_PASSWORD_INCORRECT')
      }
      if (reused) throw new Problem('PASSWORD_REUSED')
      const newHash = await hashSecret(body.new_password)
      const change = { userId: user.id, oldHash: user.passwordHash, newHash, keepSession: session.id }
      await withLockedUser(db, user.id, async trx => {
        if (!(await setPassword(trx, change))) throw new Problem('CURRENT_PASSWORD_INCORRECT')
        await audit(trx, by, 'PASSWORD_CHANGED')
      })
      await rememberDevice(db, call, user, Math.floor(by.now / 1000))
    },

    async checkPinExists({ session }) {
      return { pin_exists: session.user.pinHash !== null }
    },

    async initPin({ body, session: { user }, visitor }) {
      if (user.pinHash !== null) throw new Problem('PIN_EXISTS')
      const pinHash = await hashSecret(body.pin)
      await withLockedUser(db, user.id, async trx => {
        if (!(await setFirstPin(trx, user.id, pinHash))) throw new Problem('PIN_EXISTS')
        await audit(trx, { user, visitor, now: services.now() }, 'PIN_SET')
      })
    },
  }
}
