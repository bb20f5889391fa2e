import { isOver } from '../../domain/expiry.ts'
import { includesRights, type Rights, rightsOfKey } from '../../domain/key-rights.ts'
import { keysPerUser } from '../../domain/limits.ts'
import { type Scope, tidied } from '../../domain/scope.ts'
import { differsFromS3 } from '../../domain/storage-differences.ts'
import type { AccessKey, Permission } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import type { Handlers } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { auditAndTell } from '../mail/security-notice.ts'
import { newKeyPair } from '../s3/keys.ts'
import type { BucketGrants } from '../storage-admin/bucket-grants.ts'
import * as store from '../store/access-keys.ts'
import { type AccessKeyRow, addKey, countKeys, findKey, listKeys, setKeyLimit } from '../store/access-keys.ts'
import type { DetailOf } from '../store/audit.ts'
import { bucketsOf, bumpGrants } from '../store/bucket-grants.ts'
import type { Database } from '../store/open.ts'
import { bumpDesiredVersion } from '../store/storage-users.ts'
import { lockUser, type User } from '../store/users.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import type { Services } from './services.ts'

type Needed = Pick<Services, 'db' | 'vault' | 'sync' | 'grants' | 'sweeper'>

/** The requested limit of a key; null, null: none. */
type WantedLimit = { permission: Permission | null; scope: Scope }

export function accessKeyOperations(
  services: Needed & Pick<Services, 'admin' | 'region' | 'endpoints' | 'storageKind'>,
) {
  const { db, admin } = services
  function requireKeys(): void {
    if (!admin.capabilities.users) throw new Problem('NOT_SUPPORTED')
  }

  return {
    async listAccessKeys({ visitor, session: { user } }) {
      requireKeys()
      const [keys, uses] = await Promise.all([listKeys(db, user), admin.keyUses(user.storageUid)])
      return {
        keys: keys.map(key => bodyOf(key, user, uses)),
        tells_last_use: uses !== null,
        puts_share: differsFromS3(services.storageKind, 'policy-put-acl'),
        endpoint: services.endpoints(visitor).get,
        region: services.region,
      }
    },

    async createAccessKey({ body, by }) {
      requireKeys()
      const { key, secretKey } = await createKey(services, by, body)
      return { key: bodyOf(key, by.user), secret_key: secretKey }
    },

    async changeAccessKey({ body, by }) {
      requireKeys()
      const { access_key: accessKey, enabled, permission, scope } = body
      if (permission !== undefined || scope !== undefined)
        await changeLimit(services, by, accessKey, { permission, scope })
      if (enabled !== undefined) await setKeyEnabled(services, by, accessKey, enabled)
      return bodyOf(await requireKey(db, by.user, accessKey), by.user)
    },

    async deleteAccessKey({ body, by }) {
      requireKeys()
      await deleteKey(services, by, body.access_key)
    },
  } satisfies Partial<Handlers>
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

/** A key that the user may see. NOT_FOUND. */
async function requireKey(db: Database, user: User, accessKey: string): Promise<AccessKeyRow> {
  const key = await findKey(db, user, accessKey)
  if (!key) throw new Problem('NOT_FOUND')
  return key
}

/**
 * Creates a key of the user; its secret is returned only here. LIMIT_REACHED,
 * STORAGE_UNAVAILABLE; as `limitFor`.
 */
export async function createKey(
  { db, vault, sync, grants, sweeper }: Needed,
  by: By,
  terms: { name: string; expire_date?: number; permission?: Permission; scope?: Scope },
): Promise<{ key: AccessKeyRow; secretKey: string }> {
  const { user, now } = by
  const { expire_date: expireDate = 0, permission = null, scope = null } = terms
  const name = terms.name.trim()
  const { accessKey, secretKey } = newKeyPair()
  const userRights = rightsOf(user)
  const made = { accessKey, userRights, limit: null }
  const limit = await limitFor(grants, user.accountId, made, { permission, scope }, null)
  const buckets = await withLockedUser(db, user.id, async (trx, held) => {
    if ((await countKeys(trx, user.id)) >= keysPerUser) throw new Problem('LIMIT_REACHED')
    const buckets = bucketsOf(scopeOfKey({ userRights: rightsOf(held), limit }))
    await addKey(trx, {
      accessKey,
      sealedSecret: vault.seal(secretKey, 'access_keys.secret_key', user.id),
      userId: user.id,
      name,
      console: false,
      limit,
      expireDate,
      now: Math.floor(now / 1000),
    })
    await bumpGrants(trx, user.accountId, buckets)
    await bumpDesiredVersion(trx, user.accountId)
    return buckets
  })
  try {
    await sync.apply(user.accountId)
    await grants.apply(user.accountId, buckets)
  } catch (error) {
    // Nobody has seen the secret, so the key is deleted, even if the storage has accepted it.
    await db.transaction().execute(async trx => {
      await store.deleteKey(trx, accessKey)
      await bumpGrants(trx, user.accountId, buckets)
      await bumpDesiredVersion(trx, user.accountId)
    })
    throw error
  }
  sweeper.wake()
  const detail: DetailOf<'ACCESS_KEY_CREATED'> = limit
    ? { kind: 'rights', name, permission: limit.permission, scope: limit.scope && [...limit.scope] }
    : { kind: 'names', names: [name] }
  await db
    .transaction()
    .execute(trx => auditAndTell({ db: trx, vault }, by, 'ACCESS_KEY_CREATED', { target: accessKey, detail }))
  return { key: await requireKey(db, user, accessKey), secretKey }
}

/**
 * The limit for a key; null: none. `before`: the key's current rights; null: it is new. PERMISSION_DENIED beyond the
 * rights of its user; as `prepare` of `BucketGrants`.
 */
async function limitFor(
  grants: BucketGrants,
  accountId: string,
  { accessKey, userRights, limit }: Pick<AccessKeyRow, 'accessKey' | 'userRights' | 'limit'>,
  wanted: WantedLimit,
  before: Rights | null,
): Promise<Rights | null> {
  if (wanted.permission === null && wanted.scope === null) return null
  const permission = wanted.permission ?? userRights.permission
  const scope = wanted.scope ? tidied(wanted.scope) : userRights.scope
  if (!includesRights(userRights, { permission, scope })) throw new Problem('PERMISSION_DENIED')
  // Buckets of the existing scope may have been deleted; a newly requested folder must be in an existing one.
  const known = wanted.scope ? (limit?.scope ?? null) : userRights.scope
  await grants.prepare(accountId, [{ name: accessKey, before, after: { permission, scope }, known }])
  return { permission, scope: wanted.scope && scope }
}

function rightsOf({ isSubUser, permission, scope }: User): Rights {
  return isSubUser ? { permission, scope } : { permission: 'full-control', scope: null }
}

/** The scope that bucket policies must grant to the key by name; null: they need not name it. */
function scopeOfKey({ userRights, limit }: Pick<AccessKeyRow, 'userRights' | 'limit'>): Scope {
  return limit && (rightsOfKey(userRights, limit)?.scope ?? null)
}

/**
 * Changes the limit of a key, with immediate effect. NOT_FOUND, STORAGE_UNAVAILABLE; as `limitFor`. `wanted`: undefined
 * fields are kept.
 */
async function changeLimit(
  { db, sync, grants, sweeper }: Needed,
  by: By,
  accessKey: string,
  wanted: { [Name in keyof WantedLimit]: WantedLimit[Name] | undefined },
): Promise<void> {
  const { user } = by
  const key = await requireKey(db, user, accessKey)
  const { permission = key.limit?.permission ?? null, scope = key.limit?.scope ?? null } = wanted
  const held = key.limit ? rightsOfKey(key.userRights, key.limit) : key.userRights
  const limit = await limitFor(grants, user.accountId, key, { permission, scope }, held)
  const buckets = await db.transaction().execute(async trx => {
    await lockUser(trx, key.userId)
    const before = await requireKey(trx, user, accessKey)
    await setKeyLimit(trx, accessKey, limit)
    const settings = (rights: Rights | null) => ({
      permission: rights?.permission ?? null,
      scope: rights?.scope ? [...rights.scope] : null,
    })
    const detail = changes(settings(before.limit), settings(limit))
    if (detail) await audit(trx, by, 'ACCESS_KEY_CHANGED', { target: accessKey, detail })
    const buckets = bucketsOf(scopeOfKey(before), scopeOfKey({ ...before, limit }))
    await bumpGrants(trx, user.accountId, buckets)
    await bumpDesiredVersion(trx, user.accountId)
    return buckets
  })
  sweeper.wake()
  // As for a sub-user: revoke the level before granting the rights that replace it.
  await sync.apply(user.accountId)
  await grants.apply(user.accountId, buckets)
}

/** Enables or disables a key. NOT_FOUND, STORAGE_UNAVAILABLE; INVALID_REQUEST to enable one that has expired. */
export async function setKeyEnabled(
  { db, sync }: Pick<Needed, 'db' | 'sync'>,
  by: By,
  accessKey: string,
  enabled: boolean,
): Promise<void> {
  const { user } = by
  const key = await requireKey(db, user, accessKey)
  if (enabled && isOver(key.expireDate, by.now / 1000)) throw invalid('enabled', 'expired')
  await db.transaction().execute(async trx => {
    await lockUser(trx, key.userId)
    if (!(await store.setKeyEnabled(trx, accessKey, enabled))) return
    const action = enabled ? 'ACCESS_KEY_ENABLED' : 'ACCESS_KEY_DISABLED'
    await audit(trx, by, action, { target: accessKey, detail: { kind: 'names', names: [key.name] } })
    await bumpDesiredVersion(trx, user.accountId)
  })
  await sync.apply(user.accountId)
}

/** Deletes a key at the storage, then here. NOT_FOUND, STORAGE_UNAVAILABLE. */
export async function deleteKey(
  { db, sync, grants }: Pick<Needed, 'db' | 'sync' | 'grants'>,
  by: By,
  accessKey: string,
): Promise<void> {
  const { user } = by
  const key = await requireKey(db, user, accessKey)
  // A key that is enabled again meanwhile is at the storage again, so its row is deleted only while it is disabled.
  for (let gone = false; !gone; ) {
    await db.transaction().execute(async trx => {
      await lockUser(trx, key.userId)
      if (await store.setKeyEnabled(trx, accessKey, false)) await bumpDesiredVersion(trx, user.accountId)
    })
    await sync.apply(user.accountId)
    gone = await db.transaction().execute(async trx => {
      await lockUser(trx, key.userId)
      const last = await findKey(trx, user, accessKey)
      if (!last) return true
      if (!(await store.deleteKey(trx, accessKey, { onlyDisabled: true }))) return false
      await audit(trx, by, 'ACCESS_KEY_DELETED', {
        target: accessKey,
        detail: { kind: 'names', names: [key.name] },
      })
      await bumpGrants(trx, user.accountId, bucketsOf(scopeOfKey(last)))
      return true
    })
  }
  // The statements name no existing key; a failure here is retried by the sweeper.
  await grants.apply(user.accountId).catch(() => undefined)
}
