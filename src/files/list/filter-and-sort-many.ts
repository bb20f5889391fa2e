import type { ObjectItem } from '../../../openapi/schema.ts'
import { Slice } from '../../site/slice.ts'
import { filterAndSort, type RowOptions } from './filter-and-sort.ts'

/** Rows processed between two checks of the clock. */
const chunkSize = 64

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
