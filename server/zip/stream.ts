import { crc32 } from '../crc32.ts'
import { centralRecord, descriptor, endOf, localHeader, type ZipEntry, ZipLength } from './layout.ts'
import { Spool } from './spool.ts'

/** A source that differs from its listing, or an archive whose length would differ from the announced one. */
class ZipBroken extends Error {}

type Bytes = AsyncIterable<Uint8Array>

/** Files of up to this many bytes are prefetched into memory, `ahead` of their turn; larger ones are streamed. */
const prefetchLimit = 256 * 1024
export const ahead = 4
/** Bytes up to which small chunks are merged. */
const pieceLength = 64 * 1024

/**
 * The bytes of an archive of `length` bytes. `open` is called in order, for at most `ahead` files at once, and only as
 * the bytes are read. A chunk may be overwritten once the next one is requested, also those of `open`. Throws if a
 * source fails or its size differs from its entry: the bytes sent so far are then not a valid archive.
 */
export async function* zipStream<Entry extends ZipEntry>(
  entries: AsyncIterable<Entry>,
  open: (entry: Entry) => Promise<Bytes>,
  length: number,
): AsyncGenerator<Uint8Array> {
  const sum = new ZipLength()
  const directory = new Spool()
  try {
    yield* filesOf(entries, open, { length, sum, directory })
    if (sum.total !== length) throw new ZipBroken('There is less than was counted.')
    yield* directory.read()
    yield endOf(sum)
  } finally {
    await directory.close()
  }
}

/** The files, each after its header; adds their records to the directory. */
async function* filesOf<Entry extends ZipEntry>(
  entries: AsyncIterable<Entry>,
  open: (entry: Entry) => Promise<Bytes>,
  { length, sum, directory }: { length: number; sum: ZipLength; directory: Spool },
): AsyncGenerator<Uint8Array> {
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
    await directory.add(centralRecord(entry, crc, offset))
    // The first entry is sent at once, so that the browser shows the download.
    if (sum.entries === 1 || out.length >= pieceLength) yield* out.take()
  }
  yield* out.take()
}

/** The entries in order; the bytes of small ones are prefetched. */
async function* fetchAhead<Entry extends ZipEntry>(
  entries: AsyncIterable<Entry>,
  open: (entry: Entry) => Promise<Bytes>,
): AsyncGenerator<{ entry: Entry; fetched: Promise<Uint8Array[]> | null }> {
  const waiting: { entry: Entry; fetched: Promise<Uint8Array[]> | null }[] = []
  for await (const entry of entries) {
    const fetched = entry.size > prefetchLimit ? null : fetchWhole(entry, open)
    // Awaited in its turn: until then, a rejection would be unhandled.
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
    // A chunk may be overwritten once the next one is requested.
    pieces.push(Buffer.from(bytes))
    size += bytes.length
    if (size > prefetchLimit) break
  }
  return pieces
}

/** Merges small chunks into few buffers. */
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

  /** Returns the pieces, and starts over without them. */
  take(): Uint8Array[] {
    const pieces = [...this.#full, this.#last.subarray(0, this.#used)].filter(({ length }) => length > 0)
    this.length = 0
    this.#full = []
    this.#last = Buffer.alloc(0)
    this.#used = 0
    return pieces
  }
}
