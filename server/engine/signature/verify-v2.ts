import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { S3Error } from '../protocol/errors.ts'
import { bucketSubresources, objectSubresources } from '../protocol/sub-resources.ts'
import type { Accounts } from '../store/accounts.ts'
import { type Identity, parsePayload, type Verifier } from './identity.ts'
import type { Query } from './uri.ts'

/**
 * Parameters that the signature covers. Besides those that Amazon lists, all that select another operation: a signed
 * URL must not be usable for an operation that was not signed.
 */
const covered = new Set([
  ...bucketSubresources,
  ...objectSubresources,
  ...['partNumber', 'versionId', 'defaultObjectAcl', 'storageClass', 'select-type'],
  ...[
    'cache-control',
    'content-disposition',
    'content-encoding',
    'content-language',
    'content-type',
    'expires',
  ].map(name => `response-${name}`),
])

const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

const headerOf = (headers: IncomingHttpHeaders, name: string): string => {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined
  return (Array.isArray(value) ? value.map(each => each.trim()).join(',') : (value ?? '')).trim()
}

/**
 * The text that a signature of version 2 signs. `expires`: a time in seconds, or the text of a Date header; `path`: as
 * sent, preceded by the bucket. Header values are Latin-1 strings of the bytes on the wire.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/RESTAuthentication.html
 */
export const stringToSignV2 = (signed: {
  method: string
  path: string
  query: Query
  headers: IncomingHttpHeaders
  expires: string
}): string => {
  const { method, path, query, headers, expires } = signed
  const amz = Object.keys(headers)
    .filter(name => name.startsWith('x-amz-'))
    .sort()
    .map(name => `${name}:${headerOf(headers, name)}\n`)
  const parameters = query.entries
    .filter(([name]) => covered.has(name))
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([name, value]) => (value === '' ? name : `${name}=${latin1(value)}`))
  const resource = parameters.length === 0 ? path : `${path}?${parameters.join('&')}`
  const standard = [method, headerOf(headers, 'content-md5'), headerOf(headers, 'content-type'), expires]
  return `${standard.join('\n')}\n${amz.join('')}${resource}`
}

/**
 * The signed headers that a URL may carry in its query. A header that was sent takes precedence, and is signed in its
 * place.
 */
const withSigned = (headers: IncomingHttpHeaders, query: Query): IncomingHttpHeaders => {
  const merged: IncomingHttpHeaders = { ...headers }
  for (const [name, value] of query.entries) {
    const lower = name.toLowerCase()
    if (lower.startsWith('x-amz-') || lower === 'content-type' || lower === 'content-md5')
      merged[lower] ??= latin1(value)
  }
  return merged
}

/** Whether the query has a signature of version 2, or part of one. */
export const hasSignatureV2 = ({ has }: Query): boolean =>
  has('AWSAccessKeyId') || (has('Signature') && has('Expires'))

/**
 * Verifies a URL that was pre-signed with Signature Version 2, the default of boto3 and aws-sdk 2. It is valid until
 * its `Expires`, however far away.
 * @throws S3Error AccessDenied, InvalidAccessKeyId, InvalidToken, SignatureDoesNotMatch
 */
export const verifyQueryV2 = (
  accounts: Accounts,
  now: number,
  { method, path, query, headers, hostname }: Parameters<Verifier>[0],
): Identity => {
  const [accessKey, given, expires] = ['AWSAccessKeyId', 'Signature', 'Expires'].map(name => query.get(name))
  if (!accessKey || !given || !expires) {
    throw new S3Error(
      'AccessDenied',
      'Query-string authentication requires the Signature, Expires and AWSAccessKeyId parameters',
    )
  }
  if (!/^\d{1,12}$/.test(expires))
    throw new S3Error('AccessDenied', 'Invalid date (should be seconds since epoch)')
  const hoisted = withSigned(headers, query)
  if (hoisted['x-amz-security-token'] !== undefined) throw new S3Error('InvalidToken')
  if (now >= Number(expires) * 1000) {
    throw new S3Error('AccessDenied', 'Request has expired', {
      Expires: new Date(Number(expires) * 1000).toISOString(),
      ServerTime: new Date(now).toISOString(),
    })
  }
  const credential = accounts.credential(accessKey)
  if (!credential) throw new S3Error('InvalidAccessKeyId', undefined, { AWSAccessKeyId: accessKey })
  const resource = hostname === undefined ? path : `/${hostname}${path}`
  const text = stringToSignV2({ method, path: resource, query, headers: hoisted, expires })
  const expected = createHmac('sha1', credential.secret).update(text, 'latin1').digest()
  const sent = Buffer.from(given, 'base64')
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) {
    throw new S3Error('SignatureDoesNotMatch', undefined, {
      AWSAccessKeyId: accessKey,
      StringToSign: text,
      SignatureProvided: given,
    })
  }
  const named = hoisted['x-amz-content-sha256']
  const payload = parsePayload(named === undefined ? 'UNSIGNED-PAYLOAD' : String(named))
  // Chunk signatures continue the request's signature of version 4, which is missing here.
  if (payload.kind === 'chunked' && payload.signed) throw new S3Error('AccessDenied')
  return { credential, payload, seed: undefined, headers: hoisted }
}
