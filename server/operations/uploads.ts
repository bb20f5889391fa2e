import { differsFromS3 } from '../../domain/storage-differences.ts'
import type { Visitor } from '../audit/actor.ts'
import type { Handlers } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import * as multipart from '../storage/multipart.ts'
import { expiresAt, makePresigner, type Presigner } from '../storage/presign.ts'
import { type UnfinishedUpload, uploadPage } from '../storage/unfinished-uploads.ts'
import { makeUploadIds, type UploadIds } from '../storage/upload-ids.ts'
import { mayRead } from '../storage-admin/account-access.ts'
import { findKey } from '../store/access-keys.ts'
import type { Database } from '../store/open.ts'
import { findUser, type User } from '../store/users.ts'
import { ensureBrowserCors } from './buckets.ts'
import type { Services } from './services.ts'
import { makeRequireRoom } from './usage.ts'

type UploadName = { bucket: string; key: string; upload_id: string }

/** Uploads by pre-signed URLs. */
export function uploadOperations(
  services: Pick<
    Services,
    | 'vault'
    | 'access'
    | 'cors'
    | 'region'
    | 'partSize'
    | 'mustSignAbsentHeaders'
    | 'storageKind'
    | 'endpoints'
    | 'db'
    | 'admin'
    | 'now'
  >,
) {
  const { access, partSize } = services
  const requireRoom = makeRequireRoom(services)
  const ids: UploadIds = makeUploadIds(services.vault)

  /** The storage's id of an upload, and its declared size; null: it was not started here. UPLOAD_NOT_FOUND. */
  function uploadOf(user: User, { bucket, key, upload_id }: UploadName) {
    return ids.read({ accountId: user.accountId, bucket, key }, upload_id)
  }

  /**
   * The embedded engine compares what it receives with the CRC-32 that browsers send along. Other storages refuse a
   * header that is not signed, or do not know it; there browsers compare the ETag.
   */
  const checksums = services.storageKind === 'embedded'
  const inviteChecksum: Record<string, string> = checksums ? { 'x-amz-sdk-checksum-algorithm': 'CRC32' } : {}

  async function putSigner(user: User, visitor: Visitor, now: number): Promise<Presigner> {
    const { keys } = await access.clientForUser(user)
    const signAbsentHeaders = await services.mustSignAbsentHeaders()
    const endpoint = services.endpoints(visitor).put
    return makePresigner({ endpoint, region: services.region, keys, now, signAbsentHeaders })
  }

  return {
    /** URLs for uploading whole files, in the order of `files`. */
    async getPutUrls({ body: { bucket, files }, session: { user }, visitor }) {
      for (const file of files) multipart.checkSize(file.size)
      await ensureBrowserCors(services, user, bucket)
      const now = services.now()
      const presign = await putSigner(user, visitor, now)
      const urls = files.map(file => presign({ method: 'PUT', bucket, key: file.key, query: inviteChecksum }))
      return { urls, expires_at: expiresAt(now) }
    },

    async startUpload({ body, session: { user } }) {
      const { bucket, key, size } = body
      const { client } = await access.clientForUser(user)
      multipart.checkSize(size)
      await requireRoom(user, size)
      const file = { bucket, key, size, contentType: body.content_type }
      const [upload] = await Promise.all([
        multipart.startUpload(client, file, { basePartSize: partSize, checksums }),
        ensureBrowserCors(services, user, bucket),
      ])
      const id = ids.issue({ accountId: user.accountId, bucket, key }, upload.uploadId, size)
      return { upload_id: id, part_size: upload.partSize }
    },

    /** URLs for uploading parts, in the order of their numbers, which must be those that the size needs. */
    async getUploadUrl({ body, session: { user }, visitor }) {
      const { bucket, key, part_numbers: numbers } = body
      const { uploadId, size } = uploadOf(user, body)
      if (size === null) throw new Problem('UPLOAD_NOT_FOUND')
      const most = multipart.mostParts(size, partSize)
      if (numbers.some(part => part > most)) throw invalid('part_numbers', `at most ${most}`)
      const now = services.now()
      const presign = await putSigner(user, visitor, now)
      const urls = numbers.map(part => {
        const query = { ...inviteChecksum, partNumber: String(part), uploadId }
        return presign({ method: 'PUT', bucket, key, query })
      })
      return { urls, expires_at: expiresAt(now) }
    },

    async listUploadParts({ query, session: { user } }) {
      const { bucket, key } = query
      const { uploadId, size } = uploadOf(user, query)
      // The owner's key for an upload that was started here: RGW does not list parts for a key that may only write.
      const hidden = size !== null && differsFromS3(services.storageKind, 'sub-user-levels') && !mayRead(user)
      const { client } = await (hidden ? access.clientForAccount(user) : access.clientForUser(user))
      return { parts: await multipart.listParts(client, { bucket, key, uploadId }) }
    },

    async completeUpload({ body, session: { user } }) {
      const { bucket, key, parts } = body
      const { uploadId, size } = uploadOf(user, body)
      const { client } = await access.clientForUser(user)
      // The owner's key for an upload that was started here: to compare, which a key that may only write cannot.
      const { client: reader } = size === null ? { client } : await access.clientForAccount(user)
      return { etag: await multipart.completeUpload(client, { bucket, key, uploadId }, parts, reader) }
    },

    async listUploads({ query: { bucket, next_token: nextToken }, session: { user } }) {
      const { client } = await access.clientToRead(user, { bucket })
      const page = await uploadPage(client, { bucket, nextToken })
      const uploads = page.uploads.map(async upload => ({
        key: upload.key,
        upload_id: upload.uploadId,
        started_at: upload.begun > 0 ? upload.begun : null,
        started_by: await starterOf(services, user, upload),
        size: upload.size,
      }))
      return { uploads: await Promise.all(uploads), next_token: page.nextToken }
    },

    /** Frees the parts; unknown uploads succeed. */
    async abortUpload({ body, session: { user } }) {
      const { client } = await access.clientForUser(user)
      const { uploadId } = uploadOf(user, body)
      await multipart.abortUpload(client, { bucket: body.bucket, key: body.key, uploadId })
    },
  } satisfies Partial<Handlers>
}

/**
 * Who started an upload: a sub-user's email, or the storage's name of a user outside the account. Null for the
 * account itself, and for others of it if `reader` is a sub-user: only owners see who did what.
 */
async function starterOf(
  { db, storageKind }: Pick<Services, 'db' | 'storageKind'>,
  reader: User,
  { initiator, owner }: Pick<UnfinishedUpload, 'initiator' | 'owner'>,
): Promise<string | null> {
  const { ID: id, DisplayName: name } = initiator
  // The account of other services is the one that owns the bucket's objects.
  if (id === undefined || id === (storageKind === 's3' ? owner.ID : reader.storageUid)) return null
  const own = `arn:aws:iam::${reader.storageUid}:user/`
  if (!id.startsWith(own)) return name ?? id
  return emailOf(db, reader, id.slice(own.length))
}

/** The email of a sub-user of the storage: it is named by a user's id, or is a limited access key. */
async function emailOf(db: Database, reader: User, subUser: string): Promise<string | null> {
  const key = await findKey(db, reader, subUser)
  if (key) return key.email
  if (subUser === reader.id) return reader.email
  if (reader.isSubUser) return null
  const found = await findUser(db, subUser)
  return found?.accountId === reader.accountId ? found.email : null
}
