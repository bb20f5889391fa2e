import type { IncomingMessage } from 'node:http'
import type { Checksum, ChecksumAlgorithm, DigestName } from '../protocol/checksums.ts'
import { S3Error } from '../protocol/errors.ts'
import { type Hashing, openHashing } from '../protocol/hash-threads.ts'
import { createChunkedDecoder } from '../signature/chunked.ts'
import { revalidateKey, stillAuthorized } from './authorize.ts'
import { announcedLength, expectedChecksum, expectedMd5 } from './body-headers.ts'
import { type Consume, header, uidOf, type WithBody } from './context.ts'

/** A received body: size in bytes, MD5 (hex; empty if it was not wanted), and the checksum that was requested or sent. */
export type Received = { size: number; md5: string; checksum: Checksum | undefined }

/**
 * The largest body whose default checksum is computed, in bytes: up to here it costs less than a twentieth of a PUT.
 */
const MOST_DEFAULT = 256 * 1024

/** The checksum to compute for a body of that many bytes if the client sends none: S3's default. */
export const defaultChecksum = (bytes: number): ChecksumAlgorithm | undefined =>
  bytes <= MOST_DEFAULT ? 'crc64nvme' : undefined

/** What a client's Content-MD5, checksum and signed SHA-256 are verified with. */
type Digests = Pick<Hashing, 'update' | 'room'> &
  Disposable & {
    /** `trailers`: where the checksum may come. @throws S3Error BadDigest, XAmzContentSHA256Mismatch, InvalidRequest */
    end(size: number, trailers?: Map<string, string>): Promise<Received>
  }

const hex = (base64: string): string => Buffer.from(base64, 'base64').toString('hex')

/**
 * Opens the digests that the request's headers require, and MD5. `bytes`: the body's length. `compute`: the checksum to
 * compute if the client sends none. `checksums` false: the headers' checksum is not the body's.
 * @throws S3Error as `expectedMd5` and `expectedChecksum`
 */
export const openDigests = (
  context: WithBody,
  bytes: number,
  options: { compute?: ChecksumAlgorithm | undefined; md5?: boolean; checksums?: boolean } = {},
): Digests => {
  const { payload } = context
  const wantedMd5 = expectedMd5(context)
  const sent = options.checksums === false ? undefined : expectedChecksum(context)
  const checksum = sent ?? (options.compute && { algorithm: options.compute, value: undefined })
  const names = new Set<DigestName>()
  if (options.md5 !== false || wantedMd5 !== undefined) names.add('md5')
  if (checksum) names.add(checksum.algorithm)
  if (payload.kind === 'signed') names.add('sha256')
  const hashing = openHashing([...names], bytes)
  return {
    update: hashing.update,
    room: hashing.room,
    [Symbol.dispose]: hashing.close,
    end: async (size, trailers) => {
      const values = await hashing.values()
      const digestOf = (name: DigestName): string | undefined => values[[...names].indexOf(name)]
      if (payload.kind === 'signed') {
        const computed = hex(digestOf('sha256') ?? '')
        if (computed !== payload.sha256) {
          throw new S3Error('XAmzContentSHA256Mismatch', undefined, {
            ClientComputedContentSHA256: payload.sha256,
            S3ComputedContentSHA256: computed,
          })
        }
      }
      const md5 = hex(digestOf('md5') ?? '')
      if (wantedMd5 !== undefined && wantedMd5 !== md5) throw new S3Error('BadDigest')
      const announced = header(context, 'x-amz-trailer')?.trim().toLowerCase()
      const extra = [...(trailers?.keys() ?? [])].some(
        name => name.startsWith('x-amz-checksum-') && name !== announced,
      )
      if (extra) throw new S3Error('MalformedTrailerError')
      const value = checksum && digestOf(checksum.algorithm)
      if (!checksum || value === undefined) return { size, md5, checksum: undefined }
      const wanted = checksum.value ?? trailers?.get(`x-amz-checksum-${checksum.algorithm}`)
      if (wanted === undefined && announced !== undefined) {
        throw new S3Error('InvalidRequest', 'The trailer that x-amz-trailer announces is missing.')
      }
      if (wanted !== undefined && wanted !== value) throw new S3Error('BadDigest')
      return { size, md5, checksum: { algorithm: checksum.algorithm, value, type: 'FULL_OBJECT' } }
    },
  }
}

/** Waits for both, as far as defined. */
const both = (one: Promise<void> | undefined, other: Promise<void> | undefined): Promise<void> | undefined =>
  one && other ? Promise.all([one, other]).then(() => undefined) : (one ?? other)

/** Passes pieces to the digests and to `take`; its promise waits for both. */
export const hashAndTake = (digests: Digests, pieces: Buffer[], take: Consume): Promise<void> | undefined => {
  for (const piece of pieces) digests.update(piece)
  return both(digests.room(), take(pieces))
}

/**
 * Reads the request's body, decodes aws-chunked, and passes its bytes to `take` with back pressure. Verifies length,
 * signed SHA-256, Content-MD5 and additional checksum, in header or trailer. Options: as `openDigests`.
 * @throws S3Error IncompleteBody, EntityTooLarge, BadDigest, XAmzContentSHA256Mismatch, RequestTimeout, …; as
 * `revalidateKey`
 */
export const readBody = async (
  context: WithBody,
  options: { most: number; compute?: ChecksumAlgorithm | undefined; md5?: boolean; checksums?: boolean },
  take: Consume,
): Promise<Received> => {
  const { payload } = context
  const length = announcedLength(context)
  if (length > options.most) throw new S3Error('EntityTooLarge')
  const decoder =
    payload.kind === 'chunked'
      ? createChunkedDecoder({ seed: payload.signed ? context.seed : undefined, trailer: payload.trailer })
      : undefined
  using digests = openDigests(context, length, options)
  let size = 0
  const check = stillAuthorized(context)
  await context.receive(raw => {
    check()
    const pieces = decoder ? raw.flatMap(bytes => decoder.decode(bytes)) : raw
    for (const piece of pieces) size += piece.length
    if (size > options.most) throw new S3Error('EntityTooLarge')
    if (size > length) throw new S3Error('IncompleteBody')
    return hashAndTake(digests, pieces, take)
  })
  revalidateKey(context)
  const trailers = decoder?.end()
  if (size !== length) throw new S3Error('IncompleteBody')
  return await digests.end(size, trailers)
}

/**
 * A small body as text: the XML of a request.
 * @throws S3Error as `readBody`, MaxMessageLengthExceeded, SlowDown
 */
export const readText = async (context: WithBody, most: number, checksums = true): Promise<string> => {
  if (header(context, 'content-length') === undefined && header(context, 'transfer-encoding') === undefined)
    return ''
  const memory = context.engine.textMemory(uidOf(context))
  const pieces: Buffer[] = []
  let size = 0
  let taken = 0
  const take = (bytes: number): void => {
    if (bytes <= taken) return
    memory.take(bytes - taken)
    taken = bytes
  }
  try {
    take(Math.min(announcedLength(context), most))
    await readBody(context, { most, md5: false, checksums }, received => {
      for (const piece of received) size += piece.length
      take(size)
      pieces.push(...received)
      return undefined
    })
  } catch (error) {
    if (error instanceof S3Error && error.code === 'EntityTooLarge')
      throw new S3Error('MaxMessageLengthExceeded')
    throw error
  } finally {
    memory.release()
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** Limits for reading the rest of a body after an early response, so that the client receives the response. */
const MOST_MS = 5000
const MOST_BYTES = 64 * 1024 * 1024

const queue: IncomingMessage[] = []
let scheduled = false
/** One socket in each turn of the event loop: hundreds of refused bodies at once would stall every other request. */
const readNext = (): void => {
  scheduled = false
  queue.shift()?.socket.resume()
  schedule()
}
const schedule = (): void => {
  if (scheduled || queue.length === 0) return
  scheduled = true
  setImmediate(readNext)
}
const enqueue = (request: IncomingMessage): void => {
  request.socket.pause()
  queue.push(request)
  schedule()
}

/** Reads and discards the rest of a body, then calls `done` once. */
export const drain = (request: IncomingMessage, done: () => void): void => {
  let left = MOST_BYTES
  const finish = (): void => {
    clearTimeout(timer)
    request.off('data', onData).off('end', finish).off('close', finish)
    done()
  }
  const onData = (bytes: Buffer): void => {
    left -= bytes.length
    if (left < 0) finish()
    else enqueue(request)
  }
  const timer = setTimeout(finish, MOST_MS)
  request.on('data', onData).on('end', finish).on('close', finish).resume()
}
