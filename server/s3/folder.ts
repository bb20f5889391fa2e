/**
 * By size or date folders come first, by name; by name, as S3 lists it, backwards. Of equals the one that came first is
 * the smaller.
 */
export type FolderOrder = { by: 'size' | 'modified'; descending: boolean } | { by: 'name'; descending: true }

/** After this folder (a whole prefix), after the file with this value (bytes or unix ms), or before this key or folder. */
export type FolderPosition = { folder: string } | { value: number; seq: number } | { before: string }

/** `prefix`: empty, or ending in a slash. */
export type SortedWanted = {
  bucket: string
  prefix: string
  order: FolderOrder
  at: FolderPosition | null
  limit: number
}

/** `etag`: without quotes. `modified`: unix ms. */
export type SortedFile = { key: string; size: number; etag: string; modified: number; storageClass: string }

/** `entries`: folders by their whole prefixes. `exists`: whether the folder has contents, seen from its first page. */
export type SortedPage = { entries: (string | SortedFile)[]; next: FolderPosition | null; exists: boolean }

/** Files at any depth, without the empty objects that stand for folders. */
export type FolderCount = { files: number; bytes: number }

/** The orders of a folder, also that of a listing. */
export type RowsOrder = FolderOrder | { by: 'name'; descending: false }

/** A place between two rows, in a part of the order: before or after this key or folder, or the file with this value and number. */
export type RowPlace = { segment: number; bound: string | { value: number; seq: number } | null }

/**
 * Which rows of a folder: from a number on, counted from 0; from the first name that begins so, or after it; from a size
 * (bytes) or date (unix ms) on; those after or before a place.
 */
export type RowsAt =
  | { position: number }
  | { name: string }
  | { value: number }
  | { after: RowPlace }
  | { before: RowPlace }

export type RowsWanted = { bucket: string; prefix: string; order: RowsOrder; at: RowsAt; limit: number }

/** `position`: of the first row; it and `total` are as of the last count of the folder, seconds ago at most unless it is large. */
export type RowsPage = Pick<SortedPage, 'entries' | 'exists'> & {
  next: RowPlace | null
  previous: RowPlace | null
  position: number
  total: number
}

/** How the beginning of a name that a person types may be written in it. */
export const spellings = (text: string): string[] => [
  ...new Set([
    text,
    text.toLowerCase(),
    text.toUpperCase(),
    text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase(),
  ]),
]
