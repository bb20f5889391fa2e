import { isUnchanged } from '../../../machines/upload/rules.ts'
import type { UploadFile } from '../../../machines/upload/types.ts'
import { traits } from '../../../machines/upload-queue/row-state.ts'
import { rowsOf, type UploadTable } from '../../../machines/upload-queue/table.ts'
import type { Selection, UploadRow } from '../../../machines/upload-queue/types.ts'
import type { ObjectItem, ObjectPage } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { type ApiResult, result } from '../../api/result.ts'
import { DigestThread } from '../compare/digest-thread.ts'

type Listed = Pick<ObjectItem, 'key' | 'size' | 'etag' | 'last_modified'>
type Folder = ReadonlyMap<string, Listed>
/** Whether the bucket, or the queue, has a file already, so that it is left out. */
export type IsPresent = (key: string, file: UploadFile) => boolean | Promise<boolean>

const nothing: Folder = new Map()
const digests = new DigestThread()

/**
 * Looks files of a selection up in the queue and, if they are not to be replaced there, in the bucket, one folder at a time.
 * Null where none is to be left out. Rejects where the bucket cannot be listed, unless the user may not.
 */
export function presentFiles(
  selection: Selection,
  queue: UploadTable,
  signal: AbortSignal,
): IsPresent | null {
  const { bucket, prefix: root, present, again, addedAt = 0 } = selection
  const asksBucket = present !== undefined || again !== undefined
  const rows = new Map<string, UploadRow>()
  for (const row of rowsOf(queue)) {
    // What is stored may have been deleted since: there the bucket decides.
    const { hasEnded, status } = traits[row.state]
    const counts = !hasEnded || (again && status === 'failed')
    if (row.bucket === bucket && counts) rows.set(row.key, row)
  }
  if (rows.size === 0 && !asksBucket) return null
  const folders = new Map<string, Promise<Folder>>()

  function folderAt(prefix: string): Promise<Folder> {
    const known = folders.get(prefix)
    if (known) return known
    const listed = list(prefix)
    folders.set(prefix, listed)
    return listed
  }

  /** A folder that the one above does not have need not be listed. */
  async function list(prefix: string): Promise<Folder> {
    const above = prefix.slice(0, prefix.lastIndexOf('/', prefix.length - 2) + 1)
    if (above.length > root.length && !(await folderAt(above)).has(prefix)) return nothing
    return listFolder(bucket, prefix, signal)
  }

  async function isInBucket(key: string, file: UploadFile): Promise<boolean> {
    const object = (await folderAt(key.slice(0, key.lastIndexOf('/') + 1))).get(key)
    if (!object) return false
    if (present === 'skip') return true
    if (present === 'compare') return isSame(object, file, signal)
    return object.size === file.size && (object.last_modified ?? 0) >= addedAt
  }

  return (key, file) => {
    const row = rows.get(key)
    if (row && (present === 'skip' || isUnchanged(row.file, file))) return true
    return asksBucket && isInBucket(key, file)
  }
}

async function listFolder(bucket: string, prefix: string, signal: AbortSignal): Promise<Folder> {
  const folder = new Map<string, Listed>()
  let token: string | null = null
  do {
    const page: ApiResult<ObjectPage> = await result(
      api.GET('/objects/paginate', {
        params: {
          query: { bucket, prefix, page_size: 1000, ...(token === null ? {} : { next_token: token }) },
        },
        signal,
      }),
    )
    if (!page.ok) {
      if (page.code === 'PERMISSION_DENIED' || page.code === 'ACCESS_DENIED') return nothing
      throw new Error(`A folder could not be listed: ${page.code}`)
    }
    for (const item of page.data.items) folder.set(item.key, item)
    token = page.data.next_token
  } while (token !== null)
  return folder
}

/** By size and MD5; by size and time where the storage has no MD5, as of files that were sent in parts. */
async function isSame(
  { size, etag, last_modified }: Listed,
  file: UploadFile,
  signal: AbortSignal,
): Promise<boolean> {
  if (size !== file.size) return false
  const md5 = /^"?([0-9a-f]{32})"?$/i.exec(etag ?? '')?.[1]?.toLowerCase()
  const found = md5 && file instanceof File ? await digests.digest(file, 'md5', signal) : null
  if (found) return 'digest' in found && found.digest === md5
  return (last_modified ?? 0) * 1000 >= file.lastModified
}
