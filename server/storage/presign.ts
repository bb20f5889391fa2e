import { Problem } from '../errors/problem.ts'
import { storageCall } from '../errors/storage-error.ts'
import { pathOf, plainUrl, type Signer, signingAt } from './signed-request.ts'

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

/**
 * Headers that would allow a PUT to do more than store its body: copy what the key may read, make an object public, or
 * lock it. Source: S3 API reference, PutObject, CopyObject, UploadPartCopy.
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
 * Creates pre-signed URLs for one storage user: path-style, below the endpoint, valid for `life` seconds, an hour by
 * default.
 * Only the host is signed, so any Content-Type may be sent. `signAbsentHeaders`: also sign that the widening headers
 * are absent, if `acceptsAbsentHeaders` found that the storage supports it.
 */
export function makePresigner({
  life = urlLife,
  signAbsentHeaders = false,
  ...signer
}: Signer & { life?: number; signAbsentHeaders?: boolean }): Presigner {
  const signing = signingAt(signer)
  return ({ method, bucket, key, query = {} }) => {
    const absent = method === 'PUT' && signAbsentHeaders ? widening : []
    const signed = signing.query(method, pathOf(bucket, key), query, life, absent)
    return `${plainUrl(signer.endpoint, bucket, key)}?${signed}`
  }
}

/**
 * Whether the storage accepts a signature over absent headers, and so rejects requests that have them. Lists the
 * buckets with such a signature. STORAGE_UNAVAILABLE.
 */
export async function acceptsAbsentHeaders(signer: Signer): Promise<boolean> {
  const url = `${signer.endpoint.replace(/\/+$/, '')}/?${signingAt(signer).query('GET', '/', {}, urlLife, widening)}`
  const { status } = await storageCall(() => fetch(url, { signal: AbortSignal.timeout(10_000) }))
  if (status >= 500 || status === 429) throw new Problem('STORAGE_UNAVAILABLE')
  return status === 200
}

/** Unix seconds at which a URL signed at `now` (ms) for `life` seconds expires. */
export function expiresAt(now: number, life = urlLife): number {
  return Math.floor(now / 1000) + life
}
