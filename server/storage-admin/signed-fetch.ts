import { createHash } from 'node:crypto'
import type { KeyPair } from '../s3/keys.ts'
import { canonicalQuery } from '../s3/sigv4.ts'
import { signingAt } from '../storage/signing.ts'

/** Sends a request that is signed in its headers with Signature Version 4. Gives up after 30 s. */
export async function signedFetch(request: {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  endpoint: string
  path: string
  query: Record<string, string>
  body?: string
  region: string
  keys: KeyPair
  service?: 's3' | 'sns'
}): Promise<Response> {
  const { host, origin, pathname } = new URL(request.endpoint)
  const path = `${pathname.replace(/\/+$/, '')}${request.path}`
  const query = canonicalQuery(Object.entries(request.query))
  const { body = '' } = request
  const sha256 = createHash('sha256').update(body).digest('hex')
  const { region, keys, service = 's3' } = request
  const signing = signingAt({ region, keys, now: Date.now(), service })
  const signedHeaders = 'host;x-amz-content-sha256;x-amz-date'
  const headers = `host:${host}\nx-amz-content-sha256:${sha256}\nx-amz-date:${signing.time}\n`
  const signature = signing.sign([request.method, path, query, headers, signedHeaders, sha256].join('\n'))
  return fetch(query === '' ? `${origin}${path}` : `${origin}${path}?${query}`, {
    method: request.method,
    ...(body !== '' && { body }),
    signal: AbortSignal.timeout(30_000),
    headers: {
      'x-amz-content-sha256': sha256,
      'x-amz-date': signing.time,
      authorization: `AWS4-HMAC-SHA256 Credential=${request.keys.accessKey}/${signing.scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
    },
  })
}
