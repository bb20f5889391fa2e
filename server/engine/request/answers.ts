import { type Checksum, checksumElement } from '../protocol/checksums.ts'
import { element } from '../protocol/xml.ts'
import type { BucketRow } from '../store/buckets.ts'
import type { Context } from './context.ts'

export const sendXml = (context: Pick<Context, 'response' | 'method'>, status: number, xml: string): void => {
  const body = Buffer.from(xml, 'utf8')
  context.response.writeHead(status, { 'content-type': 'application/xml', 'content-length': body.length })
  context.response.end(context.method === 'HEAD' ? undefined : body)
}

export const sendEmpty = (
  context: Pick<Context, 'response'>,
  status: number,
  headers: Record<string, string> = {},
): void => {
  context.response.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': '0' })
  context.response.end()
}

export const checksumHeaders = (checksum: Checksum | undefined): Record<string, string> =>
  checksum
    ? { [`x-amz-checksum-${checksum.algorithm}`]: checksum.value, 'x-amz-checksum-type': checksum.type }
    : {}

export const checksumXml = (checksum: Checksum | undefined): string =>
  checksum
    ? element(checksumElement(checksum.algorithm), checksum.value) + element('ChecksumType', checksum.type)
    : ''

/** The version id of a new version: S3 sends it only if versioning is enabled. */
export const newVersionHeaders = (
  bucket: Pick<BucketRow, 'versioning'>,
  id: string,
): Record<string, string> => (bucket.versioning === 'Enabled' ? { 'x-amz-version-id': id } : {})

/** The version id of a version that was read or changed: S3 sends it if the bucket ever had versioning. */
export const versionHeaders = (bucket: Pick<BucketRow, 'versioning'>, id: string): Record<string, string> =>
  bucket.versioning === null ? {} : { 'x-amz-version-id': id }

/** A user in S3's format, for an element `Owner` or `Initiator`. */
export const userXml = (
  name: 'Owner' | 'Initiator',
  { engine }: Pick<Context, 'engine'>,
  uid: string,
): string =>
  `<${name}>${element('ID', uid)}${element('DisplayName', engine.accounts.displayName(uid))}</${name}>`

const DAY_MS = 24 * 3600_000
let day = { number: Number.NaN, date: '' }
const two = (number: number): string => (number < 10 ? `0${number}` : String(number))

/** Up to the seconds. Caches the day: a page of a listing has a thousand times, most of one day. */
const untilSeconds = (ms: number): string => {
  const number = Math.floor(ms / DAY_MS)
  if (number !== day.number) day = { number, date: new Date(ms).toISOString().slice(0, -13) }
  const seconds = Math.floor((ms - number * DAY_MS) / 1000)
  return `${day.date}${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** Formats unix ms with the milliseconds, unlike S3: clients order by them. */
export const exactTime = (ms: number): string =>
  `${untilSeconds(ms)}.${String(Math.floor(ms - Math.floor(ms / 1000) * 1000)).padStart(3, '0')}Z`

/** Formats unix ms as S3 does in XML: in whole seconds. */
export const isoTime = (ms: number): string => `${untilSeconds(ms)}.000Z`
