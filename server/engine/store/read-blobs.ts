import fs from 'node:fs'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32 } from '../../crc32.ts'
import { BLOCK, checkedId, damagedBlock, footerLength, isChecked, isFooter } from './block-checks.ts'
import type { Segment } from './contents.ts'
import type { Readable } from './store.ts'

const MOST_KEPT = 64

/**
 * Reusable buffers: page faults on fresh memory cost more than reading. A buffer that is not given back is left to the
 * garbage collector.
 */
type ReadBuffers = {
  /** A buffer of `length` bytes with arbitrary content. */
  take(length: number): Buffer
  /**
   * Accepts the buffer of `bytes` for reuse; ignores other buffers. Only for bytes that are no longer needed: the next
   * reading, of any object, overwrites them.
   */
  giveBack(bytes: Buffer): void
}

/** `size`: bytes of each buffer. Longer ones are not kept, nor ones too short to be worth it. */
export const createReadBuffers = (size: number): ReadBuffers => {
  const free: ArrayBufferLike[] = []
  const taken = new WeakSet<ArrayBufferLike>()
  return {
    take: length => {
      if (length > size || length < size / 8) return Buffer.allocUnsafeSlow(length)
      const memory = free.pop() ?? Buffer.allocUnsafeSlow(size).buffer
      taken.add(memory)
      return Buffer.from(memory, 0, length)
    },
    giveBack: ({ buffer }) => {
      if (taken.delete(buffer) && free.length < MOST_KEPT) free.push(buffer)
    },
  }
}

const openFile = promisify(fs.open)

const READ_BYTES = 4 * BLOCK
/** Buffers of `readBlobs` may be given back here once they are no longer needed. */
export const readBuffers = createReadBuffers(READ_BYTES + footerLength(checkedId(''), READ_BYTES))
const STATS_AT_ONCE = 64

/**
 * A blob's file is missing, has another length, is unreadable, or contains wrong bytes; or the index has wrong bytes of
 * a small body.
 */
export class DamagedBlob extends Error {
  /** States what is damaged, and how, for the objects or the part that `whose` names. */
  readonly sentence: (whose: string) => string
  constructor(name: string, what: string, how: string, cause?: unknown) {
    super(`${what}, of the object ${name}, ${how}.`, { cause })
    this.sentence = whose => `${what}, of ${whose}, ${how}.`
  }
}

/** The bytes `from` … `to` (excluded) of an object; `segments` cover them. `name`: for the log. */
export type Reading = { name: string; segments: Segment[]; from: number; to: number }

type Piece = { blob: string; size: number; dataKey: Uint8Array | null; from: number; to: number }

const damaged = (name: string, blob: string, what: string, cause?: unknown): DamagedBlob =>
  new DamagedBlob(name, `The file of blob ${blob}`, what, cause)

const readAt = async (fd: number, length: number, position: number): Promise<Buffer> => {
  const buffer = readBuffers.take(length)
  let filled = 0
  while (filled < length) {
    const count = await new Promise<number>((resolve, reject) =>
      fs.read(fd, buffer, filled, length - filled, position + filled, (error, read) =>
        error ? reject(error) : resolve(read),
      ),
    )
    if (count === 0) return buffer.subarray(0, filled)
    filled += count
  }
  return buffer
}

const piecesOf = ({ segments, from, to }: Reading): Piece[] =>
  segments.flatMap(({ blob, size, start, dataKey }) => {
    const piece = {
      size,
      dataKey,
      from: Math.max(from, start) - start,
      to: Math.min(to, start + size) - start,
    }
    return blob === null || piece.from >= piece.to ? [] : [{ blob, ...piece }]
  })

/** @throws DamagedBlob if the file is missing or its length differs from the index */
const requireFile = async (store: Readable, name: string, { blob, size }: Piece): Promise<void> => {
  const wanted = size + footerLength(blob, size)
  const found = await stat(store.blobs.path(blob)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? damaged(name, blob, 'is missing') : error
  })
  if (found.size !== wanted) throw damaged(name, blob, `has ${found.size} bytes instead of ${wanted}`)
}

/** @throws DamagedBlob if the wrapped key is damaged */
const openKey = (store: Readable, name: string, dataKey: Uint8Array, from: number) => {
  try {
    return store.dataKeys.open(dataKey, from)
  } catch (error) {
    throw new DamagedBlob(name, 'The data key in the index', 'cannot be unwrapped', error)
  }
}

const requirePieces = async (store: Readable, name: string, pieces: Piece[]): Promise<void> => {
  for (let at = 0; at < pieces.length; at += STATS_AT_ONCE) {
    await Promise.all(pieces.slice(at, at + STATS_AT_ONCE).map(piece => requireFile(store, name, piece)))
  }
}

/**
 * Checks that all files of the reading exist with the length in the index; reads no byte.
 * @throws DamagedBlob
 */
export const requireFiles = (store: Readable, reading: Reading): Promise<void> =>
  requirePieces(store, reading.name, piecesOf(reading))

async function* readPiece(store: Readable, name: string, piece: Piece): AsyncGenerator<Buffer> {
  const { blob, size, dataKey, from, to } = piece
  const decrypt = dataKey && openKey(store, name, dataKey, from)
  const footerBytes = footerLength(blob, size)
  const fail = (what: string, cause?: unknown): DamagedBlob => damaged(name, blob, what, cause)
  const fd = await openFile(store.blobs.path(blob), 'r').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? fail('is missing') : error
  })
  // A small file and its footer are one read.
  const small = size <= READ_BYTES
  const read = async (position: number, length: number): Promise<Buffer> => {
    const bytes = await readAt(fd, length, position).catch((error: unknown) => {
      throw fail('cannot be read', error)
    })
    if (bytes.length < length) throw fail(`ends ${length - bytes.length} bytes too early`)
    return bytes
  }
  const footerOf = (bytes: Buffer): Buffer => {
    if (!isFooter(bytes, blob, size)) throw fail('has a damaged footer')
    return bytes
  }
  const group = (at: number): Promise<Buffer> => {
    const start = at - (at % BLOCK)
    const end = Math.min(size, start + READ_BYTES, Math.ceil(to / BLOCK) * BLOCK)
    return read(start, end - start)
  }
  const footer = isChecked(blob) && !small ? read(size, footerBytes).then(footerOf) : undefined
  footer?.catch(() => undefined)
  let next = small ? read(0, size + footerBytes) : group(from)
  try {
    for (let at = from; at < to; ) {
      const raw = await next
      const start = small ? 0 : at - (at % BLOCK)
      const bytes = small ? raw.subarray(0, size) : raw
      const end = Math.min(to, start + bytes.length)
      if (end < to) {
        next = group(end)
        next.catch(() => undefined)
      }
      if (isChecked(blob)) {
        const checks = footer ? await footer : footerOf(raw.subarray(size))
        const block = damagedBlock(checks, bytes, start / BLOCK)
        if (block !== undefined) throw fail(`is damaged in the ${BLOCK} bytes from ${block * BLOCK} on`)
      }
      const found = bytes.subarray(at - start, end - start)
      decrypt?.(found)
      yield found
      at = end
    }
  } finally {
    await Promise.allSettled([next, footer])
    fs.closeSync(fd)
  }
}

async function* readPieces(store: Readable, name: string, pieces: Piece[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield* readPiece(store, name, piece)
}

/** The first bytes, and the rest, which the caller reads or ends with `return()`. */
export type Begun = { first: Buffer; rest: AsyncGenerator<Buffer> }

/**
 * Starts reading: resolves when all files are known to exist with their lengths, and the first bytes are read and
 * verified. Each group of bytes is verified before it is yielded, while the next one is read.
 * @throws DamagedBlob, also from `rest`
 */
export const readBlobs = async (store: Readable, reading: Reading): Promise<Begun> => {
  const { name, segments, from, to } = reading
  const small = segments[0]?.small
  if (small) {
    if (crc32(small.bytes) !== small.crc) throw new DamagedBlob(name, 'The body in the index', 'is damaged')
    const bytes = small.bytes.subarray(from, to)
    const { dataKey } = segments[0]!
    if (dataKey) openKey(store, name, dataKey, from)(bytes)
    return { first: bytes, rest: readPieces(store, name, []) }
  }
  const pieces = piecesOf(reading)
  // The footer of a checked file, which is read anyway, proves its length.
  await requirePieces(store, name, pieces[0] && isChecked(pieces[0].blob) ? pieces.slice(1) : pieces)
  const rest = readPieces(store, name, pieces)
  const { value } = await rest.next()
  return { first: value ?? Buffer.alloc(0), rest }
}
