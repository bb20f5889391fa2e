import { unaccented } from '../../domain/folded.ts'
import type { ObjectItem } from '../../openapi/schema.ts'

export type Arrangement = {
  /** Part of the names, in any case, with or without diacritics; empty for all rows. */
  search: string
  /** Null keeps the order. */
  order: ((a: ObjectItem, b: ObjectItem) => number) | null
}

/** ms of work after which the page has its turn. */
const turn = 8
/** Rows that are sorted without a look at the clock. */
const runLength = 64

const folded = new WeakMap<ObjectItem, string>()

function foldedName(item: ObjectItem): string {
  const known = folded.get(item)
  if (known !== undefined) return known
  const name = unaccented(item.name)
  folded.set(item, name)
  return name
}

/** The rows whose names contain what is searched, in order. For few rows; see `arrangeInTurns`. */
export function arrange(rows: readonly ObjectItem[], { search, order }: Arrangement): readonly ObjectItem[] {
  const wanted = unaccented(search)
  const found = wanted === '' ? rows : rows.filter(row => foldedName(row).includes(wanted))
  return order ? [...found].sort(order) : found
}

/** As `arrange`, for any number of rows: the page stays responsive meanwhile. Null once `signal` aborts. */
export async function arrangeInTurns(
  rows: readonly ObjectItem[],
  { search, order }: Arrangement,
  signal: AbortSignal,
): Promise<readonly ObjectItem[] | null> {
  let ends = performance.now() + turn
  const rest = async () => {
    await new Promise(resolve => setTimeout(resolve))
    ends = performance.now() + turn
  }
  let runs: ObjectItem[][] = []
  for (let at = 0; at < rows.length; at += runLength) {
    if (performance.now() > ends) await rest()
    if (signal.aborted) return null
    runs.push([...arrange(rows.slice(at, at + runLength), { search, order })])
  }
  if (!order) return runs.flat()
  while (runs.length > 1) {
    const merged: ObjectItem[][] = []
    for (let pair = 0; pair < runs.length; pair += 2) {
      const [left, right = []] = [runs[pair]!, runs[pair + 1]]
      const result: ObjectItem[] = []
      for (let a = 0, b = 0; a < left.length || b < right.length; ) {
        if (result.length % runLength === 0 && performance.now() > ends) {
          await rest()
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
