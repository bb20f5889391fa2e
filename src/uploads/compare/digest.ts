import { md5 } from 'js-md5'
import { crc32, crc32Text } from './crc32.ts'

export type DigestName = 'crc32' | 'md5'

/** Bytes that are read at once. */
const pieceSize = 256 * 1024

/** `text`: as S3 writes it. */
type Hash = { update(bytes: Uint8Array): void; text(): string }

/**
 * The digests of the consecutive ranges of a blob that are `sizes` bytes long, which is read once, piece by piece. CRC-32
 * in base64, MD5 in hex. Throws a DOMException if a file of it cannot be read any more.
 */
export async function digestsOf(blob: Blob, sizes: readonly number[], name: DigestName): Promise<string[]> {
  const digests: string[] = []
  let hash = hashOf(name)
  let size = 0
  const endRanges = () => {
    while (digests.length < sizes.length && size === sizes[digests.length]) {
      digests.push(hash.text())
      hash = hashOf(name)
      size = 0
    }
  }
  endRanges()
  await eachPiece(blob, piece => {
    for (let at = 0; at < piece.length && digests.length < sizes.length; ) {
      const taken = piece.subarray(at, at + sizes[digests.length]! - size)
      hash.update(taken)
      at += taken.length
      size += taken.length
      endRanges()
    }
  })
  return digests
}

function hashOf(name: DigestName): Hash {
  if (name === 'md5') {
    const hash = md5.create()
    return { update: bytes => void hash.update(bytes), text: () => hash.hex() }
  }
  let crc = 0
  return {
    update: bytes => {
      crc = crc32(bytes, crc)
    },
    text: () => crc32Text(crc),
  }
}

/** Chromium collects the stream of a blob that only a pending read refers to; that read never ends. */
const beingRead = new Set<ReadableStream>()

/** Reads into one buffer, which is three times as fast in Chromium as a new one for each piece. */
async function eachPiece(blob: Blob, take: (piece: Uint8Array) => void): Promise<void> {
  const stream = blob.stream()
  beingRead.add(stream)
  try {
    const reader = readerOf(stream)
    for (let buffer = new ArrayBuffer(pieceSize); ; ) {
      const { done, value } = await reader.read(new Uint8Array(buffer))
      if (done) return
      take(value)
      buffer = value.buffer
    }
  } finally {
    beingRead.delete(stream)
  }
}

type Reader = {
  read(into: Uint8Array<ArrayBuffer>): Promise<ReadableStreamReadResult<Uint8Array<ArrayBuffer>>>
}

/** Where a browser cannot read into a buffer, its reader ignores the one that it is given. */
function readerOf(stream: ReadableStream): Reader {
  const canReadInto = typeof ReadableStreamBYOBReader !== 'undefined'
  return (canReadInto ? stream.getReader({ mode: 'byob' }) : stream.getReader()) as Reader
}
