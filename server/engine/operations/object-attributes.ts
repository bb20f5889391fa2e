import { checksumElement } from '../protocol/checksums.ts'
import { S3Error } from '../protocol/errors.ts'
import { storageClassOf } from '../protocol/storage-class.ts'
import { document, element } from '../protocol/xml.ts'
import { checksumXml, sendXml, versionHeaders } from '../request/answers.ts'
import { bucketOf, type Context, header } from '../request/context.ts'
import type { Segment } from '../store/contents.ts'
import { findObject, partsOf } from './get-object.ts'
import { MOST_PER_PAGE } from './list-objects.ts'

const known = ['ETag', 'Checksum', 'ObjectParts', 'StorageClass', 'ObjectSize']

const headerNumber = (context: Context, name: string, otherwise: number): number => {
  const text = header(context, name)
  if (text === undefined) return otherwise
  if (!/^\d{1,9}$/.test(text)) throw new S3Error('InvalidArgument', `${name} is not a number.`)
  return Number(text)
}

/**
 * GetObjectAttributes. https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectAttributes.html
 * @throws S3Error InvalidArgument without or with unknown attributes
 */
export const getObjectAttributes = (context: Context): void => {
  const { engine } = context
  const bucket = bucketOf(context)
  const version = findObject(context, bucket)
  const wanted = (header(context, 'x-amz-object-attributes') ?? '').split(',').map(name => name.trim())
  if (!wanted.every(name => known.includes(name))) {
    throw new S3Error('InvalidArgument', 'Invalid attribute name specified.', {
      ArgumentName: 'x-amz-object-attributes',
    })
  }
  const parts = partsOf(engine, version)
  const objectParts = (): string => {
    if (parts === 0) return ''
    const { checksum } = version
    const count = element('PartsCount', parts)
    // As in S3, only parts of a composite checksum are listed.
    if (checksum?.type !== 'COMPOSITE') return `<ObjectParts>${count}</ObjectParts>`
    const limit = Math.min(headerNumber(context, 'x-amz-max-parts', MOST_PER_PAGE), MOST_PER_PAGE)
    const marker = headerNumber(context, 'x-amz-part-number-marker', 0)
    const rows = engine.db.all<Segment>(
      'SELECT number, size, checksum FROM segment WHERE content = ? AND number > ? ORDER BY number LIMIT ?',
      version.content,
      marker,
      limit + 1,
    )
    const page = rows.slice(0, limit)
    const paging =
      element('PartNumberMarker', marker) +
      element('NextPartNumberMarker', page.at(-1)?.number ?? 0) +
      element('MaxParts', limit) +
      element('IsTruncated', rows.length > limit)
    const name = checksumElement(checksum.algorithm)
    const list = page.map(
      row =>
        `<Part>${element('PartNumber', row.number)}${element('Size', row.size)}${element(name, row.checksum ?? undefined)}</Part>`,
    )
    return `<ObjectParts>${count}${paging}${list.join('')}</ObjectParts>`
  }
  const checksum = version.checksum && {
    ...version.checksum,
    value: version.checksum.value.replace(/-\d+$/, ''),
  }
  const inner = [
    wanted.includes('ETag') ? element('ETag', version.etag) : '',
    wanted.includes('Checksum') && checksum ? `<Checksum>${checksumXml(checksum)}</Checksum>` : '',
    wanted.includes('ObjectParts') ? objectParts() : '',
    wanted.includes('StorageClass') ? element('StorageClass', storageClassOf(version.headers)) : '',
    wanted.includes('ObjectSize') ? element('ObjectSize', version.size) : '',
  ].join('')
  context.response.setHeaders(new Map(Object.entries(versionHeaders(bucket, version.id))))
  context.response.setHeader('last-modified', new Date(version.modified).toUTCString())
  sendXml(context, 200, document('GetObjectAttributesResponse', inner))
}
