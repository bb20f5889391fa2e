import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const MILLION = 1_000_000
export const FOLDERS = 2000

/** The name of a folder of the million keys. */
export const folder = (number: number): string => `d${String(number).padStart(4, '0')}/`

/**
 * Writes rows for a million empty objects straight into the index of a stopped engine: to `plain` in 2,000 folders, and
 * to `versions` as two versions of each of 500,000 keys.
 */
export function seedMillion(dir: string, plain: string, versions: string): void {
  const db = new DatabaseSync(join(dir, 'index.sqlite'))
  db.exec('PRAGMA cache_size = -262144')
  const insert = (bucket: string, sizes: { perFolder: number; perKey: number }): void => {
    const { perFolder, perKey } = sizes
    const token = perKey === 1 ? "'null'" : 'lower(hex(randomblob(10)))'
    const content = Number(
      db.prepare('INSERT INTO content (refs, size) VALUES (?, 0)').run(MILLION).lastInsertRowid,
    )
    db.prepare(
      `WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ${MILLION})
       INSERT INTO version (bucket, key, version_id, latest, marker, content, size, etag, modified, headers)
       SELECT bucket.id, printf('d%04d/k%04d.bin', n / ?, n % ? / ?), ${token}, n % ? = ? - 1, 0, ?, 0,
         'd41d8cd98f00b204e9800998ecf8427e', 1790000000000 + n, '{"content-type":"binary/octet-stream"}'
       FROM number, bucket WHERE bucket.name = ?`,
    ).run(perFolder, perFolder, perKey, perKey, perKey, content, bucket)
  }
  db.exec('BEGIN')
  insert(plain, { perFolder: MILLION / FOLDERS, perKey: 1 })
  insert(versions, { perFolder: MILLION / FOLDERS, perKey: 2 })
  db.exec('COMMIT')
  db.close()
}

/**
 * Writes rows of so many objects in one folder straight into the index of a stopped console, with sizes in no order. Their
 * folder is not counted, as in the index of an earlier program.
 */
export function seedFlat(dataDir: string, bucket: string, count: number): void {
  const db = new DatabaseSync(join(dataDir, 's3', 'index.sqlite'))
  db.exec('PRAGMA cache_size = -262144; PRAGMA synchronous = OFF; BEGIN')
  const content = db.prepare('INSERT INTO content (refs, size) VALUES (?, 0)').run(count).lastInsertRowid
  db.prepare(
    `WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ?)
     INSERT INTO version (bucket, key, version_id, latest, marker, content, size, etag, modified, headers)
     SELECT bucket.id, printf('object-%08d.bin', n), 'null', 1, 0, ?, n * 7919 % 1000003,
       'd41d8cd98f00b204e9800998ecf8427e', 1790000000000 + n, '{"content-type":"binary/octet-stream"}'
     FROM number, bucket WHERE bucket.name = ?`,
  ).run(count, content, bucket)
  db.exec('UPDATE progress SET folders_place = (SELECT max(seq) FROM version); COMMIT')
  db.close()
}
