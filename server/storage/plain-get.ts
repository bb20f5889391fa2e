import { once } from 'node:events'
import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import type { S3Client } from '@aws-sdk/client-s3'
import { makePresigner } from './presign.ts'

const plain = { request: plainRequest, agent: new PlainAgent({ keepAlive: true }) }
const tls = { request: tlsRequest, agent: new TlsAgent({ keepAlive: true }) }
/** ms without a byte. */
const silence = 60_000

/**
 * Sends GetObject as `client` would, without the SDK, which takes longer for a small file than its storage. Null where the
 * answer is not the object, or none came: then the client tells why. Source: S3 API reference, GetObject.
 */
export async function plainGet(
  client: S3Client,
  { bucket, key }: { bucket: string; key: string },
  headers: Record<string, string>,
): Promise<IncomingMessage | null> {
  const { config } = client
  const [at, region, { accessKeyId, secretAccessKey }] = await Promise.all([
    config.endpoint?.(),
    config.region(),
    config.credentials(),
  ])
  if (!at) return null
  const port = at.port === undefined ? '' : `:${at.port}`
  const endpoint = `${at.protocol}//${at.hostname}${port}${at.path}`
  const keys = { accessKey: accessKeyId, secretKey: secretAccessKey }
  const presign = makePresigner({ endpoint, region, keys, now: Date.now() })
  const { request, agent } = at.protocol === 'https:' ? tls : plain
  const sent = request(presign({ method: 'GET', bucket, key }), { agent, headers, timeout: silence })
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
