import { crc32 } from '@node-rs/crc32'
import { centralRecord, descriptor, endOf, localHeader, type ZipEntry, ZipLength } from './layout.ts'

/** A source that is not what was listed, or an archive that would not have the length that was promised. */
export class ZipBroken extends Error {}

type Bytes = AsyncIterable<Uint8Array>

/** Files of up to so many bytes are fetched whole, `ahead` of their turn; larger ones are passed through. */
const small = 256 * 1024
export const ahead = 4
/** Pieces are gathered to so many bytes. */
const pieceLength = 64 * 1024

/**
 * The bytes of an archive of `length` bytes. `open` is called in order, for at most `ahead` files at once, and only as the
 * bytes are taken; a piece may be overwritten once the next one is asked for, as may those of `open`. Throws where a source
 * fails or has other bytes than its entry says: what was sent is then no archive.
 */
export async function* zipStream<Entry extends ZipEntry>(
  entries: AsyncIterable<Entry>,
  open: (entry: Entry) => Promise<Bytes>,
  length: number,
): AsyncGenerator<Uint8Array> {
  const sum = new ZipLength()
  const directory = new Pieces()
  const out = new Pieces()
  for await (const { entry, fetched } of fetchAhead(entries, open)) {
    const { offset } = sum
    sum.add(entry)
    if (sum.total > length) throw new ZipBroken('There is more than was counted.')
    out.add(localHeader(entry))
    let crc = 0
    let size = 0
    for await (const bytes of fetched ? await fetched : await open(entry)) {
      crc = crc32(bytes, crc)
      size += bytes.length
      if (size > entry.size) break
      if (bytes.length < pieceLength / 4) out.add(bytes)
      else {
        yield* out.take()
        yield bytes
      }
      if (out.length >= pieceLength) yield* out.take()
    }
    if (size !== entry.size) throw new ZipBroken('A file has another size than was listed.')
    out.add(descriptor(entry, crc))
    directory.add(centralRecord(entry, crc, offset))
    // The first goes at once, so that the download is seen to begin.
    if (sum.entries === 1 || out.length >= pieceLength) yield* out.take()
  }
  if (sum.total !== length) throw new ZipBroken('There is less than was counted.')
  yield* out.take()
  yield* directory.take()
  yield endOf(sum)
}

/** Entries in their order, small ones with bytes that are on their way. */
async function* fetchAhead<Entry extends ZipEntry>(
  entries: AsyncIterable<Entry>,
  open: (entry: Entry) => Promise<Bytes>,
): AsyncGenerator<{ entry: Entry; fetched: Promise<Uint8Array[]> | null }> {
  const waiting: { entry: Entry; fetched: Promise<Uint8Array[]> | null }[] = []
  for await (const entry of entries) {
    const fetched = entry.size > small ? null : fetchWhole(entry, open)
    // It is awaited in its turn; until then nobody listens.
    fetched?.catch(() => undefined)
    waiting.push({ entry, fetched })
    if (fetched === null || waiting.length >= ahead) yield* waiting.splice(0, fetched === null ? ahead : 1)
  }
  yield* waiting
}

async function fetchWhole<Entry extends ZipEntry>(
  entry: Entry,
  open: (entry: Entry) => Promise<Bytes>,
): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = []
  let size = 0
  if (entry.size === 0) return pieces
  for await (const bytes of await open(entry)) {
    // A piece may be overwritten once the next one is asked for.
    pieces.push(Buffer.from(bytes))
    size += bytes.length
    if (size > small) break
  }
  return pieces
}

/** Small pieces in few buffers. */
class Pieces {
  length = 0
  #full: Buffer[] = []
  #last = Buffer.alloc(0)
  #used = 0

  add(bytes: Uint8Array): void {
    this.length += bytes.length
    for (let from = 0; from < bytes.length; ) {
      if (this.#used === this.#last.length) {
        if (this.#used > 0) this.#full.push(this.#last)
        this.#last = Buffer.allocUnsafe(pieceLength)
        this.#used = 0
      }
      const part = bytes.subarray(from, from + this.#last.length - this.#used)
      this.#last.set(part, this.#used)
      this.#used += part.length
      from += part.length
    }
  }

  /** Empties it. */
  take(): Uint8Array[] {
    const pieces = [...this.#full, this.#last.subarray(0, this.#used)].filter(({ length }) => length > 0)
    this.length = 0
    this.#full = []
    this.#last = Buffer.alloc(0)
    this.#used = 0
    return pieces
  }
}
