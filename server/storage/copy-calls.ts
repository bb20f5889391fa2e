import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import {
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  PutObjectTaggingCommand,
  type S3Client,
  type ServerSideEncryption,
  type StorageClass,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { MiB } from '../../domain/limits.ts'
import type { Part } from '../../domain/parts.ts'
import { uriEncode, uriEncodePath } from '../s3/sigv4.ts'
import type { Upload } from './multipart.ts'
import { unquoted } from './object-states.ts'
import { asStored } from './rewrite-object.ts'
import { plainCall } from './signed-request.ts'

export type Address = { bucket: string; key: string }

/** Some storages copy by reading the source: about a second for 100 MB. */
const slowRequest = { requestTimeout: 10 * 60_000 }
/** Bytes of the largest object that is read for a comparison. */
const maxComparedSize = 64 * MiB

/**
 * Copies an object with its metadata and tags. Returns the ETag of the copy. `etag`: of the source. `expectedEtag`: the
 * target must have it; null: the target must not exist; undefined: no condition on the target.
 * OBJECT_CHANGED if the source or the target differs, OBJECT_NOT_FOUND, BUCKET_NOT_FOUND, NOT_ENOUGH_STORAGE.
 * Source: S3 API reference, CopyObject.
 */
export async function copyObject(
  client: S3Client,
  from: Address & { etag: string; storageClass: string | null; encryption: string | null },
  to: Address,
  expectedEtag: string | null | undefined,
): Promise<string> {
  const etag = await copyWithoutSdk(client, from, to, expectedEtag)
  if (etag !== null) return etag
  const answer = await client.send(
    new CopyObjectCommand({
      ...{ Bucket: to.bucket, Key: to.key, CopySource: copySource(from), CopySourceIfMatch: from.etag },
      ...keptAttributes(from),
      ...(expectedEtag === null && { IfNoneMatch: '*' }),
      ...(typeof expectedEtag === 'string' && { IfMatch: expectedEtag }),
    }),
    slowRequest,
  )
  return unquoted(answer.CopyObjectResult?.ETag)
}

/** Like `copyObject`, but faster; null if it is unknown whether the copy was made. */
async function copyWithoutSdk(
  client: S3Client,
  from: Parameters<typeof copyObject>[1],
  to: Address,
  expectedEtag: string | null | undefined,
): Promise<string | null> {
  const { StorageClass, ServerSideEncryption } = keptAttributes(from)
  const answer = await plainCall(client, {
    ...{ method: 'PUT', bucket: to.bucket, key: to.key, idleTimeout: slowRequest.requestTimeout },
    headers: {
      'x-amz-copy-source': copySource(from),
      'x-amz-copy-source-if-match': from.etag,
      ...(StorageClass && { 'x-amz-storage-class': StorageClass }),
      ...(ServerSideEncryption && { 'x-amz-server-side-encryption': ServerSideEncryption }),
      ...(expectedEtag === null && { 'if-none-match': '*' }),
      ...(typeof expectedEtag === 'string' && { 'if-match': expectedEtag }),
    },
  })
  if (!answer) return null
  try {
    // S3 responds 200 before it copies: the body may contain an error.
    return /<ETag>(?:"|&quot;|&#34;)?([^<&"]+)/.exec(await text(answer))?.[1] ?? null
  } catch {
    return null
  }
}

function copySource({ bucket, key }: Address): string {
  return `${uriEncode(bucket)}/${uriEncodePath(key)}`
}

/** Attributes that a copy would otherwise take from the defaults of its bucket. */
function keptAttributes(from: { storageClass: string | null; encryption: string | null }) {
  return {
    ...(from.storageClass && from.storageClass !== 'STANDARD' && { StorageClass: from.storageClass }),
    // Other kinds of encryption need keys that only their owner has.
    ...(from.encryption === 'AES256' && { ServerSideEncryption: from.encryption }),
  } as { StorageClass?: StorageClass; ServerSideEncryption?: ServerSideEncryption }
}

/** The server-side encryption of an object, such as AES256; null: none. OBJECT_NOT_FOUND. */
export async function encryptionOf(client: S3Client, { bucket, key }: Address): Promise<string | null> {
  const answer = await head(client, { bucket, key })
  return answer.ServerSideEncryption ?? null
}

/** Whether two objects hold the same bytes: by their checksums, or by reading them, up to 64 MiB. */
export async function haveEqualContent(client: S3Client, first: Address, second: Address): Promise<boolean> {
  const [a, b] = await Promise.all([head(client, first), head(client, second)])
  if (a.ContentLength !== b.ContentLength) return false
  for (const name of checksums)
    if (a[name] && b[name] && a.ChecksumType === b.ChecksumType) return a[name] === b[name]
  if ((a.ContentLength ?? 0) > maxComparedSize) return false
  return (await hashContent(client, first)) === (await hashContent(client, second))
}

const checksums = [
  'ChecksumSHA256',
  'ChecksumCRC64NVME',
  'ChecksumCRC32C',
  'ChecksumCRC32',
  'ChecksumSHA1',
] as const satisfies (keyof HeadObjectCommandOutput)[]

function head(client: S3Client, { bucket, key }: Address): Promise<HeadObjectCommandOutput> {
  return client.send(new HeadObjectCommand({ Bucket: bucket, Key: key, ChecksumMode: 'ENABLED' }))
}

async function hashContent(client: S3Client, { bucket, key }: Address): Promise<string> {
  const answer = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
  const hash = createHash('sha256')
  for await (const piece of answer.Body as AsyncIterable<Buffer>) hash.update(piece)
  return hash.digest('hex')
}

/**
 * Starts a multipart copy with the metadata of the source, and returns its upload id. Source: S3 API reference,
 * CreateMultipartUpload.
 */
export async function beginMultipartCopy(client: S3Client, from: Address, to: Address): Promise<string> {
  const source = await head(client, from)
  const answer = await client.send(
    new CreateMultipartUploadCommand({
      Bucket: to.bucket,
      Key: to.key,
      ...asStored(source),
    }),
  )
  return answer.UploadId!
}

/** Copies a range of the source as a part, and returns the part's ETag. OBJECT_CHANGED, OBJECT_NOT_FOUND. Source: S3 API reference, UploadPartCopy. */
export async function copyPart(
  client: S3Client,
  from: Address & { etag: string },
  to: Upload,
  { number, start, end }: Part,
): Promise<string> {
  const answer = await client.send(
    new UploadPartCopyCommand({
      ...{ Bucket: to.bucket, Key: to.key, UploadId: to.uploadId, PartNumber: number },
      ...{ CopySource: copySource(from), CopySourceIfMatch: from.etag },
      CopySourceRange: `bytes=${start}-${end - 1}`,
    }),
    slowRequest,
  )
  return unquoted(answer.CopyPartResult?.ETag)
}

/**
 * Like `copyPart`, if the storage cannot copy parts: downloads the range and uploads it. Source: S3 API reference,
 * UploadPart.
 */
export async function relayPart(
  client: S3Client,
  from: Address & { etag: string },
  to: Upload,
  { number, start, end }: Part,
): Promise<string> {
  const read = await client.send(
    new GetObjectCommand({
      ...{ Bucket: from.bucket, Key: from.key, IfMatch: `"${from.etag}"` },
      ...(end > start && { Range: `bytes=${start}-${end - 1}` }),
    }),
    slowRequest,
  )
  const answer = await client.send(
    new UploadPartCommand({
      ...{ Bucket: to.bucket, Key: to.key, UploadId: to.uploadId, PartNumber: number },
      Body: await read.Body!.transformToByteArray(),
    }),
    slowRequest,
  )
  return unquoted(answer.ETag)
}

/** Copies the tags of an object, which a multipart copy omits. Source: S3 API reference, PutObjectTagging. */
export async function copyTags(client: S3Client, from: Address, to: Address): Promise<void> {
  const { TagSet } = await client.send(new GetObjectTaggingCommand({ Bucket: from.bucket, Key: from.key }))
  if (TagSet && TagSet.length > 0)
    await client.send(new PutObjectTaggingCommand({ Bucket: to.bucket, Key: to.key, Tagging: { TagSet } }))
}
