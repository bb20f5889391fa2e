import { hasEnded } from '../../../machines/upload-queue/rules.ts'
import { indexOf, rowAt, rowOf, rowsOf } from '../../../machines/upload-queue/table.ts'
import type { QueueContext, UploadRow } from '../../../machines/upload-queue/types.ts'

export type RowFilter = 'all' | 'failed'
type RowOrder = { length: number; at: (index: number) => UploadRow | undefined }

/**
 * The order of the rows in the list: active ones, then queued ones in order, then finished ones, newest first. Does not
 * iterate over the rows.
 */
export function rowOrder(context: QueueContext, filter: RowFilter): RowOrder {
  return filter === 'failed' ? failedRows(context) : allRows(context)
}

function failedRows({ table }: QueueContext): RowOrder {
  const rows = [...rowsOf(table)].filter(row => row.status === 'failed')
  return { length: rows.length, at: index => rows[index] }
}

function allRows({ table, activeIds, nextQueuedIndex }: QueueContext): RowOrder {
  const active = activeIds
    .filter(id => {
      const row = rowOf(table, id)
      return row && !hasEnded(row)
    })
    .map(id => indexOf(table, id))
    .sort((a, b) => a - b)
  const queuedCount = table.length - nextQueuedIndex
  const activePlaces = active
    .map(index =>
      index >= nextQueuedIndex ? index - nextQueuedIndex : queuedCount + nextQueuedIndex - 1 - index,
    )
    .sort((a, b) => a - b)
  return {
    length: table.length,
    at(index) {
      const first = active[index]
      if (first !== undefined) return rowAt(table, first)
      let place = index - active.length
      for (const occupied of activePlaces) if (occupied <= place) place++
      return rowAt(
        table,
        place < queuedCount ? nextQueuedIndex + place : nextQueuedIndex - 1 - (place - queuedCount),
      )
    },
  }
}
