import { differsFromS3, type StorageKind } from '../../domain/storage-differences.ts'
import type { UploadPage } from '../../openapi/schema.ts'
import { invalid, Problem } from '../errors/problem.ts'
import type { CorsMemory } from '../storage/cors.ts'
import * as multipart from '../storage/multipart.ts'
import { expiresAt, makePresigner, type Presigner } from '../storage/presign.ts'
import { uploadPage } from '../storage/unfinished-uploads.ts'
import { makeUploadIds, type UploadIds } from '../storage/upload-ids.ts'
import { type AccountAccess, mayRead } from '../storage-admin/account-access.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'
import type { Vault } from '../vault/vault.ts'
import { ensureBrowserCors } from './buckets.ts'
import { starterOf } from './upload-starter.ts'
import type { RequireRoom } from './usage.ts'

type Deps = {
  db: Database
  vault: Vault
  access: AccountAccess
  cors: Pick<CorsMemory, 'ensure'>
  region: string
  storageKind: StorageKind
  /** The smallest part size of an upload, in bytes; undefined: `basePartSize` of domain/limits.ts. */
  partSize: number | undefined
  /** See `makePresigner`. STORAGE_UNAVAILABLE. */
  mustSignAbsentHeaders(): Promise<boolean>
  requireRoom: RequireRoom
  /** ms */
  now: () => number
}

export type Target = { bucket: string; key: string }

/** Pre-signed URLs, and the unix seconds until which they are valid. */
export type Signed = { urls: string[]; expiresAt: number }

export type Uploads = ReturnType<typeof makeUploads>

/** Uploads by pre-signed URLs. `endpoint`: the URL to which the browser sends. */
export function makeUploads(deps: Deps) {
  const { access } = deps
  const ids: UploadIds = makeUploadIds(deps.vault)
  const placeOf = (user: User, { bucket, key }: Target) => ({ accountId: user.accountId, bucket, key })

  /**
   * The embedded engine compares what it receives with the CRC-32 that browsers send along. Other storages refuse a
   * header that is not signed, or do not know it; there browsers compare the ETag.
   */
  const checksums = deps.storageKind === 'embedded'
  const inviteChecksum: Record<string, string> = checksums ? { 'x-amz-sdk-checksum-algorithm': 'CRC32' } : {}

  async function putSigner(user: User, endpoint: string, now: number): Promise<Presigner> {
    const { keys } = await access.clientForUser(user)
    const signAbsentHeaders = await deps.mustSignAbsentHeaders()
    return makePresigner({ endpoint, region: deps.region, keys, now, signAbsentHeaders })
  }

  return {
    /** URLs for uploading whole files, in the order of `files`. FILE_TOO_LARGE, BUCKET_NOT_FOUND. */
    async signPuts(
      user: User,
      bucket: string,
      files: { key: string; size: number }[],
      endpoint: string,
    ): Promise<Signed> {
      for (const file of files) multipart.checkSize(file.size)
      await ensureBrowserCors(deps, user, bucket)
      const now = deps.now()
      const presign = await putSigner(user, endpoint, now)
      const urls = files.map(file => presign({ method: 'PUT', bucket, key: file.key, query: inviteChecksum }))
      return { urls, expiresAt: expiresAt(now) }
    },

    /** Starts a multipart upload. FILE_TOO_LARGE, BUCKET_NOT_FOUND, NOT_ENOUGH_STORAGE. */
    async start(
      user: User,
      file: Target & { size: number; contentType: string | undefined },
    ): Promise<{ uploadId: string; partSize: number }> {
      const { client } = await access.clientForUser(user)
      multipart.checkSize(file.size)
      await deps.requireRoom(user, file.size)
      const [upload] = await Promise.all([
        multipart.startUpload(client, file, { basePartSize: deps.partSize, checksums }),
        ensureBrowserCors(deps, user, file.bucket),
      ])
      return { ...upload, uploadId: ids.issue(placeOf(user, file), upload.uploadId, file.size) }
    },

    /**
     * URLs for uploading parts, in the order of `numbers`. UPLOAD_NOT_FOUND; INVALID_REQUEST for more parts than the
     * size needs.
     */
    async signParts(
      user: User,
      { bucket, key, id }: Target & { id: string },
      numbers: number[],
      endpoint: string,
    ): Promise<Signed> {
      const { uploadId, size } = ids.read(placeOf(user, { bucket, key }), id)
      if (size === null) throw new Problem('UPLOAD_NOT_FOUND')
      const most = multipart.mostParts(size, deps.partSize)
      if (numbers.some(part => part > most)) throw invalid('part_numbers', `at most ${most}`)
      const now = deps.now()
      const presign = await putSigner(user, endpoint, now)
      const urls = numbers.map(part =>
        presign({
          method: 'PUT',
          bucket,
          key,
          query: { ...inviteChecksum, partNumber: String(part), uploadId },
        }),
      )
      return { urls, expiresAt: expiresAt(now) }
    },

    /** The parts that the storage holds. UPLOAD_NOT_FOUND. */
    async listParts(
      user: User,
      { id, ...target }: Target & { id: string },
    ): Promise<multipart.UploadedPart[]> {
      const { uploadId, size } = ids.read(placeOf(user, target), id)
      // The owner's key for an upload that was started here: RGW does not list parts for a key that may only write.
      const hidden = size !== null && differsFromS3(deps.storageKind, 'sub-user-levels') && !mayRead(user)
      const { client } = await (hidden ? access.clientForAccount(user) : access.clientForUser(user))
      return multipart.listParts(client, { ...target, uploadId })
    },

    /** Creates the object; returns its ETag. As `completeUpload` of storage/multipart.ts. */
    async complete(
      user: User,
      { id, ...target }: Target & { id: string },
      parts: { part_number: number; etag: string }[],
    ): Promise<string> {
      const { uploadId, size } = ids.read(placeOf(user, target), id)
      const { client } = await access.clientForUser(user)
      // The owner's key for an upload that was started here: to compare, which a key that may only write cannot.
      const { client: reader } = size === null ? { client } : await access.clientForAccount(user)
      return multipart.completeUpload(client, { ...target, uploadId }, parts, reader)
    },

    /** A page of a bucket's unfinished uploads. BUCKET_NOT_FOUND; INVALID_REQUEST for a token of another list. */
    async list(user: User, bucket: string, nextToken: string | undefined): Promise<UploadPage> {
      const { client } = await access.clientToRead(user, { bucket })
      const page = await uploadPage(client, { bucket, nextToken })
      const uploads = page.uploads.map(async upload => ({
        key: upload.key,
        upload_id: upload.uploadId,
        started_at: upload.begun > 0 ? upload.begun : null,
        started_by: await starterOf(deps, user, upload),
        size: upload.size,
      }))
      return { uploads: await Promise.all(uploads), next_token: page.nextToken }
    },

    /** Aborts an upload and frees its parts; unknown uploads succeed. */
    async abort(user: User, { id, ...target }: Target & { id: string }): Promise<void> {
      const { client } = await access.clientForUser(user)
      const { uploadId } = ids.read(placeOf(user, target), id)
      await multipart.abortUpload(client, { ...target, uploadId })
    },
  }
}
