import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MiB } from '../../domain/limits.ts'
import {
  appendRows,
  changeRow,
  emptyTable,
  removeRows,
  type UploadTable,
} from '../../machines/upload-queue/table.ts'
import type { UploadRow } from '../../machines/upload-queue/types.ts'
import { rememberSource } from '../../src/uploads/picking/file-sources.ts'
import type { StoredBatch } from '../../src/uploads/store/database.ts'
import { StoredQueue } from '../../src/uploads/store/stored-queue.ts'

const row = (id: number, more: Partial<UploadRow> = {}): UploadRow => ({
  ...{ id, bucket: 'anh', key: `${id}`, path: `${id}`, sent: 0, state: 'queued', reason: null },
  ...{ multipart: null, file: { name: `${id}`, size: 10, lastModified: 5, type: '' } },
  ...more,
})
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1))
const multipart = { uploadId: 'u', partSize: 5 }

/** A database that holds what is put into it; `full`: it takes nothing. */
function openStore() {
  const batches = new Map<number, StoredBatch>()
  const copies = new Map<number, File>()
  const database = { full: false, writes: 0 }
  let next = 1
  const stored: boolean[] = []
  const store = new StoredQueue({
    database: {
      async put(to: string, value: StoredBatch & { file: File }) {
        if (database.full) throw new DOMException('full', 'QuotaExceededError')
        if (to === 'copies') {
          copies.set(next, value.file)
          return next++
        }
        database.writes++
        const id = value.id ?? next++
        batches.set(id, { ...value, id })
        return id
      },
      delete: async (from: string, id: number) => (from === 'copies' ? copies : batches).delete(id),
      clear: async () => copies.clear(),
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
  const copied = () => [...copies.values()].map(({ name }) => name)
  return { store, database, batches, copied, kept, follow, stored }
}

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined))

test('rows are stored in batches, and leave when they are uploaded, cancelled or removed', async () => {
  const { batches, kept, follow } = openStore()
  let table = appendRows(emptyTable, rows(600))
  await follow(table)
  expect([...batches.values()].map(batch => batch.rows.length)).toEqual([250, 250, 100])
  table = changeRow(table, 1, { state: 'completed' })
  table = changeRow(table, 2, { state: 'cancelled' })
  table = changeRow(table, 3, { state: 'failed', reason: 'NOT_ENOUGH_STORAGE' })
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
  [{ state: 'active.uploading' }, false, ['queued', null]],
  [{ state: 'active.uploading', reason: 'OFFLINE' }, false, ['queued', null]],
  [{ state: 'active.stalled', reason: 'STORAGE_UNAVAILABLE' }, false, ['queued', null]],
  [{ state: 'interrupted', reason: 'INTERRUPTED' }, false, ['queued', null]],
  [{ state: 'interrupted', reason: 'PERMISSION_NEEDED' }, true, ['queued', null]],
  [{ state: 'active.pausing' }, false, ['paused', null]],
  [{ state: 'paused' }, false, ['paused', null]],
  [{ state: 'active.paused' }, false, ['paused', null]],
  [{ state: 'active.waiting' }, false, ['queued', null]],
  [{ state: 'queued' }, true, ['paused', null]],
  [{ state: 'refused', reason: 'FILE_CHANGED' }, true, ['failed', 'FILE_CHANGED']],
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
  await follow(changeRow(table, 7, { state: 'active.uploading' }))
  await follow(changeRow(table, 7, { state: 'active.uploading', sent: 5 }))
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
  await follow(changeRow(table, 1, { state: 'completed' }))
  expect(kept()).toEqual([['2', 'queued', null]])
  expect(stored).toEqual([false, true])
})

test('a queue that was stopped leaves its rows to the next visit', async () => {
  const { store, kept, follow } = openStore()
  const table = appendRows(emptyTable, rows(1))
  await follow(table)
  store.stop()
  await follow(changeRow(table, 1, { state: 'completed' }))
  expect(kept()).toEqual([['1', 'queued', null]])
})

describe('copies of files', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const fileOf = (name: string, size = 10) =>
    Object.defineProperty(new File([], name), 'size', { value: size })
  const rowsOf = (...files: File[]) => files.map((file, index) => row(index + 1, { key: file.name, file }))
  const later = () => vi.advanceTimersByTimeAsync(3000)

  test('small files without a handle are copied, each until it has left, and all go at a sign-out', async () => {
    const { store, batches, copied, follow } = openStore()
    const withHandle = fileOf('handle')
    rememberSource(withHandle, {} as FileSystemHandle)
    const files = ['a', 'b', 'c'].map(name => fileOf(name))
    let table = appendRows(emptyTable, rowsOf(...files, fileOf('large', 8 * MiB + 1), withHandle))
    await follow(table)
    expect(copied()).toEqual([])
    await later()
    expect(copied()).toEqual(['c', 'b', 'a'])
    const hasCopy = () => [...batches.values()].at(-1)!.rows.map(({ key, copy }) => [key, copy !== null])
    expect(hasCopy()).toEqual([
      ...['a', 'b', 'c'].map(key => [key, true]),
      ['large', false],
      ['handle', false],
    ])
    table = changeRow(table, 1, { state: 'completed' })
    table = changeRow(table, 2, { state: 'failed', reason: 'NOT_ENOUGH_STORAGE' })
    await follow(removeRows(table, ({ id }) => id === 3))
    expect(copied()).toEqual(['b'])
    store.stop()
    expect(copied()).toEqual([])
  })

  test('there is room for 256 MiB: the next are copied as others leave', async () => {
    const { copied, follow } = openStore()
    const files = Array.from({ length: 33 }, (_, index) => fileOf(`${index}`, 8 * MiB))
    const table = appendRows(emptyTable, rowsOf(...files))
    await follow(table)
    for (let turns = 0; turns < 10; turns++) await later()
    expect(copied()).toHaveLength(32)
    await follow(changeRow(table, 33, { state: 'completed' }))
    await later()
    expect(copied()).toEqual(
      files
        .slice(0, 32)
        .map(({ name }) => name)
        .toReversed(),
    )
  })
})
