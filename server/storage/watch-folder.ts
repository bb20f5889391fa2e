import type { FolderChanges } from '../../domain/folder-changes.ts'
import type { KeyPair } from '../s3/keys.ts'
import type { FolderNews, FolderWatch, WatchWanted } from '../s3/watch.ts'
import { fileItem, folderItem } from './list-objects.ts'

/** Watches a folder of a storage in this process, with the rights of the keys. As a listing: BUCKET_NOT_FOUND, ACCESS_DENIED */
export type WatchHere = (
  wanted: WatchWanted,
) => Promise<Omit<FolderWatch, 'take'> & { take(keys: KeyPair): Promise<FolderNews> }>

/** The news as a list of the folder shows it. */
export function changesOf({ objects, prefixes, gone, many }: FolderNews, prefix: string): FolderChanges {
  const files = objects.map(({ key, size, modified, etag, storageClass }) =>
    fileItem(
      {
        ...{ Key: key, Size: size, LastModified: new Date(modified), ETag: `"${etag}"` },
        StorageClass: storageClass,
      },
      prefix,
    ),
  )
  return { items: [...files, ...prefixes.map(key => folderItem(key, prefix))], gone, many }
}

export function hasChanges({ items, gone, many }: FolderChanges): boolean {
  return many || items.length + gone.length > 0
}
