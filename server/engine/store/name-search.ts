import { setImmediate as nextTurn } from 'node:timers/promises'
import { unaccented } from '../../../domain/folded.ts'
import { matchesName, type NameWord, rankOfName } from '../../../domain/name-search.ts'
import type { FoundPage, NameOrder, NamePosition } from '../../s3/search.ts'
import { storageClassColumn } from '../protocol/storage-class.ts'
import type { Database } from './database.ts'
import { lastSeq, type NameIndex } from './name-index.ts'
import { trigramsOf } from './name-terms.ts'

export type FoundRow = {
  seq: number
  bucket: number
  key: string
  size: number
  etag: string
  /** Unix ms. */
  modified: number
  storage_class: string | null
  /** JSON. */
  tags: string | null
}

export type NameSearch = {
  words: readonly NameWord[]
  of: { bucket: number } | { uid: string }
  order: NameOrder
  limit: number
  at: NamePosition | null
  /** Whether the caller may know of a row: others are neither compared nor counted. */
  mayShow(row: FoundRow): boolean
  /** Whether it passes the filters. */
  accepts(row: FoundRow): boolean
  signal?: AbortSignal | undefined
}

export type NamePage = Omit<FoundPage, 'rows'> & { rows: FoundRow[] }

/** Rows of a window. */
const MOST_LOOKED = 100_000
const MOST_MATCHES: Record<NameOrder, number> = { best: 300, newest: 20_000, largest: 20_000 }
/** ms of a window. */
const MOST_TIME = 1000
/** ms of one turn of the event loop. */
const MOST_OF_TURN = 5
/** The newest rows that are read from the index itself. */
const TAIL = 20_000
/** Rows of the first read of the index of names, doubled for each further one, and of one read of the index. */
const FIRST_ROWS = 250
const MOST_ROWS = 2000

const columns = `SELECT seq, bucket, key, size, etag, modified, tags, ${storageClassColumn} FROM version`

/** `rows`: the current ones of `looked` that may match, the newest first; `low`: the last of them. */
type Batch = { rows: FoundRow[]; looked: number; low: number }

/** The rows that may match, from below `from` down to `to`. */
async function* candidates(
  db: Database,
  names: NameIndex,
  { words, of }: Pick<NameSearch, 'words' | 'of'>,
  { from, to }: { from: number; to: number },
): AsyncGenerator<Batch> {
  const place = await names.place()
  const least = Math.max(place, lastSeq(db) - TAIL, to - 1)
  let before = from
  while (before > least + 1) {
    const low = Math.max(least, before - 1 - FIRST_ROWS)
    const rows = db.all<FoundRow>(
      `${columns} WHERE seq > ? AND seq < ? AND latest = 1 AND marker = 0 ORDER BY seq DESC`,
      low,
      before,
    )
    yield { rows, looked: before - 1 - low, low: low + 1 }
    before = low + 1
  }
  const trigrams = trigramsOf(words)
  before = Math.min(before, place + 1)
  for (let limit = FIRST_ROWS; before > to; limit = Math.min(2 * limit, MOST_ROWS)) {
    const found = await names.find({ trigrams, of, before, limit })
    for (let at = 0; at < found.length; at += FIRST_ROWS) {
      const some = found.slice(at, at + FIRST_ROWS).filter(seq => seq >= to)
      if (some.length === 0) return
      const rows = some.flatMap(
        seq => db.get<FoundRow>(`${columns} WHERE seq = ? AND latest = 1 AND marker = 0`, seq) ?? [],
      )
      yield { rows, looked: some.length, low: some.at(-1)! }
    }
    if (found.length < limit) return
    before = found.at(-1)!
  }
}

type Match = { row: FoundRow; value: number }

/** The share of rows that a search can find now. */
const shareOf = (db: Database, place: number): number => {
  const last = lastSeq(db)
  return last - place <= TAIL ? 1 : place / last
}

/** One page of the objects whose keys match. Looks at most for a second, and lets others have their turns. */
export const searchNames = async (db: Database, names: NameIndex, search: NameSearch): Promise<NamePage> => {
  const { words, order, limit, at } = search
  const from = at?.from ?? lastSeq(db) + 1
  const pinned = at?.to ?? null
  const after = at?.after ?? null
  const began = performance.now()
  const matches: Match[] = []
  let looked = 0
  let shown = 0
  let low = pinned ?? 0
  let turn = began
  // A window that has ended before is as long again, unless its position was forged.
  const isOver = (): boolean =>
    pinned === null
      ? looked >= MOST_LOOKED ||
        matches.length >= MOST_MATCHES[order] ||
        performance.now() - began > MOST_TIME
      : looked >= 2 * MOST_LOOKED || matches.length >= 2 * MOST_MATCHES[order]
  const look = (row: FoundRow): void => {
    if (!search.mayShow(row)) return
    shown += 1
    const folded = unaccented(row.key)
    if (!matchesName(words, folded) || !search.accepts(row)) return
    const value = order === 'best' ? -rankOfName(words, folded) : order === 'newest' ? row.modified : row.size
    matches.push({ row, value })
  }
  for await (const batch of candidates(db, names, search, { from, to: pinned ?? 1 })) {
    looked += batch.looked
    for (const row of batch.rows) look(row)
    if (isOver()) {
      low = batch.low
      break
    }
    if (performance.now() - turn < MOST_OF_TURN) continue
    search.signal?.throwIfAborted()
    await nextTurn()
    turn = performance.now()
  }
  const left = after === null ? matches : matches.filter(match => isBelow(match, after))
  left.sort((a, b) => b.value - a.value || b.row.seq - a.row.seq)
  const page = left.slice(0, limit)
  const last = page.at(-1)
  const next = (): NamePosition | null => {
    if (last && left.length > limit) return { from, to: low, after: [last.value, last.row.seq] }
    return low > 0 ? { from: low, to: null, after: null } : null
  }
  return {
    rows: page.map(({ row }) => row),
    next: next(),
    looked: pinned === null ? shown : 0,
    complete: low === 0,
    indexed: shareOf(db, await names.place()),
  }
}

/** Whether the match comes after a result: larger values come first, then newer rows. */
const isBelow = ({ row, value }: Match, [lastValue, lastSeq]: [number, number]): boolean =>
  value < lastValue || (value === lastValue && row.seq < lastSeq)
