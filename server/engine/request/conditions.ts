import { S3Error } from '../protocol/errors.ts'
import type { Marker, Version } from '../store/find-version.ts'
import { type Asked, header } from './context.ts'

const seconds = (ms: number): number => Math.floor(ms / 1000)

const parseDate = (text: string | undefined): number | undefined => {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? undefined : seconds(time)
}

const etagMatches = (list: string, etag: string): boolean =>
  list.split(',').some(item => {
    const tag = item
      .trim()
      .replace(/^W\//, '')
      .replace(/^"(.*)"$/, '$1')
    return tag === '*' || tag === etag
  })

type Names = { match: string; noneMatch: string; modifiedSince: string; unmodifiedSince: string }

const judge = (
  context: Asked,
  version: Pick<Version, 'etag' | 'modified'>,
  names: Names,
): 200 | 304 | 412 => {
  const match = header(context, names.match)
  const noneMatch = header(context, names.noneMatch)
  const unmodifiedSince = parseDate(header(context, names.unmodifiedSince))
  const since = parseDate(header(context, names.modifiedSince))
  // A date in the future is ignored (RFC 2616, 14.25), as in S3.
  const modifiedSince = since !== undefined && since > seconds(context.engine.now()) ? undefined : since
  const modified = seconds(version.modified)
  if (match !== undefined) {
    if (!etagMatches(match, version.etag)) return 412
  } else if (unmodifiedSince !== undefined && modified > unmodifiedSince) return 412
  if (noneMatch !== undefined) return etagMatches(noneMatch, version.etag) ? 304 : 200
  return modifiedSince !== undefined && modified <= modifiedSince ? 304 : 200
}

/** The status that results from the conditions of a GET or HEAD, evaluated in the order of RFC 9110, 13.2.2. */
export const readConditions = (context: Asked, version: Version): 200 | 304 | 412 =>
  judge(context, version, {
    match: 'if-match',
    noneMatch: 'if-none-match',
    modifiedSince: 'if-modified-since',
    unmodifiedSince: 'if-unmodified-since',
  })

/** @throws S3Error PreconditionFailed if the `x-amz-copy-source-if-…` headers forbid the copy */
export const requireCopyConditions = (context: Asked, source: Version): void => {
  const verdict = judge(context, source, {
    match: 'x-amz-copy-source-if-match',
    noneMatch: 'x-amz-copy-source-if-none-match',
    modifiedSince: 'x-amz-copy-source-if-modified-since',
    unmodifiedSince: 'x-amz-copy-source-if-unmodified-since',
  })
  if (verdict !== 200) throw new S3Error('PreconditionFailed')
}

/** Whether a range applies: If-Range is absent, or matches this version by ETag or time (RFC 9110, 13.1.5). */
export const rangeApplies = (context: Asked, version: Version): boolean => {
  const text = header(context, 'if-range')
  if (text === undefined) return true
  if (text.startsWith('"')) return text === `"${version.etag}"`
  return parseDate(text) === seconds(version.modified)
}

/**
 * Conditional writes: `If-None-Match: *`, or `If-Match` with an ETag. Call before the body is read, and again in the
 * commit.
 * @throws S3Error PreconditionFailed, NoSuchKey; NotImplemented for other conditions
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 */
export const requireWriteConditions = (context: Asked, find: () => Version | undefined): void => {
  const noneMatch = header(context, 'if-none-match')
  const match = header(context, 'if-match')
  if (noneMatch === undefined && match === undefined) return
  const unknown = (Header: string): S3Error => new S3Error('NotImplemented', undefined, { Header })
  if (noneMatch !== undefined && (noneMatch.trim() !== '*' || match !== undefined))
    throw unknown('If-None-Match')
  if (match?.trim() === '*') throw unknown('If-Match')
  const current = find()
  if (noneMatch !== undefined && current && etagMatches(noneMatch, current.etag)) {
    throw new S3Error('PreconditionFailed', undefined, { Condition: 'If-None-Match' })
  }
  if (match !== undefined) {
    if (!current) throw new S3Error('NoSuchKey', undefined, { Key: context.key })
    if (!etagMatches(match, current.etag)) {
      throw new S3Error('PreconditionFailed', undefined, { Condition: 'If-Match' })
    }
  }
}

/**
 * Like `requireWriteConditions`, in the commit that completes an upload started at `started` (unix ms): any change to
 * the key since then is a conflict.
 * @throws S3Error ConditionalRequestConflict
 */
export const requireCompletionConditions = (
  context: Asked,
  started: number,
  found: Version | Marker | undefined,
): void => {
  requireWriteConditions(context, () => (found?.marker === false ? found : undefined))
  const Condition = (['If-Match', 'If-None-Match'] as const).find(
    name => header(context, name.toLowerCase()) !== undefined,
  )
  if (Condition === undefined || !found || found.modified <= started) return
  throw new S3Error('ConditionalRequestConflict', undefined, { Condition, Key: context.key })
}

/** Conditions of a deletion on the object: ETag, time and size in bytes, as the client wrote them. */
export type DeleteConditions = {
  etag: string | undefined
  modified: string | undefined
  size: string | undefined
}

const sameTime = (text: string, modified: number): boolean => {
  const time = Date.parse(text)
  return time % 1000 === 0 ? time === seconds(modified) * 1000 : time === modified
}

/**
 * Rejects conditions that cannot be parsed: a deletion must not proceed without them.
 * @throws S3Error InvalidArgument
 */
export const parseDeleteConditions = (conditions: DeleteConditions): DeleteConditions => {
  const { modified, size } = conditions
  if (modified !== undefined && Number.isNaN(Date.parse(modified))) {
    throw new S3Error('InvalidArgument', 'The time of a conditional delete is not a date.')
  }
  if (size !== undefined && !/^\d{1,15}$/.test(size)) {
    throw new S3Error('InvalidArgument', 'The size of a conditional delete is not a number.')
  }
  return conditions
}

/**
 * Conditional deletes; call in the commit. An ETag, also `*`, requires an object; time and size do not, and are also
 * met by a delete marker.
 * @throws S3Error PreconditionFailed, NoSuchKey
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-deletes.html
 */
export const requireDeleteConditions = (
  { etag, modified, size }: DeleteConditions,
  key: string,
  current: Version | Marker | undefined,
): void => {
  if (etag !== undefined && !current) throw new S3Error('NoSuchKey', undefined, { Key: key })
  if (!current) return
  const object = current.marker ? undefined : current
  const failed = (Condition: string): S3Error => new S3Error('PreconditionFailed', undefined, { Condition })
  if (etag !== undefined && !(object && etagMatches(etag, object.etag))) throw failed('If-Match')
  if (modified !== undefined && !sameTime(modified, current.modified)) {
    throw failed('x-amz-if-match-last-modified-time')
  }
  if (size !== undefined && Number(size) !== (object?.size ?? 0)) throw failed('x-amz-if-match-size')
}
