import { unaccented } from '../../domain/folded.ts'
import type { Entry, FolderRead, Listing } from './types.ts'

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
export function readOf(bucket: string, path: string): FolderRead['input'] {
  return { bucket, prefix: folderOf(path), search: searchOf(path) }
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
export function matches({ entries }: Listing, path: string): readonly Entry[] {
  const search = unaccented(searchOf(path))
  if (search === '') return entries
  const rank = ({ path: own, name }: Entry) => {
    if (own === path) return 0
    return unaccented(name).startsWith(search) ? 1 : 2
  }
  return entries.filter(({ name }) => unaccented(name).includes(search)).sort((a, b) => rank(a) - rank(b))
}
