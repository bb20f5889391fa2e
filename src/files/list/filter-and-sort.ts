import { unaccented } from '../../../domain/folded.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'

export type RowOptions = {
  /** A part of the name, ignoring case and diacritics; empty for all rows. */
  search: string
  /** Null keeps the given order. */
  order: ((a: ObjectItem, b: ObjectItem) => number) | null
}

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
