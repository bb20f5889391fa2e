import type { ServerResponse } from 'node:http'
import { lookEvery } from '../../limits/at-intervals.ts'
import { cutOff } from '../../limits/cut-off.ts'
import { expirationHeader } from '../lifecycle/expiry.ts'
import type { Checksum } from '../protocol/checksums.ts'
import { S3Error } from '../protocol/errors.ts'
import { checksumHeaders, exactTime, versionHeaders } from '../request/answers.ts'
import { stillAuthorized } from '../request/authorize.ts'
import { rangeApplies, readConditions } from '../request/conditions.ts'
import { bucketOf, type Context, type Engine, header, integer } from '../request/context.ts'
import { systemHeaders } from '../request/object-headers.ts'
import type { BucketRow } from '../store/buckets.ts'
import { partCount, type Segment, segmentsOf } from '../store/contents.ts'
import { requireVersion, type Version } from '../store/find-version.ts'
import { type Begun, type Reading, readBlobs, readBuffers, requireFiles } from '../store/read-blobs.ts'

/**
 * The version that the request names by `versionId`, else the current one. As in S3, GetObjectTagging and changes get
 * MethodNotAllowed for a current delete marker, others NoSuchKey.
 * @throws S3Error as `requireVersion`
 */
export const findObject = ({ engine, key, query, method }: Context, bucket: BucketRow): Version => {
  const ofMarker = method !== 'GET' || query.has('tagging')
  return requireVersion(engine, bucket, key, query.get('versionId'), undefined, ofMarker ? method : undefined)
}

type Range = { from: number; to: number }

/**
 * A single byte range (RFC 9110, 14.2), `to` excluded; undefined where the header is absent, or cannot be parsed and is
 * ignored, as in S3. Positions may have any number of digits: Java's SDK requests the rest of an object with a last
 * byte of 9223372036854775806.
 * @throws S3Error InvalidRange
 */
const parseRange = (text: string | undefined, size: number): Range | undefined => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(text?.replaceAll(' ', '') ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const invalid = (): S3Error =>
    new S3Error('InvalidRange', undefined, { RangeRequested: text ?? '', ActualObjectSize: String(size) })
  if (match[1] === '') {
    const length = Number(match[2])
    if (length === 0 || size === 0) throw invalid()
    return { from: Math.max(0, size - length), to: size }
  }
  const from = Number(match[1])
  const to = match[2] === '' ? Number.POSITIVE_INFINITY : Number(match[2]) + 1
  if (to <= from) return undefined
  if (from >= size) throw invalid()
  return { from, to: Math.min(to, size) }
}

/** @throws S3Error InvalidArgument; InvalidRequest for an unsigned request */
const overridden = (context: Context): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const name of systemHeaders) {
    const value = context.query.get(`response-${name}`)
    if (value === undefined) continue
    if (context.principal === null) {
      throw new S3Error(
        'InvalidRequest',
        'Request specific response headers cannot be used for anonymous GET requests.',
      )
    }
    if (!/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)) {
      throw new S3Error('InvalidArgument', 'Header value cannot be represented using ISO-8859-1.', {
        ArgumentName: `response-${name}`,
        ArgumentValue: value,
      })
    }
    headers[name] = value
  }
  return headers
}

/** `checksum`: the part's own, of a composite checksum. */
type Part = Range & { parts: number; checksum: Checksum | undefined }

/** The number of parts that the version was uploaded in; 0 for one body, and for a copy with an ETag of its own. */
export const partsOf = (engine: Engine, { etag, content }: Version): number =>
  etag.includes('-') ? partCount(engine, content) : 0

const partRange = (context: Context, version: Version): Part | undefined => {
  if (!context.query.has('partNumber')) return undefined
  const number = integer(context, 'partNumber', { least: 1, most: 10_000 })
  const { engine } = context
  const parts = partsOf(engine, version)
  if (parts === 0) {
    if (number > 1) throw new S3Error('InvalidPartNumber')
    return { from: 0, to: version.size, parts, checksum: version.checksum }
  }
  const segment = engine.db.get<Segment>(
    'SELECT start, size, checksum FROM segment WHERE content = ? AND number = ?',
    version.content,
    number,
  )
  if (!segment) throw new S3Error('InvalidPartNumber')
  const { start, size, checksum: value } = segment
  const composite = version.checksum?.type === 'COMPOSITE' ? version.checksum : undefined
  const checksum = value === null ? undefined : composite && { ...composite, value }
  return { from: start, to: start + size, parts, checksum }
}

const protectionHeaders = ({ tags, lock: { retention, hold } }: Version): Record<string, string> => ({
  ...(tags.length > 0 && { 'x-amz-tagging-count': String(tags.length) }),
  ...(retention && {
    'x-amz-object-lock-mode': retention.mode,
    'x-amz-object-lock-retain-until-date': exactTime(retention.until),
  }),
  ...(hold && { 'x-amz-object-lock-legal-hold': hold }),
})

class ClientGone extends Error {}

const drained = (response: ServerResponse, patience: number, check: () => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (done: () => void): void => {
      clearTimeout(timer)
      clearInterval(checks)
      response.off('drain', onDrain).off('close', onClose)
      done()
    }
    const onDrain = (): void => settle(resolve)
    const onClose = (): void => settle(() => reject(new ClientGone()))
    const timer = setTimeout(onClose, patience)
    const checks = setInterval(() => {
      try {
        check()
      } catch (error) {
        settle(() => reject(error))
      }
    }, lookEvery)
    response.on('drain', onDrain).on('close', onClose)
    if (response.destroyed) onClose()
  })

const MOST_TEXT = 12 * 1024

const sendBytes = async (
  context: Context,
  { first, rest }: Begun,
  size: number,
  version: Version,
): Promise<void> => {
  const { engine, response } = context
  if (first.length === size && size < response.writableHighWaterMark) {
    // Node joins a Latin-1 string with the head, and writes up to 16 KiB without an allocation.
    if (size <= MOST_TEXT) response.end(first.toString('latin1'), 'latin1')
    else response.end(first)
    return
  }
  const check = stillAuthorized(context, version)
  const send = (bytes: Buffer): Promise<void> | undefined => {
    if (response.destroyed) throw new ClientGone()
    check()
    // The callback runs once the bytes are sent; after a failure they may still be in use.
    const goesOn = response.write(bytes, error => {
      if (!error && !response.destroyed) readBuffers.giveBack(bytes)
    })
    return goesOn ? undefined : drained(response, engine.idleTimeout, check)
  }
  try {
    await send(first)
    for await (const bytes of rest) await send(bytes)
    response.end()
  } catch (error) {
    cutOff(response)
    if (!(error instanceof ClientGone)) throw error
  }
}

/** The bytes `from` … `to` (excluded) of a content, for `readBlobs`. Lease the content meanwhile. */
export const readingOf = (
  engine: Engine,
  name: { bucket: string; key: string },
  content: number,
  { from, to }: Range,
): Reading => ({
  name: JSON.stringify(`${name.bucket}/${name.key}`),
  segments: segmentsOf(engine, content, from, to),
  from,
  to,
})

/**
 * GetObject and HeadObject: one range, part number, conditions, `response-…` overrides. Before the head is sent, all
 * files of the response are known to exist, and the first bytes are verified; damage found later breaks the connection.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
 * @throws S3Error NoSuchKey, NoSuchVersion, InvalidRange, PreconditionFailed; DamagedBlob
 */
export const getObject = async (context: Context): Promise<void> => {
  const { response } = context
  const bucket = bucketOf(context)
  const { engine, key, query, seen } = context
  const version = requireVersion(engine, bucket, key, query.get('versionId'), seen)
  const verdict = readConditions(context, version)
  if (verdict === 412) throw new S3Error('PreconditionFailed')
  const identity = {
    etag: `"${version.etag}"`,
    'last-modified': new Date(version.modified).toUTCString(),
    ...versionHeaders(bucket, version.id),
  }
  if (verdict === 304) {
    const { 'cache-control': cache, expires } = version.headers
    response.writeHead(304, {
      ...identity,
      ...(cache && { 'cache-control': cache }),
      ...(expires && { expires }),
    })
    response.end()
    return
  }
  const part = partRange(context, version)
  const asked = rangeApplies(context, version)
    ? parseRange(header(context, 'range'), version.size)
    : undefined
  if (part && asked)
    throw new S3Error('InvalidRequest', 'Cannot specify both Range header and partNumber query parameter')
  const range = part ?? asked ?? { from: 0, to: version.size }
  const partial = asked !== undefined || (part !== undefined && part.to > part.from)
  const whole = range.to - range.from === version.size
  const begin = (): void => {
    response.writeHead(partial ? 206 : 200, {
      ...version.headers,
      ...overridden(context),
      ...identity,
      ...protectionHeaders(version),
      ...(context.query.has('versionId') ? {} : expirationHeader(bucket, version)),
      'accept-ranges': 'bytes',
      'content-length': range.to - range.from,
      ...(partial && { 'content-range': `bytes ${range.from}-${range.to - 1}/${version.size}` }),
      ...(part && part.parts > 0 && { 'x-amz-mp-parts-count': part.parts }),
      ...(header(context, 'x-amz-checksum-mode')?.toUpperCase() === 'ENABLED'
        ? checksumHeaders(part ? part.checksum : whole ? version.checksum : undefined)
        : {}),
    })
  }
  using _lease = engine.blobs.lease(version.content)
  const reading = readingOf(engine, { bucket: bucket.name, key }, version.content, range)
  if (context.method === 'HEAD' || range.to === range.from) {
    await requireFiles(engine, reading)
    begin()
    response.end()
    return
  }
  const begun = await readBlobs(engine, reading)
  try {
    begin()
    await sendBytes(context, begun, range.to - range.from, version)
  } finally {
    await begun.rest.return(undefined)
  }
}
