import { useView } from '../ui/use-view.ts'
import { withOpen } from './open-address.ts'
import { columnNames, type Sort } from './row-sort.ts'

export type Shape = 'list' | 'tiles'

/** How a folder is looked at: its search, its order and as what, which stand in the address. */
export type FolderView = { search: string; sort: Sort | null; shape: Shape }

/** The longest search that the contract takes, in UTF-16 units. */
export const searchLimit = 512

/** The view that a query (`?search=a&sort=-size&view=tiles`) names. What it cannot read is left out. */
export function readView(query: string, shape: Shape = 'list'): FolderView {
  const params = new URLSearchParams(query)
  const sort = params.get('sort') ?? ''
  const column = columnNames.find(name => name === sort.replace(/^-/, ''))
  return {
    search: (params.get('search') ?? '').slice(0, searchLimit),
    sort: column ? { column, descending: sort.startsWith('-') } : null,
    shape: params.get('view') === 'tiles' ? 'tiles' : shape,
  }
}

/** The query of a view; empty for the one that a folder begins with. */
export function viewQuery({ search, sort, shape }: FolderView): string {
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  if (sort) params.set('sort', `${sort.descending ? '-' : ''}${sort.column}`)
  if (shape === 'tiles') params.set('view', shape)
  return params.size === 0 ? '' : `?${params}`
}

/** The query of a view, which leaves the file that is looked at. */
const kept = (view: FolderView) => withOpen(viewQuery(view))

const shapeName = 'kho-files-view'
/** Where the browser stores nothing it lasts as long as the page. */
let chosen: Shape | null = null

function chosenShape(): Shape {
  try {
    return chosen ?? (localStorage.getItem(shapeName) === 'tiles' ? 'tiles' : 'list')
  } catch {
    return 'list'
  }
}

/** Makes it the shape of every folder whose address names none. */
export function chooseShape(shape: Shape): void {
  chosen = shape
  try {
    localStorage.setItem(shapeName, shape)
  } catch {
    // The page remembers it.
  }
}

const read = (query: string) => readView(query, chosenShape())

/** The view of the folder at `prefix`. */
export function useFolderView(prefix: string) {
  return useView(prefix, read, kept)
}
