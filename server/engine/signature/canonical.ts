import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type Query, uriEncode } from './uri.ts'

/** What a signature is over, but for the path. */
export type Signed = {
  method: string
  query: Query
  headers: IncomingHttpHeaders
  signedHeaders: readonly string[]
  payloadHash: string
  /** `X-Amz-Date`, as 20261120T223129Z. */
  timestamp: string
  /** date/region/service/aws4_request */
  scope: string
}

const byCodePoint = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const canonicalQuery = (query: Query): string =>
  query.entries
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [uriEncode(name), uriEncode(value)] as const)
    .sort((a, b) => byCodePoint(a[0], b[0]) || byCodePoint(a[1], b[1]))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

const headerValue = (headers: IncomingHttpHeaders, name: string): string => {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined
  const text = Array.isArray(value) ? value.join(',') : (value ?? '')
  return text.trim().replace(/ +/g, ' ')
}

/**
 * The canonical request. `path` goes in as given: as the client sent it, percent-encoded.
 * Header values are Latin-1 strings of the bytes on the wire, so hash the result as Latin-1.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export const canonicalRequest = (path: string, signed: Signed): string =>
  [
    signed.method,
    path,
    canonicalQuery(signed.query),
    ...signed.signedHeaders.map(name => `${name}:${headerValue(signed.headers, name)}`),
    '',
    signed.signedHeaders.join(';'),
    signed.payloadHash,
  ].join('\n')

export const stringToSign = (signed: Pick<Signed, 'timestamp' | 'scope'>, request: string): string => {
  const hash = createHash('sha256').update(request, 'latin1').digest('hex')
  return `AWS4-HMAC-SHA256\n${signed.timestamp}\n${signed.scope}\n${hash}`
}

export const hmac = (key: string | Uint8Array, data: string): Buffer =>
  createHmac('sha256', key).update(data).digest()

/** The key that signs within one scope, from the secret key. */
export const signingKey = (secret: string, scope: string): Buffer =>
  scope.split('/').reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${secret}`) as Buffer
