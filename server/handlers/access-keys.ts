import { keysPerUser } from '../../domain/limits.ts'
import type { AccessKey } from '../../openapi/schema.ts'
import { audit } from '../audit/record.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { newKeyPair } from '../s3/keys.ts'
import {
  type AccessKeyRow,
  addKey,
  countKeys,
  deleteKey,
  findKey,
  listKeys,
  setKeyEnabled,
} from '../store/access-keys.ts'
import { bumpDesiredVersion } from '../store/storage-users.ts'
import { lockUser, type User } from '../store/users.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import type { Services } from './services.ts'

export function accessKeyHandlers(
  services: Services,
): Pick<Handlers, 'listAccessKeys' | 'createAccessKey' | 'changeAccessKey' | 'deleteAccessKey'> {
  const { db, vault, admin, sync } = services

  function mustHaveKeys(): void {
    if (!admin.capabilities.users) throw new Problem('NOT_SUPPORTED')
  }

  async function found(user: User, accessKey: string): Promise<AccessKeyRow> {
    mustHaveKeys()
    const key = await findKey(db, user, accessKey)
    if (!key) throw new Problem('NOT_FOUND')
    return key
  }

  return {
    async listAccessKeys({ visitor, session: { user } }) {
      mustHaveKeys()
      const keys = await listKeys(db, user)
      return {
        keys: keys.map(key => bodyOf(key, user)),
        endpoint: services.endpoints(visitor).get,
        region: services.region,
      }
    },

    async createAccessKey({ body, visitor, session: { user } }) {
      mustHaveKeys()
      const { accessKey, secretKey } = newKeyPair()
      const name = body.name.trim()
      const now = services.now()
      await withLockedUser(db, user.id, async trx => {
        if ((await countKeys(trx, user.id)) >= keysPerUser) throw new Problem('LIMIT_REACHED')
        await addKey(trx, {
          accessKey,
          sealedSecret: vault.seal(secretKey, user.id),
          userId: user.id,
          name,
          console: false,
          now: Math.floor(now / 1000),
        })
        await bumpDesiredVersion(trx, user.accountId)
      })
      try {
        await sync.apply(user.accountId)
      } catch (error) {
        // Nobody has seen the secret: it goes, also where the storage has taken it all the same.
        await db.transaction().execute(async trx => {
          await deleteKey(trx, accessKey)
          await bumpDesiredVersion(trx, user.accountId)
        })
        throw error
      }
      await audit(db, { user, visitor, now }, 'ACCESS_KEY_CREATED', { target: accessKey, detail: name })
      const key = await found(user, accessKey)
      return { key: bodyOf(key, user), secret_key: secretKey }
    },

    async changeAccessKey({ body, visitor, session: { user } }) {
      const key = await found(user, body.access_key)
      const action = body.enabled ? 'ACCESS_KEY_ENABLED' : 'ACCESS_KEY_DISABLED'
      const what = { target: key.accessKey, detail: key.name }
      await db.transaction().execute(async trx => {
        await lockUser(trx, key.userId)
        if (!(await setKeyEnabled(trx, key.accessKey, body.enabled))) return
        await audit(trx, { user, visitor, now: services.now() }, action, what)
        await bumpDesiredVersion(trx, user.accountId)
      })
      await sync.apply(user.accountId)
      return bodyOf(await found(user, key.accessKey), user)
    },

    async deleteAccessKey({ body, visitor, session: { user } }) {
      const key = await found(user, body.access_key)
      const by = { user, visitor, now: services.now() }
      // Enabled again meanwhile, the storage has it again: it goes from the table only when it has gone from there.
      for (let gone = false; !gone; ) {
        await db.transaction().execute(async trx => {
          await lockUser(trx, key.userId)
          if (await setKeyEnabled(trx, key.accessKey, false)) await bumpDesiredVersion(trx, user.accountId)
        })
        await sync.apply(user.accountId)
        gone = await db.transaction().execute(async trx => {
          if (!(await deleteKey(trx, key.accessKey, { onlyDisabled: true })))
            return !(await findKey(trx, user, key.accessKey))
          await audit(trx, by, 'ACCESS_KEY_DELETED', { target: key.accessKey, detail: key.name })
          return true
        })
      }
    },
  }
}

function bodyOf(key: AccessKeyRow, user: User): AccessKey {
  return {
    access_key: key.accessKey,
    name: key.name,
    user: key.email,
    own: key.userId === user.id,
    enabled: key.enabled,
    created_at: key.createdAt,
  }
}
