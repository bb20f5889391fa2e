import type { IncomingHttpHeaders } from 'node:http'
import { canonicalQuery } from '../../s3/sigv4.ts'
import type { Query } from './uri.ts'

/** Everything that a signature covers, except the path. */
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

const headerValue = (headers: IncomingHttpHeaders, name: string): string => {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined
  const text = Array.isArray(value) ? value.join(',') : (value ?? '')
  return text.trim().replace(/ +/g, ' ')
}

/**
 * `path`: percent-encoded, as the client sent it.
 * Header values are Latin-1 strings of the bytes on the wire.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export const canonicalRequest = (path: string, signed: Signed): string =>
  [
    signed.method,
    path,
    canonicalQuery(signed.query.entries.filter(([name]) => name !== 'X-Amz-Signature')),
    ...signed.signedHeaders.map(name => `${name}:${headerValue(signed.headers, name)}`),
    '',
    signed.signedHeaders.join(';'),
    signed.payloadHash,
  ].join('\n')
