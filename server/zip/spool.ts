import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A queue of bytes: the last `inMemory` in memory, earlier ones in a file without a name, so that nothing remains of it
 * once the process ends.
 */
export class Spool {
  readonly #inMemory: number
  #pieces: Uint8Array[] = []
  #waiting = 0
  #written = 0
  #file: FileHandle | null = null

  constructor(inMemory = 1024 * 1024) {
    this.#inMemory = inMemory
  }

  async add(bytes: Uint8Array): Promise<void> {
    this.#pieces.push(bytes)
    this.#waiting += bytes.length
    if (this.#waiting < this.#inMemory) return
    this.#file ??= await openNameless()
    const piece = Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#waiting = 0
    for (let from = 0; from < piece.length; ) {
      const { bytesWritten } = await this.#file.write(piece, from, piece.length - from, this.#written)
      from += bytesWritten
      this.#written += bytesWritten
    }
  }

  /** All bytes in their order. A chunk is overwritten once the next one is requested. */
  async *read(): AsyncGenerator<Uint8Array> {
    const buffer = Buffer.allocUnsafe(64 * 1024)
    for (let at = 0; at < this.#written; ) {
      const { bytesRead } = await this.#file!.read(buffer, 0, Math.min(buffer.length, this.#written - at), at)
      if (bytesRead === 0) throw new Error('The temporary file of an archive was cut.')
      yield buffer.subarray(0, bytesRead)
      at += bytesRead
    }
    yield* this.#pieces
  }

  async close(): Promise<void> {
    await this.#file?.close()
  }
}

async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `kho-zip-${randomUUID()}`)
  const { O_CREAT, O_EXCL, O_RDWR } = constants
  const file = await open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
  await unlink(path)
  return file
}
