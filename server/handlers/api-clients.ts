import type { ApiClient as ApiClientBody } from '../../openapi/schema.ts'
import type { Handlers } from '../contract/call.ts'
import { createClient, deleteClient } from '../operations/api-clients.ts'
import type { Services } from '../operations/services.ts'
import { type ApiClient, listClients } from '../store/api-clients.ts'

export function apiClientHandlers(
  services: Pick<Services, 'db' | 'vault'>,
): Pick<Handlers, 'listApiClients' | 'createApiClient' | 'deleteApiClient'> {
  const { db } = services
  return {
    async listApiClients({ session: { user } }) {
      return { clients: (await listClients(db, user.id)).map(bodyOf) }
    },

    async createApiClient({ body, by }) {
      const terms = { name: body.name.trim(), permission: body.permission, expireDate: body.expire_date }
      const { client, token } = await createClient(services, by, terms)
      return { client: bodyOf(client), token }
    },

    async deleteApiClient({ body, by }) {
      await deleteClient(db, by, body.id)
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
