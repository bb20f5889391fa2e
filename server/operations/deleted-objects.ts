import type { S3Client } from '@aws-sdk/client-s3'
import type { DeletedPage, ErrorCode, KeyFailure } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { Problem } from '../errors/problem.ts'
import { type DeletedRequest, deletedPage } from '../storage/deleted-objects.ts'
import { deleteVersion, versionPage } from '../storage/object-versions.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'

type Deps = { db: Database; access: AccountAccess }

/** BUCKET_NOT_FOUND. */
export async function listDeleted(
  { access }: Pick<Deps, 'access'>,
  user: User,
  request: DeletedRequest,
): Promise<DeletedPage> {
  const { client } = await access.clientForUser(user)
  return deletedPage(client, request)
}

/**
 * Undoes the deletion of files by removing their delete markers. `failed`: OBJECT_NOT_FOUND if no version is left,
 * ACCESS_DENIED. BUCKET_NOT_FOUND.
 */
export async function restoreDeleted(
  { db, access }: Deps,
  by: By,
  { bucket, keys }: { bucket: string; keys: string[] },
): Promise<{ restored: string[]; failed: KeyFailure[] }> {
  const { client } = await access.clientForUser(by.user)
  const { client: reader } = await access.clientToList(by.user)
  async function removeMarkers(markers: string[], key: string): Promise<ErrorCode | null> {
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
  const restored: string[] = []
  const failed: KeyFailure[] = []
  for (const key of new Set(keys)) {
    const markers = await markersOf(reader, bucket, key)
    const code = markers === null ? 'OBJECT_NOT_FOUND' : await removeMarkers(markers, key)
    if (code === null) restored.push(key)
    else failed.push({ key, code })
  }
  return { restored, failed }
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
