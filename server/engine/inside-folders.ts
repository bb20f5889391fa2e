import type {
  FolderCount,
  FolderPosition,
  RowPlace,
  RowsPage,
  RowsWanted,
  SortedPage,
  SortedWanted,
} from '../s3/folder.ts'
import type { KeyPair } from '../s3/keys.ts'
import { createFolderScales } from './folder-scales.ts'
import { identify, mayListInside } from './inside.ts'
import { S3Error } from './protocol/errors.ts'
import type { Engine } from './request/context.ts'
import type { RequestOrigin } from './request/sender.ts'
import { type BucketRow, findBucket } from './store/buckets.ts'
import { rowsAt, segmentsOf } from './store/folder-rows.ts'
import { countBelow, type Folders } from './store/folders.ts'
import type { KeyUse } from './store/key-use.ts'
import { type FolderRow, sortedPage } from './store/sorted-listing.ts'

/**
 * What the index knows of folders, with the rights of a listing of the folder: of a request of `sender` signed with `keys`.
 * Null until it is `ready`: while the objects of an earlier program are counted.
 * @throws S3Error InvalidAccessKeyId, UserSuspended, NoSuchBucket, AccessDenied
 */
export type FoldersInside = {
  ready(): boolean
  /** One page of a folder in another order than a listing. */
  sorted(keys: KeyPair, sender: RequestOrigin, wanted: SortedWanted): SortedPage | null
  /** Rows of a folder by their number, a name, a size or a date, and those beside them. */
  rows(keys: KeyPair, sender: RequestOrigin, wanted: RowsWanted): Promise<RowsPage | null>
  /** Counts the files at any depth. */
  count(
    keys: KeyPair,
    sender: RequestOrigin,
    wanted: { bucket: string; prefix: string },
  ): Promise<FolderCount | null>
}

export const createInsideFolders = (
  engine: Engine,
  keyUse: Pick<KeyUse, 'add'>,
  folders: Pick<Folders, 'ready'>,
): FoldersInside => {
  const listed = (
    keys: KeyPair,
    sender: RequestOrigin,
    { bucket: name, prefix }: { bucket: string; prefix: string },
    query: string,
  ): BucketRow => {
    const principal = identify(engine, keys)
    const bucket = findBucket(engine, name)
    if (!bucket) throw new S3Error('NoSuchBucket', undefined, { BucketName: name })
    keyUse.add(keys.accessKey)
    if (mayListInside({ engine, principal, sender }, bucket, prefix, query)) return bucket
    throw new S3Error('AccessDenied')
  }
  const scalesOf = createFolderScales(engine.db)
  return {
    ready: folders.ready,
    sorted: (keys, sender, wanted) => {
      const { prefix, order, limit, at } = wanted
      const bucket = listed(keys, sender, wanted, `delimiter=%2F&max-keys=${limit}`)
      if (at && !isIn(prefix, at)) throw new S3Error('InvalidArgument')
      if (order.by !== 'name' && !folders.ready()) return null
      const { entries, next } = sortedPage(engine.db, bucket.id, wanted)
      return {
        entries: entries.map(entry => ('prefix' in entry ? entry.prefix : fileOf(entry.row))),
        next,
        exists: prefix === '' || entries.length > 0 || at !== null || hasObject(engine, bucket, prefix),
      }
    },
    rows: async (keys, sender, wanted) => {
      const { prefix, order, limit, at } = wanted
      const bucket = listed(keys, sender, wanted, `delimiter=%2F&max-keys=${limit}`)
      if (!folders.ready()) return null
      const asked = () => segmentsOf(engine.db, { bucket: bucket.id, prefix, order })
      const scales = await scalesOf(bucket.id, prefix, asked())
      // The bucket may be gone, and the folder may have got its first file meanwhile.
      const segments = asked().slice(0, scales.length)
      const place = 'after' in at ? at.after : 'before' in at ? at.before : null
      if (place && !isOf(segments[place.segment]?.sequence.start, place)) throw new S3Error('InvalidArgument')
      const { rows, ...places } = rowsAt(segments, scales.slice(0, segments.length), { at, prefix, limit })
      return {
        ...places,
        entries: rows.map(entry => ('prefix' in entry ? entry.prefix : fileOf(entry.row))),
        exists: prefix === '' || rows.length > 0 || places.total > 0 || hasObject(engine, bucket, prefix),
      }
    },
    count: async (keys, sender, wanted) => {
      const bucket = listed(keys, sender, wanted, 'max-keys=1000')
      return folders.ready() ? countBelow(engine.db, bucket.id, wanted.prefix) : null
    },
  }
}

/** A forged position would lead out of the folder. */
const isIn = (prefix: string, at: FolderPosition): boolean => {
  if ('before' in at) return at.before.startsWith(prefix)
  if ('value' in at) return true
  return at.folder.length > prefix.length && at.folder.startsWith(prefix) && at.folder.endsWith('/')
}

/** A forged place would be of another order. */
const isOf = (start: RowPlace['bound'] | undefined, { bound }: RowPlace): boolean =>
  start !== undefined && (bound === null || typeof bound === typeof start)

const fileOf = ({ key, size, etag, modified, storage_class }: FolderRow): SortedPage['entries'][number] => ({
  ...{ key, size, etag, modified },
  storageClass: storage_class ?? 'STANDARD',
})

/** The empty one that stands for the folder. */
const hasObject = ({ db }: Engine, { id }: BucketRow, key: string): boolean =>
  db.get(
    'SELECT 1 FROM version INDEXED BY version_listed WHERE bucket = ? AND key = ? AND latest = 1 AND marker = 0',
    id,
    key,
  ) !== undefined
