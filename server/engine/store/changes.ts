import type { BucketRow } from './buckets.ts'
import {
  type Cause,
  type EventName,
  noteLost,
  type ObjectFacts,
  type TopicTarget,
  writeEvent,
} from './events.ts'
import { targetsOf } from './notifications.ts'
import type { Store } from './store.ts'

/** Marks files as unreferenced: journalled in this commit, removed after it. */
export type Discard = (blobs: string[], content?: number) => void

/** Side effects committed together with a change. */
export type Effects = {
  cause: Cause
  discard: Discard
  /**
   * Writes an event for the topics in the bucket's notifications that match it, if any, and tells those who watch the
   * object's folders.
   */
  record(name: EventName, bucket: BucketRow, object: ObjectFacts): void
  /** Writes a test event. */
  test(bucket: BucketRow, targets: readonly TopicTarget[]): void
}

/**
 * Runs `apply` in the next group commit, then removes the files that it discarded. Resolves when the commit is durable.
 * Changes to objects go through here, and record events; on a full disk these are only counted, as lost.
 */
export const change = async <T>(store: Store, cause: Cause, apply: (effects: Effects) => T): Promise<T> => {
  const doomed: { blobs: string[]; content: number | undefined }[] = []
  const discard: Discard = (blobs, content) => {
    for (const blob of blobs) store.db.run('INSERT OR IGNORE INTO trash (blob) VALUES (?)', blob)
    doomed.push({ blobs, content })
  }
  let told = false
  const changed: { bucket: number; key: string }[] = []
  const lost: { owner: string; topic: string }[] = []
  const write = (
    name: EventName,
    bucket: BucketRow,
    object: ObjectFacts | undefined,
    targets: readonly TopicTarget[],
  ): void => {
    if (targets.length === 0) return
    told = true
    if (store.disk.isFull()) for (const { topic } of targets) lost.push({ owner: bucket.uid, topic })
    else writeEvent(store.db, cause, store.now(), name, bucket, object, targets)
  }
  const record: Effects['record'] = (name, bucket, object) => {
    changed.push({ bucket: bucket.id, key: object.key })
    if (bucket.notification !== null && bucket.notifications === 1)
      write(name, bucket, object, targetsOf(bucket, name, object.key))
  }
  const test: Effects['test'] = (bucket, targets) => write('s3:TestEvent', bucket, undefined, targets)
  const value = await store.commits.run(() => {
    const value = apply({ cause, discard, record, test })
    noteLost(store.db, lost.splice(0))
    return value
  })
  for (const { bucket, key } of changed) store.watches.note(bucket, key)
  if (told) store.onEvents()
  for (const { blobs, content } of doomed) store.blobs.remove(blobs, content)
  return value
}

/**
 * Files discarded in one commit after which a deletion takes up no further object or upload, so that other changes can
 * commit.
 */
const MOST_DISCARDED = 1000

/**
 * Like `change`, in as many commits as needed until `step` returns true. `hasRoom`: whether the commit may delete one
 * more object or upload, each of up to 10,000 files.
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
