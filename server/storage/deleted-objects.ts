import type { S3Client } from '@aws-sdk/client-s3'
import type { DeletedItem, DeletedPage, VersionItem } from '../../openapi/schema.ts'
import { invalid } from '../errors/problem.ts'
import { readToken, writeToken } from './list-objects.ts'
import { versionPage } from './object-versions.ts'

export type DeletedRequest = { bucket: string; prefix: string; nextToken?: string | undefined }

/** Maximum number of deleted files per page. */
const pageLimit = 100
/** Maximum number of pages of 1,000 versions that are read for one page. */
const maxVersionPages = 5

/** A delete marker whose previous version has not been read yet. */
type Pending = { key: string; deleted_at: number | null } | null
type Cursor = { at: string | undefined; pending: Pending }

/**
 * Files whose newest version is a delete marker above another version, by key. BUCKET_NOT_FOUND; INVALID_REQUEST for a
 * token of another list. Source: S3 API reference, ListObjectVersions.
 */
export async function deletedPage(client: S3Client, request: DeletedRequest): Promise<DeletedPage> {
  const { bucket, prefix, nextToken } = request
  const listing = `deleted ${prefix}`
  const items: DeletedItem[] = []
  let { at, pending }: Cursor =
    nextToken === undefined ? { at: undefined, pending: null } : readCursor(readToken(nextToken, listing))
  for (let pages = 0; pages < maxVersionPages && items.length < pageLimit; pages++) {
    const page = await versionPage(client, { bucket, prefix, exact: false, pageSize: 1000, nextToken: at })
    const found = findDeleted(page.versions, pending)
    items.push(...found.items)
    if (page.next_token === null) return { items, next_token: null }
    ;({ pending } = found)
    at = page.next_token
  }
  return { items, next_token: writeToken(JSON.stringify({ at, pending }), listing) }
}

function findDeleted(
  versions: readonly VersionItem[],
  before: Pending,
): { items: DeletedItem[]; pending: Pending } {
  const items: DeletedItem[] = []
  let pending = before
  for (const { key, latest, delete_marker, last_modified, size } of versions) {
    if (latest) pending = delete_marker ? { key, deleted_at: last_modified } : null
    else if (pending?.key === key && !delete_marker) {
      items.push({ ...pending, size: size ?? 0 })
      pending = null
    }
  }
  return { items, pending }
}

function readCursor(text: string): Cursor {
  try {
    const { at, pending } = JSON.parse(text) as {
      at?: unknown
      pending?: Partial<NonNullable<Pending>> | null
    }
    if (typeof at !== 'string') throw invalid('next_token', 'invalid')
    if (typeof pending?.key !== 'string') return { at, pending: null }
    const time = pending.deleted_at
    return { at, pending: { key: pending.key, deleted_at: Number.isSafeInteger(time) ? time! : null } }
  } catch {
    throw invalid('next_token', 'invalid')
  }
}
