import type { BucketRow } from './buckets.ts'
import { change, type Effects } from './changes.ts'
import type { Stored, StoredFile } from './contents.ts'
import type { Cause } from './events.ts'
import { Halted } from './halt.ts'
import type { Incoming } from './incoming.ts'
import { type Body, roomForBody } from './room.ts'
import type { Store } from './store.ts'

/**
 * A body that is being stored: `write` its bytes, make them durable by `keep` or `place`, then `commit` them. Disposing of it
 * releases its room, and removes its file where it was not committed.
 */
export type OpenBody = AsyncDisposable & {
  write: Incoming['write']
  /** Gives a small body itself, for the index, and any other as `place`. */
  keep(): Promise<Stored | null>
  /** Makes the bytes durable under a blob id; null: there are none. */
  place(): Promise<StoredFile | null>
  /** As `change`: `apply` commits what is kept. */
  commit<T>(cause: Cause, apply: (effects: Effects) => T): Promise<T>
}

/** Reserves room for a body of a bucket. @throws DiskFull; S3Error QuotaExceeded; so does `write`, beyond what was announced */
export const openBody = (store: Store, bucket: BucketRow, body: Body): OpenBody => {
  const room = roomForBody(store, bucket, body)
  const incoming = store.blobs.receive(body.dataKey?.encrypt)
  const dataKey = body.dataKey?.wrapped ?? null
  let size = 0
  let blob: string | undefined
  let committed = false
  const place = async (): Promise<StoredFile | null> => {
    if (size === 0) return null
    blob = await incoming.place()
    return { blob, dataKey }
  }
  return {
    write: pieces => {
      const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
      size += bytes
      room.wrote(bytes)
      return incoming.write(pieces)
    },
    keep: async () => {
      const bytes = incoming.small()
      return bytes ? { bytes, dataKey } : place()
    },
    place,
    commit: async (cause, apply) => {
      try {
        const value = await change(store, cause, effects => {
          const applied = apply(effects)
          room.counted()
          return applied
        })
        committed = true
        return value
      } catch (error) {
        // The commit of an engine that stops may be on the disk, and names the file.
        committed = error instanceof Halted
        throw error
      }
    },
    [Symbol.asyncDispose]: async () => {
      using _room = room
      await incoming.discard()
      if (blob !== undefined) await store.blobs.settle(blob, committed)
    },
  }
}
