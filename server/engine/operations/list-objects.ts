import { uriEncodePath } from '../../s3/sigv4.ts'
import { parseAcl } from '../access/acl.ts'
import type { Checksum } from '../protocol/checksums.ts'
import { S3Error } from '../protocol/errors.ts'
import { document, element } from '../protocol/xml.ts'
import { isoTime, sendXml, userXml } from '../request/answers.ts'
import { bucketOf, type Context, integer } from '../request/context.ts'
import { decodeToken, encodeToken } from '../request/page-token.ts'
import { type Listed, page, scanObjects } from '../store/listing.ts'

export const MOST_PER_PAGE = 1000

/**
 * Encodes keys for a listing: percent-encoded with `encoding-type=url`.
 * @throws S3Error InvalidArgument for another encoding
 */
export const keyWriter = (context: Context): ((text: string) => string) => {
  const encoding = context.query.get('encoding-type')
  if (encoding === undefined) return text => text
  if (encoding === 'url') return uriEncodePath
  throw new S3Error('InvalidArgument', 'Invalid Encoding Method specified in Request', {
    ArgumentName: 'encoding-type',
    ArgumentValue: encoding,
  })
}

const checksumNames = (stored: string | null): string => {
  if (stored === null) return ''
  const { algorithm, type } = JSON.parse(stored) as Checksum
  return element('ChecksumAlgorithm', algorithm.toUpperCase()) + element('ChecksumType', type)
}

/** What listings tell of an object after its key: texts of the engine's own, which need no escapes. */
export const storedXml = ({ modified, etag, checksum, size }: Omit<Listed, 'key'>, time = isoTime): string =>
  `<LastModified>${time(modified)}</LastModified><ETag>&quot;${etag}&quot;</ETag>${checksumNames(checksum)}<Size>${size}</Size>`

export const classXml = ({ storage_class }: Pick<Listed, 'storage_class'>): string =>
  storage_class === null ? '<StorageClass>STANDARD</StorageClass>' : element('StorageClass', storage_class)

/** The owner's XML for an object's stored ACL; made once for each owner of a page. */
export const objectOwnerXml = (context: Context, bucketOwner: string): ((acl: string | null) => string) => {
  const made = new Map<string, string>()
  return acl => {
    const { owner } = acl === null ? { owner: bucketOwner } : parseAcl(acl, bucketOwner)
    const xml = made.get(owner) ?? userXml('Owner', context, owner)
    made.set(owner, xml)
    return xml
  }
}

/**
 * ListObjects and ListObjectsV2 (`list-type=2`), keys in order of their UTF-8 bytes.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
 * @throws S3Error NoSuchBucket, InvalidArgument
 */
export const listObjects = (context: Context): void => {
  const { engine, query } = context
  const bucket = bucketOf(context)
  const write = keyWriter(context)
  const second = query.get('list-type') === '2'
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const most = integer(context, 'max-keys', { least: 0, most: 2 ** 31 - 1, otherwise: MOST_PER_PAGE })
  const limit = Math.min(most, MOST_PER_PAGE)
  const token = query.get('continuation-token')
  const startAfter = query.get('start-after')
  const marker = query.get('marker') ?? ''
  const after = second ? (token === undefined ? (startAfter ?? '') : decodeToken(token)) : marker
  const { entries, more } =
    limit === 0
      ? { entries: [], more: false }
      : page(scanObjects(engine.db, bucket.id), { prefix, delimiter, after, limit })

  const withOwner = context.principal !== null && (!second || query.get('fetch-owner') === 'true')
  const ownerXml = objectOwnerXml(context, bucket.uid)
  const contents = (row: Listed): string =>
    `<Contents>${element('Key', write(row.key))}${storedXml(row)}${withOwner ? ownerXml(row.acl) : ''}${classXml(row)}</Contents>`

  const last = entries.at(-1)
  const next = more && last ? ('prefix' in last ? last.prefix : last.row.key) : undefined
  const inner = [
    element('Name', bucket.name),
    element('Prefix', write(prefix)),
    element('Delimiter', delimiter === '' ? undefined : write(delimiter)),
    element('MaxKeys', limit),
    element('EncodingType', query.get('encoding-type')),
    element('IsTruncated', more),
    second
      ? element('KeyCount', entries.length) +
        element('ContinuationToken', token) +
        element('StartAfter', startAfter === undefined ? undefined : write(startAfter)) +
        element('NextContinuationToken', next === undefined ? undefined : encodeToken(next))
      : element('Marker', write(marker)) +
        element('NextMarker', next === undefined || delimiter === '' ? undefined : write(next)),
    ...entries.map(entry => ('row' in entry ? contents(entry.row) : '')),
    ...entries.map(entry =>
      'prefix' in entry ? `<CommonPrefixes>${element('Prefix', write(entry.prefix))}</CommonPrefixes>` : '',
    ),
  ].join('')
  sendXml(context, 200, document('ListBucketResult', inner))
}
