import type { Handlers, Visitor } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import {
  abortUpload,
  checkSize,
  completeUpload,
  listParts,
  mostParts,
  startUpload,
} from '../storage/multipart.ts'
import { expiresAt, makePresigner } from '../storage/presign.ts'
import { makeUploadIds, type Place } from '../storage/upload-ids.ts'
import type { User } from '../store/users.ts'
import { ensureBrowserCors } from './objects.ts'
import type { Services } from './services.ts'

type UploadHandlers = Pick<
  Handlers,
  'getPutUrls' | 'startUpload' | 'getUploadUrl' | 'listUploadParts' | 'completeUpload' | 'abortUpload'
>

export function uploadHandlers(services: Services): UploadHandlers {
  const { access } = services
  const ids = makeUploadIds(services.vault)

  async function putSigner(user: User, visitor: Visitor, now: number) {
    const { keys } = await access.clientForUser(user)
    const signAbsentHeaders = await services.mustSignAbsentHeaders()
    const endpoint = services.endpoints(visitor).put
    return makePresigner({ endpoint, region: services.region, keys, now, signAbsentHeaders })
  }

  return {
    async getPutUrls({ body, session: { user }, visitor }) {
      for (const file of body.files) checkSize(file.size)
      await ensureBrowserCors(services, user, body.bucket)
      const now = services.now()
      const presign = await putSigner(user, visitor, now)
      const urls = body.files.map(file => presign({ method: 'PUT', bucket: body.bucket, key: file.key }))
      return { urls, expires_at: expiresAt(now) }
    },

    async startUpload({ body, session: { user } }) {
      const { client } = await access.clientForUser(user)
      const file = { bucket: body.bucket, key: body.key, size: body.size, contentType: body.content_type }
      const [upload] = await Promise.all([
        startUpload(client, file, services.partSize),
        ensureBrowserCors(services, user, body.bucket),
      ])
      return {
        upload_id: ids.issue(placeOf(user, body), upload.uploadId, body.size),
        part_size: upload.partSize,
      }
    },

    async getUploadUrl({ body, session: { user }, visitor }) {
      const { uploadId, size } = ids.read(placeOf(user, body), body.upload_id)
      if (size === null) throw new Problem('UPLOAD_NOT_FOUND')
      const most = mostParts(size, services.partSize)
      if (body.part_numbers.some(part => part > most)) throw invalid('part_numbers', `at most ${most}`)
      const now = services.now()
      const presign = await putSigner(user, visitor, now)
      const urls = body.part_numbers.map(part =>
        presign({
          method: 'PUT',
          bucket: body.bucket,
          key: body.key,
          query: { partNumber: String(part), uploadId },
        }),
      )
      return { urls, expires_at: expiresAt(now) }
    },

    // The account's way here and below: RGW tells who may only write neither the parts nor whether the object is there.
    async listUploadParts({ query, session: { user } }) {
      const { client } = await access.clientForAccount(user)
      const { uploadId } = ids.read(placeOf(user, query), query.upload_id)
      const upload = { bucket: query.bucket, key: query.key, uploadId }
      return { parts: await listParts(client, upload) }
    },

    async completeUpload({ body, session: { user } }) {
      const { client } = await access.clientForAccount(user)
      const { uploadId } = ids.read(placeOf(user, body), body.upload_id)
      const upload = { bucket: body.bucket, key: body.key, uploadId }
      return { etag: await completeUpload(client, upload, body.parts) }
    },

    async abortUpload({ body, session: { user } }) {
      const { client } = await access.clientForUser(user)
      const { uploadId } = ids.read(placeOf(user, body), body.upload_id)
      await abortUpload(client, { bucket: body.bucket, key: body.key, uploadId })
    },
  }
}

function placeOf(user: User, { bucket, key }: { bucket: string; key: string }): Place {
  return { accountId: user.accountId, bucket, key }
}
