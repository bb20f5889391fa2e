import { storageName } from '../../site/installation.ts'
import { useView } from '../../ui/kept-view.ts'
import { keepOpenParams } from '../addresses.ts'
import type { Column, Sort } from './columns.ts'
import { columnNames } from './columns.ts'

export type ViewMode = 'list' | 'tiles'

/** The search, sort order and view mode of a folder, which the address holds. */
export type FolderView = { search: string; sort: Sort | null; mode: ViewMode }

/** Maximum length of a search in the API, in UTF-16 units. */
export const searchLimit = 512

/** The view in a query (`?search=a&sort=-size&view=tiles`). Invalid parts are ignored. */
export function readView(query: string, mode: ViewMode = 'list'): FolderView {
  const params = new URLSearchParams(query)
  const sort = params.get('sort') ?? ''
  const column = columnNames.find(name => name === sort.replace(/^-/, ''))
  return {
    search: (params.get('search') ?? '').slice(0, searchLimit),
    sort: column ? { column, descending: sort.startsWith('-') } : null,
    mode: params.get('view') === 'tiles' ? 'tiles' : mode,
  }
}

/** `-size`: by size, the largest first. */
export const sortName = <Name extends Column>({ column, descending }: Sort & { column: Name }) =>
  `${descending ? '-' : ''}${column}` as const

/** The query for a view; empty for the default one. */
export function viewQuery({ search, sort, mode }: FolderView): string {
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  if (sort) params.set('sort', sortName(sort))
  if (mode === 'tiles') params.set('view', mode)
  return params.size === 0 ? '' : `?${params}`
}

/** The query for a view, which keeps the open preview and object panel. */
const queryWithOpen = (view: FolderView) => keepOpenParams(viewQuery(view))

const modeKey = storageName('files-view')
/** Used where localStorage is not available. */
let sessionMode: ViewMode | null = null

function savedMode(): ViewMode {
  try {
    return sessionMode ?? (localStorage.getItem(modeKey) === 'tiles' ? 'tiles' : 'list')
  } catch {
    return 'list'
  }
}

/** Makes it the mode of every folder whose address names none. */
export function saveViewMode(mode: ViewMode): void {
  sessionMode = mode
  try {
    localStorage.setItem(modeKey, mode)
  } catch {
    // `sessionMode` still holds it.
  }
}

const readSaved = (query: string) => readView(query, savedMode())

export function useFolderView(prefix: string) {
  return useView(prefix, readSaved, queryWithOpen)
}
