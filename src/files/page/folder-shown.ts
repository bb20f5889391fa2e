import type { FolderView } from '../list/folder-view.ts'
import type { FolderRows } from '../list/use-folder-rows.ts'

type Folder = {
  folder: {
    listing: Pick<FolderRows['listing'], 'rows' | 'complete' | 'cut' | 'exists' | 'loading' | 'error'>
  } & Pick<FolderRows, 'rows' | 'tooMany' | 'sort' | 'window'>
  view: FolderView
  /** Whether it is the top of its bucket, which exists without files. */
  top: boolean
  mayRead: boolean
  mayUpload: boolean
}

type Content =
  | 'no bucket'
  | 'no folder'
  | 'upload only'
  | 'failure'
  | 'skeleton'
  | 'rows'
  | 'empty folder'
  | 'no matches'
export type Count = 'of window' | 'found' | 'found too many' | 'cut' | 'reading to sort' | 'so far' | 'all'

/** What a folder shows: its content, the number of its items, and whether it has the `bar` of search and uploads. */
export function folderShown(shown: Folder): { content: Content; bar: boolean; count: Count | null } {
  const content = contentOf(shown)
  return { content, bar: shown.mayRead && content !== 'empty folder', count: countOf(shown) }
}

function contentOf({ folder, view, top, mayRead, mayUpload }: Folder): Content {
  const { listing, rows } = folder
  const { search, mode } = view
  if (listing.error?.code === 'BUCKET_NOT_FOUND') return 'no bucket'
  if (!listing.exists && !top) return 'no folder'
  if (!mayRead && mayUpload) return 'upload only'
  if (listing.error && rows.length === 0) return 'failure'
  // Tiles have no skeleton.
  if (listing.loading && mode === 'list') return 'skeleton'
  if (rows.length > 0 || listing.loading || (search === '' && !listing.complete)) return 'rows'
  return search === '' ? 'empty folder' : 'no matches'
}

function countOf({ folder, view }: Folder): Count | null {
  const { listing, tooMany, sort } = folder
  if (listing.rows.length === 0) return null
  if (view.search !== '') return tooMany ? 'found too many' : 'found'
  if (folder.window) return 'of window'
  if (listing.cut) return 'cut'
  if (listing.complete) return 'all'
  return view.sort !== sort && !tooMany ? 'reading to sort' : 'so far'
}
