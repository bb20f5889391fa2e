import { S3Error } from '../protocol/errors.ts'
import { document, element } from '../protocol/xml.ts'
import { exactTime, sendXml } from '../request/answers.ts'
import { bucketOf, type Context, type Engine, integer } from '../request/context.ts'
import type { BucketRow } from '../store/buckets.ts'
import { findVersion } from '../store/find-version.ts'
import { type ListedVersion, page, scanVersions } from '../store/listing.ts'
import { NULL_ID, parseVersionId, versionId } from '../store/version-ids.ts'
import { classXml, joined, keyWriter, MOST_PER_PAGE, objectOwnerXml, storedXml } from './list-objects.ts'

/** The `seq` of the version that the last page ended with; undefined for a `null` version deleted since. */
const seqOf = (engine: Engine, bucket: BucketRow, key: string, id: string): number | undefined =>
  id === NULL_ID ? findVersion(engine, bucket.id, key, id)?.seq : parseVersionId(id).seq

/**
 * ListObjectVersions: versions and delete markers by key, the newest of a key first. Times are exact, as SDKs return
 * the markers separately, without their order.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectVersions.html
 * @throws S3Error NoSuchBucket, InvalidArgument
 */
export const listVersions = (context: Context): void => {
  const { engine, query } = context
  const bucket = bucketOf(context)
  const write = keyWriter(context)
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const keyMarker = query.get('key-marker') ?? ''
  const idMarker = query.get('version-id-marker') ?? ''
  if (idMarker !== '' && keyMarker === '') {
    throw new S3Error('InvalidArgument', 'A version-id marker cannot be specified without a key marker.', {
      ArgumentName: 'version-id-marker',
      ArgumentValue: idMarker,
    })
  }
  const most = integer(context, 'max-keys', { least: 0, most: 2 ** 31 - 1, otherwise: MOST_PER_PAGE })
  const limit = Math.min(most, MOST_PER_PAGE)
  const afterSeq = idMarker === '' ? undefined : seqOf(engine, bucket, keyMarker, idMarker)
  const { entries, more } =
    limit === 0
      ? { entries: [], more: false }
      : page(scanVersions(engine.db, bucket.id), {
          prefix,
          delimiter,
          after: keyMarker,
          afterId: afterSeq,
          limit,
        })

  const ownerXml = objectOwnerXml(context, bucket.uid)
  const version = (row: ListedVersion): string => {
    const id = versionId(row.id, row.version_id)
    const common = `${element('Key', write(row.key))}<VersionId>${id}</VersionId><IsLatest>${row.latest === 1}</IsLatest>`
    if (row.marker === 1)
      return `<DeleteMarker>${common}<LastModified>${exactTime(row.modified)}</LastModified>${ownerXml(null)}</DeleteMarker>`
    return `<Version>${common}${storedXml(row, exactTime)}${ownerXml(row.acl)}${classXml(row)}</Version>`
  }
  const last = more ? entries.at(-1) : undefined
  const next =
    last &&
    ('prefix' in last
      ? element('NextKeyMarker', write(last.prefix))
      : element('NextKeyMarker', write(last.row.key)) +
        element('NextVersionIdMarker', versionId(last.row.id, last.row.version_id)))
  const inner = [
    element('Name', bucket.name),
    element('Prefix', write(prefix)),
    element('KeyMarker', write(keyMarker)),
    element('VersionIdMarker', idMarker),
    next ?? '',
    element('MaxKeys', limit),
    element('Delimiter', delimiter === '' ? undefined : write(delimiter)),
    element('EncodingType', query.get('encoding-type')),
    element('IsTruncated', more),
    joined(entries, entry =>
      'row' in entry
        ? version(entry.row)
        : `<CommonPrefixes>${element('Prefix', write(entry.prefix))}</CommonPrefixes>`,
    ),
  ].join('')
  sendXml(context, 200, document('ListVersionsResult', inner))
}
