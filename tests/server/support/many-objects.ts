import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Gives objects of a bucket that share the content of its object `like`, in the index of an engine that does not run. */
export function addObjects(dataDir: string, bucket: string, like: string, keys: string[]): void {
  const index = new DatabaseSync(join(dataDir, 's3', 'index.sqlite'))
  const columns = index
    .prepare("SELECT name FROM pragma_table_info('version') WHERE name NOT IN ('seq', 'key')")
    .all()
    .map(({ name }) => name)
  const model = index
    .prepare(
      'SELECT version.seq, content, size, bucket FROM version JOIN bucket ON bucket.id = bucket WHERE name = ? AND key = ?',
    )
    .get(bucket, like) as { seq: number; content: number; size: number; bucket: number }
  const add = index.prepare(
    `INSERT INTO version (key, ${columns}) SELECT ?, ${columns} FROM version WHERE seq = ?`,
  )
  index.exec('BEGIN')
  for (const key of keys) add.run(key, model.seq)
  index.prepare('UPDATE content SET refs = refs + ? WHERE id = ?').run(keys.length, model.content)
  const count = 'objects = objects + ?, bytes = bytes + ?'
  const more = [keys.length, keys.length * model.size]
  index.prepare(`UPDATE bucket SET ${count} WHERE id = ?`).run(...more, model.bucket)
  index
    .prepare(`UPDATE user SET ${count} WHERE uid = (SELECT uid FROM bucket WHERE id = ?)`)
    .run(...more, model.bucket)
  index.exec('COMMIT')
  index.close()
}
