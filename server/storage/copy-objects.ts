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
import { bare } from './object-states.ts'
import { plainCall } from './plain-call.ts'
import { asStored } from './rewrite-object.ts'

export type Address = { bucket: string; key: string }

/** Storages that copy by reading take about a second for 100 MB. */
const patient = { requestTimeout: 10 * 60_000 }
/** The largest object, in bytes, that is read to compare it. */
const mostRead = 64 * MiB

/**
 * Copies an object with its metadata and tags, and gives the ETag of the copy. `etag`: of the source. `over`: the ETag of
 * the target that is replaced, null where there must be none; undefined where the storage knows no conditions.
 * OBJECT_CHANGED where source or target is another, OBJECT_NOT_FOUND, BUCKET_NOT_FOUND, NOT_ENOUGH_STORAGE.
 * Source: S3 API reference, CopyObject.
 */
export async function copyObject(
  client: S3Client,
  from: Address & { etag: string; storageClass: string | null; encryption: string | null },
  to: Address,
  over: string | null | undefined,
): Promise<string> {
  const made = await plainCopy(client, from, to, over)
  if (made !== null) return made
  const answer = await client.send(
    new CopyObjectCommand({
      ...{ Bucket: to.bucket, Key: to.key, CopySource: sourceOf(from), CopySourceIfMatch: from.etag },
      ...kept(from),
      ...(over === null && { IfNoneMatch: '*' }),
      ...(typeof over === 'string' && { IfMatch: over }),
    }),
    patient,
  )
  return bare(answer.CopyObjectResult?.ETag)
}

/** As `copyObject`, without the SDK; null where it is not known to be made. */
async function plainCopy(
  client: S3Client,
  from: Parameters<typeof copyObject>[1],
  to: Address,
  over: string | null | undefined,
): Promise<string | null> {
  const { StorageClass, ServerSideEncryption } = kept(from)
  const answer = await plainCall(client, {
    ...{ method: 'PUT', bucket: to.bucket, key: to.key, silence: patient.requestTimeout },
    headers: {
      'x-amz-copy-source': sourceOf(from),
      'x-amz-copy-source-if-match': from.etag,
      ...(StorageClass && { 'x-amz-storage-class': StorageClass }),
      ...(ServerSideEncryption && { 'x-amz-server-side-encryption': ServerSideEncryption }),
      ...(over === null && { 'if-none-match': '*' }),
      ...(typeof over === 'string' && { 'if-match': over }),
    },
  })
  if (!answer) return null
  try {
    // S3 answers 200 before it copies: an error may follow in the body.
    return /<ETag>(?:"|&quot;|&#34;)?([^<&"]+)/.exec(await text(answer))?.[1] ?? null
  } catch {
    return null
  }
}

function sourceOf({ bucket, key }: Address): string {
  return `${uriEncode(bucket)}/${uriEncodePath(key)}`
}

/** What a copy would otherwise take from its bucket. */
function kept(from: { storageClass: string | null; encryption: string | null }) {
  return {
    ...(from.storageClass && from.storageClass !== 'STANDARD' && { StorageClass: from.storageClass }),
    // Other encryption needs keys, which only their owner has.
    ...(from.encryption === 'AES256' && { ServerSideEncryption: from.encryption }),
  } as { StorageClass?: StorageClass; ServerSideEncryption?: ServerSideEncryption }
}

/** How an object is encrypted, such as AES256; null: not, or it has gone. */
export async function encryptionOf(client: S3Client, { bucket, key }: Address): Promise<string | null> {
  const answer = await head(client, { bucket, key })
  return answer.ServerSideEncryption ?? null
}

/** Whether two objects of one size hold the same bytes: by their checksums, or by reading them, up to 64 MiB. */
export async function areEqual(client: S3Client, one: Address, other: Address): Promise<boolean> {
  const [a, b] = await Promise.all([head(client, one), head(client, other)])
  if (a.ContentLength !== b.ContentLength) return false
  for (const name of checksums)
    if (a[name] && b[name] && a.ChecksumType === b.ChecksumType) return a[name] === b[name]
  if ((a.ContentLength ?? 0) > mostRead) return false
  return (await digestOf(client, one)) === (await digestOf(client, other))
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

async function digestOf(client: S3Client, { bucket, key }: Address): Promise<string> {
  const answer = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
  const hash = createHash('sha256')
  for await (const piece of answer.Body as AsyncIterable<Buffer>) hash.update(piece)
  return hash.digest('hex')
}

/** Begins a copy in parts, with the metadata of the source. Source: S3 API reference, CreateMultipartUpload. */
export async function beginCopy(client: S3Client, from: Address, to: Address): Promise<string> {
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

/** Copies a range of the source as a part, and gives its ETag. Source: S3 API reference, UploadPartCopy. */
export async function copyPart(
  client: S3Client,
  from: Address & { etag: string },
  to: Upload,
  { number, start, end }: Part,
): Promise<string> {
  const answer = await client.send(
    new UploadPartCopyCommand({
      ...{ Bucket: to.bucket, Key: to.key, UploadId: to.uploadId, PartNumber: number },
      ...{ CopySource: sourceOf(from), CopySourceIfMatch: from.etag },
      CopySourceRange: `bytes=${start}-${end - 1}`,
    }),
    patient,
  )
  return bare(answer.CopyPartResult?.ETag)
}

/** As `copyPart`, for storages that cannot: the range is read, and sent as a part. Source: S3 API reference, UploadPart. */
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
    patient,
  )
  const answer = await client.send(
    new UploadPartCommand({
      ...{ Bucket: to.bucket, Key: to.key, UploadId: to.uploadId, PartNumber: number },
      Body: await read.Body!.transformToByteArray(),
    }),
    patient,
  )
  return bare(answer.ETag)
}

/** Gives a copy that was made in parts the tags of its source. Source: S3 API reference, PutObjectTagging. */
export async function copyTags(client: S3Client, from: Address, to: Address): Promise<void> {
  const { TagSet } = await client.send(new GetObjectTaggingCommand({ Bucket: from.bucket, Key: from.key }))
  if (TagSet && TagSet.length > 0)
    await client.send(new PutObjectTaggingCommand({ Bucket: to.bucket, Key: to.key, Tagging: { TagSet } }))
}
