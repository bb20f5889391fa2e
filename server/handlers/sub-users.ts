import { canonicalEmail } from '../../domain/email-address.ts'
import { phoneOf } from '../../domain/phone.ts'
import type { SubUser as SubUserBody } from '../../openapi/schema.ts'
import type { Handlers } from '../contract/call.ts'
import { inviteAgain } from '../operations/invitations.ts'
import { resetSignIn } from '../operations/reset-sign-in.ts'
import type { Services } from '../operations/services.ts'
import { changeSubUser, createSubUser, deleteSubUser } from '../operations/sub-users.ts'
import { listSubUsers, type SubUser } from '../store/sub-users.ts'

export function subUserHandlers(
  services: Pick<
    Services,
    'db' | 'sync' | 'grants' | 'sweeper' | 'now' | 'hashSecret' | 'vault' | 'linkOrigin'
  >,
): Pick<
  Handlers,
  | 'listSubUsers'
  | 'createSubUser'
  | 'createUser'
  | 'changeSubUser'
  | 'deleteSubUser'
  | 'resetSubUser'
  | 'inviteSubUser'
> {
  const create: Handlers['createSubUser'] = async ({ body, visitor, by }) => {
    const made = await createSubUser(
      services,
      by,
      {
        name: body.fullName.trim(),
        email: canonicalEmail(body.email),
        password: body.password ?? null,
        permission: body.permission,
        scope: body.scope ?? null,
        phone: phoneOf(body.phone),
        expireDate: body.expire_date,
      },
      services.linkOrigin(visitor),
    )
    return bodyOf(made)
  }

  return {
    async listSubUsers({ session: { user } }) {
      return { users: (await listSubUsers(services.db, user.accountId)).map(bodyOf) }
    },

    createSubUser: create,
    createUser: create,

    async changeSubUser({ body, by }) {
      const changed = await changeSubUser(services, by, body.id, {
        name: body.fullName?.trim(),
        permission: body.permission,
        scope: body.scope,
        phone: body.phone === undefined ? undefined : phoneOf(body.phone),
        expireDate: body.expire_date,
      })
      return bodyOf(changed)
    },

    async deleteSubUser({ body, by }) {
      await deleteSubUser(services, by, body.id)
    },

    async inviteSubUser({ body: { id }, visitor, by }) {
      await inviteAgain(services, by, { subUser: id }, services.linkOrigin(visitor))
    },

    async resetSubUser({ body: { id, parts }, by }) {
      return { password: await resetSignIn(services, by, { subUser: id }, parts) }
    },
  }
}

function bodyOf(user: SubUser): SubUserBody {
  return {
    id: user.id,
    fullName: user.name,
    email: user.email,
    permission: user.permission,
    scope: user.scope && [...user.scope],
    phone: user.phone,
    expire_date: user.expireDate,
    created_at: user.createdAt,
    last_sign_in_at: user.lastSignInAt,
    two_step: user.twoStep,
    invited_until: user.invitedUntil,
  }
}
