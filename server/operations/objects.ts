import { isFolder } from '../../domain/copy-target.ts'
import { itemsPerRequest, selectionMaximum } from '../../domain/limits.ts'
import type { StorageKind } from '../../domain/storage-differences.ts'
import type { Job } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { invalid } from '../errors/problem.ts'
import { type JobDeps, sourcesOf, startJob, visibleFailures } from '../jobs/user-jobs.ts'
import * as storage from '../storage/delete-objects.ts'
import { readUrl } from '../storage/objects.ts'
import { expiresAt, makePresigner } from '../storage/presign.ts'
import { listSelection, type SelectionPosition, selectionStart } from '../storage/selected-objects.ts'
import { type AccountAccess, removerFor } from '../storage-admin/account-access.ts'
import type { Database } from '../store/open.ts'

type Deps = { db: Database; access: AccountAccess }
type Removing = { storageKind: StorageKind }

/** Deletes up to 1,000 objects. BUCKET_NOT_FOUND. */
export async function deleteObjects(
  { db, access, storageKind }: Deps & Removing,
  by: By,
  bucket: string,
  keys: string[],
): ReturnType<typeof storage.deleteObjects> {
  const remover = await removerFor(access, storageKind, by.user)
  const outcome = await storage.deleteObjects(remover, bucket, keys)
  const detail = { kind: 'deleted', count: outcome.deleted, names: keys } as const
  if (outcome.deleted > 0) await audit(db, by, 'OBJECTS_DELETED', { target: bucket, detail })
  return outcome
}

/** `objects`: single ones, even with a trailing slash. */
type Selected = { bucket: string; keys: string[]; objects?: string[] }
type Deleted = Awaited<ReturnType<typeof storage.deleteObjects>> & { job: Job | null }

/** Maximum number of list requests; beyond it, a job is started instead. */
const maxListRequests = 10

/** Deletes files and folders: up to 1,000 objects at once, more by a job. BUCKET_NOT_FOUND; as `startJob`. */
export async function deleteSelection(
  deps: JobDeps & Removing,
  by: By,
  { bucket, keys, objects = [] }: Selected,
): Promise<Deleted> {
  const named = [...keys, ...objects]
  if (named.length === 0 || named.length > selectionMaximum)
    throw invalid('keys', `must name 1 to ${selectionMaximum}`)
  const isSingle = named.length === 1
  const fewKeys = await listFewKeys(deps, by, { bucket, keys, objects })
  if (fewKeys === null) {
    const job = {
      kind: 'delete-objects',
      bucket,
      input: { bucket, keys, ...(objects.length > 0 && { objects }) },
      ...sourcesOf(named),
    } as const
    return { deleted: 0, failed: [], job: await startJob(deps, by, job) }
  }
  if (fewKeys.length === 0) return { deleted: 0, failed: [], job: null }
  const remover = await removerFor(deps.access, deps.storageKind, by.user)
  const outcome = await storage.deleteObjects(remover, bucket, fewKeys)
  const detail = { kind: 'deleted', count: outcome.deleted, names: named } as const
  const action = isSingle && keys.some(isFolder) ? 'FOLDER_DELETED' : 'OBJECTS_DELETED'
  if (outcome.deleted > 0) await audit(deps.db, by, action, { target: bucket, detail })
  return { ...outcome, failed: visibleFailures(by.user, named, outcome.failed), job: null }
}

/** The keys of all selected objects; null if there are too many for one request. */
async function listFewKeys({ access }: Deps, by: By, selected: Selected): Promise<string[] | null> {
  const { client } = await access.clientToList(by.user)
  const found = new Set<string>()
  let position: SelectionPosition | null = selectionStart
  for (let reads = 0; position !== null; reads += 1) {
    if (reads === maxListRequests) return null
    const page: Awaited<ReturnType<typeof listSelection>> = await listSelection(client, {
      ...{ ...selected, place: position },
      size: itemsPerRequest + 1 - found.size,
    })
    for (const { key } of page.objects) found.add(key)
    if (found.size > itemsPerRequest) return null
    position = page.next
  }
  return [...found]
}

/**
 * A pre-signed URL with which anyone can read an object for `life` seconds. It is signed with the user's key, and stops
 * working when that key is deleted. OBJECT_NOT_FOUND.
 */
export async function generateUrl(
  { db, access }: Deps,
  by: By,
  at: { endpoint: string; region: string },
  { bucket, key, life }: { bucket: string; key: string; life: number },
): Promise<{ url: string; expires_at: number }> {
  const { client, keys } = await access.clientForUser(by.user)
  const presign = makePresigner({ ...at, keys, now: by.now, life })
  const url = await readUrl(client, presign, bucket, key)
  const expires_at = expiresAt(by.now, life)
  await audit(db, by, 'LINK_CREATED', {
    target: bucket,
    detail: { kind: 'link', path: key, until: expires_at },
  })
  return { url, expires_at }
}
