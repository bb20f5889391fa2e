import type { Found } from '../s3/search.ts'
import type { FolderNews, FolderWatch, WatchWanted } from '../s3/watch.ts'
import { identify, mayListInside } from './inside.ts'
import { S3Error } from './protocol/errors.ts'
import type { Engine } from './request/context.ts'
import type { RequestOrigin } from './request/sender.ts'
import { findBucket } from './store/buckets.ts'
import { type Listed, scanObjects } from './store/listing.ts'

/**
 * Watches a folder, with the rights of a listing: `take` reports what a request of `sender` signed with its keys might list.
 * @throws S3Error NoSuchBucket; `take` also InvalidAccessKeyId, UserSuspended, AccessDenied
 */
export type WatchInside = (sender: RequestOrigin, wanted: WatchWanted) => FolderWatch

const found = (bucket: string, { key, size, etag, modified, storage_class }: Listed): Found => ({
  ...{ bucket, key, size, etag, modified },
  storageClass: storage_class ?? 'STANDARD',
})

export const createInsideWatch =
  (engine: Engine): WatchInside =>
  (sender, { bucket: name, prefix, age }) => {
    const watchedBucket = findBucket(engine, name)
    if (!watchedBucket) throw new S3Error('NoSuchBucket', undefined, { BucketName: name })
    const { id } = watchedBucket
    const watched = engine.watches.watch(id, prefix, engine.now() - age)

    const read = (names: readonly string[]): FolderNews => {
      const scan = scanObjects(engine.db, id)
      const news: FolderNews = { objects: [], prefixes: [], gone: [], many: false }
      for (const key of names) {
        if (key.endsWith('/') && key !== prefix) {
          if (scan.firstKey(key)?.startsWith(key)) news.prefixes.push(key)
          else news.gone.push(key)
          continue
        }
        const [row] = scan.rows({ key, inclusive: true }, undefined, 1)
        // The folder's own object is listed if it has bytes.
        if (row?.key === key && (key !== prefix || row.size > 0)) news.objects.push(found(name, row))
        else news.gone.push(key)
      }
      return news
    }

    return {
      waits: watched.waits,
      take: keys => {
        const principal = identify(engine, keys)
        const bucket = findBucket(engine, name)
        if (bucket?.id !== id) throw new S3Error('NoSuchBucket', undefined, { BucketName: name })
        if (!mayListInside({ engine, principal, sender }, bucket, prefix, 'delimiter=%2F&max-keys=100'))
          throw new S3Error('AccessDenied')
        const names = watched.take()
        return names ? read(names) : { objects: [], prefixes: [], gone: [], many: true }
      },
      close: watched.close,
    }
  }
