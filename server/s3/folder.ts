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
