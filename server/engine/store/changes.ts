import type { Incoming } from './blobs.ts'
import type { BucketRow } from './buckets.ts'
import { Halted } from './halt.ts'
import { type Body, withRoom } from './room.ts'
import type { Store } from './store.ts'

/** Marks files as no longer referred to: journalled in this commit, removed after it. */
export type Discard = (blobs: string[], content?: number) => void

/** Runs `apply` in the next group commit, resolves when it is on the disk, then removes the files it discarded. */
export const change = async <T>(store: Store, apply: (discard: Discard) => T): Promise<T> => {
  const doomed: { blobs: string[]; content: number | undefined }[] = []
  const value = await store.commits.run(() =>
    apply((blobs, content) => {
      for (const blob of blobs) store.db.run('INSERT OR IGNORE INTO trash (blob) VALUES (?)', blob)
      doomed.push({ blobs, content })
    }),
  )
  for (const { blobs, content } of doomed) store.blobs.remove(blobs, content)
  return value
}

/**
 * The way of every byte into the store: `fill` gives them to a temporary file; they are made durable under a blob
 * id, and `apply` commits it. Whatever fails, no file stays behind, but where the engine stopped: nobody knows then
 * whether the commit names it. An empty body has no blob (null).
 * @throws DiskFull; S3Error QuotaExceeded
 */
export const storeBlob = <R extends { size: number }, T>(
  store: Store,
  bucket: BucketRow,
  body: Body,
  fill: (write: Incoming['write']) => Promise<R>,
  apply: (received: R, blob: string | null, discard: Discard) => T,
): Promise<T> =>
  withRoom(store, bucket, body, wrote =>
    storeClaimed(
      store,
      incoming =>
        fill(pieces => {
          wrote(pieces.reduce((sum, piece) => sum + piece.length, 0))
          return incoming.write(pieces)
        }),
      apply,
    ),
  )

const storeClaimed = async <R extends { size: number }, T>(
  store: Store,
  fill: (incoming: Incoming) => Promise<R>,
  apply: (received: R, blob: string | null, discard: Discard) => T,
): Promise<T> => {
  const incoming = store.blobs.receive()
  let blob: string | null
  let received: R
  try {
    received = await fill(incoming)
    blob = received.size === 0 ? null : await incoming.place()
  } finally {
    await incoming.discard()
  }
  let keep = false
  try {
    const value = await change(store, discard => apply(received, blob, discard))
    keep = true
    return value
  } catch (error) {
    keep = error instanceof Halted
    throw error
  } finally {
    if (blob !== null) await store.blobs.settle(blob, keep)
  }
}
