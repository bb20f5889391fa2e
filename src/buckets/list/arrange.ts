import type { Bucket } from '../../../openapi/schema.ts'
import type { Sorting as SortingBy } from '../../ui/sorting.ts'

/** The columns need at least `leastTable` pixels in total. */
export const columns = [
  { column: 'name', text: 'buckets.name', width: undefined },
  { column: 'size', text: 'buckets.size', width: '14%' },
  { column: 'objects', text: 'buckets.objects', width: '13%' },
  { column: 'created_at', text: 'buckets.created', width: '17%' },
] as const
export const leastTable = 720

type Column = (typeof columns)[number]['column']
export type Sorting = SortingBy<Column>

/** The buckets whose name contains `filter`, sorted; unknown values come last, equal ones are sorted by name. */
export function arrange(buckets: readonly Bucket[], filter: string, { column, order }: Sorting): Bucket[] {
  const wanted = filter.trim().toLowerCase()
  const sign = order === 'ascending' ? 1 : -1
  const byName = (a: Bucket, b: Bucket) => (a.name < b.name ? -1 : 1)
  return buckets
    .filter(bucket => bucket.name.includes(wanted))
    .sort((a, b) => {
      if (column === 'name') return sign * byName(a, b)
      const [x, y] = [a[column], b[column]]
      if (x === y) return byName(a, b)
      if (x === null) return 1
      if (y === null) return -1
      return sign * (x - y)
    })
}

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
