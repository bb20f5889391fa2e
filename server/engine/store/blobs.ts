import { randomBytes, randomInt } from 'node:crypto'
import fs from 'node:fs'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { checkedId, createBlockChecks } from './block-checks.ts'
import type { Commits } from './commits.ts'
import type { Crypt } from './data-keys.ts'
import type { Database } from './database.ts'
import type { Halt } from './halt.ts'
import type { Marks } from './mark.ts'
import { type Finding, sweep } from './sweep.ts'
import { fdatasync, fsync, syncFolders } from './sync.ts'

/** A file that is being received. Bytes are buffered until a write is worth it. */
export type Incoming = {
  /**
   * Buffers or writes bytes. Await a returned promise before the next call. Takes over the memory of the pieces: it may
   * change, and that of a whole ArrayBuffer is freed once it is written.
   */
  write(pieces: Buffer[]): Promise<void> | undefined
  /** All bytes, where they are few enough for the index and none is in the file yet. */
  small(): Buffer | undefined
  /** Makes the bytes, and a CRC for each block, durable under a new blob id. Commit that id, then call `settle`. */
  place(): Promise<string>
  /** Closes and removes the temporary file. Harmless after `place`. */
  discard(): Promise<void>
}

export type Blobs = {
  /** `encrypt` changes all bytes, in order; footers are of what it makes of them. */
  receive(encrypt?: Crypt): Incoming
  path(blob: string): string
  /** Call after the commit that names `blob`; `kept` false, where it failed, removes the file. */
  settle(blob: string, kept: boolean): Promise<void>
  /** Removes files that are in the index's `trash`, now or once `content` has no lease. */
  remove(blobs: string[], content?: number): void
  /** Keeps all files that are removed from now on until the returned function is called. */
  keepRemoved(): () => void
  /** Keeps the files of `content` until the returned function is called. */
  lease(content: number): () => void
  /** See `sweep`. Call once, before anything is received. */
  sweep(): Promise<Finding[]>
  idle(): Promise<void>
}

const writev = (fd: number, buffers: Buffer[]): Promise<number> =>
  new Promise((resolve, reject) =>
    fs.writev(fd, buffers, (error, written) => (error ? reject(error) : resolve(written))),
  )

/** Bytes of a body that are worth a write, less where more bodies are received than `BUFFERED` bytes have room for. */
const WRITE_BYTES = 512 * 1024
const BUFFERED = 64 * 1024 * 1024
/** Pieces below this many bytes are copied together: a slice keeps its whole buffer in memory. */
const SMALL = 16 * 1024
const TOGETHER = 64 * 1024
const BLOBS_PER_SHARD = 1024
/** Bytes of a file after which they are synced while more are received: else the disk begins with the last. */
const SYNC_BYTES = 32 * 1024 * 1024
/** Bytes up to which a body lies in the index. */
const SMALL_BODY = 8 * 1024

/**
 * Files below `dir`: in `tmp/` while they are received, then `data/ab/<id>`. A blob id starts with its shard's two hex
 * digits. New blobs go to one shard for a while, so that concurrent requests share the folder's fsync; the index names
 * the shards in use since the last sweep, so that a start checks only these. `smallBody`: bytes up to which a body is kept
 * in the index, without a file.
 */
export const openBlobs = (
  dir: string,
  db: Database,
  commits: Commits,
  halt: Halt,
  marks: Marks,
  smallBody = SMALL_BODY,
): Blobs => {
  const temporary = join(dir, 'tmp')
  fs.mkdirSync(temporary, { recursive: true, mode: 0o700 })
  fs.mkdirSync(join(dir, 'data'), { recursive: true, mode: 0o700 })
  const path = (blob: string): string => join(dir, 'data', blob.slice(0, 2), blob.slice(2))

  type Shard = {
    name: string
    fd: number
    placed: number
    unsettled: number
    syncing?: Promise<void> | undefined
    next?: Promise<void> | undefined
  }
  const shards = new Map<string, Shard>()
  let active: Shard | undefined
  let opening: Promise<void> | undefined
  /** A shard's folder was made, and its parent is not synced yet. */
  let unsynced = false

  const retire = (shard: Shard): void => {
    if (shard === active || shard.unsettled > 0) return
    shards.delete(shard.name)
    fs.closeSync(shard.fd)
    commits.later(() => {
      if (!shards.has(shard.name)) db.run('DELETE FROM shard WHERE name = ?', shard.name)
    })
  }

  const openNext = async (): Promise<void> => {
    const before = active
    const name = randomInt(256).toString(16).padStart(2, '0')
    const known = shards.get(name)
    if (fs.mkdirSync(join(dir, 'data', name), { recursive: true, mode: 0o700 }) !== undefined) unsynced = true
    if (unsynced) await syncFolders([join(dir, 'data')], halt)
    unsynced = false
    const shard = known ?? { name, fd: fs.openSync(join(dir, 'data', name), 'r'), placed: 0, unsettled: 0 }
    if (!known) {
      shards.set(name, shard)
      try {
        await commits.run(() => db.run('INSERT OR IGNORE INTO shard (name) VALUES (?)', name))
        await marks.write(false)
        await syncFolders([dir], halt)
      } catch (error) {
        shards.delete(name)
        fs.closeSync(shard.fd)
        throw error
      }
    }
    shard.placed = 0
    active = shard
    if (before) retire(before)
  }

  const takeShard = async (): Promise<Shard> => {
    for (;;) {
      if (active && active.placed < BLOBS_PER_SHARD) {
        active.placed += 1
        active.unsettled += 1
        return active
      }
      opening ??= openNext().finally(() => {
        opening = undefined
      })
      await opening
    }
  }

  /** An fsync that begins after the call; calls during a running one share the next. */
  const syncFolder = (shard: Shard): Promise<void> => {
    if (!shard.syncing) {
      shard.syncing = fsync(shard.fd)
        .catch(error => {
          throw halt.stop('A sync of a folder of blobs', error)
        })
        .finally(() => {
          shard.syncing = undefined
        })
      return shard.syncing
    }
    shard.next ??= shard.syncing
      .catch(() => undefined)
      .then(() => {
        shard.next = undefined
        return syncFolder(shard)
      })
    return shard.next
  }

  const pending = new Set<Promise<void>>()
  const track = (work: Promise<void>): void => {
    const done = work.finally(() => pending.delete(done))
    pending.add(done)
  }

  const unlinkIfThere = (file: string): Promise<void> =>
    unlink(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })

  const removeNow = async (blobs: string[]): Promise<void> => {
    for (const blob of blobs) await unlinkIfThere(path(blob))
    commits.later(() => {
      for (const blob of blobs) db.run('DELETE FROM trash WHERE blob = ?', blob)
    })
  }

  const readers = new Map<number, { count: number; doomed: string[] }>()

  let keepers = 0
  let kept: string[] = []

  const remove = (blobs: string[], content?: number): void => {
    const reader = content === undefined ? undefined : readers.get(content)
    if (reader) reader.doomed.push(...blobs)
    else if (keepers > 0) kept.push(...blobs)
    // What cannot be removed stays in `trash`, and is retried at the next start.
    else if (blobs.length > 0) track(removeNow(blobs).catch(error => console.error('kho engine:', error)))
  }

  let received = 0
  let open = 0
  /** One file at a time: a sync keeps a thread of the pool, which everything else needs too. */
  let syncing: Promise<void> | undefined
  const receive: Blobs['receive'] = encrypt => {
    open += 1
    const file = join(temporary, String(received++))
    let fd: number | undefined
    /** Whether the temporary file is there. */
    let made = false
    let discarded = false
    let buffered: Buffer[] = []
    let bytes = 0
    let writing: Promise<void> | undefined
    let unsynced = 0
    let failure: unknown
    const checks = createBlockChecks()

    /** The buffer that small pieces are copied to; its first `filled` bytes are the last of `buffered`. */
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
      // Else each 30 MiB of buffers cost a collection of the whole heap.
      for (const memory of owned) if (memory instanceof ArrayBuffer) memory.transfer(0)
      if (unsynced >= SYNC_BYTES && !syncing) startSyncing(fd)
    }
    /** What `syncing` is while it is this file's. */
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
        await writing
        const name = checkedId(Date.now().toString(16).padStart(12, '0') + randomBytes(8).toString('hex'))
        buffered.push(checks.footer(name, commits.made()))
        await startWriting()
        await ownSync
        requireNoFailure()
        await fdatasync(fd!)
        closeFile()
        const shard = await takeShard()
        const blob = shard.name + name
        try {
          fs.renameSync(file, path(blob))
          made = false
          await syncFolder(shard)
        } catch (error) {
          shard.unsettled -= 1
          throw error
        }
        return blob
      },
      discard: async () => {
        if (!discarded) open -= 1
        discarded = true
        // A write or sync that outlived the file would go to the next file that gets its descriptor.
        await writing
        await ownSync
        closeFile()
        if (made) await unlinkIfThere(file)
        made = false
      },
    }
  }

  return {
    receive,
    path,
    remove,
    sweep: async () => {
      const findings = await sweep(dir, db, commits)
      await syncFolders([dir, temporary, join(dir, 'data')], halt)
      return findings
    },
    settle: async (blob, kept) => {
      const shard = shards.get(blob.slice(0, 2))
      try {
        if (!kept) await unlinkIfThere(path(blob))
      } finally {
        if (shard) {
          shard.unsettled -= 1
          retire(shard)
        }
      }
    },
    keepRemoved: () => {
      keepers += 1
      return () => {
        keepers -= 1
        if (keepers > 0) return
        const doomed = kept
        kept = []
        remove(doomed)
      }
    },
    lease: content => {
      const reader = readers.get(content) ?? { count: 0, doomed: [] }
      reader.count += 1
      readers.set(content, reader)
      return () => {
        reader.count -= 1
        if (reader.count > 0) return
        readers.delete(content)
        remove(reader.doomed)
      }
    },
    idle: async () => {
      while (pending.size > 0) await Promise.all(pending)
      for (const shard of shards.values()) fs.closeSync(shard.fd)
      shards.clear()
    },
  }
}
