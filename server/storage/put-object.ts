import { PassThrough } from 'node:stream'
import { crc32 } from 'node:zlib'
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { Problem } from '../errors/problem.ts'
import type { KeyPair } from '../s3/keys.ts'
import { plainCall } from './signed-request.ts'

/** `size`: bytes. `crc32`: of them, as in `x-amz-checksum-crc32`. */
export type NewObject = {
  bucket: string
  key: string
  size: number
  contentType: string | undefined
  crc32: string | undefined
}

/** Passes bytes to `take`, and waits for its promise before the next ones. */
export type Read = (take: (piece: Buffer) => Promise<void> | undefined) => Promise<void>

/** PutObject for a storage in this process, as by its sender: the same permissions and errors, without HTTP. */
export type PutHere = (
  keys: KeyPair,
  from: { address: string; secure: boolean; userAgent: string },
  object: NewObject,
  read: Read,
) => Promise<string>

/** S3's default. */
const unknownType = 'binary/octet-stream'
/** Objects of up to this many bytes are read before they are sent, so that they can be sent again. */
const wholeBytes = 64 * 1024

/**
 * Stores what `read` passes on, and returns its ETag, in quotes. Ceph RGW checks no CRC-32: bytes that do not have it
 * are not sent, or not to their end, so that no storage keeps them. FILE_DAMAGED, NOT_ENOUGH_STORAGE,
 * BUCKET_NOT_FOUND; what `read` throws. Source: S3 API reference, PutObject.
 */
export function putObject(client: S3Client, object: NewObject, read: Read): Promise<string> {
  return object.size <= wholeBytes ? putWhole(client, object, read) : putPieces(client, object, read)
}

async function putWhole(client: S3Client, object: NewObject, read: Read): Promise<string> {
  const pieces: Buffer[] = []
  await read(piece => void pieces.push(piece))
  const body = Buffer.concat(pieces)
  requireSum(object, crc32(body))
  const { bucket, key, contentType = unknownType } = object
  const headers = {
    'content-type': contentType,
    ...(object.crc32 !== undefined && { 'x-amz-checksum-crc32': object.crc32 }),
  }
  const response = await plainCall(client, { method: 'PUT', bucket, key, headers, body })
  response?.resume()
  return response?.headers.etag ?? send(client, object, body)
}

async function putPieces(client: S3Client, object: NewObject, read: Read): Promise<string> {
  const body = new PassThrough()
  const ended = new AbortController()
  let failure: unknown
  async function feed(): Promise<void> {
    let sum = 0
    let last: Buffer | undefined
    await read(piece => {
      const before = last
      last = piece
      sum = crc32(piece, sum)
      return before && write(body, before)
    })
    requireSum(object, sum)
    body.end(last)
  }
  feed().catch(error => {
    failure = error
    ended.abort()
  })
  try {
    return await send(client, object, body, ended.signal)
  } catch (error) {
    throw failure ?? error
  } finally {
    body.destroy()
  }
}

function write(body: PassThrough, piece: Buffer): Promise<void> | undefined {
  if (body.destroyed || body.write(piece)) return undefined
  return new Promise(resolve => body.once('drain', resolve).once('close', resolve))
}

async function send(
  client: S3Client,
  object: NewObject,
  body: Buffer | PassThrough,
  abortSignal?: AbortSignal,
): Promise<string> {
  const { ETag } = await client.send(
    new PutObjectCommand({
      Bucket: object.bucket,
      Key: object.key,
      Body: body,
      ContentLength: object.size,
      ContentType: object.contentType ?? unknownType,
      ChecksumCRC32: object.crc32,
    }),
    abortSignal && { abortSignal },
  )
  return ETag ?? ''
}

function requireSum(object: NewObject, sum: number): void {
  if (object.crc32 === undefined) return
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(sum)
  if (bytes.toString('base64') !== object.crc32) throw new Problem('FILE_DAMAGED')
}
