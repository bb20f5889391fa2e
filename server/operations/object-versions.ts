import type { StorageKind } from '../../domain/storage-differences.ts'
import type { ObjectDetails, VersionPage } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { Problem } from '../errors/problem.ts'
import { headObject, lockOfHead } from '../storage/object-details.ts'
import {
  deleteVersion,
  isDeleteMarker,
  type VersionsRequest,
  versionPage,
} from '../storage/object-versions.ts'
import { holdObject } from '../storage/revisions.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import type { Locks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'
import { objectDetails, rewriteKeepingAcl } from './object-details.ts'

type Deps = { db: Database; access: AccountAccess; locks: Locks; storageKind: StorageKind }
type Version = { bucket: string; path: string; versionId: string }

/** BUCKET_NOT_FOUND. */
export async function listVersions(
  { access }: Pick<Deps, 'access'>,
  user: User,
  request: VersionsRequest,
): Promise<VersionPage> {
  const { client } = await access.clientForUser(user)
  return versionPage(client, request)
}

/** Copies a version onto its key; the ACL of the current one stays. OBJECT_NOT_FOUND, also for a delete marker. */
export async function restoreVersion(deps: Deps, by: By, version: Version): Promise<ObjectDetails> {
  const { client } = await deps.access.clientForUser(by.user)
  const { bucket, path, versionId } = version
  await holdObject(deps.locks, version, async () => {
    const head = await headObject(client, version)
    await rewriteKeepingAcl(deps, by.user, client, { source: version, head })
  })
  const detail = { kind: 'version', path, version_id: versionId } as const
  await audit(deps.db, by, 'VERSION_RESTORED', { target: bucket, detail })
  return objectDetails(deps, by.user, { bucket, path })
}

/**
 * Deletes a version or a delete marker permanently. `bypass`: also if it is under governance retention. OBJECT_LOCKED;
 * OBJECT_NOT_FOUND if there is no such version.
 */
export async function removeVersion(deps: Deps, by: By, version: Version, bypass: boolean): Promise<void> {
  const { client } = await deps.access.clientForUser(by.user)
  // The owner's key: whether a version exists is revealed only to callers who know its id.
  const { client: account } = await deps.access.clientForAccount(by.user)
  const marker = await isDeleteMarker(account, version)
  try {
    await deleteVersion(client, version, bypass)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'ACCESS_DENIED' || marker) throw error
    const { client: reader } = await deps.access.clientToList(by.user)
    const lock = lockOfHead(await headObject(reader, version))
    const retained = (lock.until ?? 0) > Math.floor(by.now / 1000)
    const locked = lock.legal_hold || (retained && !(lock.mode === 'governance' && bypass))
    throw locked ? new Problem('OBJECT_LOCKED', { cause: error }) : error
  }
  const detail = { kind: 'version', path: version.path, version_id: version.versionId } as const
  await audit(deps.db, by, marker ? 'DELETION_UNDONE' : 'VERSION_DELETED', { target: version.bucket, detail })
}
