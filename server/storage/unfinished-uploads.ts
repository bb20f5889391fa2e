import {
  ListMultipartUploadsCommand,
  ListPartsCommand,
  type Owner,
  type Part,
  type S3Client,
} from '@aws-sdk/client-s3'
import { inTurns } from '../limits/in-turns.ts'
import { s3Name } from './client.ts'
import { readToken, writeToken } from './list-objects.ts'
import { readMarker } from './object-versions.ts'

type Marker = { key: string; uploadId: string }
type By = Pick<Owner, 'ID' | 'DisplayName'>

/** An unfinished upload; `begun`: unix seconds. `owner`: of the future object. */
export type UnfinishedUpload = Marker & { begun: number; initiator: By; owner: By }

/** Bytes of its parts; `complete`: whether every part was counted. */
type Measured = { size: number; complete: boolean }

/** Uploads per page of the list, and those whose parts the overview adds up. */
const measured = 50
/** ListParts calls for these, each of up to 1,000 parts. */
const callLimit = 100
/** Calls to the storage in flight at once. */
const atOnce = 8

/**
 * Up to `size` unfinished uploads after `after`. `next`: null on the last page. BUCKET_NOT_FOUND.
 * Source: S3 API reference, ListMultipartUploads.
 */
export async function listUploads(
  client: S3Client,
  bucket: string,
  after: Marker | null,
  size: number,
): Promise<{ uploads: UnfinishedUpload[]; next: Marker | null }> {
  const answer = await client.send(
    // Without an encoding: RGW encodes keys without declaring it.
    new ListMultipartUploadsCommand({
      Bucket: bucket,
      MaxUploads: size,
      ...(after && { KeyMarker: after.key, UploadIdMarker: after.uploadId }),
    }),
  )
  const uploads = (answer.Uploads ?? []).map(each => ({
    key: each.Key!,
    uploadId: each.UploadId!,
    begun: Math.floor((each.Initiated?.getTime() ?? 0) / 1000),
    initiator: each.Initiator ?? {},
    owner: each.Owner ?? {},
  }))
  const last = uploads.at(-1)
  const next = answer.IsTruncated && last ? { key: last.key, uploadId: last.uploadId } : null
  return { uploads, next }
}

/**
 * One page of unfinished uploads by key, with their bytes; null for those with too many parts to count.
 * BUCKET_NOT_FOUND; INVALID_REQUEST for a token of another list.
 */
export async function uploadPage(
  client: S3Client,
  { bucket, nextToken }: { bucket: string; nextToken?: string | undefined },
): Promise<{ uploads: (UnfinishedUpload & { size: number | null })[]; nextToken: string | null }> {
  const listing = `uploads ${bucket}`
  const marker = nextToken === undefined ? null : readMarker(readToken(nextToken, listing))
  const after = marker && { key: marker.key, uploadId: marker.id }
  const { uploads, next } = await listUploads(client, bucket, after, measured)
  const sizes = await measure(client, bucket, uploads)
  return {
    uploads: uploads.map((upload, at) => {
      const { size, complete } = sizes[at]!
      return { ...upload, size: complete ? size : null }
    }),
    nextToken: next && writeToken(JSON.stringify({ key: next.key, id: next.uploadId }), listing),
  }
}

export type UploadTotals = {
  count: number
  /** Bytes of their parts. */
  size: number
  /** False: there are more, or larger ones, than were counted. */
  complete: boolean
  /** Unix seconds; of those that were counted. */
  oldestAt: number | null
}

/** Counts the first 1,000 unfinished uploads of a bucket, and adds up the parts of the first 50. BUCKET_NOT_FOUND. */
export async function totalUploads(client: S3Client, bucket: string): Promise<UploadTotals> {
  const { uploads, next } = await listUploads(client, bucket, null, 1000)
  const begun = uploads.flatMap(upload => (upload.begun > 0 ? [upload.begun] : []))
  const sizes = await measure(client, bucket, uploads.slice(0, measured))
  return {
    count: uploads.length,
    size: sizes.reduce((sum, { size }) => sum + size, 0),
    complete: next === null && uploads.length <= measured && sizes.every(({ complete }) => complete),
    oldestAt: begun.length > 0 ? begun.reduce((a, b) => Math.min(a, b)) : null,
  }
}

/** In the order of `uploads`. Source: S3 API reference, ListParts. */
function measure(client: S3Client, bucket: string, uploads: Marker[]): Promise<Measured[]> {
  let calls = 0
  return inTurns(atOnce, uploads, async ({ key, uploadId }) => {
    let size = 0
    let marker: string | undefined
    do {
      if (calls === callLimit) return { size, complete: false }
      calls += 1
      const page = await partsPage(client, { Bucket: bucket, Key: key, UploadId: uploadId }, marker)
      size += page.parts.reduce((sum, part) => sum + (part.Size ?? 0), 0)
      marker = page.next
    } while (marker !== undefined)
    return { size, complete: true }
  })
}

/** Empty if the upload was completed or aborted meanwhile. */
async function partsPage(
  client: S3Client,
  upload: { Bucket: string; Key: string; UploadId: string },
  marker: string | undefined,
): Promise<{ parts: Part[]; next: string | undefined }> {
  try {
    const from = marker === undefined ? {} : { PartNumberMarker: marker }
    const { Parts = [], ...page } = await client.send(new ListPartsCommand({ ...upload, ...from }))
    return { parts: Parts, next: page.IsTruncated ? page.NextPartNumberMarker : undefined }
  } catch (error) {
    if (s3Name(error) === 'NoSuchUpload') return { parts: [], next: undefined }
    throw error
  }
}
