import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { S3 } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Job } from '../../openapi/schema.ts'
import { containingFolder, topFolders } from '../../server/storage/selected-objects.ts'
import { inBucket } from '../support/s3.ts'
import { startConsole, type TestConsole, type Visitor } from './support/console.ts'
import { endOf } from './support/jobs.ts'
import { putNewDatabases } from './support/new-databases.ts'
import { clientOf, makePeople } from './support/people.ts'

const bucket = 'chon-het'
const names = Array.from({ length: 1100 }, (_, at) => `${String(at).padStart(4, '0')}.txt`)
const under = (folder: string) => names.map(name => folder + name)
/** A folder of 1,100 files for each test. */
const folders = ['chép/', 'dời/', 'mở/', 'gói/', 'xóa/']

const dataDir = mkdtempSync(join(tmpdir(), 'kho-large-'))
let console: TestConsole
let visitor: Visitor
let client: S3

beforeAll(async () => {
  await putNewDatabases(dataDir)
  const start = () => startConsole({ KHO_DATA_DIR: dataDir }, { now: Date.now })
  const first = await start()
  const people = await makePeople(first)
  const boss = await people.owner('an')
  const put = await clientOf(first, boss)
  await put.createBucket({ Bucket: bucket })
  await put.putObject({ Bucket: bucket, Key: 'mẫu', Body: 'four' })
  await first.stop()
  addObjects(dataDir, bucket, 'mẫu', folders.flatMap(under))
  console = await start()
  visitor = await (await makePeople(console)).visit(boss)
  client = await clientOf(console, boss)
})
afterAll(async () => {
  await console.stop()
  rmSync(dataDir, { recursive: true })
})

const keysIn = (Prefix: string) => inBucket(client, bucket).keys(Prefix)

async function byJob(method: 'PUT' | 'DELETE', path: string, body: object): Promise<Job> {
  const { body: answer } = await visitor.call(method, path, { bucket, ...body })
  return endOf(visitor, 'job' in (answer as object) ? (answer as { job: Job }).job : (answer as Job))
}

const all = { state: 'done', done: 1100, failed: 0, total: 1100 }

test('1,100 selected files are copied', async () => {
  const copied = await byJob('PUT', '/objects/copy', {
    ...{ keys: under('chép/'), target_bucket: bucket, target_folder: 'bản sao/' },
  })
  expect(copied).toMatchObject({ ...all, bytes: 4400 })
  expect([await keysIn('bản sao/'), await keysIn('chép/')]).toEqual([under('bản sao/'), under('chép/')])
})

test('1,100 selected files are moved', async () => {
  const moved = await byJob('PUT', '/objects/move', {
    ...{ keys: under('dời/'), target_bucket: bucket, target_folder: 'đến/' },
  })
  expect(moved).toMatchObject(all)
  expect([await keysIn('đến/'), await keysIn('dời/')]).toEqual([under('đến/'), []])
})

test('1,100 selected files are made public', async () => {
  const keys = under('mở/')
  const statuses = async () => {
    const found = await Promise.all(
      [0, 1000, 1099].map(at => fetch(`${console.kho.s3Url}/${bucket}/${encodeURI(keys[at]!)}`)),
    )
    return found.map(({ status }) => status)
  }
  expect(await statuses()).toEqual([403, 403, 403])
  expect(await byJob('PUT', '/objects/acl/many', { keys, acl: 'public' })).toMatchObject(all)
  expect(await statuses()).toEqual([200, 200, 200])
})

test('1,100 selected files are packed into one ZIP whose length is known in advance', async () => {
  const { status, body } = await visitor.call('POST', '/objects/zip', { bucket, keys: under('gói/') })
  expect([status, body]).toEqual([201, expect.objectContaining({ entries: 1100, files: 1100 })])
  const { url, size } = body as { url: string; size: number }
  const answer = await fetch(visitor.url + url, { headers: { cookie: visitor.cookie } })
  expect([answer.headers.get('content-length'), (await answer.bytes()).length]).toEqual([`${size}`, size])
})

test('1,100 selected files are deleted, and no others', async () => {
  const others = (await keysIn('')).filter(key => !key.startsWith('xóa/'))
  expect(await byJob('DELETE', '/objects/delete/many', { keys: under('xóa/') })).toMatchObject(all)
  expect(await keysIn('')).toEqual(others)
})

test('nested folders are dropped, and the folder that contains a key is found, whatever the sort order', () => {
  const folders = ['b/', 'a/b/', 'a/', 'a-/', 'a/b/c/', 'ab/', 'a/']
  const kept = topFolders(folders)
  expect(kept).toEqual(['a-/', 'a/', 'ab/', 'b/'])
  const keys = ['a/', 'a/b/x', 'a-/x', 'ab/c', 'ab', 'b', 'b/x', 'c/x', '', 'a', 'a.', 'B/x', 'b/ế']
  const plainly = (key: string) => folders.find(folder => kept.includes(folder) && key.startsWith(folder))
  expect(keys.map(key => containingFolder(kept, key))).toEqual(keys.map(plainly))
})

/** Gives objects of a bucket that share the content of its object `like`, in the index of an engine that does not run. */
function addObjects(dataDir: string, bucket: string, like: string, keys: string[]): void {
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
