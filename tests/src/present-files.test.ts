import { createHash } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { appendRows, emptyTable } from '../../machines/upload-queue/table.ts'
import type { Selection } from '../../machines/upload-queue/types.ts'
import { presentFiles } from '../../src/uploads/picking/present-files.ts'
import { uploadRow } from '../machines/support/upload-rows.ts'

type Listed = { size?: number; last_modified?: number; etag?: string }
const bucket = vi.hoisted(() => ({
  listings: {} as Record<string, Record<string, Listed>>,
  asked: [] as string[],
  failure: null as { code: string } | null,
}))
vi.mock(import('../../src/api/client.ts'), () => ({ api: { GET: answer } as never }))
vi.mock(import('../../src/api/result.ts'), () => ({ result: (answer: unknown) => answer }) as never)
vi.mock(import('../../src/uploads/compare/digest-thread.ts'), () => ({
  DigestThread: class {
    digest = async (file: File) => ({ digest: md5(await file.text()) })
  } as never,
}))

/** One name per page. */
async function answer(_: string, { params }: { params: { query: { prefix: string; next_token?: string } } }) {
  const { prefix, next_token } = params.query
  bucket.asked.push(prefix)
  if (bucket.failure) return { ok: false, ...bucket.failure }
  const names = Object.entries(bucket.listings[prefix] ?? {})
  const at = Number(next_token ?? 0)
  const items = names.slice(at, at + 1).map(([name, listed]) => ({ key: prefix + name, ...listed }))
  return { ok: true, data: { items, next_token: at + 1 < names.length ? `${at + 1}` : null } }
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

beforeEach(() => Object.assign(bucket, { listings: {}, asked: [], failure: null }))

const selection: Selection = {
  ...{ bucket: 'anh', prefix: 'a/', items: [], tops: ['tết/'], names: new Map() },
  ...{ duplicates: 'keep-both', avoid: new Set() },
}
const file = (text: string, lastModified = 5000) => new File([text], 'x', { lastModified })
const seen = (more: Partial<Selection>, rows = emptyTable) =>
  presentFiles({ ...selection, ...more }, rows, new AbortController().signal)

test('files that are replaced are left out only where the same file is in the queue already', () => {
  expect(seen({})).toBeNull()
  const known = file('kho')
  const rows = appendRows(emptyTable, [
    uploadRow(1, 'tết/1', { file: known }, 'a/'),
    uploadRow(2, 'tết/2', { file: known, state: 'completed' }, 'a/'),
  ])
  const isPresent = seen({}, rows)!
  expect([isPresent('a/tết/1', known), isPresent('a/tết/1', file('khác'))]).toEqual([true, false])
  expect([isPresent('a/tết/2', known), bucket.asked]).toEqual([false, []])
})

test('a file that this visit has uploaded, and that was changed or deleted since, is not left out', async () => {
  const known = file('kho')
  const rows = appendRows(emptyTable, [
    uploadRow(1, 'tết/1', { file: known, state: 'completed' }, 'a/'),
    uploadRow(2, 'tết/2', { file: known }, 'a/'),
  ])
  bucket.listings['a/tết/'] = { '2': { size: 3, etag: md5('kho') } }
  const compared = seen({ present: 'compare' }, rows)!
  const changed = file('khô', 6000)
  expect([await compared('a/tết/1', known), await compared('a/tết/2', changed)]).toEqual([false, false])
  const skipped = seen({ present: 'skip' }, rows)!
  expect([await skipped('a/tết/1', known), await skipped('a/tết/2', changed)]).toEqual([false, true])
})

test('files that are there are skipped, of all pages; a folder that is not there is not listed', async () => {
  bucket.listings = { 'a/tết/': { '1': {}, '2': {}, 'ảnh/': {} }, 'a/tết/ảnh/': { '3': {} } }
  const isPresent = seen({ present: 'skip' })!
  const keys = ['a/tết/1', 'a/tết/2', 'a/tết/9', 'a/tết/ảnh/3', 'a/tết/khác/4', 'a/tết/khác/nữa/5']
  expect(await Promise.all(keys.map(key => isPresent(key, file(''))))).toEqual([
    ...[true, true, false, true, false, false],
  ])
  expect(new Set(bucket.asked)).toEqual(new Set(['a/tết/', 'a/tết/ảnh/']))
})

test('files are compared by size and MD5, or by time where there is none', async () => {
  bucket.listings['a/tết/'] = {
    same: { size: 3, etag: `"${md5('kho')}"` },
    other: { size: 3, etag: `"${md5('khô')}"` },
    larger: { size: 4, etag: `"${md5('kho')}"` },
    'in parts, later': { size: 3, etag: '"x-2"', last_modified: 5 },
    'in parts, before': { size: 3, etag: '"x-2"', last_modified: 4 },
  }
  const isPresent = seen({ present: 'compare' })!
  const names = Object.keys(bucket.listings['a/tết/']!)
  const present = await Promise.all(names.map(name => isPresent(`a/tết/${name}`, file('kho'))))
  expect(names.filter((_, index) => present[index])).toEqual(['same', 'in parts, later'])
})

test('what is read again leaves out what was stored since it was added; who may not list sends all again', async () => {
  bucket.listings['a/tết/'] = {
    since: { size: 3, last_modified: 7 },
    before: { size: 3, last_modified: 6 },
    other: { size: 4, last_modified: 8 },
  }
  const again = { again: true, addedAt: 7 } as const
  const names = ['since', 'before', 'other']
  const ask = () => Promise.all(names.map(name => seen(again)!(`a/tết/${name}`, file('kho'))))
  expect(await ask()).toEqual([true, false, false])
  bucket.failure = { code: 'ACCESS_DENIED' }
  expect(await ask()).toEqual([false, false, false])
  bucket.failure = { code: 'STORAGE_UNAVAILABLE' }
  await expect(ask()).rejects.toThrow('STORAGE_UNAVAILABLE')
})
