import { Problem } from '../errors/problem.ts'
import { storageCall } from '../errors/storage-error.ts'
import type { KeyPair } from '../s3/keys.ts'
import { canonicalQuery, uriEncode, uriEncodePath } from '../s3/sigv4.ts'
import { signingAt } from './signing.ts'

/** Seconds that a pre-signed URL is valid by default. */
const urlLife = 3600

export type SignedAddress = {
  method: 'GET' | 'PUT'
  bucket: string
  key: string
  /** Further query parameters. */
  query?: Record<string, string>
}

export type Presigner = (address: SignedAddress) => string

/** `now`: ms. `life`: seconds that the URLs are valid, an hour by default. */
export type Signer = { endpoint: string; region: string; keys: KeyPair; now: number; life?: number }

/**
 * Headers that would let a PUT do more than store its body: copy what the key may read, make an object public, or lock
 * it. Source: S3 API reference, PutObject, CopyObject, UploadPartCopy.
 */
const widening = [
  'x-amz-acl',
  'x-amz-copy-source',
  'x-amz-copy-source-range',
  'x-amz-grant-full-control',
  'x-amz-grant-read',
  'x-amz-grant-read-acp',
  'x-amz-grant-write',
  'x-amz-grant-write-acp',
  'x-amz-object-lock-legal-hold',
  'x-amz-object-lock-mode',
  'x-amz-object-lock-retain-until-date',
  'x-amz-storage-class',
  'x-amz-tagging',
  'x-amz-website-redirect-location',
]

/**
 * Makes pre-signed URLs for one storage user: path-style, below `endpoint` (which may have a path).
 * Only the host is signed, so any Content-Type may be sent. `signAbsentHeaders`: also sign that the widening headers are
 * absent, where `acceptsAbsentHeaders` says that the storage understands it.
 */
export function makePresigner(options: Signer & { signAbsentHeaders?: boolean }): Presigner {
  const base = new URL(options.endpoint).pathname.replace(/\/+$/, '')
  const sign = querySigner(options)
  return ({ method, bucket, key, query }) => {
    const path = `${base}/${uriEncode(bucket)}/${uriEncodePath(key)}`
    const signed = sign(method, path, query, method === 'PUT' && options.signAbsentHeaders)
    return `${plainUrl(options.endpoint, bucket, key)}?${signed}`
  }
}

/**
 * Whether the storage accepts a signature over headers that are absent, and so refuses requests that have them. Asks for
 * a list of the buckets, signed so. STORAGE_UNAVAILABLE.
 */
export async function acceptsAbsentHeaders(options: Signer): Promise<boolean> {
  const { origin, pathname } = new URL(options.endpoint)
  const path = `${pathname.replace(/\/+$/, '')}/`
  const url = `${origin}${path}?${querySigner(options)('GET', path, {}, true)}`
  const { status } = await storageCall(() => fetch(url, { signal: AbortSignal.timeout(10_000) }))
  if (status >= 500 || status === 429) throw new Problem('STORAGE_UNAVAILABLE')
  return status === 200
}

/**
 * Signs a path (encoded) and its query; gives the query with the signature.
 * Source: S3 API reference, "Authenticating requests: using query parameters (AWS Signature Version 4)".
 */
function querySigner(options: Signer) {
  const { host } = new URL(options.endpoint)
  const signing = signingAt(options)
  return (
    method: string,
    path: string,
    query: Record<string, string> = {},
    absentHeaders = false,
  ): string => {
    const headers = ['host', ...(absentHeaders ? widening : [])].join(';')
    const all = canonicalQuery(
      Object.entries({
        'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
        'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD',
        'X-Amz-Credential': `${options.keys.accessKey}/${signing.scope}`,
        'X-Amz-Date': signing.time,
        'X-Amz-Expires': String(options.life ?? urlLife),
        'X-Amz-SignedHeaders': headers,
        ...query,
      }),
    )
    const signature = signing.sign(`${method}\n${path}\n${all}\nhost:${host}\n\n${headers}\nUNSIGNED-PAYLOAD`)
    return `${all}&X-Amz-Signature=${signature}`
  }
}

/** Unix seconds at which a URL signed at `now` (ms) for `life` seconds expires. */
export function expiresAt(now: number, life = urlLife): number {
  return Math.floor(now / 1000) + life
}

/** The address of a bucket below `endpoint`, or of an object in it, for those who need no signature. */
export function plainUrl(endpoint: string, bucket: string, key?: string): string {
  const { origin, pathname } = new URL(endpoint)
  const base = `${origin}${pathname.replace(/\/+$/, '')}/${uriEncode(bucket)}`
  return key === undefined ? `${base}/` : base + sentPath(key)
}

/**
 * Browsers resolve the segments `.` and `..` of a path, also as `%2e` (WHATWG URL, "path state"). With slashes sent as
 * %2F they are no segments; S3 signs the decoded path, so the signature stays the same.
 */
function sentPath(key: string): string {
  const path = uriEncodePath(key)
  if (!path.split('/').some(segment => segment === '.' || segment === '..')) return `/${path}`
  const whole = path.replaceAll('/', '%2F')
  return whole === '.' || whole === '..' ? `%2F${whole}` : `/${whole}`
}
