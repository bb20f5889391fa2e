import { isFolder } from '../../domain/copy-target.ts'
import { itemsPerRequest } from '../../domain/limits.ts'
import type { StorageKind } from '../../domain/storage-differences.ts'
import type { Job } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { expiryText, quoted } from '../audit/change-text.ts'
import { audit } from '../audit/record.ts'
import { firstPlace, listChosen, type Place } from '../storage/chosen-objects.ts'
import * as storage from '../storage/delete-objects.ts'
import { readUrl } from '../storage/objects.ts'
import { expiresAt, makePresigner } from '../storage/presign.ts'
import { type AccountAccess, removerFor } from '../storage-admin/account-access.ts'
import type { Database } from '../store/open.ts'
import { type JobDeps, startJob } from './jobs.ts'

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
  const what = { target: bucket, detail: `${outcome.deleted}: ${keys.map(quoted).join(', ')}` }
  if (outcome.deleted > 0) await audit(db, by, 'OBJECTS_DELETED', what)
  return outcome
}

type Chosen = { bucket: string; keys: string[] }
type Deleted = Awaited<ReturnType<typeof storage.deleteObjects>> & { job: Job | null }

/** Requests for names before a job is begun instead. */
const mostReads = 10

/** Deletes files, and what is below folders with the folders' own objects. BUCKET_NOT_FOUND; as `startJob`. */
export async function deleteSelection(
  deps: JobDeps & Removing,
  by: By,
  { bucket, keys }: Chosen,
): Promise<Deleted> {
  const [only = '', ...others] = keys
  const one = others.length === 0
  const few = await namesOfFew(deps, by, { bucket, keys })
  if (few === null) {
    const job = {
      kind: 'delete-objects',
      bucket,
      input: { bucket, keys },
      source: one ? only : null,
    } as const
    return { deleted: 0, failed: [], job: await startJob(deps, by, job) }
  }
  if (few.length === 0) return { deleted: 0, failed: [], job: null }
  const remover = await removerFor(deps.access, deps.storageKind, by.user)
  const outcome = await storage.deleteObjects(remover, bucket, few)
  const what = { target: bucket, detail: `${outcome.deleted}: ${keys.map(quoted).join(', ')}` }
  if (outcome.deleted > 0)
    await audit(deps.db, by, one && isFolder(only) ? 'FOLDER_DELETED' : 'OBJECTS_DELETED', what)
  return { ...outcome, job: null }
}

/** The keys of all that is chosen; null where they are too many to be read and deleted at once. */
async function namesOfFew({ access }: Deps, by: By, { bucket, keys }: Chosen): Promise<string[] | null> {
  // The account's key: a key that may only write could not list a folder.
  const { client } = await access.clientForAccount(by.user)
  const names = new Set<string>()
  let place: Place | null = firstPlace
  for (let reads = 0; place !== null; reads += 1) {
    if (reads === mostReads) return null
    const page: Awaited<ReturnType<typeof listChosen>> = await listChosen(client, {
      ...{ bucket, keys, place },
      size: itemsPerRequest + 1 - names.size,
    })
    for (const { key } of page.found) names.add(key)
    if (names.size > itemsPerRequest) return null
    place = page.next
  }
  return [...names]
}

/**
 * A pre-signed URL with which anyone can read an object for `life` seconds. It is signed with the user's own key, and ends
 * with it. OBJECT_NOT_FOUND.
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
    detail: `${quoted(key)} → ${expiryText(expires_at)}`,
  })
  return { url, expires_at }
}
