import { columns, type Sorting } from './arrange.ts'

/** The filter and order of the list of buckets, which the address holds. */
export type ListView = { filter: string; sorting: Sorting }

/** Maximum length of a bucket's name. */
const filterLimit = 63
const first: Sorting = { column: 'name', order: 'ascending' }

/** The view in a query (`?search=a&sort=-size`). Invalid parts are ignored. */
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

/** The query for a view; empty for the default one. */
export function listViewQuery({ filter, sorting: { column, order } }: ListView): string {
  const params = new URLSearchParams()
  if (filter) params.set('search', filter)
  if (column !== first.column || order !== first.order)
    params.set('sort', `${order === 'descending' ? '-' : ''}${column}`)
  return params.size === 0 ? '' : `?${params}`
}
