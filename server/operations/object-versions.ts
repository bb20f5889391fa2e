import type { S3Client } from '@aws-sdk/client-s3'
import { mayCall } from '../../domain/permissions.ts'
import type { ErrorCode, KeyFailure, ObjectDetails } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { actorOf } from '../auth/role.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { deletedPage } from '../storage/deleted-objects.ts'
import { headObject, lockOfHead } from '../storage/object-details.ts'
import { deleteVersion, isDeleteMarker, versionPage } from '../storage/object-versions.ts'
import { holdObject } from '../storage/revisions.ts'
import { objectDetails, rewriteKeepingAcl } from './object-details.ts'
import type { Services } from './services.ts'

type Needed = Pick<Services, 'db' | 'access' | 'locks' | 'storageKind'>

type Version = { bucket: string; path: string; versionId: string }

export function objectVersionOperations(services: Needed) {
  const { db, access } = services

  /** Returns null, or why some are left. */
  async function removeMarkers(
    client: S3Client,
    by: By,
    { bucket, key }: { bucket: string; key: string },
    markers: string[],
  ): Promise<ErrorCode | null> {
    try {
      for (const versionId of markers) {
        await deleteVersion(client, { bucket, path: key, versionId }, false)
        const detail = { kind: 'version', path: key, version_id: versionId } as const
        await audit(db, by, 'DELETION_UNDONE', { target: bucket, detail })
      }
      return null
    } catch (error) {
      if (error instanceof Problem && error.code === 'ACCESS_DENIED') return error.code
      throw error
    }
  }

  return {
    async listObjectVersions({ query, session }) {
      const { bucket, prefix = '', exact = false, page_size: pageSize = 100, next_token: nextToken } = query
      const { client } = await access.clientForUser(session.user)
      return versionPage(client, { bucket, prefix, exact, pageSize, nextToken })
    },

    restoreObjectVersion: ({ body: { bucket, path, version_id: versionId }, by }) =>
      restoreVersion(services, by, { bucket, path, versionId }),

    /** Deletes a version or a delete marker permanently, with `bypass_governance` also one under governance retention. */
    async deleteObjectVersion({ body, session, by }) {
      const { bucket, path, version_id: versionId, bypass_governance: bypass = false } = body
      if (bypass && !mayCall(actorOf(session), 'putObjectRetention')) throw new Problem('PERMISSION_DENIED')
      const version = { bucket, path, versionId }
      const { client } = await access.clientForUser(by.user)
      // The owner's key: whether a version exists is revealed only to callers who know its id.
      const { client: account } = await access.clientForAccount(by.user)
      const marker = await isDeleteMarker(account, version)
      try {
        await deleteVersion(client, version, bypass)
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'ACCESS_DENIED' || marker) throw error
        const { client: reader } = await access.clientToList(by.user)
        const lock = lockOfHead(await headObject(reader, version))
        const retained = (lock.until ?? 0) > Math.floor(by.now / 1000)
        const locked = lock.legal_hold || (retained && !(lock.mode === 'governance' && bypass))
        throw locked ? new Problem('OBJECT_LOCKED', { cause: error }) : error
      }
      const detail = { kind: 'version', path, version_id: versionId } as const
      await audit(db, by, marker ? 'DELETION_UNDONE' : 'VERSION_DELETED', { target: bucket, detail })
    },

    async listDeletedObjects({ query: { bucket, prefix = '', next_token: nextToken }, session }) {
      const { client } = await access.clientForUser(session.user)
      return deletedPage(client, { bucket, prefix, nextToken })
    },

    /** Undoes the deletion of files by removing their delete markers. */
    async restoreDeletedObjects({ body: { bucket, keys }, by }) {
      const { client } = await access.clientForUser(by.user)
      const { client: reader } = await access.clientToList(by.user)
      const restored: string[] = []
      const failed: KeyFailure[] = []
      for (const key of new Set(keys)) {
        const markers = await markersOf(reader, bucket, key)
        const code =
          markers === null ? 'OBJECT_NOT_FOUND' : await removeMarkers(client, by, { bucket, key }, markers)
        if (code === null) restored.push(key)
        else failed.push({ key, code })
      }
      return { restored, failed }
    },
  } satisfies Partial<Handlers>
}

/** Copies a version onto its key; the ACL of the current one stays. OBJECT_NOT_FOUND, also for a delete marker. */
export async function restoreVersion(deps: Needed, by: By, version: Version): Promise<ObjectDetails> {
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
 * The delete markers above the newest version, the newest last: removing that one restores the file. null: no version
 * is left.
 */
async function markersOf(client: S3Client, bucket: string, key: string): Promise<string[] | null> {
  const markers: string[] = []
  let nextToken: string | undefined
  do {
    const page = await versionPage(client, { bucket, prefix: key, exact: true, pageSize: 1000, nextToken })
    for (const { version_id, delete_marker } of page.versions) {
      if (!delete_marker) return markers.reverse()
      markers.push(version_id)
    }
    nextToken = page.next_token ?? undefined
  } while (nextToken !== undefined)
  return null
}
