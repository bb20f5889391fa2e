import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  type HeadObjectCommandOutput,
  type S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { GiB } from '../../domain/limits.ts'
import type { BucketTag, ObjectHeaders, ObjectMetadata } from '../../openapi/schema.ts'
import { inTurns } from '../limits/in-turns.ts'
import { uriEncode, uriEncodePath } from '../s3/sigv4.ts'
import { encodeMetadata, type Named } from './object-details.ts'

/** The maximum of CopyObject, and of each part of UploadPartCopy. */
export const copyLimit = 5 * GiB

/** A copy can take minutes. */
const patient = { requestTimeout: 15 * 60_000 }

export type Rewrite = {
  /** The version that is copied, and a HEAD of it. */
  source: Named
  head: HeadObjectCommandOutput
  tags: BucketTag[]
  /** What replaces the source's; undefined: nothing. */
  change?: { headers: ObjectHeaders; metadata: ObjectMetadata } | undefined
}

/**
 * Copies a version onto its own key, and returns the id of the new version, if the bucket has versions. It fails with
 * OBJECT_CHANGED if the source has another ETag. `limit`: bytes above which the copy is made in parts.
 * Source: S3 API reference, CopyObject, UploadPartCopy.
 */
export async function rewriteObject(
  client: S3Client,
  rewrite: Rewrite,
  limit = copyLimit,
): Promise<string | undefined> {
  const { source, head } = rewrite
  const to = { Bucket: source.bucket, Key: source.path }
  const versionId = source.versionId ?? head.VersionId
  const from = {
    CopySource: `${uriEncode(source.bucket)}/${uriEncodePath(source.path)}${versionId === undefined ? '' : `?versionId=${uriEncode(versionId)}`}`,
    CopySourceIfMatch: head.ETag,
  }
  if ((head.ContentLength ?? 0) > limit) return inParts(client, rewrite, { to, from, limit })
  const { VersionId } = await client.send(
    new CopyObjectCommand({
      ...to,
      ...from,
      ...kept(head),
      ...written(rewrite),
      MetadataDirective: 'REPLACE',
    }),
    patient,
  )
  return VersionId
}

/** How the bytes are stored. */
function kept(head: HeadObjectCommandOutput) {
  return {
    StorageClass: head.StorageClass,
    ServerSideEncryption: head.ServerSideEncryption,
    SSEKMSKeyId: head.SSEKMSKeyId,
    WebsiteRedirectLocation: head.WebsiteRedirectLocation,
  }
}

function written({ head, change }: Pick<Rewrite, 'head' | 'change'>) {
  const expires = Date.parse(head.ExpiresString ?? '')
  const Expires = Number.isNaN(expires) ? undefined : new Date(expires)
  if (!change)
    return {
      ...{ ContentType: head.ContentType, CacheControl: head.CacheControl, Expires },
      ...{ ContentDisposition: head.ContentDisposition, ContentEncoding: head.ContentEncoding },
      ...{ ContentLanguage: head.ContentLanguage, Metadata: head.Metadata },
    }
  const { headers, metadata } = change
  return {
    ContentType: headers.content_type || undefined,
    CacheControl: headers.cache_control || undefined,
    ContentDisposition: headers.content_disposition || undefined,
    ContentEncoding: headers.content_encoding || undefined,
    ContentLanguage: headers.content_language || undefined,
    Expires,
    Metadata: Object.fromEntries(metadata.map(({ name, value }) => [name, encodeMetadata(value)])),
  }
}

/** The parameters with which an upload stores its object, with the same description, like this one. */
export function asStored(head: HeadObjectCommandOutput) {
  return { ...kept(head), ...written({ head }) }
}

type Parts = {
  to: { Bucket: string; Key: string }
  from: { CopySource: string; CopySourceIfMatch: string | undefined }
  limit: number
}

async function inParts(client: S3Client, rewrite: Rewrite, { to, from, limit }: Parts) {
  const { head, tags } = rewrite
  const Tagging = tags.map(({ key, value }) => `${uriEncode(key)}=${uriEncode(value)}`).join('&')
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({
      ...to,
      ...kept(head),
      ...written(rewrite),
      ...(tags.length > 0 && { Tagging }),
    }),
  )
  try {
    const size = head.ContentLength ?? 0
    const numbers = Array.from({ length: Math.ceil(size / limit) }, (_, index) => index)
    const Parts = await inTurns(4, numbers, async index => {
      const last = Math.min(size, (index + 1) * limit) - 1
      const PartNumber = index + 1
      const part = { PartNumber, CopySourceRange: `bytes=${index * limit}-${last}` }
      const answer = await client.send(
        new UploadPartCopyCommand({ ...to, ...from, UploadId, ...part }),
        patient,
      )
      return { PartNumber, ETag: answer.CopyPartResult?.ETag }
    })
    const complete = { ...to, UploadId, MultipartUpload: { Parts } }
    return (await client.send(new CompleteMultipartUploadCommand(complete), patient)).VersionId
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...to, UploadId })).catch(() => undefined)
    throw error
  }
}
