import type { Tag } from '../protocol/tags.ts'
import { type BucketRow, nextWithLifecycle } from '../store/buckets.ts'
import { change, type Effects } from '../store/changes.ts'
import { isLocked, type LockColumns } from '../store/locks.ts'
import type { Store } from '../store/store.ts'
import { dropUpload } from '../store/uploads.ts'
import { versionId } from '../store/version-ids.ts'
import { deleteCurrent, deleteVersion } from '../store/versions.ts'
import {
  type Clock,
  expiryOf,
  hasExpiredMarker,
  hasExpiredPrevious,
  hasExpiredUpload,
  type Subject,
} from './expiry.ts'
import { enabledRules, type Rule } from './rules.ts'

/**
 * Position of a pass: after the bucket's version (or, with `uploads`, unfinished upload) `id` of `key`.
 * `since`, `newer`: for `hasExpiredPrevious`, from the rows of `key` read so far.
 */
export type LifecycleCursor = {
  bucket: number
  uploads: boolean
  key: string
  id: string
  since: number
  newer: number
}

export const beginning: LifecycleCursor = { bucket: 0, uploads: false, key: '', id: '', since: 0, newer: 0 }

/** `due`: the row after `cursor` has expired. `cursor` undefined: the pass has ended. */
type Look = { cursor: LifecycleCursor | undefined; due: boolean }

/** Rows per look, which blocks the event loop. */
const MOST_ROWS = 500

/** `most`: versions that this commit may remove. */
type Removal = { effects: Effects; most: number }

type Row = LockColumns & {
  seq: number
  key: string
  version_id: string
  latest: number
  marker: number
  size: number
  modified: number
  tags: string | null
}

const rowsAfter = ({ db }: Store, { bucket, key, id }: LifecycleCursor): Row[] => {
  const select = `SELECT seq, key, version_id, latest, marker, size, modified, tags, lock_mode, lock_until, legal_hold
    FROM version INDEXED BY version_of_key WHERE bucket = ?`
  const older =
    id === ''
      ? []
      : db.all<Row>(
          `${select} AND key = ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
          bucket,
          key,
          Number(id),
          MOST_ROWS,
        )
  if (older.length === MOST_ROWS) return older
  const next = db.all<Row>(
    `${select} AND key > ? ORDER BY key, seq DESC LIMIT ?`,
    bucket,
    key,
    MOST_ROWS - older.length,
  )
  return [...older, ...next]
}

const hidesNothing = ({ db }: Store, bucket: number, { key, seq }: Row): boolean =>
  db.get('SELECT 1 FROM version WHERE bucket = ? AND key = ? AND seq < ? LIMIT 1', bucket, key, seq) ===
  undefined

const isDue = (
  store: Store,
  bucket: BucketRow,
  rules: readonly Rule[],
  row: Row,
  previous: { since: number; newer: number },
  clock: Clock,
): boolean => {
  const subject: Subject = {
    key: row.key,
    size: row.size,
    tags: row.tags === null ? [] : (JSON.parse(row.tags) as Tag[]),
    modified: row.modified,
    marker: row.marker === 1,
  }
  if (row.latest === 0)
    return !isLocked(row, clock.now, false) && hasExpiredPrevious(rules, subject, previous, clock)
  if (subject.marker) return hasExpiredMarker(rules, subject, clock) && hidesNothing(store, bucket.id, row)
  const expiry = expiryOf(rules, subject, clock.day)
  return (
    expiry !== undefined &&
    expiry.at <= clock.now &&
    (bucket.versioning === 'Enabled' || !isLocked(row, clock.now, false))
  )
}

/** With `removal`, removes expired versions in its commit; without it, stops at the first one. */
const versionsStep = (
  store: Store,
  bucket: BucketRow,
  rules: readonly Rule[],
  from: LifecycleCursor,
  clock: Clock,
  removal: Removal | undefined,
): Look => {
  let cursor = from
  let removed = 0
  const rows = rowsAfter(store, from)
  for (const row of rows) {
    const { key, seq, latest, marker, modified } = row
    const previous = key === cursor.key ? cursor : { since: modified, newer: 0 }
    if (isDue(store, bucket, rules, row, previous, clock)) {
      if (!removal) return { cursor, due: true }
      if (removed === removal.most) return { cursor, due: true }
      removed += 1
      if (latest === 1 && marker === 0) deleteCurrent(store, bucket, key, removal.effects)
      else deleteVersion(store, bucket, key, versionId(seq, row.version_id), false, removal.effects)
    }
    const newer = latest === 1 ? 0 : previous.newer + (marker === 1 ? 0 : 1)
    cursor = { ...cursor, key, id: String(seq), since: modified, newer }
  }
  return rows.length < MOST_ROWS
    ? { cursor: { ...beginning, bucket: bucket.id, uploads: true }, due: false }
    : { cursor, due: false }
}

/** As `versionsStep`, for unfinished uploads; one per commit, as it may have 10,000 parts. */
const uploadsStep = (
  store: Store,
  bucket: BucketRow,
  rules: readonly Rule[],
  from: LifecycleCursor,
  clock: Clock,
  removal: Removal | undefined,
): Look => {
  const rows = store.db.all<{ id: string; key: string; started: number }>(
    'SELECT id, key, started FROM upload WHERE bucket = ? AND (key, id) > (?, ?) ORDER BY key, id LIMIT ?',
    bucket.id,
    from.key,
    from.id,
    MOST_ROWS,
  )
  let cursor = from
  for (const { id, key, started } of rows) {
    if (hasExpiredUpload(rules, { key, started }, clock)) {
      if (!removal) return { cursor, due: true }
      dropUpload(store, bucket, id, removal.effects.discard)
      return { cursor: { ...cursor, key, id }, due: false }
    }
    cursor = { ...cursor, key, id }
  }
  return rows.length < MOST_ROWS
    ? { cursor: { ...beginning, bucket: bucket.id + 1 }, due: false }
    : { cursor, due: false }
}

const step = (store: Store, from: LifecycleCursor, clock: Clock, removal: Removal | undefined): Look => {
  const bucket = nextWithLifecycle(store, from.bucket)
  if (!bucket) return { cursor: undefined, due: false }
  const cursor = bucket.id === from.bucket ? from : { ...beginning, bucket: bucket.id }
  const rules = enabledRules(bucket)
  return (cursor.uploads ? uploadsStep : versionsStep)(store, bucket, rules, cursor, clock, removal)
}

/** Looks for expired versions from `cursor` on, up to 500 rows. */
export const lookForExpired = (store: Store, cursor: LifecycleCursor, clock: Clock): Look =>
  step(store, cursor, clock, undefined)

/**
 * Removes expired versions from `cursor` on, up to `removals` versions or one upload, in one commit, where `note` saves
 * the cursor. Returns the next cursor.
 */
export const removeExpired = (
  store: Store,
  cursor: LifecycleCursor,
  how: { clock: Clock; removals: number; note: (cursor: LifecycleCursor | undefined) => void },
): Promise<LifecycleCursor | undefined> =>
  change(store, 'lifecycle', effects => {
    const after = step(store, cursor, how.clock, { effects, most: how.removals }).cursor
    how.note(after)
    return after
  })
