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
/** The SHA-256 of no byte. */
const noBody = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** `key`: '' for the bucket. `headers`: in small letters, their values ASCII. `silence`: ms without a byte, a minute by default. */
export type PlainCall = {
  method: 'GET' | 'PUT'
  bucket: string
  key: string
  query?: Record<string, string>
  headers: Record<string, string>
  silence?: number
}

/**
 * Sends a request without a body for an object or a bucket as `client` would, without the SDK, which takes longer for a small file than
 * its storage. Null where the answer is not 200 or, with a range, 206, or none came: then ask the client, which tells why.
 * Source: S3 API reference, "Authenticating requests: using the Authorization header (AWS Signature Version 4)".
 */
export async function plainCall(
  client: S3Client,
  { method, bucket, key, query = {}, headers, silence = 60_000 }: PlainCall,
): Promise<IncomingMessage | null> {
  if (!canBeBucket(bucket)) return null
  const { config } = client
  const [at, region, { accessKeyId, secretAccessKey }] = await Promise.all([
    config.endpoint?.(),
    config.region(),
    config.credentials(),
  ])
  if (!at) return null
  const host = at.port === undefined ? at.hostname : `${at.hostname}:${at.port}`
  const base = at.path.replace(/\/+$/, '')
  const keys = { accessKey: accessKeyId, secretKey: secretAccessKey }
  const signing = signingAt({ region, keys, now: Date.now() })
  const all: Record<string, string> = {
    ...headers,
    ...{ host, 'x-amz-content-sha256': noBody, 'x-amz-date': signing.time },
  }
  const names = Object.keys(all).sort()
  const signed = names.join(';')
  const canonical = names.map(name => `${name}:${all[name]}\n`).join('')
  const path = `${base}/${uriEncode(bucket)}/${uriEncodePath(key)}`
  const search = canonicalQuery(Object.entries(query))
  const signature = signing.sign(`${method}\n${path}\n${search}\n${canonical}\n${signed}\n${noBody}`)
  const credential = `Credential=${accessKeyId}/${signing.scope}`
  all.authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${signed}, Signature=${signature}`
  if (method === 'PUT') all['content-length'] = '0'
  const { request, agent } = at.protocol === 'https:' ? tls : plain
  const url = plainUrl(`${at.protocol}//${host}${base}`, bucket, key === '' ? undefined : key)
  const sent = request(search === '' ? url : `${url}?${search}`, {
    method,
    agent,
    headers: all,
    timeout: silence,
  })
  sent.on('timeout', () => sent.destroy(new Error('The storage says nothing any more.')))
  // Before the answer it rejects `answered`; in its midst the answer ends with it.
  sent.on('error', () => undefined)
  try {
    const answered = once(sent, 'response')
    sent.end()
    const [answer] = (await answered) as [IncomingMessage]
    if (answer.statusCode === (headers.range === undefined ? 200 : 206)) return answer
    answer.resume()
    return null
  } catch {
    // The client asks again, and says what is wrong.
    return null
  }
}
