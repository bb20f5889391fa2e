export type SortOrder = 'ascending' | 'descending'
export type Sorting<Column extends string> = { column: Column; order: SortOrder }

/** The sorting after a click on `column`, which starts in the order `first`; a second click reverses it. */
export function sortedBy<Column extends string>(
  now: Sorting<Column>,
  column: Column,
  first: SortOrder,
): Sorting<Column> {
  if (now.column !== column) return { column, order: first }
  return { column, order: now.order === 'ascending' ? 'descending' : 'ascending' }
}
