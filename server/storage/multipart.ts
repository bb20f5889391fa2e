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

/** S3's least part but the last, in bytes. */
const least = 5 * MiB

/** An unfinished multipart upload. */
export type Upload = { bucket: string; key: string; uploadId: string }

export type UploadedPart = { part_number: number; size: number; etag: string }

/** Refuses sizes (bytes) that the product does not take: FILE_TOO_LARGE. */
export function checkSize(size: number): void {
  if (size >= uploadLimit) throw new Problem('FILE_TOO_LARGE')
}

/**
 * Begins a multipart upload of `size` bytes in parts that start from `basePartSize` bytes. FILE_TOO_LARGE,
 * BUCKET_NOT_FOUND. Source: S3 API reference, CreateMultipartUpload.
 */
export async function startUpload(
  client: S3Client,
  file: { bucket: string; key: string; size: number; contentType?: string | undefined },
  basePartSize?: number,
): Promise<{ uploadId: string; partSize: number }> {
  checkSize(file.size)
  const answer = await client.send(
    new CreateMultipartUploadCommand({
      Bucket: file.bucket,
      Key: file.key,
      ...(file.contentType && { ContentType: file.contentType }),
    }),
  )
  return { uploadId: answer.UploadId!, partSize: partSizeFor(file.size, basePartSize) }
}

/** The most parts that a file of `size` bytes comes in, where the server proposes `basePartSize` or S3's least, 5 MiB. */
export function mostParts(size: number, basePartSize = least): number {
  return Math.min(partLimit, Math.max(1, Math.ceil(size / Math.min(basePartSize, least))))
}

/** Every part that the engine holds, by number. UPLOAD_NOT_FOUND. Source: S3 API reference, ListParts. */
export async function listParts(client: S3Client, upload: Upload): Promise<UploadedPart[]> {
  const parts: UploadedPart[] = []
  let marker: string | undefined
  do {
    const from = marker === undefined ? {} : { PartNumberMarker: marker }
    const page = await ofUpload(client.send(new ListPartsCommand({ ...named(upload), ...from })))
    for (const part of page.Parts ?? []) {
      parts.push({ part_number: part.PartNumber!, size: part.Size ?? 0, etag: part.ETag ?? '' })
    }
    marker = page.IsTruncated ? page.NextPartNumberMarker : undefined
  } while (marker !== undefined)
  return parts
}

/**
 * Makes the object of the parts and gives its ETag, in quotes. Parts go to the engine by number, whatever their order here.
 * Asked again after its answer was lost, it gives the ETag again: the object tells by its ETag that it was made of
 * these parts. INVALID_PARTS, UPLOAD_NOT_FOUND, NOT_ENOUGH_STORAGE, FILE_TOO_LARGE by what the engine holds.
 * Source: S3 API reference, CompleteMultipartUpload.
 */
export async function completeUpload(
  client: S3Client,
  upload: Upload,
  parts: { part_number: number; etag: string }[],
): Promise<string> {
  const sorted = parts.toSorted((a, b) => a.part_number - b.part_number)
  await checkTotal(client, upload, sorted)
  try {
    const answer = await ofUpload(
      client.send(
        new CompleteMultipartUploadCommand({
          ...named(upload),
          MultipartUpload: { Parts: sorted.map(part => ({ PartNumber: part.part_number, ETag: part.etag })) },
        }),
        { requestTimeout: 10 * 60_000 },
      ),
    )
    return `"${bare(answer.ETag || etagOf(sorted))}"`
  } catch (error) {
    if (error instanceof Problem && error.code !== 'UPLOAD_NOT_FOUND') throw error
    const etag = await presentEtag(client, upload)
    if (etag !== null && bare(etag) === etagOf(sorted)) return `"${bare(etag)}"`
    await mustBeThere(client, upload)
    throw error
  }
}

/** Gives an upload up and frees its parts. One that is not there counts as given up. */
export async function abortUpload(client: S3Client, upload: Upload): Promise<void> {
  try {
    await ofUpload(client.send(new AbortMultipartUploadCommand(named(upload))))
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'UPLOAD_NOT_FOUND') throw error
  }
}

/** The size was declared by the browser; what the engine holds is the truth. An upload that is gone is for the completion to tell of. */
async function checkTotal(client: S3Client, upload: Upload, parts: { part_number: number }[]): Promise<void> {
  const chosen = new Set(parts.map(part => part.part_number))
  try {
    const held = await listParts(client, upload)
    checkSize(held.reduce((sum, part) => sum + (chosen.has(part.part_number) ? part.size : 0), 0))
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'UPLOAD_NOT_FOUND') throw error
  }
}

/** RGW says NoSuchKey of an upload that is not there. */
async function ofUpload<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const wrong = error instanceof Problem && error.code === 'OBJECT_NOT_FOUND'
    throw wrong ? new Problem('UPLOAD_NOT_FOUND', { cause: error }) : error
  }
}

/** UPLOAD_NOT_FOUND unless it is: RGW 16 calls the completion of one that is not there an internal error. */
async function mustBeThere(client: S3Client, upload: Upload): Promise<void> {
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

/** The MD5 of the parts' MD5s, and their count, as S3 gives it; RGW's answer to the completion leaves it out. */
function etagOf(parts: { etag: string }[]): string {
  const digests = Buffer.concat(parts.map(part => Buffer.from(bare(part.etag), 'hex')))
  return `${createHash('md5').update(digests).digest('hex')}-${parts.length}`
}

function bare(etag: string): string {
  return etag.replaceAll('"', '')
}

function named({ bucket, key, uploadId }: Upload) {
  return { Bucket: bucket, Key: key, UploadId: uploadId }
}
