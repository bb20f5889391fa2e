import { isOver } from '../../domain/expiry.ts'
import { clientsPerUser } from '../../domain/limits.ts'
import { includes } from '../../domain/permissions.ts'
import type { ApiClient as ApiClientBody } from '../../openapi/schema.ts'
import { audit } from '../audit/record.ts'
import { newApiToken } from '../auth/api-tokens.ts'
import { hashToken } from '../auth/tokens.ts'
import type { Handlers } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { type ApiClient, addClient, deleteClient, listClients } from '../store/api-clients.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import type { Services } from './services.ts'

export function apiClientHandlers(
  services: Services,
): Pick<Handlers, 'listApiClients' | 'createApiClient' | 'deleteApiClient'> {
  const { db } = services
  return {
    async listApiClients({ session: { user } }) {
      return { clients: (await listClients(db, user.id)).map(bodyOf) }
    },

    async createApiClient({ body, visitor, session: { user } }) {
      if (!includes(user.permission, body.permission)) throw new Problem('PERMISSION_DENIED')
      const now = services.now()
      const seconds = Math.floor(now / 1000)
      if (isOver(body.expire_date, seconds)) throw invalid('expire_date', 'date-past')
      const token = newApiToken()
      const client = await withLockedUser(db, user.id, async trx => {
        const made = await addClient(
          trx,
          {
            userId: user.id,
            name: body.name.trim(),
            tokenHash: hashToken(token),
            permission: body.permission,
            expireDate: body.expire_date,
            now: seconds,
          },
          clientsPerUser,
        )
        if (!made) throw new Problem('LIMIT_REACHED')
        const what = { target: made.name, detail: made.permission }
        await audit(trx, { user, visitor, now }, 'API_CLIENT_CREATED', what)
        return made
      })
      return { client: bodyOf(client), token }
    },

    async deleteApiClient({ body, visitor, session: { user } }) {
      await db.transaction().execute(async trx => {
        const name = await deleteClient(trx, user.id, body.id)
        if (name === null) throw new Problem('NOT_FOUND')
        const by = { user, visitor, now: services.now() }
        await audit(trx, by, 'API_CLIENT_DELETED', { target: name })
      })
    },
  }
}

function bodyOf(client: ApiClient): ApiClientBody {
  return {
    id: client.id,
    name: client.name,
    permission: client.permission,
    expire_date: client.expireDate,
    created_at: client.createdAt,
    last_used_at: client.lastUsedAt,
  }
}
