import { DiskFull } from '../../disk.ts'
import type { Checksum } from '../protocol/checksums.ts'
import type { Tag } from '../protocol/tags.ts'
import { type BucketRow, lockConfiguration } from './buckets.ts'
import type { Effects } from './changes.ts'
import { releaseContent } from './contents.ts'
import type { Cause, Creation, EventName } from './events.ts'
import { latestRow, nullRow, rowOf, type Version, type VersionRow } from './find-version.ts'
import { enterFolder, leaveFolder } from './folders.ts'
import {
  type LegalHold,
  type Lock,
  lockColumns,
  lockOfNew,
  type Retention,
  requireRetentionChange,
  requireUnlocked,
} from './locks.ts'
import type { Store } from './store.ts'
import { addUsage, countUsage, type Usage } from './usage.ts'
import { NULL_ID, newToken, versionId } from './version-ids.ts'

/**
 * `how`: the operation. `etag`: without quotes. `acl`: JSON, or null if only the bucket's owner has access. `lock`: as
 * requested; the bucket's default is added.
 */
type NewVersion = {
  how: Creation
  acl: string | null
  content: number
  size: number
  etag: string
  headers: Record<string, string>
  checksum: Checksum | undefined
  tags?: Tag[]
  lock?: Lock | undefined
}

const shownId = ({ versioning }: BucketRow, id: string): string | null => (versioning === null ? null : id)

const removal = (cause: Cause, what: 'Delete' | 'DeleteMarkerCreated'): EventName =>
  `s3:${cause === 'lifecycle' ? 'LifecycleExpiration' : 'ObjectRemoved'}:${what}`

type Values = Omit<VersionRow, 'seq' | 'key' | 'version_id' | 'latest' | 'folder'>

const valueNames = [
  ...(['marker', 'content', 'size', 'etag', 'modified', 'headers', 'checksum', 'tags', 'acl'] as const),
  ...(['lock_mode', 'lock_until', 'legal_hold'] as const),
] satisfies (keyof Values)[]

const insertion = `INSERT INTO version (bucket, key, version_id, latest, folder, ${valueNames.join(', ')})
  VALUES (?, ?, ?, 1, ?, ${valueNames.map(() => '?').join(', ')})`

const replacement = `UPDATE version SET folder = ?, ${valueNames.map(name => `${name} = ?`).join(', ')} WHERE seq = ?`

/** Makes `values` the key's latest row: a further one in a versioned bucket, else it replaces the `null` version. */
const putLatest = (
  store: Store,
  bucket: BucketRow,
  key: string,
  values: Values,
  how: { effects: Effects; name: EventName; count: typeof addUsage; freed: Usage },
): string => {
  const { db } = store
  const latest = latestRow(store, bucket.id, key)
  const token = bucket.versioning === 'Enabled' ? newToken() : NULL_ID
  const replaced = token === NULL_ID ? nullRow(store, bucket.id, key, latest) : undefined
  if (replaced) requireUnlocked(replaced, store.now(), false)
  const { freed } = how
  how.count(store, bucket, {
    bytes: values.size - (freed.bytes ?? 0) - (replaced?.size ?? 0),
    objects: replaced ? 0 : 1,
    uploads: -(freed.uploads ?? 0),
    parts: -(freed.parts ?? 0),
  })
  const list = valueNames.map(name => values[name])
  const folder = values.marker === 1 ? null : enterFolder(db, bucket.id, key, values.size)
  if (latest) leaveFolder(db, latest)
  let seq = latest?.seq ?? 0
  if (replaced && replaced === latest) {
    db.run(replacement, folder, ...list, seq)
  } else {
    if (replaced) db.run('DELETE FROM version WHERE seq = ?', replaced.seq)
    if (latest) db.run('UPDATE version SET latest = 0 WHERE seq = ?', seq)
    seq = db.insert(insertion, bucket.id, key, token, folder, ...list)
  }
  if (replaced && replaced.content !== null) releaseContent(store, replaced.content, how.effects.discard)
  const id = versionId(seq, token)
  const { size, etag } = values.marker === 1 ? { size: null, etag: null } : values
  how.effects.record(how.name, bucket, { key, versionId: shownId(bucket, id), size, etag })
  return id
}

/**
 * Makes `next` the key's current version. `bucket`: as `requireBucket` returns it in this commit. Returns its id and
 * `modified` (unix ms). `freed`: the usage of the upload that it is made of.
 * @throws S3Error QuotaExceeded; AccessDenied if it would replace a locked version
 */
export const putCurrent = (
  store: Store,
  bucket: BucketRow,
  key: string,
  next: NewVersion,
  effects: Effects,
  freed: Usage = {},
): { id: string; modified: number } => {
  const modified = store.now()
  const { content, size, etag, acl, tags = [] } = next
  const values = {
    marker: 0,
    content,
    size,
    etag,
    modified,
    headers: JSON.stringify(next.headers),
    checksum: next.checksum ? JSON.stringify(next.checksum) : null,
    tags: tags.length > 0 ? JSON.stringify(tags) : null,
    acl,
    ...lockColumns(lockOfNew(lockConfiguration(bucket), next.lock, modified)),
  }
  const name = `s3:ObjectCreated:${next.how}` as const
  return { id: putLatest(store, bucket, key, values, { effects, name, count: addUsage, freed }), modified }
}

/** The object that a PUT will replace, or undefined if it adds a version. */
export const freedByPut = (
  bucket: BucketRow,
  current: Version | undefined,
): { key: string; size: number } | undefined =>
  bucket.versioning !== 'Enabled' && current?.id === NULL_ID ? current : undefined

/** The result of a deletion: the id of the version removed or the marker added, if the bucket has ids. */
export type Deleted = { id: string | undefined; marker: boolean }

const removeRow = (
  store: Store,
  bucket: BucketRow,
  row: VersionRow,
  bypass: boolean,
  effects: Effects,
): void => {
  requireUnlocked(row, store.now(), bypass)
  store.db.run('DELETE FROM version WHERE seq = ?', row.seq)
  leaveFolder(store.db, row)
  countUsage(store, bucket, { bytes: -row.size, objects: -1 })
  if (row.content !== null) releaseContent(store, row.content, effects.discard)
  const id = shownId(bucket, versionId(row.seq, row.version_id))
  const nothing = { size: null, etag: null }
  effects.record(removal(effects.cause, 'Delete'), bucket, { key: row.key, versionId: id, ...nothing })
}

/**
 * Deletes without a version id: removes the object, or hides it behind a delete marker. `bucket`: as `requireBucket`
 * returns it in this commit. A marker that hides an object is added even beyond the quota, and on a full disk.
 * @throws DiskFull; S3Error QuotaExceeded; AccessDenied if it would replace a locked version
 */
export const deleteCurrent = (store: Store, bucket: BucketRow, key: string, effects: Effects): Deleted => {
  const latest = latestRow(store, bucket.id, key)
  if (bucket.versioning === null) {
    if (latest) removeRow(store, bucket, latest, false, effects)
    return { id: undefined, marker: false }
  }
  const values = {
    marker: 1,
    content: null,
    size: 0,
    etag: '',
    modified: store.now(),
    headers: '{}',
    checksum: null,
    tags: null,
    acl: null,
    ...lockColumns({ retention: undefined, hold: undefined }),
  }
  const hides = latest?.marker === 0
  if (!hides && store.disk.isFull()) throw new DiskFull()
  const count = hides ? countUsage : addUsage
  const name = removal(effects.cause, 'DeleteMarkerCreated')
  return { id: putLatest(store, bucket, key, values, { effects, name, count, freed: {} }), marker: true }
}

/**
 * Removes one version or delete marker permanently; the one before becomes the latest. An unknown id is no error.
 * `bypass`: versions under governance retention may be removed.
 * @throws S3Error AccessDenied for a locked version, InvalidArgument for a malformed id
 */
export const deleteVersion = (
  store: Store,
  bucket: BucketRow,
  key: string,
  id: string,
  bypass: boolean,
  effects: Effects,
): Deleted => {
  const row = rowOf(store, bucket.id, key, id)
  if (!row) return { id, marker: false }
  removeRow(store, bucket, row, bypass, effects)
  const before = row.latest === 1 ? latestRow(store, bucket.id, key) : undefined
  if (before) {
    const folder = before.marker === 1 ? null : enterFolder(store.db, bucket.id, key, before.size)
    store.db.run('UPDATE version SET latest = 1, folder = ? WHERE seq = ?', folder, before.seq)
  }
  return { id, marker: row.marker === 1 }
}

/** The context of a change to a version: its bucket, and the effects of the commit. */
type Changing = { bucket: BucketRow; effects: Effects }

const recordChange = (
  name: EventName,
  { key, id, size, etag }: Version,
  { bucket, effects }: Changing,
): void => effects.record(name, bucket, { key, versionId: shownId(bucket, id), size, etag })

/** Replaces a version's tags (`how` Delete: removes them); call in the commit that found it. */
export const setTags = (
  { db }: Store,
  version: Version,
  tags: Tag[],
  how: 'Put' | 'Delete',
  target: Changing,
): void => {
  const text = tags.length > 0 ? JSON.stringify(tags) : null
  const changed = db.run('UPDATE version SET tags = ?1 WHERE seq = ?2 AND tags IS NOT ?1', text, version.seq)
  if (changed > 0) recordChange(`s3:ObjectTagging:${how}`, version, target)
}

/** Replaces a version's ACL (JSON, or null if only the bucket's owner has access); call in the commit that found it. */
export const setAcl = ({ db }: Store, version: Version, acl: string | null, target: Changing): void => {
  const changed = db.run('UPDATE version SET acl = ?1 WHERE seq = ?2 AND acl IS NOT ?1', acl, version.seq)
  if (changed > 0) recordChange('s3:ObjectAcl:Put', version, target)
}

const setLock = ({ db }: Store, version: Version, lock: Lock): void => {
  const { lock_mode, lock_until, legal_hold } = lockColumns(lock)
  db.run(
    `UPDATE version SET lock_mode = ?1, lock_until = ?2, legal_hold = ?3
     WHERE seq = ?4 AND (lock_mode, lock_until, legal_hold) IS NOT (?1, ?2, ?3)`,
    lock_mode,
    lock_until,
    legal_hold,
    version.seq,
  )
}

/**
 * Changes a version's retention; call in the commit that found it.
 * @throws S3Error AccessDenied as `requireRetentionChange`
 */
export const setRetention = (
  store: Store,
  version: Version,
  retention: Retention | undefined,
  bypass: boolean,
): void => {
  requireRetentionChange(version.lock.retention, retention, store.now(), bypass)
  setLock(store, version, { ...version.lock, retention })
}

/** Call in the commit that found the version. */
export const setLegalHold = (store: Store, version: Version, hold: LegalHold): void =>
  setLock(store, version, { ...version.lock, hold })
