import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { S3 } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FolderOrder, SortedPage, SortedWanted } from '../../server/s3/folder.ts'
import { paginate } from '../../server/storage/list-objects.ts'
import { oddKeys, type Running, seeded, startEngine, until } from './support.ts'

const sender = { address: '127.0.0.1', secure: false }
const Bucket = 'one'

let running: Running
let s3: S3
/** Unix ms; it goes back too. */
let now = Date.now()

beforeEach(async () => {
  running = await startEngine({ now: () => now, minPartSize: 0 })
  s3 = running.client()
  await s3.createBucket({ Bucket })
})
afterEach(() => running.stop())

const orders: FolderOrder[] = [
  { by: 'size', descending: false },
  { by: 'size', descending: true },
  { by: 'modified', descending: false },
  { by: 'modified', descending: true },
  { by: 'name', descending: true },
]

type Row = { key: string; size: number; modified: number }

const sorted = (wanted: Partial<SortedWanted>) =>
  running.engine.folders.sorted(running.keys, sender, {
    ...{ bucket: Bucket, prefix: '', order: orders[0]!, at: null, limit: 100 },
    ...wanted,
  })

/** All pages. */
const wholeFolder = (prefix: string, order: FolderOrder, limit: number) => {
  const folders: string[] = []
  const files: Row[] = []
  const keys: string[] = []
  let at: SortedWanted['at'] = null
  do {
    const page: SortedPage = sorted({ prefix, order, limit, at })!
    for (const entry of page.entries) {
      keys.push(typeof entry === 'string' ? entry : entry.key)
      if (typeof entry === 'string') folders.push(entry)
      else files.push({ key: entry.key, size: entry.size, modified: entry.modified })
    }
    at = page.next
  } while (at)
  return { folders, files, keys }
}

/** Of a whole listing, by S3. */
const listed = async (Prefix: string) => {
  const page = await s3.listObjectsV2({ Bucket, Prefix, Delimiter: '/', EncodingType: 'url' })
  const keyOf = (key: string) => decodeURIComponent(key)
  const files = (page.Contents ?? [])
    .map(({ Key, Size, LastModified }) => ({
      ...{ key: keyOf(Key!), size: Size!, modified: LastModified!.getTime() },
    }))
    .filter(({ key, size }) => !key.endsWith('/') || size > 0)
  return { files, folders: (page.CommonPrefixes ?? []).map(({ Prefix }) => keyOf(Prefix!)) }
}

const compareBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
/** In key order, with times as listings have them. */
const byKey = (files: Row[]) =>
  files
    .map(file => ({ ...file, modified: Math.floor(file.modified / 1000) }))
    .sort((a, b) => compareBytes(a.key, b.key))

/** The folders that the bucket's keys name, each with what is counted below it. */
const foldersAndCounts = async () => {
  const { Contents = [] } = await s3.listObjectsV2({ Bucket, EncodingType: 'url' })
  const counts = new Map([['', { files: 0, bytes: 0 }]])
  for (const { Key = '', Size = 0 } of Contents) {
    const key = decodeURIComponent(Key)
    for (let at = 0; at >= 0; at = key.indexOf('/', at) < 0 ? -1 : key.indexOf('/', at) + 1) {
      const folder = key.slice(0, at)
      const count = counts.get(folder) ?? { files: 0, bytes: 0 }
      if (Size > 0 || !key.endsWith('/')) count.files += 1
      count.bytes += Size
      counts.set(folder, count)
    }
  }
  return counts
}

const expectTruth = async (limit: number) => {
  const counts = await foldersAndCounts()
  for (const [prefix, count] of counts) {
    const counted = await running.engine.folders.count(running.keys, sender, { bucket: Bucket, prefix })
    expect([prefix, counted]).toEqual([prefix, count])
    const truth = await listed(prefix)
    for (const order of orders) {
      const shown = wholeFolder(prefix, order, limit)
      const of = [prefix, order, limit]
      expect([of, byKey(shown.files)]).toEqual([of, byKey(truth.files)])
      if (order.by === 'name') {
        const keys = [...truth.folders, ...truth.files.map(({ key }) => key)]
        expect([of, shown.keys]).toEqual([of, keys.sort(compareBytes).reverse()])
        continue
      }
      expect([of, shown.folders]).toEqual([of, truth.folders.toSorted(compareBytes)])
      expect(shown.keys.slice(0, shown.folders.length)).toEqual(shown.folders)
      const values = shown.files.map(file => file[order.by])
      expect([of, values]).toEqual([of, values.toSorted((a, b) => (order.descending ? b - a : a - b))])
    }
  }
}

const versioning = (Status: 'Enabled' | 'Suspended') =>
  s3.putBucketVersioning({ Bucket, VersioningConfiguration: { Status } })

/** Random changes, one after the other. */
const change = async (random: () => number, count: number) => {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const keyOf = () =>
    `${pick(['', 'a/', 'a/b/', 'a/b/c/', 'ab/', 'ữ/', '/', 'a//', 'x\u0000/'])}${pick(['', '1', '2', 'z\u0000', 'ữ'])}` ||
    'k'
  for (let n = 0; n < count; n += 1) {
    now += pick([0, 1, 1000, -500])
    const chance = random()
    const Key = keyOf()
    if (chance < 0.55) await s3.putObject({ Bucket, Key, Body: Buffer.alloc(pick([0, 0, 1, 2, 9000])) })
    else if (chance < 0.75) await s3.deleteObject({ Bucket, Key })
    else if (chance < 0.8) {
      const source = await s3.headObject({ Bucket, Key: 'source' }).catch(() => undefined)
      if (!source) await s3.putObject({ Bucket, Key: 'source', Body: 'from here' })
      await s3.copyObject({ Bucket, Key, CopySource: `${Bucket}/source` })
    } else {
      const { Versions = [], DeleteMarkers = [] } = await s3.listObjectVersions({
        Bucket,
        EncodingType: 'url',
      })
      const version = pick([...Versions, ...DeleteMarkers])
      if (!version) continue
      const { Key: encoded = '', VersionId } = version
      await s3.deleteObject({ Bucket, Key: decodeURIComponent(encoded), VersionId })
    }
  }
}

/** The index as the program before wrote it. */
const makeOld = (dir: string) => {
  const db = new DatabaseSync(join(dir, 'index.sqlite'))
  db.exec(`
    DROP INDEX version_by_size;
    DROP INDEX version_by_date;
    DROP TABLE folder;
    ALTER TABLE version DROP COLUMN folder;
    ALTER TABLE progress DROP COLUMN folders_place;
    PRAGMA user_version = 20;
  `)
  db.close()
}

test('pages in each order make up the listing, and folders are counted, whatever changes', async () => {
  const random = seeded(50)
  for (const state of ['none', 'Enabled', 'Suspended', 'Enabled'] as const) {
    if (state !== 'none') await versioning(state)
    for (let round = 0; round < 3; round += 1) {
      await change(random, 25)
      await expectTruth(1 + Math.floor(random() * 4))
    }
  }
  for (const Key of oddKeys) await s3.putObject({ Bucket, Key, Body: Key })
  await expectTruth(1000)
})

test('objects of an earlier program are counted in the background, whatever changes meanwhile', async () => {
  const random = seeded(51)
  const { dir } = running
  await versioning('Enabled')
  await change(random, 60)
  await running.stop({ keep: true })
  makeOld(dir)
  running = await startEngine({ now: () => now, minPartSize: 0, dir })
  s3 = running.client()
  const first = sorted({})
  await change(random, 40)
  await until(() => running.engine.folders.ready())
  await expectTruth(3)
  expect(first).toBeNull()
})

test('a position of elsewhere is refused', async () => {
  await s3.putObject({ Bucket, Key: 'open/a', Body: 'x' })
  await s3.putObject({ Bucket, Key: 'secret/b/c', Body: 'x' })
  const refused = { code: 'InvalidArgument' }
  const [size, name] = [orders[0]!, orders[4]!]
  for (const [order, at] of [
    [size, { folder: 'secret/' }],
    [size, { folder: 'open/' }],
    [size, { folder: 'open/x' }],
    [size, { folder: '' }],
    [name, { before: 'secret/b/c' }],
    [name, { before: 'secret/b/c', value: 1, seq: 1 }],
  ] as const)
    expect(() => sorted({ prefix: 'open/', order, at })).toThrow(expect.objectContaining(refused))
})

test('a storage without an index begins at a name, as it is written or in other letters', async () => {
  for (const Key of ['apple', 'Minh', 'bê/x', 'man', 'mno', 'm', 'a/b/c'])
    await s3.putObject({ Bucket, Key, Body: 'x' })
  const from = async (from: string, prefix = '') => {
    const page = await paginate(s3, { bucket: Bucket, prefix, pageSize: 2, from })
    return [page.exists, ...page.items.map(({ name }) => name)]
  }
  expect(await from('m')).toEqual([true, 'm', 'man'])
  expect(await from('mi')).toEqual([true, 'Minh', 'a/'])
  expect(await from('n')).toEqual([true])
  expect(await from('b', 'a/')).toEqual([true, 'b/'])
  expect(await from('z', 'a/')).toEqual([true])
  expect(await from('z', 'none/')).toEqual([false])
})
