import { unaccented } from '../../../domain/folded.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { Slice } from '../../site/slice.ts'

export type RowOptions = {
  /** A part of the name, ignoring case and diacritics; empty for all rows. */
  search: string
  /** Null keeps the given order. */
  order: ((a: ObjectItem, b: ObjectItem) => number) | null
}

/** Rows processed between two checks of the clock. */
const chunkSize = 64

const foldedNames = new WeakMap<ObjectItem, string>()

function foldedName(item: ObjectItem): string {
  const known = foldedNames.get(item)
  if (known !== undefined) return known
  const name = unaccented(item.name)
  foldedNames.set(item, name)
  return name
}

/** The rows that match the search, sorted. For short lists; see `filterAndSortAsync`. */
export function filterAndSort(
  rows: readonly ObjectItem[],
  { search, order }: RowOptions,
): readonly ObjectItem[] {
  const needle = unaccented(search)
  const matches = needle === '' ? rows : rows.filter(row => foldedName(row).includes(needle))
  return order ? [...matches].sort(order) : matches
}

/** Like `filterAndSort`, in slices, so that the page stays responsive. Null once `signal` aborts. */
export async function filterAndSortAsync(
  rows: readonly ObjectItem[],
  { search, order }: RowOptions,
  signal: AbortSignal,
): Promise<readonly ObjectItem[] | null> {
  const slice = new Slice()
  let runs: ObjectItem[][] = []
  for (let at = 0; at < rows.length; at += chunkSize) {
    if (slice.isOver) await slice.next()
    if (signal.aborted) return null
    runs.push([...filterAndSort(rows.slice(at, at + chunkSize), { search, order })])
  }
  if (!order) return runs.flat()
  while (runs.length > 1) {
    const merged: ObjectItem[][] = []
    for (let pair = 0; pair < runs.length; pair += 2) {
      const [left, right = []] = [runs[pair]!, runs[pair + 1]]
      const result: ObjectItem[] = []
      for (let a = 0, b = 0; a < left.length || b < right.length; ) {
        if (result.length % chunkSize === 0 && slice.isOver) {
          await slice.next()
          if (signal.aborted) return null
        }
        const fromLeft = b >= right.length || (a < left.length && order(left[a]!, right[b]!) <= 0)
        result.push(fromLeft ? left[a++]! : right[b++]!)
      }
      merged.push(result)
    }
    runs = merged
  }
  return runs[0] ?? []
}
