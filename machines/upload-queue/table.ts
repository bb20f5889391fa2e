import { resumesAlone } from '../upload/retry.ts'
import type { RowStatus, UploadRow } from './types.ts'

const chunkLength = 256

/**
 * Rows by ascending id, in chunks: a changed row copies one chunk, not the table. `counts` by status, and the bytes
 * `size` (total) and `sent` of rows neither cancelled nor failed, and how many are `missing` their file, are maintained so
 * that nothing walks all rows.
 */
export type UploadTable = {
  readonly chunks: readonly (readonly UploadRow[])[]
  readonly length: number
  readonly counts: Readonly<Record<RowStatus, number>>
  readonly size: number
  readonly sent: number
  readonly missing: number
}

export const emptyTable: UploadTable = {
  chunks: [],
  length: 0,
  counts: { queued: 0, uploading: 0, pausing: 0, paused: 0, cancelled: 0, completed: 0, failed: 0 },
  size: 0,
  sent: 0,
  missing: 0,
}

/** Whether the row's file must be chosen, or its reading allowed, again. */
export function needsFile({ status, reason }: UploadRow): boolean {
  return status === 'paused' && reason !== null && !resumesAlone(reason)
}

function counted(row: UploadRow): boolean {
  return row.status !== 'cancelled' && row.status !== 'failed'
}

function withTotals(table: UploadTable, before: UploadRow | null, after: UploadRow): UploadTable {
  const counts = { ...table.counts }
  let { size, sent, missing } = table
  if (before) {
    counts[before.status]--
    if (needsFile(before)) missing--
    if (counted(before)) {
      size -= before.file.size
      sent -= before.sent
    }
  }
  counts[after.status]++
  if (needsFile(after)) missing++
  if (counted(after)) {
    size += after.file.size
    sent += after.sent
  }
  return { ...table, counts, size, sent, missing }
}

function tableOf(rows: readonly UploadRow[]): UploadTable {
  return appendRows(emptyTable, rows)
}

/** Appends `rows`, whose ids must ascend, and be above those in the table. */
export function appendRows(table: UploadTable, rows: readonly UploadRow[]): UploadTable {
  const chunks = [...table.chunks]
  const counts = { ...table.counts }
  let { size, sent, missing } = table
  let last = chunks.at(-1)?.length === chunkLength ? [] : [...(chunks.pop() ?? [])]
  for (const row of rows) {
    if (last.length === chunkLength) {
      chunks.push(last)
      last = []
    }
    last.push(row)
    counts[row.status]++
    if (needsFile(row)) missing++
    if (counted(row)) {
      size += row.file.size
      sent += row.sent
    }
  }
  if (last.length > 0) chunks.push(last)
  return { chunks, length: table.length + rows.length, counts, size, sent, missing }
}

/** The row at `index` from 0, or undefined. */
export function rowAt(table: UploadTable, index: number): UploadRow | undefined {
  return table.chunks[Math.floor(index / chunkLength)]?.[index % chunkLength]
}

/** The index of the row `id`, or -1. */
export function indexOf(table: UploadTable, id: number): number {
  let low = 0
  let high = table.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = rowAt(table, middle)!.id
    if (found === id) return middle
    if (found < id) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** The row `id`, or undefined. */
export function rowOf(table: UploadTable, id: number): UploadRow | undefined {
  return rowAt(table, indexOf(table, id))
}

/** Changes the row `id`; the same table if it has none. */
export function changeRow(
  table: UploadTable,
  id: number,
  change: Partial<Omit<UploadRow, 'id'>>,
): UploadTable {
  const index = indexOf(table, id)
  const before = rowAt(table, index)
  if (!before) return table
  const after = { ...before, ...change }
  const at = Math.floor(index / chunkLength)
  const chunks = [...table.chunks]
  const chunk = [...chunks[at]!]
  chunk[index % chunkLength] = after
  chunks[at] = chunk
  return { ...withTotals(table, before, after), chunks }
}

/** Applies `change` to every row; null keeps it. Walks all rows. */
export function changeRows(
  table: UploadTable,
  change: (row: UploadRow) => Partial<Omit<UploadRow, 'id'>> | null,
): UploadTable {
  return tableOf(
    [...rowsOf(table)].map(row => {
      const changed = change(row)
      return changed ? { ...row, ...changed } : row
    }),
  )
}

/** Walks all rows. */
export function removeRows(table: UploadTable, gone: (row: UploadRow) => boolean): UploadTable {
  return tableOf([...rowsOf(table)].filter(row => !gone(row)))
}

export function* rowsOf(table: UploadTable): Generator<UploadRow> {
  for (const chunk of table.chunks) yield* chunk
}

/** The index of the first queued row at or after `from`, or -1. */
export function firstQueued(table: UploadTable, from: number): number {
  if (table.counts.queued === 0) return -1
  for (let index = from; index < table.length; index++) {
    if (rowAt(table, index)!.status === 'queued') return index
  }
  return -1
}
