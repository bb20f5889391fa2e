import { isOver } from '../../domain/expiry.ts'
import { keysPerUser } from '../../domain/limits.ts'
import type { By } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { invalid, Problem } from '../errors/problem.ts'
import type { Sweeper } from '../expiry/sweeper.ts'
import { newKeyPair } from '../s3/keys.ts'
import type { Vault } from '../secret.ts'
import type { StorageSync } from '../storage-admin/storage-sync.ts'
import {
  type AccessKeyRow,
  addKey,
  countKeys,
  deleteKey as deleteRow,
  findKey as findRow,
  setKeyEnabled as setRowEnabled,
} from '../store/access-keys.ts'
import type { Database } from '../store/open.ts'
import { bumpDesiredVersion } from '../store/storage-users.ts'
import { lockUser } from '../store/users.ts'
import { withLockedUser } from '../store/with-locked-user.ts'

type Deps = { db: Database; vault: Vault; sync: StorageSync; sweeper: Pick<Sweeper, 'wake'> }

/** A key that the user may see. NOT_FOUND. */
export async function findKey(db: Database, user: By['user'], accessKey: string): Promise<AccessKeyRow> {
  const key = await findRow(db, user, accessKey)
  if (!key) throw new Problem('NOT_FOUND')
  return key
}

/**
 * Creates a key of the user; its secret is given only here. `expireDate`: unix seconds, 0: never. LIMIT_REACHED,
 * STORAGE_UNAVAILABLE.
 */
export async function createKey(
  { db, vault, sync, sweeper }: Deps,
  by: By,
  name: string,
  expireDate = 0,
): Promise<{ key: AccessKeyRow; secretKey: string }> {
  const { user, now } = by
  const { accessKey, secretKey } = newKeyPair()
  await withLockedUser(db, user.id, async trx => {
    if ((await countKeys(trx, user.id)) >= keysPerUser) throw new Problem('LIMIT_REACHED')
    await addKey(trx, {
      accessKey,
      sealedSecret: vault.seal(secretKey, user.id),
      userId: user.id,
      name,
      console: false,
      expireDate,
      now: Math.floor(now / 1000),
    })
    await bumpDesiredVersion(trx, user.accountId)
  })
  try {
    await sync.apply(user.accountId)
  } catch (error) {
    // Nobody has seen the secret, so the key is deleted, even where the storage has taken it.
    await db.transaction().execute(async trx => {
      await deleteRow(trx, accessKey)
      await bumpDesiredVersion(trx, user.accountId)
    })
    throw error
  }
  sweeper.wake()
  await audit(db, by, 'ACCESS_KEY_CREATED', { target: accessKey, detail: name })
  return { key: await findKey(db, user, accessKey), secretKey }
}

/** Enables or disables a key. NOT_FOUND, STORAGE_UNAVAILABLE; INVALID_REQUEST to enable one that has expired. */
export async function setKeyEnabled(
  { db, sync }: Omit<Deps, 'vault' | 'sweeper'>,
  by: By,
  accessKey: string,
  enabled: boolean,
): Promise<AccessKeyRow> {
  const { user } = by
  const key = await findKey(db, user, accessKey)
  if (enabled && isOver(key.expireDate, by.now / 1000)) throw invalid('enabled', 'expired')
  await db.transaction().execute(async trx => {
    await lockUser(trx, key.userId)
    if (!(await setRowEnabled(trx, accessKey, enabled))) return
    const action = enabled ? 'ACCESS_KEY_ENABLED' : 'ACCESS_KEY_DISABLED'
    await audit(trx, by, action, { target: accessKey, detail: key.name })
    await bumpDesiredVersion(trx, user.accountId)
  })
  await sync.apply(user.accountId)
  return findKey(db, user, accessKey)
}

/** Deletes a key at the storage, then here. NOT_FOUND, STORAGE_UNAVAILABLE. */
export async function deleteKey(
  { db, sync }: Omit<Deps, 'vault' | 'sweeper'>,
  by: By,
  accessKey: string,
): Promise<void> {
  const { user } = by
  const key = await findKey(db, user, accessKey)
  // A key that is enabled again meanwhile is at the storage again, so its row is deleted only while it is disabled.
  for (let gone = false; !gone; ) {
    await db.transaction().execute(async trx => {
      await lockUser(trx, key.userId)
      if (await setRowEnabled(trx, accessKey, false)) await bumpDesiredVersion(trx, user.accountId)
    })
    await sync.apply(user.accountId)
    gone = await db.transaction().execute(async trx => {
      if (!(await deleteRow(trx, accessKey, { onlyDisabled: true })))
        return !(await findRow(trx, user, accessKey))
      await audit(trx, by, 'ACCESS_KEY_DELETED', { target: accessKey, detail: key.name })
      return true
    })
  }
}
