import type { S3Client } from '@aws-sdk/client-s3'
import { isFolder } from '../../domain/copy-target.ts'
import { listPage } from './list-objects.ts'

/** A place among chosen files and folders; in a folder after the key `after`. */
export type Place = { at: number; after: string | null }

/** `named`: it was chosen by its own name, and may not exist; its size in bytes is then not known, and 0. */
export type Found = { key: string; size: number; named: boolean }

export const firstPlace: Place = { at: 0, after: null }

type Wanted = {
  bucket: string
  /** Files, and folders (which end in a slash) with all that they hold. */
  keys: readonly string[]
  /** Single objects after them, whatever they end in. */
  objects?: readonly string[] | undefined
  place: Place
  size: number
}

/**
 * Up to `size` of the objects that are chosen, from a place on: named ones, or those of one folder. `next`: null at the
 * end. BUCKET_NOT_FOUND.
 */
export async function listChosen(
  client: S3Client,
  { bucket, keys, objects = [], place: { at, after }, size }: Wanted,
): Promise<{ found: Found[]; next: Place | null }> {
  const all = [...keys, ...objects]
  const placeAt = (index: number): Place | null => (index < all.length ? { at: index, after: null } : null)
  const isWhole = (index: number) => index < keys.length && isFolder(all[index] ?? '')
  const folder = all[at]
  if (folder !== undefined && isWhole(at)) {
    const { files, token } = await listPage(client, {
      ...{ bucket, prefix: folder, size },
      after: after ?? undefined,
    })
    const found = files.map(({ Key, Size }) => ({ key: Key, size: Size ?? 0, named: false }))
    const last = found.at(-1)?.key
    return {
      found,
      next: token === undefined || last === undefined ? placeAt(at + 1) : { at, after: last },
    }
  }
  const names = all.slice(at, at + size)
  const end = names.findIndex((_, index) => isWhole(at + index))
  const named = end === -1 ? names : names.slice(0, end)
  return {
    found: named.map(key => ({ key, size: 0, named: true })),
    next: placeAt(at + named.length),
  }
}
