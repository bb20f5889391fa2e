import { type RowPlace, type RowsAt, type RowsOrder, spellings } from '../../s3/folder.ts'
import type { Database } from './database.ts'
import { successor } from './listing.ts'
import type { Scale } from './scale.ts'
import { type Bound, namesOf, type Row, type Sequence, valuesOf } from './sequences.ts'

/** A part of an order. `hidden`: the bound of an object in it that is no row. */
export type Segment = { name: string; sequence: Sequence; descending: boolean; hidden: Bound | null }

type Folder = { bucket: number; prefix: string; order: RowsOrder }

/** The parts of the order in a folder: one by name, or folders and then files. */
export const segmentsOf = (db: Database, { bucket, prefix, order }: Folder): Segment[] => {
  const { by, descending } = order
  if (by === 'name')
    return [{ name: 'names', sequence: namesOf(db, bucket, prefix) as Sequence, descending, hidden: null }]
  const folders: Segment = {
    ...{ name: 'folders', descending: false, hidden: null },
    sequence: namesOf(db, bucket, prefix, true) as Sequence,
  }
  const own = db.get<{ id: number }>('SELECT id FROM folder WHERE bucket = ? AND path = ?', bucket, prefix)
  if (!own) return [folders]
  const stand = db.get<{ size: number; value: number; seq: number }>(
    `SELECT size, ${by} AS value, seq FROM version INDEXED BY version_listed
     WHERE bucket = ? AND latest = 1 AND marker = 0 AND key = ?`,
    bucket,
    prefix,
  )
  const hidden = stand?.size === 0 ? { value: stand.value, seq: stand.seq } : null
  const sequence = valuesOf(db, own.id, by) as Sequence
  return [folders, { name: by, sequence, descending, hidden }]
}

const isShown = (row: Row, prefix: string): boolean =>
  'prefix' in row || row.row.key !== prefix || row.row.size > 0

/** Up to `limit` rows from a place on, or before it, backwards; `at.bound` null: from the first row of its part in that direction. */
const read = (
  segments: readonly Segment[],
  at: RowPlace,
  { limit, backwards, prefix }: { limit: number; backwards: boolean; prefix: string },
) => {
  const rows: { row: Row; segment: number }[] = []
  let { segment, bound } = at
  for (;;) {
    const part = segments[segment]
    if (!part) return { rows, more: false }
    const { sequence, descending } = part
    const asked = limit - rows.length
    const found =
      descending === backwards
        ? sequence.after(bound ?? sequence.start, asked)
        : sequence.before(bound, asked)
    for (const row of found.rows) if (isShown(row, prefix)) rows.push({ row, segment })
    // A page also ends after keys that are long.
    if (found.more && rows.length > 0) return { rows, more: true }
    if (found.more) bound = sequence.around(found.rows.at(-1)!)[descending === backwards ? 1 : 0]
    else {
      bound = null
      segment += backwards ? -1 : 1
    }
  }
}

/** The place before a row in the order, or after it. */
const placeAt = (
  segments: readonly Segment[],
  { row, segment }: { row: Row; segment: number },
  isAfter: boolean,
): RowPlace => {
  const { sequence, descending } = segments[segment]!
  return { segment, bound: sequence.around(row)[isAfter === descending ? 0 : 1] }
}

const totalOf = (scales: readonly Scale[]): number => scales.reduce((sum, { total }) => sum + total, 0)

const placeOf = (segments: readonly Segment[], scales: readonly Scale[], position: number): RowPlace => {
  let left = Math.max(0, Math.min(position, totalOf(scales) - 1))
  for (const [segment, { total, boundAt }] of scales.entries()) {
    if (left < total) return { segment, bound: boundAt(segments[segment]!.descending ? total - left : left) }
    left -= total
  }
  return { segment: 0, bound: null }
}

const positionOf = (
  segments: readonly Segment[],
  scales: readonly Scale[],
  { segment, bound }: RowPlace,
): number => {
  const { total, positionOf } = scales[segment]!
  const before = totalOf(scales.slice(0, segment))
  if (bound === null) return before
  return before + (segments[segment]!.descending ? total - positionOf(bound) : positionOf(bound))
}

/** The first spelling with which a name begins, else the text itself. */
const spelled = (sequence: Sequence, prefix: string, text: string): string => {
  const begins = (spelling: string): boolean => {
    const [row] = sequence.after(prefix + spelling, 1).rows
    return row !== undefined && ('prefix' in row ? row.prefix : row.row.key).startsWith(prefix + spelling)
  }
  return spellings(text).find(begins) ?? text
}

const placeFrom = (
  segments: readonly Segment[],
  at: { name: string } | { value: number },
  prefix: string,
): RowPlace => {
  const segment = segments.length - 1
  const { sequence, descending } = segments[segment]!
  if ('value' in at) {
    if (typeof sequence.start === 'string') return { segment, bound: null }
    return { segment, bound: { value: descending ? at.value + 1 : at.value, seq: 0 } }
  }
  if (typeof sequence.start !== 'string') return { segment: 0, bound: null }
  const text = prefix + spelled(sequence, prefix, at.name)
  return { segment, bound: descending ? (successor(text) ?? null) : text }
}

export type RowsOfFolder = {
  rows: Row[]
  next: RowPlace | null
  previous: RowPlace | null
  position: number
  total: number
}

/**
 * The rows at a place in a folder, with the places from which to go on in both directions. `scales`: of its segments.
 * A position beyond the end is that of the last row.
 */
export const rowsAt = (
  segments: readonly Segment[],
  scales: readonly Scale[],
  { at, prefix, limit }: { at: RowsAt; prefix: string; limit: number },
): RowsOfFolder => {
  const backwards = 'before' in at
  const place =
    'before' in at
      ? at.before
      : 'after' in at
        ? at.after
        : 'position' in at
          ? placeOf(segments, scales, at.position)
          : placeFrom(segments, at, prefix)
  const found = read(segments, place, { limit, backwards, prefix })
  const rows = backwards ? found.rows.toReversed() : found.rows
  const [first, last] = [rows[0], rows.at(-1)]
  const start = first ? placeAt(segments, first, false) : place
  const end = last ? placeAt(segments, last, true) : place
  const follows = (from: RowPlace, backwards: boolean) =>
    read(segments, from, { limit: 1, backwards, prefix }).rows.length > 0
  const isMore = {
    next: backwards ? follows(end, false) : found.more,
    previous: backwards ? found.more : follows(start, true),
  }
  return {
    rows: rows.map(({ row }) => row),
    next: isMore.next ? end : null,
    previous: isMore.previous ? start : null,
    position: positionOf(segments, scales, start),
    total: totalOf(scales),
  }
}
