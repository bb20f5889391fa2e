import { beforeEach, expect, test, vi } from 'vitest'
import {
  appendRows,
  changeRow,
  emptyTable,
  removeRows,
  type UploadTable,
} from '../../machines/upload-queue/table.ts'
import type { UploadRow } from '../../machines/upload-queue/types.ts'
import type { StoredBatch } from '../../src/uploads/store/database.ts'
import { StoredQueue } from '../../src/uploads/store/stored-queue.ts'

const row = (id: number, more: Partial<UploadRow> = {}): UploadRow => ({
  ...{ id, bucket: 'anh', key: `${id}`, path: `${id}`, sent: 0, status: 'queued', reason: null },
  ...{ multipart: null, file: { name: `${id}`, size: 10, lastModified: 5, type: '' } },
  ...more,
})
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1))
const multipart = { uploadId: 'u', partSize: 5 }

/** A database that holds what is put into it; `full`: it takes nothing. */
function openStore() {
  const batches = new Map<number, StoredBatch>()
  const database = { full: false, writes: 0 }
  let next = 1
  const stored: boolean[] = []
  const store = new StoredQueue({
    database: {
      async put(_: string, value: StoredBatch) {
        if (database.full) throw new DOMException('full', 'QuotaExceededError')
        database.writes++
        const id = value.id ?? next++
        batches.set(id, { ...value, id })
        return id
      },
      delete: async (_: string, id: number) => batches.delete(id),
    } as never,
    ...{ queue: 'q', user: 'an' },
    onStored: works => stored.push(works),
  })
  const kept = () =>
    [...batches.values()].flatMap(batch => batch.rows.map(({ key, status, reason }) => [key, status, reason]))
  const follow = async (table: UploadTable, held = false) => {
    store.follow(table, held)
    await store.write()
  }
  return { store, database, batches, kept, follow, stored }
}

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined))

test('rows are stored in batches, and leave when they are uploaded, cancelled or removed', async () => {
  const { batches, kept, follow } = openStore()
  let table = appendRows(emptyTable, rows(600))
  await follow(table)
  expect([...batches.values()].map(batch => batch.rows.length)).toEqual([250, 250, 100])
  table = changeRow(table, 1, { status: 'completed' })
  table = changeRow(table, 2, { status: 'cancelled' })
  table = changeRow(table, 3, { status: 'failed', reason: 'NOT_ENOUGH_STORAGE' })
  await follow(table)
  expect(kept().slice(0, 2)).toEqual([
    ['3', 'failed', 'NOT_ENOUGH_STORAGE'],
    ['4', 'queued', null],
  ])
  table = removeRows(table, ({ id }) => id === 3 || id > 250)
  await follow(table)
  expect([...batches.values()].map(batch => batch.rows.length)).toEqual([247])
  await follow(removeRows(table, () => true))
  expect(batches.size).toBe(0)
})

test.each<[Partial<UploadRow>, held: boolean, stored: [string, unknown]]>([
  [{ status: 'uploading' }, false, ['queued', null]],
  [{ status: 'uploading', reason: 'OFFLINE' }, false, ['queued', null]],
  [{ status: 'paused', reason: 'STORAGE_UNAVAILABLE' }, false, ['queued', null]],
  [{ status: 'paused', reason: 'INTERRUPTED' }, false, ['queued', null]],
  [{ status: 'paused', reason: 'PERMISSION_NEEDED' }, true, ['queued', null]],
  [{ status: 'pausing' }, false, ['paused', null]],
  [{ status: 'paused' }, false, ['paused', null]],
  [{ status: 'queued' }, true, ['paused', null]],
  [{ status: 'failed', reason: 'FILE_CHANGED' }, true, ['failed', 'FILE_CHANGED']],
])('a row that is %j (all paused: %s) is stored as %j', async (is, held, stored) => {
  const { kept, follow } = openStore()
  const table = appendRows(emptyTable, [row(1)])
  await follow(table)
  await follow(changeRow(table, 1, is), held)
  expect(kept()).toEqual([['1', ...stored]])
})

test('progress alone writes nothing', async () => {
  const { database, follow } = openStore()
  const table = appendRows(emptyTable, rows(300))
  await follow(table)
  const { writes } = database
  await follow(changeRow(table, 7, { status: 'uploading' }))
  await follow(changeRow(table, 7, { status: 'uploading', sent: 5 }))
  expect(database.writes).toBe(writes)
})

test('before a row is sent it is stored with its multipart upload, and that its batch may have been sent', async () => {
  const { store, batches, database } = openStore()
  const table = appendRows(emptyTable, rows(3))
  store.follow(table, false)
  await store.beforeSending(1)
  const [batch] = batches.values()
  expect(batch?.begunAt).toBeGreaterThan(0)
  expect(batch?.rows).toHaveLength(3)
  const { writes } = database
  await store.beforeSending(2)
  expect(database.writes).toBe(writes)
  store.follow(changeRow(table, 3, { multipart }), false)
  await store.beforeSending(3)
  expect([...batches.values()][0]?.rows[2]?.multipart).toEqual(multipart)
})

test('what a full disk refuses is stored once there is room', async () => {
  const { database, kept, follow, stored } = openStore()
  database.full = true
  const table = appendRows(emptyTable, rows(2))
  await follow(table)
  expect(stored).toEqual([false])
  database.full = false
  await follow(changeRow(table, 1, { status: 'completed' }))
  expect(kept()).toEqual([['2', 'queued', null]])
  expect(stored).toEqual([false, true])
})

test('a queue that was stopped leaves its rows to the next visit', async () => {
  const { store, kept, follow } = openStore()
  const table = appendRows(emptyTable, rows(1))
  await follow(table)
  store.stop()
  await follow(changeRow(table, 1, { status: 'completed' }))
  expect(kept()).toEqual([['1', 'queued', null]])
})
