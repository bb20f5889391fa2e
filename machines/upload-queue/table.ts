import { type Counts, countsBytes, noCounts, traits } from './row-state.ts'
import type { UploadRow } from './types.ts'

const chunkLength = 256

/**
 * Rows by ascending id, in chunks: a changed row copies one chunk, not the table. `counts` of all rows by state; `batch`: of
 * those that are not `settled`, with their bytes `size` (total) and `sent`, but for the cancelled and failed ones. They are
 * maintained so that nothing walks all rows.
 */
export type UploadTable = {
  readonly chunks: readonly (readonly UploadRow[])[]
  readonly length: number
  readonly counts: Readonly<Counts>
  readonly batch: Readonly<Counts>
  readonly size: number
  readonly sent: number
}

export const emptyTable: UploadTable = {
  chunks: [],
  length: 0,
  counts: noCounts(),
  batch: noCounts(),
  size: 0,
  sent: 0,
}

/** The sums that a table maintains, to be changed row by row. */
function sumsOf({ counts, batch, size, sent }: UploadTable) {
  return { counts: { ...counts }, batch: { ...batch }, size, sent }
}

/** `times`: 1 adds the row, -1 takes it out. */
function count(sums: ReturnType<typeof sumsOf>, row: UploadRow, times: 1 | -1): void {
  const { state, settled } = row
  sums.counts[state] += times
  if (settled) return
  sums.batch[state] += times
  if (!countsBytes(state)) return
  sums.size += times * row.file.size
  sums.sent += times * row.sent
}

function tableOf(rows: readonly UploadRow[]): UploadTable {
  return appendRows(emptyTable, rows)
}

/** Appends `rows`, whose ids must ascend, and be above those in the table. */
export function appendRows(table: UploadTable, rows: readonly UploadRow[]): UploadTable {
  const chunks = [...table.chunks]
  const sums = sumsOf(table)
  let last = chunks.at(-1)?.length === chunkLength ? [] : [...(chunks.pop() ?? [])]
  for (const row of rows) {
    if (last.length === chunkLength) {
      chunks.push(last)
      last = []
    }
    last.push(row)
    count(sums, row, 1)
  }
  if (last.length > 0) chunks.push(last)
  return { chunks, length: table.length + rows.length, ...sums }
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
  const sums = sumsOf(table)
  count(sums, before, -1)
  count(sums, after, 1)
  return { ...table, ...sums, chunks }
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

/** How many rows wait for their turn. */
export function countQueued({ counts }: UploadTable): number {
  return counts.queued + counts['active.waiting']
}

/** The index of the first row at or after `from` that waits for its turn, or -1. */
export function firstQueued(table: UploadTable, from: number): number {
  if (countQueued(table) === 0) return -1
  for (let index = from; index < table.length; index++) {
    if (traits[rowAt(table, index)!.state].status === 'queued') return index
  }
  return -1
}
