import { useEffect, useState } from 'react'
import { columnNames, type Sort } from './row-sort.ts'

/** How a folder is looked at: its search and order, which stand in the address. */
export type FolderView = { search: string; sort: Sort | null }

/** The longest search that the contract takes, in UTF-16 units. */
export const searchLimit = 512
/** Ms until the address follows what is typed: browsers limit how often it may change. */
const pause = 200

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

/** The view of the folder at `prefix`, from its address and kept in it: the back button and a reload bring it again. */
export function useFolderView(prefix: string): [FolderView, (change: Partial<FolderView>) => void] {
  const [kept, keep] = useState(() => ({ prefix, ...readView(location.search) }))
  const view = kept.prefix === prefix ? kept : { prefix, ...readView(location.search) }
  if (view !== kept) keep(view)
  useEffect(() => {
    const { pathname } = location
    const timer = setTimeout(() => {
      const query = viewQuery(view)
      if (location.pathname !== pathname || viewQuery(readView(location.search)) === query) return
      history.replaceState(history.state, '', pathname + query)
    }, pause)
    return () => clearTimeout(timer)
  }, [view])
  return [view, change => keep(view => ({ ...view, ...change }))]
}
