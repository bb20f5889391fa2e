import { hasEnded } from '../../../machines/upload-queue/rules.ts'
import { indexOf, rowAt, rowOf, rowsOf } from '../../../machines/upload-queue/table.ts'
import type { QueueContext, UploadRow } from '../../../machines/upload-queue/types.ts'

export type RowFilter = 'all' | 'failed'
export type RowOrder = { length: number; at: (index: number) => UploadRow | undefined }

/**
 * The rows as they are listed: those under way, then those that come next in their order, then those that had their
 * turn, the last one first. Costs nothing per row.
 */
export function rowOrder(context: QueueContext, filter: RowFilter): RowOrder {
  return filter === 'failed' ? failedRows(context) : allRows(context)
}

function failedRows({ table }: QueueContext): RowOrder {
  const rows = [...rowsOf(table)].filter(row => row.status === 'failed')
  return { length: rows.length, at: index => rows[index] }
}

function allRows({ table, activeIds, nextQueuedIndex }: QueueContext): RowOrder {
  const underWay = activeIds
    .filter(id => {
      const row = rowOf(table, id)
      return row && !hasEnded(row)
    })
    .map(id => indexOf(table, id))
    .sort((a, b) => a - b)
  const coming = table.length - nextQueuedIndex
  const places = underWay
    .map(index => (index >= nextQueuedIndex ? index - nextQueuedIndex : coming + nextQueuedIndex - 1 - index))
    .sort((a, b) => a - b)
  return {
    length: table.length,
    at(index) {
      const first = underWay[index]
      if (first !== undefined) return rowAt(table, first)
      let place = index - underWay.length
      for (const taken of places) if (taken <= place) place++
      return rowAt(table, place < coming ? nextQueuedIndex + place : nextQueuedIndex - 1 - (place - coming))
    },
  }
}
