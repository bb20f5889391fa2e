import { expect, test } from 'vitest'
import type { StoredBatch, StoredRow } from '../../src/uploads/store/database.ts'
import { restoreQueue } from '../../src/uploads/store/restore.ts'

type Objects = Record<string, { size: number; last_modified: number }>

const row = (key: string, more: Partial<StoredRow> = {}): StoredRow => ({
  ...{ bucket: 'anh', key, path: key, name: key, size: 10, lastModified: 1, type: '', source: null },
  ...{ status: 'queued', reason: null, multipart: null, ...more },
})

/** A database with one batch. */
function openBatch(begunAt: number | null, ...rows: StoredRow[]) {
  const batches = new Map<number, StoredBatch>([[1, { id: 1, queue: 'q', user: 'an', begunAt, rows }]])
  const sources = new Map([[7, { id: 7, queue: 'q', handle: { queryPermission: async () => 'prompt' } }]])
  const copies = new Set([5, 6])
  const keysOf = (store: string) => [...(store === 'copies' ? copies : batches.keys())]
  const database = {
    getAllKeys: async (store: string) => keysOf(store),
    getAllKeysFromIndex: async (store: string) => keysOf(store),
    getAllFromIndex: async () => [...sources.values()],
    get: async (_: string, id: number) => batches.get(id),
    delete: async (store: string, id: number) =>
      ({ batches, sources, copies })[store as 'batches']?.delete(id),
  }
  return { database: database as never, batches, sources, copies }
}

/** The rows that are left, if the storage lists `objects`. */
async function restored(objects: Objects, begunAt: number | null, ...rows: StoredRow[]) {
  const { database } = openBatch(begunAt, ...rows)
  const found = await restoreQueue(database, 'q', async ({ key }) => objects[key])
  return found.rows.map(({ key, state, reason }) => [key, state, reason])
}

test('a file that the storage has since its batch began is not sent again; any other is', async () => {
  const objects = {
    sent: { size: 10, last_modified: 101 },
    older: { size: 10, last_modified: 99 },
    shorter: { size: 9, last_modified: 101 },
  }
  const rows = ['sent', 'older', 'shorter', 'missing'].map(key => row(key))
  expect(await restored(objects, 100, ...rows)).toEqual(
    ['older', 'shorter', 'missing'].map(key => [key, 'interrupted', 'INTERRUPTED']),
  )
  expect(await restored(objects, null, row('sent'))).toEqual([['sent', 'interrupted', 'INTERRUPTED']])
})

test('what a row needs: its file, the permission to read it, or nothing', async () => {
  const rows = [
    row('chosen'),
    row('locked', { source: 7 }),
    row('copied', { copy: 5 }),
    row('forgotten', { copy: 4 }),
    row('failed', { status: 'failed', reason: 'NOT_ENOUGH_STORAGE' }),
    row('refused', { status: 'failed', reason: 'FILE_CHANGED' }),
    row('trống/', { path: 'trống/', size: 0 }),
  ]
  expect(await restored({}, null, ...rows)).toEqual([
    ['chosen', 'interrupted', 'INTERRUPTED'],
    ['locked', 'interrupted', 'PERMISSION_NEEDED'],
    ['copied', 'queued', null],
    ['forgotten', 'interrupted', 'INTERRUPTED'],
    ['failed', 'failed', 'NOT_ENOUGH_STORAGE'],
    ['refused', 'refused', 'FILE_CHANGED'],
    ['trống/', 'queued', null],
  ])
})

test('what was restored stays in the database until it is stored elsewhere', async () => {
  const { database, batches, sources, copies } = openBatch(null, row('a', { copy: 5 }))
  const { forget } = await restoreQueue(database, 'q')
  expect([batches.size, sources.size, copies.size]).toEqual([1, 1, 2])
  await forget()
  expect([batches.size, sources.size, ...copies]).toEqual([0, 0, 5])
})
