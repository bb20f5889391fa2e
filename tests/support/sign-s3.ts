import { canonicalRequest } from '../../server/engine/signature/canonical.ts'
import { parseQuery } from '../../server/engine/signature/uri.ts'
import { hmac, signingKey, stringToSign } from '../../server/s3/sigv4.ts'

/** The given headers with a SigV4 signature. `path`: '/bucket/key', as sent; `query` without '?'. */
export function signHeaders(request: {
  method: string
  host: string
  path: string
  query?: string
  region: string
  keys: { accessKey: string; secretKey: string }
  payloadHash: string
  headers?: Record<string, string>
  service?: string
  now?: number
}): Record<string, string> {
  const { method, host, path, query = '', region, keys, payloadHash, service = 's3' } = request
  const timestamp = new Date(request.now ?? Date.now())
    .toISOString()
    .replace(/[-:]/g, '')
    .replace(/\.\d+/, '')
  const scope = `${timestamp.slice(0, 8)}/${region}/${service}/aws4_request`
  // SNS's clients do not name the hash.
  const named: Record<string, string> = service === 's3' ? { 'x-amz-content-sha256': payloadHash } : {}
  const headers = { host, ...named, 'x-amz-date': timestamp, ...request.headers }
  const signedHeaders = Object.keys(headers).sort()
  const signed = { method, query: parseQuery(query), headers, signedHeaders, payloadHash, timestamp, scope }
  const text = stringToSign(signed, canonicalRequest(path, signed))
  const signature = hmac(signingKey(keys.secretKey, scope), text).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${keys.accessKey}/${scope},SignedHeaders=${signedHeaders.join(';')},Signature=${signature}`
  return { ...headers, authorization }
}
