import { hasEnded } from '../../../machines/upload-queue/rules.ts'
import { indexOf, needsFile, rowAt, rowOf, rowsOf } from '../../../machines/upload-queue/table.ts'
import type { QueueContext, UploadRow } from '../../../machines/upload-queue/types.ts'

export type RowFilter = 'all' | 'failed'
type RowOrder = { length: number; at: (index: number) => UploadRow | undefined }

/**
 * The order of the rows in the list: those with a problem, active ones, queued ones in order, finished ones, newest
 * first. Iterates over the rows only if one has a problem.
 */
export function rowOrder(context: QueueContext, filter: RowFilter): RowOrder {
  if (filter === 'failed') return failedRows(context)
  const { counts, missing } = context.table
  return counts.failed + missing > 0 ? problemsFirst(context) : allRows(context)
}

function problemsFirst(context: QueueContext): RowOrder {
  const order = allRows(context)
  const problems: UploadRow[] = []
  const others: UploadRow[] = []
  for (let index = 0; index < order.length; index++) {
    const row = order.at(index)!
    if (row.status === 'failed' || needsFile(row)) problems.push(row)
    else others.push(row)
  }
  return {
    length: order.length,
    at: index => problems[index] ?? others[index - problems.length],
  }
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
