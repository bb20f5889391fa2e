import { unaccented } from '../../domain/folded.ts'
import type { Entry, FolderRead, Listing, Wanted } from './types.ts'

/** The folder that a path is in, with its slash; a folder is in itself: `a/b` → `a/`, `a/` → `a/`. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/** The text to search for in the folder. */
export function searchOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The folder above this one; null at the top. */
export function above(folder: string): string | null {
  return folder === '' ? null : folder.slice(0, folder.slice(0, -1).lastIndexOf('/') + 1)
}

/** What to read for a path. */
export function readOf(bucket: string | null, path: string): FolderRead['input'] {
  const folder = folderOf(path)
  const search = searchOf(path)
  if (bucket !== null) return { bucket, prefix: folder, search }
  const slash = folder.indexOf('/')
  return slash === -1
    ? { bucket: null, prefix: '', search }
    : { bucket: folder.slice(0, slash), prefix: folder.slice(slash + 1), search }
}

/** Whether a listing includes every name that a path may refer to. */
export function covers(listing: Listing | null, path: string): boolean {
  return (
    listing?.folder === folderOf(path) &&
    (listing.search === searchOf(path) || (listing.complete && searchOf(path).startsWith(listing.search)))
  )
}

/**
 * The rows of a listing that a path may refer to: names that contain the search text, ignoring case and diacritics; an
 * exact match first, then names that start with it.
 */
export function matches({ entries }: Listing, path: string, wanted: Wanted): readonly Entry[] {
  const search = unaccented(searchOf(path))
  const fitting = wanted === 'file' ? entries : entries.filter(({ path }) => path.endsWith('/'))
  if (search === '') return fitting
  const rank = ({ path: own, name }: Entry) => {
    if (own === path) return 0
    return unaccented(name).startsWith(search) ? 1 : 2
  }
  return fitting.filter(({ name }) => unaccented(name).includes(search)).sort((a, b) => rank(a) - rank(b))
}
