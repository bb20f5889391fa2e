import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { join } from 'node:path'
import { checkedId, createBlockChecks } from './block-checks.ts'
import type { Crypt } from './data-keys.ts'
import { unlinkIfThere } from './removal.ts'
import type { Shards } from './shards.ts'
import { fdatasync, fdatasyncInTurn } from './sync.ts'

/** A file that is being received. Bytes are buffered until a write is worthwhile. */
export type Incoming = {
  /**
   * Buffers or writes bytes. Await a returned promise before the next call. Takes ownership of the pieces' memory: it
   * may change, and a whole ArrayBuffer is freed once it is written.
   */
  write(pieces: Buffer[]): Promise<void> | undefined
  /** All bytes, if they are few enough for the index and none was written to the file yet. */
  small(): Buffer | undefined
  /** Makes the bytes, and a CRC for each block, durable under a new blob id. Commit that id, then call `settle`. */
  place(): Promise<string>
  /** Closes and removes the temporary file. Harmless after `place`. */
  discard(): Promise<void>
}

const writev = (fd: number, buffers: Buffer[]): Promise<number> =>
  new Promise((resolve, reject) =>
    fs.writev(fd, buffers, (error, written) => (error ? reject(error) : resolve(written))),
  )

/** Bytes of a body that are worth a write; fewer if more bodies are received than `BUFFERED` bytes can hold. */
const WRITE_BYTES = 512 * 1024
const BUFFERED = 64 * 1024 * 1024
/** Pieces below this many bytes are merged: a slice keeps its whole buffer in memory. */
const SMALL = 16 * 1024
const TOGETHER = 64 * 1024
/** Bytes after which a file is synced while more are received: otherwise the disk starts only after the last one. */
const SYNC_BYTES = 32 * 1024 * 1024

type Places = {
  /** The folder of files that are being received. */
  temporary: string
  shards: Shards
  path(blob: string): string
  /** The number of the last commit. */
  commit(): number
  /** The largest body stored in the index instead of a file, in bytes. */
  smallBody: number
}

/** Starts a file; `encrypt` changes all bytes, in order, and footers cover its output. */
export type Receive = (encrypt?: Crypt) => Incoming

/** Receives bodies into temporary files, and places them in a shard. */
export const openReceive = ({ temporary, shards, path, commit, smallBody }: Places): Receive => {
  let received = 0
  let open = 0
  /** One file at a time: a sync occupies a thread of the pool, which everything else needs too. */
  let syncing: Promise<void> | undefined
  return encrypt => {
    open += 1
    const file = join(temporary, String(received++))
    let fd: number | undefined
    /** Whether the temporary file exists. */
    let made = false
    let discarded = false
    let buffered: Buffer[] = []
    let bytes = 0
    let writing: Promise<void> | undefined
    let unsynced = 0
    let failure: unknown
    const checks = createBlockChecks()

    /** The buffer for merging small pieces; its first `filled` bytes are the last of `buffered`. */
    let together: Buffer | undefined
    let filled = 0

    const keep = (piece: Buffer): void => {
      bytes += piece.length
      if (piece.length >= SMALL || buffered.length === 0) {
        buffered.push(piece)
        together = undefined
        return
      }
      if (!together || together.length - filled < piece.length) {
        together = Buffer.allocUnsafeSlow(TOGETHER)
        filled = 0
        buffered.push(together)
      }
      filled += piece.copy(together, filled)
      buffered[buffered.length - 1] = together.subarray(0, filled)
    }

    const drain = async (): Promise<void> => {
      fd ??= fs.openSync(file, 'wx', 0o600)
      made = true
      const buffers = buffered
      const owned = buffers.flatMap(({ buffer, length }) => (length === buffer.byteLength ? [buffer] : []))
      const small = bytes <= TOGETHER
      unsynced += bytes
      buffered = []
      bytes = 0
      together = undefined
      for (let first = 0; first < buffers.length; ) {
        const left = first === 0 ? buffers : buffers.slice(first)
        let rest = small ? fs.writevSync(fd, left) : await writev(fd, left)
        while (first < buffers.length && rest >= buffers[first]!.length) rest -= buffers[first++]!.length
        if (rest > 0) buffers[first] = buffers[first]!.subarray(rest)
      }
      // Otherwise each 30 MiB of buffers would cost a collection of the whole heap.
      for (const memory of owned) if (memory instanceof ArrayBuffer) memory.transfer(0)
      if (unsynced >= SYNC_BYTES && !syncing) startSyncing(fd)
    }
    /** The value of `syncing` while it is this file's. */
    let ownSync: Promise<void> | undefined
    const startSyncing = (file: number): void => {
      unsynced = 0
      ownSync = fdatasync(file)
        .catch(error => {
          failure ??= error
        })
        .finally(() => {
          ownSync = undefined
          syncing = undefined
        })
      syncing = ownSync
    }
    const startWriting = (): Promise<void> => {
      const now = drain()
        .catch(error => {
          failure ??= error
        })
        .finally(() => {
          writing = undefined
        })
      writing = now
      return now
    }
    const requireNoFailure = (): void => {
      if (failure) throw failure
    }
    const closeFile = (): void => {
      if (fd === undefined) return
      const open = fd
      fd = undefined
      fs.closeSync(open)
    }
    return {
      write: pieces => {
        if (discarded) return undefined
        requireNoFailure()
        for (const piece of pieces) {
          if (piece.length === 0) continue
          encrypt?.(piece)
          checks.add(piece)
          keep(piece)
        }
        if (bytes < WRITE_BYTES && bytes < Math.max(TOGETHER, BUFFERED / open)) return undefined
        if (!writing) {
          void startWriting()
          return undefined
        }
        return writing.then(() => {
          requireNoFailure()
          if (!discarded) void startWriting()
        })
      },
      small: () =>
        fd === undefined && bytes <= smallBody && buffered.length > 0 ? Buffer.concat(buffered) : undefined,
      place: async () => {
        // Each may start the next, and two at once would change the order of the bytes.
        while (writing) await writing
        const name = checkedId(Date.now().toString(16).padStart(12, '0') + randomBytes(8).toString('hex'))
        buffered.push(checks.footer(name, commit()))
        await startWriting()
        await ownSync
        requireNoFailure()
        await fdatasyncInTurn(fd!)
        closeFile()
        const shard = await shards.take()
        const blob = shard.name + name
        try {
          fs.renameSync(file, path(blob))
          made = false
          await shards.sync(shard)
        } catch (error) {
          shards.settle(shard.name)
          throw error
        }
        return blob
      },
      discard: async () => {
        if (!discarded) open -= 1
        discarded = true
        // A write or sync that outlived the file would reach the next file with the same descriptor.
        while (writing) await writing
        await ownSync
        closeFile()
        if (made) await unlinkIfThere(file)
        made = false
      },
    }
  }
}
