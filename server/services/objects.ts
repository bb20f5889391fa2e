import { itemsPerRequest } from '../../domain/limits.ts'
import type { StorageKind } from '../../domain/storage-differences.ts'
import type { Job } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { expiryText, quoted } from '../audit/change-text.ts'
import { audit } from '../audit/record.ts'
import * as storage from '../storage/delete-objects.ts'
import { listPage } from '../storage/list-objects.ts'
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

/** Deletes what is below a folder, and its own object; what is more than one request of S3 takes by a job. BUCKET_NOT_FOUND; as `startJob`. */
export async function deleteFolder(
  deps: JobDeps & Removing,
  by: By,
  { bucket, folder }: { bucket: string; folder: string },
): Promise<Awaited<ReturnType<typeof storage.deleteObjects>> & { job: Job | null }> {
  // The account's key: a key that may only write could not list the folder.
  const { client: account } = await deps.access.clientForAccount(by.user)
  const page = await listPage(account, { bucket, prefix: folder, size: itemsPerRequest })
  if (page.token !== undefined) {
    const what = { kind: 'delete-folder', bucket, source: folder, about: folder } as const
    const job = await startJob(deps, by, { ...what, input: { bucket, folder } })
    return { deleted: 0, failed: [], job }
  }
  if (page.files.length === 0) return { deleted: 0, failed: [], job: null }
  const remover = await removerFor(deps.access, deps.storageKind, by.user)
  const keys = page.files.map(({ Key }) => Key)
  const outcome = await storage.deleteObjects(remover, bucket, keys)
  const what = { target: bucket, detail: `${outcome.deleted}: ${quoted(folder)}` }
  if (outcome.deleted > 0) await audit(deps.db, by, 'FOLDER_DELETED', what)
  return { ...outcome, job: null }
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
