import { createHash, type Hash, timingSafeEqual } from 'node:crypto'
import { hmac } from '../../s3/sigv4.ts'
import { S3Error } from '../protocol/errors.ts'
import type { ChunkSeed } from './identity.ts'

const EMPTY_SHA256 = createHash('sha256').digest('hex')
const LONGEST_LINE = 1024
const LONGEST_TRAILER = 16 * 1024
const MAX_CHUNK = 5 * 1024 ** 3
/** The minimum size of every chunk but the last, in bytes. */
const MIN_CHUNK = 8192
/** Data below this many bytes is merged, so that there are few buffers to process. */
const SMALL = 4096

type ChunkedDecoder = {
  /**
   * Returns the object's bytes within bytes from the wire: in at most two buffers per 4 KiB of the wire, however small
   * the chunks are. @throws S3Error
   */
  decode(bytes: Buffer): Buffer[]
  /** Call after the last byte. Returns the trailers by lower-case name. @throws S3Error IncompleteBody */
  end(): Map<string, string>
}

/**
 * Decodes `aws-chunked` bodies: `size[;chunk-signature=…]`, data, …, a chunk of size 0, trailers. With a `seed`
 * every chunk (and the trailers) must be signed. Bytes are returned before their chunk is verified, so commit nothing
 * before `end()` has returned. Memory does not depend on chunk sizes.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
 */
export const createChunkedDecoder = (options: {
  seed?: ChunkSeed | undefined
  trailer: boolean
}): ChunkedDecoder => {
  const { seed } = options
  let state: 'size' | 'data' | 'data-end' | 'trailer' | 'done' = 'size'
  let line = ''
  let left = 0
  let chunkSize = MIN_CHUNK
  let previous = seed?.signature ?? ''
  let claimed = ''
  let hash: Hash | undefined
  let trailerBytes = 0
  let trailerText = ''
  let trailerSignature: string | undefined
  const trailers = new Map<string, string>()

  const broken = (): S3Error =>
    new S3Error('InvalidRequest', 'The body is not aws-chunked as its headers say.')

  const verify = (kind: 'PAYLOAD' | 'TRAILER', rest: string[], signature: string): void => {
    if (!seed) return
    const text = [`AWS4-HMAC-SHA256-${kind}`, seed.timestamp, seed.scope, previous, ...rest].join('\n')
    const expected = Buffer.from(hmac(seed.key, text).toString('hex'))
    const given = Buffer.from(signature, 'latin1')
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new S3Error('SignatureDoesNotMatch')
    }
    previous = signature
  }

  const endChunk = (): void => {
    if (seed && hash) verify('PAYLOAD', [EMPTY_SHA256, hash.digest('hex')], claimed)
  }

  const onSize = (text: string): void => {
    const match = /^([0-9a-fA-F]{1,16})(?:;chunk-signature=([0-9a-f]{64}))?$/.exec(text.trim())
    if (!match || (seed && !match[2])) throw broken()
    left = Number.parseInt(match[1]!, 16)
    if (left > MAX_CHUNK) throw new S3Error('EntityTooLarge')
    if (left > 0 && chunkSize < MIN_CHUNK) throw new S3Error('InvalidChunkSizeError')
    chunkSize = left
    claimed = match[2] ?? ''
    hash = seed ? createHash('sha256') : undefined
    if (left > 0) {
      state = 'data'
      return
    }
    endChunk()
    state = 'trailer'
  }

  const onTrailer = (text: string): void => {
    if (text === '') {
      state = 'done'
      return
    }
    if (!options.trailer) throw broken()
    const at = text.indexOf(':')
    if (at < 1) throw broken()
    const name = text.slice(0, at).trim().toLowerCase()
    const value = text.slice(at + 1).trim()
    if (name === 'x-amz-trailer-signature') {
      trailerSignature = value
      return
    }
    trailerText += `${name}:${value}\n`
    trailers.set(name, value)
  }

  /** Reads a line, or buffers the part of it that has arrived. Returns the offset after it. */
  const takeLine = (bytes: Buffer, at: number, onLine: (text: string) => void): number => {
    const end = bytes.indexOf(10, at)
    const piece = bytes.toString('latin1', at, end < 0 ? bytes.length : end)
    line += piece
    trailerBytes += state === 'trailer' ? piece.length : 0
    if (line.length > LONGEST_LINE || trailerBytes > LONGEST_TRAILER) throw broken()
    if (end < 0) return bytes.length
    const whole = line.replace(/\r$/, '')
    line = ''
    onLine(whole)
    return end + 1
  }

  return {
    decode: bytes => {
      const out: Buffer[] = []
      let together: Buffer | undefined
      let from = 0
      let filled = 0
      const take = (piece: Buffer): void => {
        if (piece.length < SMALL) {
          together ??= Buffer.allocUnsafe(bytes.length)
          filled += piece.copy(together, filled)
          return
        }
        takeTogether()
        out.push(piece)
      }
      const takeTogether = (): void => {
        if (together && filled > from) out.push(together.subarray(from, filled))
        from = filled
      }
      let at = 0
      while (at < bytes.length) {
        if (state === 'data') {
          const piece = bytes.subarray(at, at + left)
          hash?.update(piece)
          take(piece)
          left -= piece.length
          at += piece.length
          if (left === 0) state = 'data-end'
        } else if (state === 'data-end') {
          at = takeLine(bytes, at, text => {
            if (text !== '') throw broken()
            endChunk()
            state = 'size'
          })
        } else if (state === 'size') at = takeLine(bytes, at, onSize)
        else if (state === 'trailer') at = takeLine(bytes, at, onTrailer)
        else throw broken()
      }
      takeTogether()
      return out
    },
    end: () => {
      // Some clients omit the last empty line.
      if (state === 'trailer' && line !== '') onTrailer(line.replace(/\r$/, ''))
      if (state !== 'trailer' && state !== 'done') throw new S3Error('IncompleteBody')
      if (seed && options.trailer) {
        if (trailerSignature === undefined) throw new S3Error('SignatureDoesNotMatch')
        verify(
          'TRAILER',
          [createHash('sha256').update(trailerText, 'latin1').digest('hex')],
          trailerSignature,
        )
      }
      return trailers
    },
  }
}
