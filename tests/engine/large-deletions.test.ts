import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { type Running, startEngine, temporaryFolder } from './support.ts'

const Bucket = 'large'
const blob = (of: string | number, number: number) => `00${of}-${number}`

/** A stopped engine's folder as `prepare` leaves it and `change` then makes it; `discarded`: ends it, and gives what each commit discarded. */
async function prepared(
  prepare: (running: Running) => Promise<unknown>,
  change: (index: DatabaseSync) => void,
): Promise<Running & { discarded(): Promise<number[]> }> {
  const dir = temporaryFolder()
  const first = await startEngine({ dir })
  await prepare(first)
  await first.stop({ keep: true })
  const index = new DatabaseSync(join(dir, 'index.sqlite'))
  change(index)
  index.exec(`CREATE TABLE discarded (at INTEGER NOT NULL);
    CREATE TRIGGER count_discarded AFTER INSERT ON trash BEGIN
      INSERT INTO discarded SELECT commits FROM progress;
    END`)
  index.close()
  const running = await startEngine({ dir })
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const discarded = async () => {
    await running.stop({ keep: true })
    const read = new DatabaseSync(join(dir, 'index.sqlite'), { readOnly: true })
    const rows = read.prepare('SELECT count(*) AS n FROM discarded GROUP BY at ORDER BY at').all()
    read.close()
    return rows.map(({ n }) => Number(n))
  }
  return { ...running, discarded }
}

test('a bucket is deleted with all its uploads, a thousand parts or so in a commit', async () => {
  const running = await prepared(
    async ({ client }) => {
      await client().createBucket({ Bucket })
      for (const Key of ['a', 'b', 'c', 'd', 'e']) await client().createMultipartUpload({ Bucket, Key })
    },
    index => {
      const add = index.prepare(
        "INSERT INTO part (upload, number, blob, size, etag, modified) VALUES (?, ?, ?, 1, 'e', 0)",
      )
      const uploads = index.prepare('SELECT id FROM upload').all() as { id: string }[]
      for (const [at, { id }] of uploads.entries())
        for (let number = 1; number <= 600; number++) add.run(id, number, blob(at, number))
      index.exec('UPDATE user SET parts = 3000, bytes = 3000; UPDATE bucket SET bytes = 3000')
    },
  )
  await running.client().deleteBucket({ Bucket })
  expect((await running.client().listBuckets()).Buckets ?? []).toEqual([])
  expect(running.engine.admin.usage('owner')).toMatchObject({ bytes: 0, objects: 0 })
  expect(await running.discarded()).toEqual([1200, 1200, 600])
})

test('objects of many parts are deleted in several commits, and all are reported', async () => {
  const keys = ['a', 'b', 'c', 'd', 'e']
  const running = await prepared(
    async ({ client }) => {
      await client().createBucket({ Bucket })
      for (const Key of keys) await client().putObject({ Bucket, Key, Body: 'x' })
    },
    index => {
      const add = index.prepare(
        'INSERT INTO segment (content, start, number, size, blob) VALUES (?, 0, ?, 0, ?)',
      )
      const contents = index.prepare('SELECT id FROM content').all() as { id: number }[]
      for (const { id } of contents)
        for (let number = 1; number <= 600; number++) add.run(id, number, blob(id, number))
      index.exec('UPDATE content SET parts = 600, blob = NULL')
    },
  )
  const Delete = { Objects: [...keys, 'none'].map(Key => ({ Key })) }
  const { Deleted, Errors } = await running.client().deleteObjects({ Bucket, Delete })
  expect(Deleted?.map(({ Key }) => Key)).toEqual([...keys, 'none'])
  expect(Errors).toBeUndefined()
  expect((await running.client().listObjectsV2({ Bucket })).KeyCount).toBe(0)
  expect(await running.discarded()).toEqual([1200, 1200, 600])
})
