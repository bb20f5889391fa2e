import type { S3Client } from '@aws-sdk/client-s3'
import { isFolder } from '../../domain/copy-target.ts'
import { listPage } from './list-objects.ts'
import { type ObjectState, stateOf } from './object-states.ts'

/** Where to continue: at an index of the selection; in a folder, after the key `after`. */
export type SelectionPosition = { at: number; after: string | null }

/**
 * `size`: bytes. `state`: as listed. `isNamed`: selected by its own key, so it may not exist, and its size is 0 as it is
 * unknown.
 */
export type SelectedObject = { key: string; size: number; state?: ObjectState; isNamed: boolean }

export const selectionStart: SelectionPosition = { at: 0, after: null }

type SelectionRequest = {
  bucket: string
  /** Files, and folders (with a trailing slash) with all their objects. */
  keys: readonly string[]
  /** Further single objects, even with a trailing slash. */
  objects?: readonly string[] | undefined
  place: SelectionPosition
  size: number
}

/**
 * One page of up to `size` selected objects: single ones, or those of one folder. `next`: null at the end.
 * BUCKET_NOT_FOUND.
 */
export async function listSelection(
  client: S3Client,
  { bucket, keys, objects = [], place: { at, after }, size }: SelectionRequest,
): Promise<{ objects: SelectedObject[]; next: SelectionPosition | null }> {
  const all = [...keys, ...objects]
  const positionAt = (index: number): SelectionPosition | null =>
    index < all.length ? { at: index, after: null } : null
  const isFolderAt = (index: number) => index < keys.length && isFolder(all[index] ?? '')
  const folder = all[at]
  if (folder !== undefined && isFolderAt(at)) {
    const { files, token } = await listPage(client, {
      ...{ bucket, prefix: folder, size },
      after: after ?? undefined,
    })
    const listed = files.map(file => {
      const state = stateOf(file)
      return { key: file.Key, size: state.size, state, isNamed: false }
    })
    const last = listed.at(-1)?.key
    return {
      objects: listed,
      next: token === undefined || last === undefined ? positionAt(at + 1) : { at, after: last },
    }
  }
  const names = all.slice(at, at + size)
  const end = names.findIndex((_, index) => isFolderAt(at + index))
  const named = end === -1 ? names : names.slice(0, end)
  return {
    objects: named.map(key => ({ key, size: 0, isNamed: true })),
    next: positionAt(at + named.length),
  }
}

/** The folders (with a trailing slash) that are not within another one, sorted, without duplicates. */
export function topFolders(folders: readonly string[]): string[] {
  const kept: string[] = []
  for (const folder of folders.toSorted()) {
    const last = kept.at(-1)
    if (last === undefined || !folder.startsWith(last)) kept.push(folder)
  }
  return kept
}

/** The folder of a result of `topFolders` that contains the key or is the key. */
export function containingFolder(folders: readonly string[], key: string): string | undefined {
  // Only the last folder that sorts before the key can contain it: a binary search finds it.
  let [from, to] = [0, folders.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (folders[middle]! <= key) from = middle + 1
    else to = middle
  }
  const candidate = folders[from - 1]
  return candidate !== undefined && key.startsWith(candidate) ? candidate : undefined
}
