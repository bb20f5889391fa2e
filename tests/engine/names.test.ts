import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { S3 } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unaccented } from '../../domain/folded.ts'
import { matchesName, nameWords } from '../../domain/name-search.ts'
import type { Found, SearchWanted } from '../../server/s3/search.ts'
import { type Running, seeded, startEngine, until } from './support.ts'

const sender = { address: '127.0.0.1', secure: false }

let running: Running
let s3: S3

beforeEach(async () => {
  running = await startEngine({ names: true, minPartSize: 0 })
  s3 = running.client()
})
afterEach(() => running.stop())

const restart = async (options: { names?: boolean } = {}) => {
  const { dir } = running
  await running.stop({ keep: true })
  running = await startEngine({ names: true, minPartSize: 0, ...options, dir })
  s3 = running.client()
}

/** All pages. */
const search = async (query: string, wanted: Partial<SearchWanted> = {}): Promise<Found[]> => {
  const found: Found[] = []
  let at: SearchWanted['at'] = null
  do {
    const page = await running.engine.search!(running.keys, sender, {
      ...{ words: nameWords(query), order: 'best', limit: 7, reaches: () => true },
      ...wanted,
      at,
    })
    found.push(...page.rows)
    at = page.next
  } while (at)
  return found
}

const keysOf = async (...said: Parameters<typeof search>) => (await search(...said)).map(({ key }) => key)

const put = (Key: string, Body = 'x', Bucket = 'one') => s3.putObject({ Bucket, Key, Body })

/** Until the thread has followed: what is searched then comes from its file. */
const followed = () => until(() => running.engine.measures().names.waiting === 0)

test('names are found by any part, without case and diacritics, by words in any order and by patterns', async () => {
  await s3.createBucket({ Bucket: 'one' })
  const names = [
    'Báo cáo 2026.docx',
    'thư/Đà Nẵng.PDF',
    'a%b"c.pdf',
    'x\u0000y\nz.txt',
    'thư/ab',
    '한국어.txt',
  ]
  for (const name of names) await put(name.normalize(name.includes('Đà') ? 'NFD' : 'NFC'))
  for (const tail of [true, false]) {
    if (!tail) await followed()
    expect(await keysOf('bao cao')).toEqual([names[0]])
    expect(await keysOf('2026 CÁO')).toEqual([names[0]])
    expect(await keysOf('da nang thu')).toEqual([names[1]!.normalize('NFD')])
    expect(await keysOf('*.pdf')).toEqual([names[2], names[1]!.normalize('NFD')])
    expect(await keysOf('th*.pdf')).toEqual([])
    expect(await keysOf('thư/*')).toEqual(['thư/ab', names[1]!.normalize('NFD')])
    expect(await keysOf('%b"c')).toEqual([names[2]])
    expect(await keysOf('y\nz.txt')).toEqual([names[3]])
    expect(await keysOf('b')).toEqual([names[0], 'thư/ab', names[2]])
    expect(await keysOf('국어')).toEqual([names[5]])
    expect((await keysOf('*')).length).toBe(names.length)
    expect(await keysOf(`${'a*'.repeat(499)}b`)).toEqual([])
    expect(await keysOf('"'.repeat(1000))).toEqual([])
  }
})

test('what is not current is not found, and what becomes current again is', async () => {
  await s3.createBucket({ Bucket: 'one' })
  const VersioningConfiguration = (Status: 'Enabled' | 'Suspended') => ({
    Bucket: 'one',
    VersioningConfiguration: { Status },
  })
  await s3.putBucketVersioning(VersioningConfiguration('Suspended'))
  await s3.deleteObject({ Bucket: 'one', Key: 'marker first.txt' })
  await put('one version.txt')
  await s3.putBucketVersioning(VersioningConfiguration('Enabled'))
  await put('several.txt', 'old')
  const { VersionId } = await put('several.txt', 'newer')
  await followed()
  expect(await search('several')).toMatchObject([{ size: 5 }])
  await s3.deleteObject({ Bucket: 'one', Key: 'several.txt', VersionId })
  expect(await search('several')).toMatchObject([{ size: 3 }])
  await s3.putBucketVersioning(VersioningConfiguration('Suspended'))
  await put('marker first.txt')
  expect(await keysOf('*.txt')).toEqual(['several.txt', 'one version.txt', 'marker first.txt'])
  await s3.deleteObject({ Bucket: 'one', Key: 'one version.txt' })
  await s3.deleteObject({ Bucket: 'one', Key: 'several.txt' })
  expect(await keysOf('*.txt')).toEqual(['marker first.txt'])
  await s3.createBucket({ Bucket: 'two' })
  await put('gone at once.txt', 'x', 'two')
  await s3.deleteObject({ Bucket: 'two', Key: 'gone at once.txt' })
  await followed()
  expect(await keysOf('*.txt')).toEqual(['marker first.txt'])
})

test('filters and orders are those of the objects, in pages without gaps', async () => {
  await s3.createBucket({ Bucket: 'one' })
  await s3.createBucket({ Bucket: 'two' })
  for (let n = 0; n < 40; n += 1)
    await put(
      `${n % 2 ? 'odd' : 'even'}/file ${n}.bin`,
      'x'.repeat(1 + ((n * 7) % 40)),
      n < 30 ? 'one' : 'two',
    )
  await put('odd/file 1.bin', 'x'.repeat(100))
  for (const tail of [true, false]) {
    if (!tail) await followed()
    const all = await search('file', { order: 'largest' })
    expect(all.map(({ size }) => size)).toEqual(all.map(({ size }) => size).toSorted((a, b) => b - a))
    expect(new Set(all.map(({ key }) => key)).size).toBe(40)
    expect((await search('file', { order: 'newest' }))[0]).toMatchObject({ key: 'odd/file 1.bin', size: 100 })
    expect(await search('file', { bucket: 'two' })).toHaveLength(10)
    expect(await search('file', { prefix: 'odd/' })).toHaveLength(20)
    expect(await keysOf('file', { size: { from: 36, to: 38 } })).toEqual(
      all
        .filter(({ size }) => size >= 36 && size <= 38)
        .map(({ key }) => key)
        .toSorted((a, b) => Number(b.match(/\d+/)) - Number(a.match(/\d+/))),
    )
    expect(await search('file', { modified: { to: 1 } })).toEqual([])
    expect(await search('file', { storageClass: 'GLACIER_IR' })).toEqual([])
    expect(await search('file', { reaches: (_, folder) => folder === 'even/' })).toHaveLength(20)
  }
})

test('a folder that was written without the index is found, and so is what was written while it was off', async () => {
  await restart({ names: false })
  await s3.createBucket({ Bucket: 'one' })
  await put('before.txt')
  expect(running.engine.search).toBeNull()
  await restart()
  expect(await keysOf('*.txt')).toEqual(['before.txt'])
  await followed()
  await restart({ names: false })
  await put('meanwhile.txt')
  await s3.deleteObject({ Bucket: 'one', Key: 'before.txt' })
  await restart()
  expect(await keysOf('*.txt')).toEqual(['meanwhile.txt'])
  const said: string[] = []
  await running.engine.maintenance.verify({ say: finding => said.push(finding) })
  expect(said).toEqual([])
})

test('an index of names that is damaged is found by verify, and built again', async () => {
  await s3.createBucket({ Bucket: 'one' })
  for (const name of ['one.txt', 'two.txt', 'three.txt']) await put(name)
  await followed()
  const { dir } = running
  await running.stop({ keep: true })
  const names = new DatabaseSync(join(dir, 'names.sqlite'))
  names.exec('DELETE FROM name WHERE rowid = 2')
  names.close()
  running = await startEngine({ names: true, dir })
  s3 = running.client()
  expect(await keysOf('two')).toEqual([])
  const said: string[] = []
  await running.engine.maintenance.verify({ say: finding => said.push(finding) })
  expect(said).toEqual([
    'The index of names is damaged (1 names are missing from it), and is being built again.',
  ])
  expect(await keysOf('two')).toEqual(['two.txt'])
  await running.stop({ keep: true })
  writeFileSync(join(dir, 'names.sqlite'), 'no database')
  running = await startEngine({ names: true, dir })
  s3 = running.client()
  expect(await keysOf('txt')).toEqual(['three.txt', 'two.txt', 'one.txt'])
})

test('an older index, put back below the index of names, has its own names', async () => {
  await s3.createBucket({ Bucket: 'one' })
  await put('kept.txt')
  const { dir } = running
  await running.stop({ keep: true })
  const old = readFileSync(join(dir, 'index.sqlite'))
  running = await startEngine({ names: true, dir })
  s3 = running.client()
  await put('lost.txt')
  await followed()
  await running.stop({ keep: true })
  writeFileSync(join(dir, 'index.sqlite'), old)
  running = await startEngine({ names: true, dir, log: () => undefined })
  s3 = running.client()
  await put('other.txt')
  expect(await keysOf('*.txt')).toEqual(['other.txt', 'kept.txt'])
  await followed()
  expect(await keysOf('other')).toEqual(['other.txt'])
})

test('a search finds what a listing has, whatever was changed before and however often it was started', async () => {
  const seed = Number(process.env.KHO_SEED ?? 20261130)
  const random = seeded(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const words = ['báo', 'cáo', 'ảnh', 'Report', 'final', '2026', 'đơn', 'ab']
  const keyOf = () =>
    `${pick(['', 'thư/', 'a/b/'])}${pick(words)} ${pick(words)}${pick(['.pdf', '.txt', ''])}`
  const buckets = ['one', 'two', 'three']
  for (const Bucket of buckets) await s3.createBucket({ Bucket })
  const versioned = (Bucket: string, Status: 'Enabled' | 'Suspended') =>
    s3.putBucketVersioning({ Bucket, VersioningConfiguration: { Status } })
  await versioned('two', 'Enabled')
  const step = async () => {
    const Bucket = pick(buckets)
    const Key = keyOf()
    const chance = random()
    if (chance < 0.5) return put(Key, 'x'.repeat(1 + Math.floor(random() * 9)), Bucket)
    if (chance < 0.65) return s3.deleteObject({ Bucket, Key })
    if (chance < 0.8) {
      const { Versions = [], DeleteMarkers = [] } = await s3.listObjectVersions({ Bucket })
      const all = [...Versions, ...DeleteMarkers]
      if (all.length === 0) return
      const { Key, VersionId } = pick(all)
      return s3.deleteObject({ Bucket, Key, VersionId })
    }
    if (chance < 0.88) {
      const { Contents = [] } = await s3.listObjectsV2({ Bucket })
      if (Contents.length === 0) return
      return s3.copyObject({
        Bucket: pick(buckets),
        Key,
        CopySource: encodeURI(`${Bucket}/${pick(Contents).Key}`),
      })
    }
    if (chance < 0.92) {
      const { UploadId } = await s3.createMultipartUpload({ Bucket, Key })
      const { ETag } = await s3.uploadPart({ Bucket, Key, UploadId, PartNumber: 1, Body: 'part' })
      return s3.completeMultipartUpload({
        ...{ Bucket, Key, UploadId },
        MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] },
      })
    }
    if (chance < 0.96) return versioned('three', pick(['Enabled', 'Suspended']))
    return restart()
  }
  const listed = async () => {
    const all: { bucket: string; key: string; size: number }[] = []
    for (const bucket of buckets) {
      const { Contents = [] } = await s3.listObjectsV2({ Bucket: bucket })
      all.push(...Contents.map(({ Key, Size }) => ({ bucket, key: Key!, size: Size! })))
    }
    return all
  }
  const text = ({ bucket, key, size }: { bucket: string; key: string; size: number }) =>
    `${bucket}/${key} ${size}`
  for (let n = 0; n < 120; n += 1) {
    await step()
    if (n % 8 > 0) continue
    const query = pick(['', '*', '*.pdf', 'bao', 'a', 'ab*', `${pick(words)} ${pick(words)}`, 'thu/*'])
    const expected = (await listed()).filter(({ key }) => matchesName(nameWords(query), unaccented(key)))
    const order = pick(['best', 'newest', 'largest'] as const)
    expect((await search(query, { order })).map(text).sort(), `seed ${seed}, ${n}: ${query}`).toEqual(
      expected.map(text).sort(),
    )
  }
})
