import { once } from 'node:events'
import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import type { S3Client } from '@aws-sdk/client-s3'
import { canonicalQuery, uriEncode, uriEncodePath } from '../s3/sigv4.ts'
import { canBeBucket } from './client.ts'
import { plainUrl } from './presign.ts'
import { signingAt } from './signing.ts'

const plain = { request: plainRequest, agent: new PlainAgent({ keepAlive: true }) }
const tls = { request: tlsRequest, agent: new TlsAgent({ keepAlive: true }) }
/** SHA-256 of an empty body. */
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** `key`: '' for the bucket. `headers`: lower-case names, ASCII values. `idleTimeout`: ms without a byte, a minute by default. */
export type PlainCall = {
  method: 'GET' | 'PUT' | 'DELETE'
  bucket: string
  key: string
  query?: Record<string, string>
  headers: Record<string, string>
  idleTimeout?: number
}

/**
 * Sends a signed request without a body, with the endpoint and keys of `client` but without the SDK, which takes longer for
 * a small file than the storage does. Null where the response is not 200 (206 with a range) or none came: then send the
 * same request by the client for its error.
 * Source: S3 API reference, "Authenticating requests: using the Authorization header (AWS Signature Version 4)".
 */
export async function plainCall(
  client: S3Client,
  { method, bucket, key, query = {}, headers, idleTimeout = 60_000 }: PlainCall,
): Promise<IncomingMessage | null> {
  if (!canBeBucket(bucket)) return null
  const { config } = client
  const [endpoint, region, { accessKeyId, secretAccessKey }] = await Promise.all([
    config.endpoint?.(),
    config.region(),
    config.credentials(),
  ])
  if (!endpoint) return null
  const host = endpoint.port === undefined ? endpoint.hostname : `${endpoint.hostname}:${endpoint.port}`
  const base = endpoint.path.replace(/\/+$/, '')
  const keys = { accessKey: accessKeyId, secretKey: secretAccessKey }
  const signing = signingAt({ region, keys, now: Date.now() })
  const signedHeaders: Record<string, string> = {
    ...headers,
    ...{ host, 'x-amz-content-sha256': emptySha256, 'x-amz-date': signing.time },
  }
  const names = Object.keys(signedHeaders).sort()
  const signed = names.join(';')
  const canonical = names.map(name => `${name}:${signedHeaders[name]}\n`).join('')
  const path = `${base}/${uriEncode(bucket)}/${uriEncodePath(key)}`
  const search = canonicalQuery(Object.entries(query))
  const signature = signing.sign(`${method}\n${path}\n${search}\n${canonical}\n${signed}\n${emptySha256}`)
  const credential = `Credential=${accessKeyId}/${signing.scope}`
  signedHeaders.authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${signed}, Signature=${signature}`
  if (method === 'PUT') signedHeaders['content-length'] = '0'
  const { request, agent } = endpoint.protocol === 'https:' ? tls : plain
  const url = plainUrl(`${endpoint.protocol}//${host}${base}`, bucket, key === '' ? undefined : key)
  const sent = request(search === '' ? url : `${url}?${search}`, {
    method,
    agent,
    headers: signedHeaders,
    timeout: idleTimeout,
  })
  sent.on('timeout', () => sent.destroy(new Error('The storage sends no more bytes.')))
  // Before the response, `once` rejects with it; later, the response is destroyed with it.
  sent.on('error', () => undefined)
  try {
    const responded = once(sent, 'response')
    sent.end()
    const [response] = (await responded) as [IncomingMessage]
    if (response.statusCode === (headers.range === undefined ? 200 : 206)) return response
    response.resume()
    return null
  } catch {
    // The caller repeats it by the client, for its error.
    return null
  }
}
