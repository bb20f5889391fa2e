import { columns, type Sorting } from './arrange.ts'

/** How the list of buckets is looked at: its filter and order, which stand in the address. */
export type ListView = { filter: string; sorting: Sorting }

/** Names of buckets are no longer. */
const filterLimit = 63
const first: Sorting = { column: 'name', order: 'ascending' }

/** The view that a query (`?search=a&sort=-size`) names. What it cannot read is left out. */
export function readListView(query: string): ListView {
  const params = new URLSearchParams(query)
  const sort = params.get('sort') ?? ''
  const found = columns.find(({ column }) => column === sort.replace(/^-/, ''))
  return {
    filter: (params.get('search') ?? '').slice(0, filterLimit),
    sorting: found
      ? { column: found.column, order: sort.startsWith('-') ? 'descending' : 'ascending' }
      : first,
  }
}

/** The query of a view; empty for the one that the list begins with. */
export function listViewQuery({ filter, sorting: { column, order } }: ListView): string {
  const params = new URLSearchParams()
  if (filter) params.set('search', filter)
  if (column !== first.column || order !== first.order)
    params.set('sort', `${order === 'descending' ? '-' : ''}${column}`)
  return params.size === 0 ? '' : `?${params}`
}
