import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { EngineOptions } from '../../server/engine/engine.ts'
import { inBucket } from '../support/s3.ts'
import { blobPaths, type Running, startEngine } from './support.ts'

const Bucket = 'verified'
const large = randomBytes(300_000)

const open = (options: Partial<EngineOptions> = {}): Promise<Running> =>
  startEngine({ minPartSize: 0, scrub: false, ...options })
const newFile = async (dir: string, write: () => Promise<unknown>): Promise<string> => {
  const before = blobPaths(dir)
  await write()
  return blobPaths(dir).find(path => !before.includes(path))!
}
const flip = (path: string): void => {
  const bytes = readFileSync(path)
  bytes[70_000] = bytes[70_000]! ^ 1
  writeFileSync(path, bytes)
}
const idOf = (path: string): string => path.split('/').slice(-2).join('')

test('every body is read: torn, missing and damaged ones are named, with their objects', async () => {
  const first = await open()
  const client = first.client()
  const { dir } = first
  await client.createBucket({ Bucket })
  const { put, putParts, start, upload } = inBucket(client, Bucket)
  await put('good', large)
  await put('small', Buffer.from('small'))
  const torn = await newFile(dir, () => put('torn', large))
  const missing = await newFile(dir, () => put('missing', large))
  const segment = await newFile(dir, () => putParts('whole', [large]))
  const begun = await start('begun')
  const unfinished = await newFile(dir, () => upload('begun', begun, 1, large))
  expect(await first.engine.maintenance.verify({ say: line => expect.unreachable(line) })).toEqual({
    bodies: 6,
    bytes: 5 * large.length + 5,
    damaged: 0,
  })
  for (const path of [torn, segment, unfinished]) flip(path)
  rmSync(missing)
  await first.stop({ keep: true })
  const db = new DatabaseSync(join(dir, 'index.sqlite'))
  db.exec("UPDATE content SET bytes = x'00' WHERE bytes IS NOT NULL")
  db.close()

  const second = await open({ dir })
  const found: string[] = []
  const { damaged } = await second.engine.maintenance.verify({ say: line => found.push(line) })
  const block = 'is damaged in the 65536 bytes from 65536 on.'
  expect(damaged).toBe(5)
  expect(found).toEqual([
    'The body in the index, of "verified/small", is damaged.',
    `The file of blob ${idOf(torn)}, of "verified/torn", ${block}`,
    `The file of blob ${idOf(missing)}, of "verified/missing", is missing.`,
    `The file of blob ${idOf(segment)}, of "verified/whole", ${block}`,
    `The file of blob ${idOf(unfinished)}, of part 1 of upload ${begun}, ${block}`,
  ])
  await second.stop()
})

test('in the background all bytes are read, and damage goes to the log', async () => {
  const logged: string[] = []
  const log = (message: string) => logged.push(message)
  const scrub = { bytesPerSecond: 1e9, every: 50 }
  const running = await open({ log, scrub })
  const client = running.client()
  await client.createBucket({ Bucket })
  const path = await newFile(running.dir, () => client.putObject({ Bucket, Key: 'torn', Body: large }))
  flip(path)
  await expect
    .poll(() => logged.find(line => line.includes('"verified/torn"')))
    .toMatch(/^The check of the stored bytes found damage\./)
  await running.stop()
})
