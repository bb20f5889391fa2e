import type { Handlers } from '../contract/call.ts'
import { putBatch } from '../operations/put-batch.ts'
import type { Services } from '../operations/services.ts'
import { makeUploads } from '../operations/uploads.ts'
import { makeRequireRoom } from '../operations/usage.ts'

type UploadHandlers = Pick<
  Handlers,
  | 'getPutUrls'
  | 'putBatch'
  | 'startUpload'
  | 'getUploadUrl'
  | 'listUploadParts'
  | 'completeUpload'
  | 'abortUpload'
  | 'listUploads'
>

export function uploadHandlers(
  services: Pick<
    Services,
    | 'vault'
    | 'access'
    | 'putHere'
    | 'log'
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
): UploadHandlers {
  const uploads = makeUploads({ ...services, requireRoom: makeRequireRoom(services) })
  return {
    async getPutUrls({ body, session: { user }, visitor }) {
      const endpoint = services.endpoints(visitor).put
      const { urls, expiresAt } = await uploads.signPuts(user, body.bucket, body.files, endpoint)
      return { urls, expires_at: expiresAt }
    },

    async putBatch({ query, body, bytes, by }) {
      return { files: await putBatch(services, by, query.bucket, body, bytes) }
    },

    async startUpload({ body, session: { user } }) {
      const file = { bucket: body.bucket, key: body.key, size: body.size, contentType: body.content_type }
      const { uploadId, partSize } = await uploads.start(user, file)
      return { upload_id: uploadId, part_size: partSize }
    },

    async getUploadUrl({ body, session: { user }, visitor }) {
      const endpoint = services.endpoints(visitor).put
      const { urls, expiresAt } = await uploads.signParts(user, uploadOf(body), body.part_numbers, endpoint)
      return { urls, expires_at: expiresAt }
    },

    async listUploadParts({ query, session: { user } }) {
      return { parts: await uploads.listParts(user, uploadOf(query)) }
    },

    async completeUpload({ body, session: { user } }) {
      return { etag: await uploads.complete(user, uploadOf(body), body.parts) }
    },

    listUploads: ({ query, session: { user } }) => uploads.list(user, query.bucket, query.next_token),

    async abortUpload({ body, session: { user } }) {
      await uploads.abort(user, uploadOf(body))
    },
  }
}

function uploadOf({ bucket, key, upload_id }: { bucket: string; key: string; upload_id: string }) {
  return { bucket, key, id: upload_id }
}
