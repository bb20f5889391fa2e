import type { KeyPair } from './client.ts'
import { canonicalQuery, signingAt, uriEncode } from './sigv4.ts'

/** Seconds that a pre-signed address counts. */
export const urlLife = 3600

export type SignedAddress = {
  method: 'GET' | 'PUT'
  bucket: string
  key: string
  /** More of the query; names in any order. */
  query?: Record<string, string>
}

export type Presigner = (address: SignedAddress) => string

/**
 * A signer of addresses for one storage user: path-style URLs below `endpoint` (which may have a path) that count
 * for an hour from `now` (ms). Only the host is signed beside the address, so any Content-Type may be sent.
 * Source: S3 API reference, "Authenticating requests: using query parameters (AWS Signature Version 4)".
 */
export function makePresigner(options: {
  endpoint: string
  region: string
  keys: KeyPair
  now: number
}): Presigner {
  const { protocol, host, pathname } = new URL(options.endpoint)
  const base = pathname.replace(/\/+$/, '')
  const signing = signingAt(options)
  const fixed = {
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD',
    'X-Amz-Credential': `${options.keys.accessKey}/${signing.scope}`,
    'X-Amz-Date': signing.time,
    'X-Amz-Expires': String(urlLife),
    'X-Amz-SignedHeaders': 'host',
  }
  return ({ method, bucket, key, query }) => {
    const all = canonicalQuery({ ...fixed, ...query })
    const path = `${base}/${uriEncode(bucket)}/${encodePath(key)}`
    const signature = signing.sign(`${method}\n${path}\n${all}\nhost:${host}\n\nhost\nUNSIGNED-PAYLOAD`)
    const sent = `${base}/${uriEncode(bucket)}${sentPath(key)}`
    return `${protocol}//${host}${sent}?${all}&X-Amz-Signature=${signature}`
  }
}

/** Unix seconds at which an address signed at `now` (ms) stops counting. */
export function expiresAt(now: number): number {
  return Math.floor(now / 1000) + urlLife
}

/**
 * A browser takes the segments `.` and `..` out of a path, written `%2e` too (WHATWG URL, "path state"). Between
 * slashes that are sent as %2F they are no segments; S3 signs the decoded path, so the signature stays the same.
 */
function sentPath(key: string): string {
  const path = encodePath(key)
  if (!path.split('/').some(segment => segment === '.' || segment === '..')) return `/${path}`
  const whole = path.replaceAll('/', '%2F')
  return whole === '.' || whole === '..' ? `%2F${whole}` : `/${whole}`
}

function encodePath(key: string): string {
  return uriEncode(key).replaceAll('%2F', '/')
}
