import { expect, test } from 'vitest'
import { appendRows, emptyTable } from '../../machines/upload-queue/table.ts'
import type { QueueContext, RowStatus } from '../../machines/upload-queue/types.ts'
import { type RowFilter, rowOrder } from '../../src/uploads/panel/row-order.ts'

function shown(
  statuses: RowStatus[],
  activeIds: number[],
  nextQueuedIndex: number,
  filter: RowFilter = 'all',
) {
  const rows = statuses.map((status, index) => ({
    ...{
      id: index + 1,
      bucket: 'anh',
      key: `${index + 1}`,
      path: '',
      sent: 0,
      status,
      reason: null,
      multipart: null,
    },
    file: { name: '', size: 0, lastModified: 0, type: '' },
  }))
  const context: QueueContext = {
    ...{ table: appendRows(emptyTable, rows), activeIds, nextQueuedIndex, nextId: 99 },
    ...{ leftOut: 0, pendingSelections: [], concurrency: 2 },
  }
  const order = rowOrder(context, filter)
  return Array.from({ length: order.length }, (_, index) => order.at(index)?.id)
}

test('problems come first, then those under way, then those that come next, then those that had their turn, the last first', () => {
  const statuses: RowStatus[] = [
    'completed',
    'uploading',
    'completed',
    'failed',
    'uploading',
    'queued',
    'queued',
  ]
  expect(shown(statuses, [2, 5], 5)).toEqual([4, 2, 5, 6, 7, 3, 1])
  expect(shown(statuses, [2, 5], 5, 'failed')).toEqual([4])
})

test('every row is listed once, wherever those under way are', () => {
  const statuses: RowStatus[] = ['uploading', 'queued', 'uploading', 'completed', 'paused', 'queued']
  for (const next of [0, 1, 3, 6]) {
    expect(shown(statuses, [5, 3, 1], next).sort()).toEqual([1, 2, 3, 4, 5, 6])
    expect(shown(statuses, [5, 3, 1], next).slice(0, 3)).toEqual([1, 3, 5])
  }
  expect(shown(['completed', 'completed'], [], 2)).toEqual([2, 1])
  expect(shown([], [], 0)).toEqual([])
})
