import type { AccessKey } from '../../openapi/schema.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { createKey, deleteKey, setKeyEnabled } from '../services/access-keys.ts'
import { type AccessKeyRow, listKeys } from '../store/access-keys.ts'
import type { User } from '../store/users.ts'
import type { Services } from './services.ts'

export function accessKeyHandlers(
  services: Pick<Services, 'db' | 'vault' | 'admin' | 'sync' | 'sweeper' | 'now' | 'region' | 'endpoints'>,
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
        endpoint: services.endpoints(visitor).get,
        region: services.region,
      }
    },

    async createAccessKey({ body, visitor, session: { user } }) {
      requireKeys()
      const by = { user, visitor, now: services.now() }
      const { key, secretKey } = await createKey(services, by, body.name.trim(), body.expire_date)
      return { key: bodyOf(key, user), secret_key: secretKey }
    },

    async changeAccessKey({ body, visitor, session: { user } }) {
      requireKeys()
      const by = { user, visitor, now: services.now() }
      return bodyOf(await setKeyEnabled(services, by, body.access_key, body.enabled), user)
    },

    async deleteAccessKey({ body, visitor, session: { user } }) {
      requireKeys()
      await deleteKey(services, { user, visitor, now: services.now() }, body.access_key)
    },
  }
}

function bodyOf(key: AccessKeyRow, user: User, uses: Map<string, number> | null = null): AccessKey {
  return {
    access_key: key.accessKey,
    name: key.name,
    user: key.email,
    own: key.userId === user.id,
    enabled: key.enabled,
    created_at: key.createdAt,
    expire_date: key.expireDate,
    last_used_at: uses?.get(key.accessKey) ?? null,
  }
}
