import type { BucketRow } from './buckets.ts'
import type { Stored, StoredFile } from './contents.ts'
import { type Cause, type EventName, type ObjectFacts, type Target, writeEvent } from './events.ts'
import { Halted } from './halt.ts'
import type { Incoming } from './incoming.ts'
import { targetsOf } from './notifications.ts'
import { type Body, roomForBody } from './room.ts'
import type { Store } from './store.ts'

/** Marks files as unreferenced: journalled in this commit, removed after it. */
export type Discard = (blobs: string[], content?: number) => void

/** Side effects committed together with a change. */
export type Effects = {
  cause: Cause
  discard: Discard
  /** Writes an event for the topics that the bucket's notifications name for it; nothing where they name none. */
  record(name: EventName, bucket: BucketRow, object: ObjectFacts): void
  /** Writes a test event. */
  test(bucket: BucketRow, targets: readonly Target[]): void
}

/**
 * Runs `apply` in the next group commit, then removes the files that it discarded. Resolves when the commit is on the disk.
 * Objects change here, and record events.
 */
export const change = async <T>(store: Store, cause: Cause, apply: (effects: Effects) => T): Promise<T> => {
  const doomed: { blobs: string[]; content: number | undefined }[] = []
  const discard: Discard = (blobs, content) => {
    for (const blob of blobs) store.db.run('INSERT OR IGNORE INTO trash (blob) VALUES (?)', blob)
    doomed.push({ blobs, content })
  }
  let told = false
  const write = (
    name: EventName,
    bucket: BucketRow,
    object: ObjectFacts | undefined,
    targets: readonly Target[],
  ): void => {
    if (targets.length === 0) return
    told = true
    writeEvent(store.db, cause, store.now(), name, bucket, object, targets)
  }
  const record: Effects['record'] = (name, bucket, object) => {
    if (bucket.notification !== null) write(name, bucket, object, targetsOf(bucket, name, object.key))
  }
  const test: Effects['test'] = (bucket, targets) => write('s3:TestEvent', bucket, undefined, targets)
  const value = await store.commits.run(() => apply({ cause, discard, record, test }))
  if (told) store.onEvents()
  for (const { blobs, content } of doomed) store.blobs.remove(blobs, content)
  return value
}

/** Files that a deletion discards in one commit: no more objects or uploads are begun beyond. Others wait for the commit. */
const MOST_DISCARDED = 1000

/**
 * As `change`, in as many commits as it takes until `step` returns true. `hasRoom`: whether the commit may delete one more
 * object or upload, each of up to 10,000 files.
 */
export const changeInSteps = async (
  store: Store,
  cause: Cause,
  step: (effects: Effects, hasRoom: () => boolean) => boolean,
): Promise<void> => {
  for (let done = false; !done; ) {
    let discarded = 0
    done = await change(store, cause, effects => {
      const discard: Discard = (blobs, content) => {
        discarded += blobs.length
        effects.discard(blobs, content)
      }
      return step({ ...effects, discard }, () => discarded < MOST_DISCARDED)
    })
  }
}

type Fill<R> = (write: Incoming['write']) => Promise<R>
type Apply<R, S extends Stored, T> = (received: R, stored: S | null, effects: Effects) => T

/**
 * Stores a body: `fill` writes a temporary file, which `keep` makes durable, and `apply` commits what is kept. After a
 * failure no file stays, unless the engine has stopped: then the commit may name it.
 */
const storing =
  <S extends Stored>(keep: (incoming: Incoming, dataKey: Buffer | null) => Promise<S>) =>
  async <R extends { size: number }, T>(
    store: Store,
    cause: Cause,
    bucket: BucketRow,
    body: Body,
    fill: Fill<R>,
    apply: Apply<R, S, T>,
  ): Promise<T> => {
    using room = roomForBody(store, bucket, body)
    const incoming = store.blobs.receive(body.dataKey?.encrypt)
    let stored: S | null
    let received: R
    try {
      received = await fill(pieces => {
        room.wrote(pieces.reduce((sum, piece) => sum + piece.length, 0))
        return incoming.write(pieces)
      })
      stored = received.size === 0 ? null : await keep(incoming, body.dataKey?.wrapped ?? null)
    } finally {
      await incoming.discard()
    }
    let kept = false
    try {
      const value = await change(store, cause, effects => {
        const applied = apply(received, stored, effects)
        room.counted()
        return applied
      })
      kept = true
      return value
    } catch (error) {
      kept = error instanceof Halted
      throw error
    } finally {
      if (stored && 'blob' in stored) await store.blobs.settle(stored.blob, kept)
    }
  }

/** Stores the bytes of a part under a blob id; an empty body has none (null). @throws DiskFull; S3Error QuotaExceeded */
export const storeBlob = storing<StoredFile>(async (incoming, dataKey) => ({
  blob: await incoming.place(),
  dataKey,
}))

/** As `storeBlob`, for a whole object: a small body is committed itself. */
export const storeBody = storing<Stored>(async (incoming, dataKey) => {
  const bytes = incoming.small()
  return bytes ? { bytes, dataKey } : { blob: await incoming.place(), dataKey }
})
