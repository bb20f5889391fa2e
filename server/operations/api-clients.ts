import { isOver } from '../../domain/expiry.ts'
import { clientsPerUser } from '../../domain/limits.ts'
import { clientPermissions } from '../../domain/permissions.ts'
import type { ApiClient as ApiClientBody } from '../../openapi/schema.ts'
import { audit } from '../audit/record.ts'
import { roleOf } from '../auth/role.ts'
import { hashToken, newApiToken } from '../auth/tokens.ts'
import type { Handlers } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { auditAndTell } from '../mail/security-notice.ts'
import { type ApiClient, addClient, deleteClient, listClients } from '../store/api-clients.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import type { Services } from './services.ts'

export function apiClientOperations({ db, vault }: Pick<Services, 'db' | 'vault'>) {
  return {
    async listApiClients({ session: { user } }) {
      return { clients: (await listClients(db, user.id)).map(bodyOf) }
    },

    /** The token is returned only here. */
    async createApiClient({ body, by }) {
      const { user } = by
      const { permission, expire_date: expireDate } = body
      if (!clientPermissions(roleOf(user)).includes(permission)) throw new Problem('PERMISSION_DENIED')
      const now = Math.floor(by.now / 1000)
      if (isOver(expireDate, now)) throw invalid('expire_date', 'date-past')
      const token = newApiToken()
      const client = await withLockedUser(db, user.id, async trx => {
        const terms = { name: body.name.trim(), permission, expireDate }
        const row = { ...terms, userId: user.id, tokenHash: hashToken(token), now }
        const made = await addClient(trx, row, clientsPerUser)
        if (!made) throw new Problem('LIMIT_REACHED')
        const detail = { kind: 'rights', name: null, permission, scope: null } as const
        await auditAndTell({ db: trx, vault }, by, 'API_CLIENT_CREATED', { target: made.name, detail })
        return made
      })
      return { client: bodyOf(client), token }
    },

    async deleteApiClient({ body, by }) {
      await db.transaction().execute(async trx => {
        const name = await deleteClient(trx, by.user.id, body.id)
        if (name === null) throw new Problem('NOT_FOUND')
        await audit(trx, by, 'API_CLIENT_DELETED', { target: name })
      })
    },
  } satisfies Partial<Handlers>
}

function bodyOf({ expireDate, createdAt, lastUsedAt, ...client }: ApiClient): ApiClientBody {
  return { ...client, expire_date: expireDate, created_at: createdAt, last_used_at: lastUsedAt }
}
