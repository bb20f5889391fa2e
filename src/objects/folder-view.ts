import { useView } from '../ui/use-view.ts'
import { withOpen } from './open-address.ts'
import { columnNames, type Sort } from './row-sort.ts'

/** How a folder is looked at: its search and order, which stand in the address. */
export type FolderView = { search: string; sort: Sort | null }

/** The longest search that the contract takes, in UTF-16 units. */
export const searchLimit = 512

/** The view that a query (`?search=a&sort=-size`) names. What it cannot read is left out. */
export function readView(query: string): FolderView {
  const params = new URLSearchParams(query)
  const sort = params.get('sort') ?? ''
  const column = columnNames.find(name => name === sort.replace(/^-/, ''))
  return {
    search: (params.get('search') ?? '').slice(0, searchLimit),
    sort: column ? { column, descending: sort.startsWith('-') } : null,
  }
}

/** The query of a view; empty for the one that a folder begins with. */
export function viewQuery({ search, sort }: FolderView): string {
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  if (sort) params.set('sort', `${sort.descending ? '-' : ''}${sort.column}`)
  return params.size === 0 ? '' : `?${params}`
}

/** The query of a view, which leaves the file that is looked at. */
const kept = (view: FolderView) => withOpen(viewQuery(view))

/** The view of the folder at `prefix`. */
export function useFolderView(prefix: string) {
  return useView(prefix, readView, kept)
}
