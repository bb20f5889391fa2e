import { createHash } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListPartsCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { MiB, partLimit, uploadLimit } from '../../domain/limits.ts'
import { partSizeFor } from '../../domain/parts.ts'
import { Problem } from '../errors/problem.ts'

/** The minimum size of every S3 part but the last, in bytes. */
const least = 5 * MiB

/** An unfinished multipart upload. */
export type Upload = { bucket: string; key: string; uploadId: string }

/** `crc32`: in base64, where the storage has compared it with the part's bytes; else null. */
export type UploadedPart = { part_number: number; size: number; etag: string; crc32: string | null }

/** FILE_TOO_LARGE for sizes (bytes) beyond the product's limit. */
export function checkSize(size: number): void {
  if (size >= uploadLimit) throw new Problem('FILE_TOO_LARGE')
}

/**
 * Starts a multipart upload of `size` bytes; the size of its parts is at least `basePartSize` bytes. `checksums`: the
 * storage has CRC-32s of parts and of the object. FILE_TOO_LARGE, BUCKET_NOT_FOUND.
 * Source: S3 API reference, CreateMultipartUpload.
 */
export async function startUpload(
  client: S3Client,
  file: { bucket: string; key: string; size: number; contentType?: string | undefined },
  { basePartSize, checksums = false }: { basePartSize?: number; checksums?: boolean } = {},
): Promise<{ uploadId: string; partSize: number }> {
  checkSize(file.size)
  const answer = await client.send(
    new CreateMultipartUploadCommand({
      Bucket: file.bucket,
      Key: file.key,
      ...(file.contentType && { ContentType: file.contentType }),
      ...(checksums && { ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' }),
    }),
  )
  return { uploadId: answer.UploadId!, partSize: partSizeFor(file.size, basePartSize) }
}

/**
 * The maximum number of parts of a file of `size` bytes, in parts of `basePartSize` or S3's minimum, whichever is less.
 */
export function mostParts(size: number, basePartSize = least): number {
  return Math.min(partLimit, Math.max(1, Math.ceil(size / Math.min(basePartSize, least))))
}

/** Every part that the storage holds, by number. UPLOAD_NOT_FOUND. Source: S3 API reference, ListParts. */
export async function listParts(client: S3Client, upload: Upload): Promise<UploadedPart[]> {
  const parts: UploadedPart[] = []
  let marker: string | undefined
  do {
    const from = marker === undefined ? {} : { PartNumberMarker: marker }
    const page = await ofUpload(client.send(new ListPartsCommand({ ...named(upload), ...from })))
    for (const part of page.Parts ?? []) {
      const { PartNumber, Size = 0, ETag = '', ChecksumCRC32 = null } = part
      parts.push({ part_number: PartNumber!, size: Size, etag: ETag, crc32: ChecksumCRC32 })
    }
    marker = page.IsTruncated ? page.NextPartNumberMarker : undefined
  } while (marker !== undefined)
  return parts
}

/**
 * Creates the object from the parts, in any order, and returns its ETag, in quotes. A retry after a lost response
 * returns the same ETag: the object's ETag proves that it was created from these parts. INVALID_PARTS,
 * UPLOAD_NOT_FOUND, NOT_ENOUGH_STORAGE; FILE_TOO_LARGE by the parts that the storage holds.
 * Source: S3 API reference, CompleteMultipartUpload.
 */
export async function completeUpload(
  client: S3Client,
  upload: Upload,
  parts: { part_number: number; etag: string }[],
  reader = client,
): Promise<string> {
  await checkTotal(reader, upload, parts)
  return completeParts(client, upload, parts, undefined, reader)
}

/**
 * Like `completeUpload`, for any size. `expectedEtag`: the object to replace must have it; null: there must be none;
 * undefined: no condition. OBJECT_CHANGED if it differs.
 * `reader` compares with the existing object.
 */
export async function completeParts(
  client: S3Client,
  upload: Upload,
  parts: { part_number: number; etag: string }[],
  expectedEtag?: string | null,
  reader = client,
): Promise<string> {
  const sorted = parts.toSorted((a, b) => a.part_number - b.part_number)
  try {
    const answer = await ofUpload(
      client.send(
        new CompleteMultipartUploadCommand({
          ...named(upload),
          MultipartUpload: { Parts: sorted.map(part => ({ PartNumber: part.part_number, ETag: part.etag })) },
          ...(expectedEtag === null && { IfNoneMatch: '*' }),
          ...(typeof expectedEtag === 'string' && { IfMatch: expectedEtag }),
        }),
        { requestTimeout: 10 * 60_000 },
      ),
    )
    return `"${bare(answer.ETag || etagOf(sorted))}"`
  } catch (error) {
    if (error instanceof Problem && error.code !== 'UPLOAD_NOT_FOUND') throw error
    const etag = await presentEtag(reader, upload)
    if (etag !== null && bare(etag) === etagOf(sorted)) return `"${bare(etag)}"`
    await requireUpload(reader, upload)
    throw error
  }
}

/** Aborts an upload and frees its parts; unknown uploads succeed. */
export async function abortUpload(client: S3Client, upload: Upload): Promise<void> {
  try {
    await ofUpload(client.send(new AbortMultipartUploadCommand(named(upload))))
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'UPLOAD_NOT_FOUND') throw error
  }
}

/**
 * Checks the parts that the storage holds: the browser only declared a size. An unknown upload is left to the
 * completion.
 */
async function checkTotal(client: S3Client, upload: Upload, parts: { part_number: number }[]): Promise<void> {
  const chosen = new Set(parts.map(part => part.part_number))
  try {
    const held = await listParts(client, upload)
    checkSize(held.reduce((sum, part) => sum + (chosen.has(part.part_number) ? part.size : 0), 0))
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'UPLOAD_NOT_FOUND') throw error
  }
}

/** RGW responds with NoSuchKey for an unknown upload. */
async function ofUpload<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const wrong = error instanceof Problem && error.code === 'OBJECT_NOT_FOUND'
    throw wrong ? new Problem('UPLOAD_NOT_FOUND', { cause: error }) : error
  }
}

/** UPLOAD_NOT_FOUND. RGW 16 responds with an internal error to the completion of an unknown upload. */
async function requireUpload(client: S3Client, upload: Upload): Promise<void> {
  await ofUpload(client.send(new ListPartsCommand({ ...named(upload), MaxParts: 1 })))
}

async function presentEtag(client: S3Client, { bucket, key }: Upload): Promise<string | null> {
  try {
    const answer = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))
    return answer.ETag ?? null
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null
    throw error
  }
}

/**
 * The MD5 of the parts' MD5s, and their count, in S3's format, without quotes; RGW's response to the completion omits
 * it.
 */
export function etagOf(parts: { etag: string }[]): string {
  const digests = Buffer.concat(parts.map(part => Buffer.from(bare(part.etag), 'hex')))
  return `${createHash('md5').update(digests).digest('hex')}-${parts.length}`
}

function bare(etag: string): string {
  return etag.replaceAll('"', '')
}

function named({ bucket, key, uploadId }: Upload) {
  return { Bucket: bucket, Key: key, UploadId: uploadId }
}
