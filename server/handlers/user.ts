import { hashSecret, verifySecret } from '../auth/hash.ts'
import { limited, limits } from '../auth/limits.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { setFirstPin, setPassword } from '../store/users.ts'
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

    async changePassword({ body, session }) {
      const { user } = session
      const now = Math.floor(services.now() / 1000)
      const right = await limited(db, `password user ${user.id}`, limits.currentPassword, now, () =>
        verifySecret(body.current_password, user.passwordHash),
      )
      if (!right) throw new Problem('CURRENT_PASSWORD_INCORRECT')
      if (await verifySecret(body.new_password, user.passwordHash)) throw new Problem('PASSWORD_REUSED')
      const newHash = await hashSecret(body.new_password)
      const change = { userId: user.id, oldHash: user.passwordHash, newHash, keepSession: session.id }
      const set = await db.transaction().execute(trx => setPassword(trx, change))
      if (!set) throw new Problem('CURRENT_PASSWORD_INCORRECT')
    },

    async checkPinExists({ session }) {
      return { pin_exists: session.user.pinHash !== null }
    },

    async initPin({ body, session }) {
      if (session.user.pinHash !== null) throw new Problem('PIN_EXISTS')
      const set = await setFirstPin(db, session.user.id, await hashSecret(body.pin))
      if (!set) throw new Problem('PIN_EXISTS')
    },
  }
}
