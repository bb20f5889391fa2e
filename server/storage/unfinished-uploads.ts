import { ListMultipartUploadsCommand, ListPartsCommand, type S3Client } from '@aws-sdk/client-s3'
import { s3Name } from './client.ts'

export type UnfinishedUploads = {
  count: number
  /** Bytes of their parts. */
  size: number
  /** False: there are more, or larger ones, than were counted. */
  complete: boolean
  /** Unix seconds; of those that were counted. */
  oldestAt: number | null
}

/** Uploads whose parts are added up. */
const measured = 50
/** Calls to the storage in flight at once. */
const atOnce = 8

/**
 * Counts the first 1,000 unfinished uploads of a bucket, and adds up the first 1,000 parts of the first 50.
 * BUCKET_NOT_FOUND. Source: S3 API reference, ListMultipartUploads, ListParts.
 */
export async function unfinishedUploads(client: S3Client, bucket: string): Promise<UnfinishedUploads> {
  const page = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, MaxUploads: 1000 }))
  const uploads = page.Uploads ?? []
  const begun = uploads.flatMap(({ Initiated }) => (Initiated ? [Initiated.getTime()] : []))
  const oldest = begun.length > 0 ? Math.floor(begun.reduce((a, b) => Math.min(a, b)) / 1000) : null
  let complete = !page.IsTruncated && uploads.length <= measured
  let size = 0
  const left = uploads.slice(0, measured).values()
  const worker = async () => {
    for (const { Key, UploadId } of left) {
      const parts = await partsOf(client, { Bucket: bucket, Key, UploadId })
      size += parts.size
      if (parts.more) complete = false
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { count: uploads.length, size, complete, oldestAt: oldest }
}

/** Empty if the upload was completed or aborted meanwhile. */
async function partsOf(
  client: S3Client,
  upload: { Bucket: string; Key: string | undefined; UploadId: string | undefined },
): Promise<{ size: number; more: boolean }> {
  try {
    const { Parts = [], IsTruncated = false } = await client.send(new ListPartsCommand(upload))
    return { size: Parts.reduce((sum, part) => sum + (part.Size ?? 0), 0), more: IsTruncated }
  } catch (error) {
    if (s3Name(error) === 'NoSuchUpload') return { size: 0, more: false }
    throw error
  }
}
