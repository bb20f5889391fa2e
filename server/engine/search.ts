import { isOfGroup } from '../../domain/file-kinds.ts'
import { nameOf } from '../../domain/object-key.ts'
import type { KeyPair } from '../s3/keys.ts'
import type { FoundPage, Range, SearchWanted } from '../s3/search.ts'
import { consoleHeaders, identify, mayListInside } from './inside.ts'
import { S3Error } from './protocol/errors.ts'
import type { Tag } from './protocol/tags.ts'
import { may } from './request/authorize.ts'
import type { Engine } from './request/context.ts'
import type { RequestOrigin } from './request/sender.ts'
import { parseQuery } from './signature/uri.ts'
import { type BucketRow, bucketById, findBucket } from './store/buckets.ts'
import { folderOf } from './store/folders.ts'
import type { KeyUse } from './store/key-use.ts'
import type { NameIndex } from './store/name-index.ts'
import { type FoundRow, searchNames } from './store/name-search.ts'

/**
 * The current objects whose keys match, with the rights of a listing: an object is found if a request of `sender` signed
 * with `keys` might list its folder.
 * @throws S3Error InvalidAccessKeyId, UserSuspended, NoSuchBucket; AccessDenied if nothing was found in a bucket whose
 * `prefix` may not be listed
 */
export type SearchInside = (keys: KeyPair, sender: RequestOrigin, wanted: SearchWanted) => Promise<FoundPage>

const isWithin = (value: number, { from = 0, to = Number.POSITIVE_INFINITY }: Range = {}): boolean =>
  value >= from && value <= to

export const createInsideSearch =
  (engine: Engine, keyUse: Pick<KeyUse, 'add'>, names: NameIndex): SearchInside =>
  async (keys, sender, { bucket: named, prefix = '', ...wanted }) => {
    const principal = identify(engine, keys)
    const only = named === undefined ? undefined : findBucket(engine, named)
    if (named !== undefined && !only) throw new S3Error('NoSuchBucket', undefined, { BucketName: named })
    keyUse.add(keys.accessKey)

    const buckets = new Map<number, BucketRow | undefined>()
    const bucketOf = ({ bucket: id }: FoundRow): BucketRow | undefined => {
      if (!buckets.has(id)) buckets.set(id, bucketById(engine, id))
      return buckets.get(id)
    }
    const allowed = new Map<string, boolean>()
    const mayList = (bucket: BucketRow, folder: string): boolean => {
      const known = allowed.get(`${bucket.id}/${folder}`)
      if (known !== undefined) return known
      const listed = mayListInside(
        { engine, principal, sender },
        bucket,
        folder,
        'delimiter=%2F&max-keys=100',
      )
      allowed.set(`${bucket.id}/${folder}`, listed)
      return listed
    }
    const mayShow = (row: FoundRow): boolean => {
      if (only && row.bucket !== only.id) return false
      const bucket = bucketOf(row)
      if (!bucket || (!only && bucket.uid !== principal.uid) || !row.key.startsWith(prefix)) return false
      const folder = folderOf(row.key)
      return wanted.reaches(bucket.name, folder) && mayList(bucket, folder)
    }
    const { kind, tag } = wanted
    const hasTag = (row: FoundRow, { key, value }: NonNullable<typeof tag>): boolean => {
      const has = (JSON.parse(row.tags ?? '[]') as Tag[]).some(
        each => each.key === key && (value === undefined || each.value === value),
      )
      if (!has) return false
      const bucket = bucketOf(row)!
      const asked = {
        engine,
        bucket: bucket.name,
        key: row.key,
        query: parseQuery('tagging'),
        headers: consoleHeaders,
      }
      const context = { ...asked, principal, sender, bucketRow: bucket }
      return may(context, 's3:GetObjectTagging', { bucket, key: row.key })
    }
    const accepts = (row: FoundRow): boolean =>
      isWithin(row.size, wanted.size) &&
      isWithin(row.modified, wanted.modified) &&
      (wanted.storageClass === undefined || (row.storage_class ?? 'STANDARD') === wanted.storageClass) &&
      (kind === undefined || isOfGroup(kind, nameOf(row.key))) &&
      (tag === undefined || hasTag(row, tag))
    const of = only ? { bucket: only.id } : { uid: principal.uid }
    const { rows, ...page } = await searchNames(engine.db, names, { ...wanted, of, mayShow, accepts })
    const isNothing = rows.length === 0 && page.complete && wanted.at === null
    if (only && isNothing && wanted.reaches(only.name, prefix) && !mayList(only, prefix))
      throw new S3Error('AccessDenied')
    return {
      ...page,
      rows: rows.map(row => ({
        ...{ bucket: bucketOf(row)!.name, key: row.key, size: row.size, etag: row.etag },
        ...{ modified: row.modified, storageClass: row.storage_class ?? 'STANDARD' },
      })),
    }
  }
