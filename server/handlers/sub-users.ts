import { subUsersPerAccount } from '../../domain/limits.ts'
import { phoneOf } from '../../domain/phone.ts'
import type { SubUser as SubUserBody } from '../../openapi/schema.ts'
import { audit } from '../audit/record.ts'
import { hashSecret } from '../auth/hash.ts'
import { type Guard, limitedEach, limits } from '../auth/limits.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { createUser, lockAccount } from '../store/accounts.ts'
import type { Limit } from '../store/attempts.ts'
import {
  changeSubUser,
  countSubUsers,
  deleteSubUser,
  findSubUser,
  listSubUsers,
  type SubUser,
} from '../store/sub-users.ts'
import { findUserByEmail } from '../store/users.ts'
import { changes, expiryText } from './change-text.ts'
import type { Services } from './services.ts'

export function subUserHandlers(
  services: Services,
): Pick<Handlers, 'listSubUsers' | 'createSubUser' | 'changeSubUser' | 'deleteSubUser'> {
  const { db, sync, sweeper } = services

  async function found(accountId: string, id: string): Promise<SubUser> {
    const user = await findSubUser(db, accountId, id)
    if (!user) throw new Problem('USER_NOT_FOUND')
    return user
  }

  return {
    async listSubUsers({ session: { user } }) {
      return { users: (await listSubUsers(db, user.accountId)).map(bodyOf) }
    },

    async createSubUser({ body, visitor, session: { user } }) {
      const { accountId } = user
      const email = body.email.trim().toLowerCase()
      const by = { user, visitor, now: services.now() }
      const taken = async () => {
        const guard = (name: string, limit: Limit): Guard => ({
          name: `email taken ${name}`,
          limit,
          by,
          failure: 'EMAIL_REFUSED',
          target: email,
        })
        const found = await limitedEach(db, guard(accountId, limits.emailTakenAccount), () =>
          limitedEach(db, guard('all', limits.emailTaken), async () => {
            const other = await findUserByEmail(db, email)
            if (!other) return 'nobody'
            return other.accountId === accountId ? 'own' : null
          }),
        )
        if (found === 'own') throw new Problem('USER_TAKEN')
        if (found === 'nobody') return
        await audit(db, by, 'EMAIL_REFUSED', { target: email })
        throw new Problem('EMAIL_TAKEN')
      }
      await taken()
      const passwordHash = await hashSecret(body.password)
      const { now } = by
      const id = await db.transaction().execute(async trx => {
        await lockAccount(trx, accountId)
        if ((await countSubUsers(trx, accountId)) >= subUsersPerAccount) throw new Problem('LIMIT_REACHED')
        const made = await createUser(
          trx,
          { accountId, now: Math.floor(now / 1000) },
          {
            email,
            name: body.fullName.trim(),
            passwordHash,
            isAdmin: false,
            isSupperAdmin: false,
            isSubUser: true,
            permission: body.permission,
            requireChangePass: true,
            phone: phoneOf(body.phone),
            expireDate: body.expire_date,
          },
        )
        const what = { target: email, detail: body.permission }
        if (made) await audit(trx, { user, visitor, now }, 'SUB_USER_CREATED', what)
        return made
      })
      if (id === null) {
        await taken()
        throw new Problem('EMAIL_TAKEN')
      }
      sweeper.wake()
      return bodyOf(await found(accountId, id))
    },

    async changeSubUser({ body, visitor, session: { user } }) {
      const { accountId } = user
      const before = await found(accountId, body.id)
      const change = {
        name: body.fullName?.trim(),
        permission: body.permission,
        phone: body.phone === undefined ? undefined : phoneOf(body.phone),
        expireDate: body.expire_date,
      }
      await db.transaction().execute(async trx => {
        if (!(await changeSubUser(trx, accountId, body.id, change))) throw new Problem('USER_NOT_FOUND')
        const after = (await findSubUser(trx, accountId, body.id))!
        const detail = changes([
          ['permission', before.permission, after.permission],
          ['name', before.name, after.name],
          ['phone', before.phone, after.phone],
          ['expires', expiryText(before.expireDate), expiryText(after.expireDate)],
        ])
        const by = { user, visitor, now: services.now() }
        if (detail) await audit(trx, by, 'SUB_USER_CHANGED', { target: before.email, detail })
      })
      sweeper.wake()
      await sync.apply(accountId)
      return bodyOf(await found(accountId, body.id))
    },

    async deleteSubUser({ body, visitor, session: { user } }) {
      const { accountId } = user
      const { email } = await found(accountId, body.id)
      await sync.remove(accountId, body.id, () =>
        db.transaction().execute(async trx => {
          if (!(await deleteSubUser(trx, accountId, body.id))) throw new Problem('USER_NOT_FOUND')
          await audit(trx, { user, visitor, now: services.now() }, 'SUB_USER_DELETED', { target: email })
        }),
      )
    },
  }
}

function bodyOf(user: SubUser): SubUserBody {
  return {
    id: user.id,
    fullName: user.name,
    email: user.email,
    permission: user.permission,
    phone: user.phone,
    expire_date: user.expireDate,
    created_at: user.createdAt,
    last_sign_in_at: user.lastSignInAt,
    two_step: user.twoStep,
  }
}
