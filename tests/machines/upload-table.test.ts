import { expect, test } from 'vitest'
import { noCounts } from '../../machines/upload-queue/row-state.ts'
import {
  appendRows,
  changeRow,
  changeRows,
  emptyTable,
  firstQueued,
  indexOf,
  removeRows,
  rowOf,
  rowsOf,
} from '../../machines/upload-queue/table.ts'
import type { UploadRow } from '../../machines/upload-queue/types.ts'

const row = (id: number, more: Partial<UploadRow> = {}): UploadRow => ({
  id,
  bucket: 'anh',
  key: `${id}`,
  path: `${id}`,
  file: { name: `${id}`, size: 10, lastModified: 0, type: '' },
  sent: 0,
  state: 'queued',
  reason: null,
  multipart: null,
  ...more,
})
const rows = (count: number, from = 1) => Array.from({ length: count }, (_, index) => row(from + index))
const idsOf = (table: typeof emptyTable) => [...rowsOf(table)].map(({ id }) => id)

test('rows appended in any portions are found by id and by place', () => {
  let table = emptyTable
  for (const [from, count] of [
    [1, 1],
    [2, 255],
    [257, 256],
    [513, 300],
  ] as const) {
    table = appendRows(table, rows(count, from))
  }
  expect(table.length).toBe(812)
  expect(idsOf(table)).toEqual(Array.from({ length: 812 }, (_, index) => index + 1))
  expect([1, 256, 257, 812, 813].map(id => indexOf(table, id))).toEqual([0, 255, 256, 811, -1])
})

test('a change keeps counts and bytes, and leaves the table before as it was', () => {
  const before = appendRows(emptyTable, rows(3))
  const half = changeRow(before, 2, { state: 'active.uploading', sent: 5 })
  const failed = changeRow(half, 2, { state: 'refused', reason: 'FILE_CHANGED' })
  expect([before.size, before.sent, half.size, half.sent, failed.size, failed.sent]).toEqual([
    30, 0, 30, 5, 20, 0,
  ])
  expect(failed.counts).toEqual({ ...noCounts(), queued: 2, refused: 1 })
  expect(rowOf(before, 2)?.state).toBe('queued')
  expect(changeRow(before, 9, { sent: 1 })).toBe(before)
})

test('rows are changed and removed in one walk', () => {
  const table = appendRows(emptyTable, rows(600))
  const changed = changeRows(table, ({ id }) => (id % 2 ? { state: 'cancelled' } : null))
  expect(changed.counts.cancelled).toBe(300)
  const left = removeRows(changed, ({ state }) => state === 'cancelled')
  expect(idsOf(left)).toEqual(Array.from({ length: 300 }, (_, index) => 2 * (index + 1)))
  expect(indexOf(left, 600)).toBe(299)
})

test('the next queued row is looked for from a place on', () => {
  const table = changeRow(appendRows(emptyTable, rows(300)), 1, { state: 'completed' })
  expect([firstQueued(table, 0), firstQueued(table, 200), firstQueued(table, 300)]).toEqual([1, 200, -1])
})
