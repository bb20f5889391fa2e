import { randomBytes } from 'node:crypto'
import { cpSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inBucket } from '../support/s3.ts'
import { blobPaths, type Running, startEngine, temporaryFolder } from './support.ts'

const Bucket = 'backed-up'
const large = randomBytes(300_000)

let running: Running
let target: string
beforeEach(async () => {
  running = await startEngine()
  target = join(temporaryFolder(), 'copy')
  await running.client().createBucket({ Bucket })
})
afterEach(async () => {
  await running.stop()
  rmSync(target, { recursive: true, force: true })
})

const put = (Key: string, Body: Buffer | string) => running.client().putObject({ Bucket, Key, Body })
const read = (engine: Running, Key: string) =>
  inBucket(engine.client({ keys: running.keys }), Bucket).bytes(Key)

test('a backup of the running engine has what was acknowledged before it, and starts by itself', async () => {
  await put('small', 'x')
  await put('large', large)
  const client = running.client()
  const { UploadId } = await client.createMultipartUpload({ Bucket, Key: 'begun' })
  await client.uploadPart({ Bucket, Key: 'begun', UploadId, PartNumber: 1, Body: large })
  let writing = true
  const beside = (async () => {
    for (let count = 0; writing; count += 1) await put(`beside-${count % 10}`, randomBytes(10_000))
  })()
  const { files, copied } = await running.engine.maintenance.backup(target)
  await client.deleteObject({ Bucket, Key: 'large' })
  writing = false
  await beside
  expect(files).toBeGreaterThanOrEqual(2)
  expect(copied).toBe(0)
  expect(blobPaths(target).every(path => statSync(path).isFile())).toBe(true)

  const restored = join(temporaryFolder(), 'restored')
  cpSync(target, restored, { recursive: true })
  const again = await startEngine({ dir: restored })
  try {
    expect(again.engine.findings).toEqual([])
    expect(await read(again, 'small')).toEqual(Buffer.from('x'))
    expect((await read(again, 'large')).equals(large)).toBe(true)
    const found: string[] = []
    const checked = await again.engine.maintenance.verify({ say: line => found.push(line) })
    expect([found, checked.damaged]).toEqual([[], 0])
    expect(checked.bodies).toBeGreaterThanOrEqual(3)
  } finally {
    await again.stop()
  }
})

test('files that are deleted while a backup runs are removed after it', async () => {
  await put('gone', large)
  const before = blobPaths(running.dir)
  const backup = running.engine.maintenance.backup(target)
  await running.client().deleteObject({ Bucket, Key: 'gone' })
  await backup
  await expect.poll(() => blobPaths(running.dir).filter(path => before.includes(path))).toEqual([])
})
