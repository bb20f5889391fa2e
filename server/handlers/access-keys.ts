import { differsFromS3 } from '../../domain/storage-differences.ts'
import type { AccessKey } from '../../openapi/schema.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { changeKeyLimit, createKey, deleteKey, findKey, setKeyEnabled } from '../operations/access-keys.ts'
import type { Services } from '../operations/services.ts'
import { type AccessKeyRow, listKeys } from '../store/access-keys.ts'
import type { User } from '../store/users.ts'

export function accessKeyHandlers(
  services: Pick<
    Services,
    'db' | 'vault' | 'admin' | 'sync' | 'grants' | 'sweeper' | 'region' | 'endpoints' | 'storageKind'
  >,
): Pick<Handlers, 'listAccessKeys' | 'createAccessKey' | 'changeAccessKey' | 'deleteAccessKey'> {
  function requireKeys(): void {
    if (!services.admin.capabilities.users) throw new Problem('NOT_SUPPORTED')
  }

  return {
    async listAccessKeys({ visitor, session: { user } }) {
      requireKeys()
      const [keys, uses] = await Promise.all([
        listKeys(services.db, user),
        services.admin.keyUses(user.storageUid),
      ])
      return {
        keys: keys.map(key => bodyOf(key, user, uses)),
        tells_last_use: uses !== null,
        puts_share: differsFromS3(services.storageKind, 'policy-put-acl'),
        endpoint: services.endpoints(visitor).get,
        region: services.region,
      }
    },

    async createAccessKey({ body, session: { user }, by }) {
      requireKeys()
      const { key, secretKey } = await createKey(services, by, {
        name: body.name.trim(),
        limit: { permission: body.permission ?? null, scope: body.scope ?? null },
        ...(body.expire_date !== undefined && { expireDate: body.expire_date }),
      })
      return { key: bodyOf(key, user), secret_key: secretKey }
    },

    async changeAccessKey({ body, session: { user }, by }) {
      requireKeys()
      const { access_key: accessKey, enabled, permission, scope } = body
      if (permission !== undefined || scope !== undefined)
        await changeKeyLimit(services, by, accessKey, { permission, scope })
      if (enabled !== undefined) await setKeyEnabled(services, by, accessKey, enabled)
      return bodyOf(await findKey(services.db, user, accessKey), user)
    },

    async deleteAccessKey({ body, by }) {
      requireKeys()
      await deleteKey(services, by, body.access_key)
    },
  }
}

function bodyOf(key: AccessKeyRow, user: User, uses: Map<string, number> | null = null): AccessKey {
  return {
    access_key: key.accessKey,
    name: key.name,
    user: key.email,
    own: key.userId === user.id,
    permission: key.limit?.permission ?? null,
    scope: key.limit?.scope?.slice() ?? null,
    enabled: key.enabled,
    created_at: key.createdAt,
    expire_date: key.expireDate,
    last_used_at: uses?.get(key.accessKey) ?? null,
  }
}
