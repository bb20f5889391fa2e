import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { versionId } from '../../server/engine/store/version-ids.ts'
import { filesOf } from './support.ts'

type EventRow = {
  seq: number
  name: string
  bucket: string
  key: string
  version_id: string | null
  size: number | null
  etag: string | null
}

/** The objects that the events so far tell of: ETags by bucket, key and version; '' for a delete marker. */
export type Told = { seq: number; objects: Map<string, string> }

const nameOf = (bucket: string, key: string, version: string | null): string =>
  `${bucket}/${key} ${version ?? ''}`

/** Follows the events since; gives what they cannot all be true of. */
const follow = (db: DatabaseSync, told: Told): string[] => {
  const wrong: string[] = []
  const rows = db
    .prepare('SELECT seq, name, bucket, key, version_id, size, etag FROM event WHERE seq > ? ORDER BY seq')
    .all(told.seq) as EventRow[]
  for (const { seq, name, bucket, key, version_id, size, etag } of rows) {
    if (seq !== told.seq + 1) wrong.push(`event ${seq} after ${told.seq}`)
    told.seq = seq
    const object = nameOf(bucket, key, version_id)
    const before = told.objects.get(object)
    if (/^s3:(ObjectRemoved|LifecycleExpiration):Delete$/.test(name)) {
      if (!told.objects.delete(object)) wrong.push(`${name} of ${object}, which was not there`)
    } else if (/^s3:(ObjectCreated|ObjectRemoved|LifecycleExpiration):/.test(name)) {
      const twice = version_id === null ? before === etag && size !== 0 : before !== undefined
      if (twice) wrong.push(`${name} of ${object} twice`)
      told.objects.set(object, etag ?? '')
    }
  }
  return wrong
}

/** Where events and objects differ. */
const untold = (db: DatabaseSync, { objects }: Told): string[] => {
  const rows = db
    .prepare(
      `SELECT bucket.name, versioning, key, seq, version_id, etag FROM version JOIN bucket ON bucket.id = version.bucket`,
    )
    .all() as {
    name: string
    versioning: string | null
    key: string
    seq: number
    version_id: string
    etag: string
  }[]
  const there = new Map(
    rows.map(({ name, versioning, key, seq, version_id, etag }) => [
      nameOf(name, key, versioning === null ? null : versionId(seq, version_id)),
      etag,
    ]),
  )
  return [...new Set([...there.keys(), ...objects.keys()])]
    .filter(name => there.get(name) !== objects.get(name))
    .map(name => `${name}: ${there.get(name) ?? 'gone'}, by its events ${objects.get(name) ?? 'gone'}`)
}

/** Queries for rows that contradict others. */
const contradictions = {
  'not exactly the newest version is the latest': `
    SELECT key AS name FROM version GROUP BY bucket, key
    HAVING sum(latest) <> 1 OR max(seq) <> max(CASE WHEN latest = 1 THEN seq END)`,
  'content with another number of versions': `
    SELECT id AS name FROM content WHERE refs <> (SELECT count(*) FROM version WHERE content = content.id)`,
  'version without content': `
    SELECT key AS name FROM version
    WHERE marker = 0 AND NOT EXISTS (SELECT 1 FROM content WHERE content.id = version.content)`,
  'current version that is not in its folder': `
    SELECT key AS name FROM version WHERE latest = 1 AND marker = 0 AND NOT EXISTS (
      SELECT 1 FROM folder WHERE folder.id = version.folder AND folder.bucket = version.bucket
        AND substr(key, 1, length(path)) = path AND instr(substr(key, length(path) + 1), '/') = 0)`,
  'wrong counts of folder': `
    SELECT path AS name FROM folder LEFT JOIN version ON version.folder = folder.id AND latest = 1 AND marker = 0
    GROUP BY folder.id HAVING objects <> count(seq) OR bytes <> total(size)
      OR files <> total(size > 0 OR substr(key, -1) <> '/')`,
  'wrong usage of bucket': `
    SELECT name FROM bucket WHERE objects <> (SELECT count(*) FROM version WHERE bucket = bucket.id)
      OR bytes <> (SELECT coalesce(sum(size), 0) FROM version WHERE bucket = bucket.id)
        + (SELECT coalesce(sum(part.size), 0) FROM upload JOIN part ON part.upload = upload.id WHERE bucket = bucket.id)`,
}

/** What is wrong with a closed engine's folder: its index, its files, and what its events tell. */
export const wrongFolder = (dir: string, told: Told): string[] => {
  const db = new DatabaseSync(join(dir, 'index.sqlite'))
  const wrong = [...follow(db, told), ...untold(db, told)]
  for (const [what, sql] of Object.entries(contradictions)) {
    for (const { name } of db.prepare(sql).all()) wrong.push(`${what}: ${name}`)
  }
  const indexed = (
    db
      .prepare(
        `SELECT blob FROM content WHERE blob IS NOT NULL UNION SELECT blob FROM segment WHERE blob IS NOT NULL
         UNION SELECT blob FROM part WHERE blob IS NOT NULL`,
      )
      .all() as { blob: string }[]
  ).map(row => row.blob)
  db.close()
  const files = readdirSync(join(dir, 'data')).flatMap(shard =>
    readdirSync(join(dir, 'data', shard)).map(name => shard + name),
  )
  const left = filesOf(dir).temporary.length
  if (left > 0 || files.sort().join() !== indexed.sort().join())
    wrong.push(`${files.length} files, ${indexed.length} in the index, ${left} temporary`)
  return wrong
}
