import type { Incoming } from './blobs.ts'
import type { BucketRow } from './buckets.ts'
import { Halted } from './halt.ts'
import { type Body, withRoom } from './room.ts'
import type { Store } from './store.ts'

/** Marks files as unreferenced: journalled in this commit, removed after it. */
export type Discard = (blobs: string[], content?: number) => void

/** Runs `apply` in the next group commit, then removes the files that it discarded. Resolves when the commit is on the disk. */
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
 * How every byte gets into the store: `fill` writes a temporary file, which is made durable under a blob id, and `apply`
 * commits the id. After a failure no file stays, unless the engine has stopped: then the commit may name it. An empty
 * body has no blob (null).
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
