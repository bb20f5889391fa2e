import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import type { S3Client } from '@aws-sdk/client-s3'
import type { KeyPair } from '../s3/keys.ts'
import { canonicalQuery, hmac, signingKey, stringToSign, uriEncode, uriEncodePath } from '../s3/sigv4.ts'
import { inSpan, traceHeaders } from '../tracing/trace.ts'
import { canBeBucket } from './client.ts'

type Query = Record<string, string>
type Headers = Record<string, string>

/** `endpoint`: may have a path. `now`: ms. */
export type Signer = { endpoint: string; region: string; keys: KeyPair; now: number; service?: 's3' | 'sns' }

/**
 * Signs requests of one storage user at one time; `path`: encoded, below that of the endpoint.
 * Source: S3 API reference, "Authenticating requests (AWS Signature Version 4)".
 */
export function signingAt({ endpoint, region, keys, now, service = 's3' }: Signer) {
  const { host, base } = partsOf(endpoint)
  const timestamp = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '')
  const scope = [timestamp.slice(0, 8), region, service, 'aws4_request'].join('/')
  const key = signingKey(keys.secretKey, scope)
  const credential = `${keys.accessKey}/${scope}`

  function sign(method: string, path: string, rest: string): string {
    const canonical = `${method}\n${base}${path}\n${rest}`
    return hmac(key, stringToSign({ timestamp, scope }, canonical)).toString('hex')
  }

  return {
    /** The headers to send. `query`: canonical; `headers`: lower-case names, ASCII values; `sha256`: of the body. */
    headers(method: string, path: string, query: string, headers: Headers, sha256: string): Headers {
      const sent: Headers = { ...headers, 'x-amz-content-sha256': sha256, 'x-amz-date': timestamp }
      const values: Headers = { ...sent, host }
      const names = Object.keys(values).sort()
      const signed = names.join(';')
      const lines = names.map(name => `${name}:${values[name]}\n`).join('')
      const signature = sign(method, path, `${query}\n${lines}\n${signed}\n${sha256}`)
      sent.authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${signed}, Signature=${signature}`
      return sent
    },

    /** The query to send. `life`: s; `absent`: headers, sorted, that the request must not have. */
    query(method: string, path: string, query: Query, life: number, absent: readonly string[] = []): string {
      const signed = ['host', ...absent].join(';')
      const all = canonicalQuery(
        Object.entries({
          'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
          'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD',
          'X-Amz-Credential': credential,
          'X-Amz-Date': timestamp,
          'X-Amz-Expires': String(life),
          'X-Amz-SignedHeaders': signed,
          ...query,
        }),
      )
      const signature = sign(method, path, `${all}\nhost:${host}\n\n${signed}\nUNSIGNED-PAYLOAD`)
      return `${all}&X-Amz-Signature=${signature}`
    },
  }
}

/** Sends a request with a body, or to another URL than an object's. `timeout`: ms; 30 s by default. */
export async function signedFetch(
  request: Omit<Signer, 'now'> & {
    method: 'GET' | 'PUT' | 'POST' | 'DELETE'
    path: string
    query: Query
    body?: string
    /** Lower-case names. */
    headers?: Headers
    timeout?: number
  },
): Promise<Response> {
  const { method, endpoint, path, body = '', timeout = 30_000 } = request
  const { origin, base } = partsOf(endpoint)
  const query = canonicalQuery(Object.entries(request.query))
  const sha256 = createHash('sha256').update(body).digest('hex')
  const signing = signingAt({ ...request, now: Date.now() })
  const headers = signing.headers(method, path, query, request.headers ?? {}, sha256)
  return inSpan({ name: `storage ${method}`, kind: 'client' }, async tell => {
    const response = await fetch(`${origin}${base}${path}${query && `?${query}`}`, {
      method,
      ...(body !== '' && { body }),
      signal: AbortSignal.timeout(timeout),
      headers: { ...headers, ...traceHeaders() },
    })
    tell({ 'http.response.status_code': response.status })
    return response
  })
}

const plain = { request: plainRequest, agent: new PlainAgent({ keepAlive: true }) }
const tls = { request: tlsRequest, agent: new TlsAgent({ keepAlive: true }) }
/** SHA-256 of an empty body. */
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** `key`: '' for the bucket. `headers`: lower-case, all signed. `idleTimeout`: ms without a byte; 60 s by default. */
type PlainCall = {
  method: 'GET' | 'PUT' | 'DELETE'
  bucket: string
  key: string
  query?: Query
  headers: Headers
  body?: Buffer
  idleTimeout?: number
}

/**
 * Sends a request, with the endpoint and keys of `client` but without the SDK, which takes longer for a
 * small file than the storage does. Null if the response is not 200 (206 with a range) or there was none: then send the
 * same request by the client for its error.
 */
export async function plainCall(
  { config }: S3Client,
  { method, bucket, key, query = {}, headers, body, idleTimeout = 60_000 }: PlainCall,
): Promise<IncomingMessage | null> {
  if (!canBeBucket(bucket)) return null
  const [there, region, { accessKeyId, secretAccessKey }] = await Promise.all([
    config.endpoint?.(),
    config.region(),
    config.credentials(),
  ])
  if (!there) return null
  const port = there.port === undefined ? '' : `:${there.port}`
  const endpoint = `${there.protocol}//${there.hostname}${port}${there.path}`
  const keys = { accessKey: accessKeyId, secretKey: secretAccessKey }
  const search = canonicalQuery(Object.entries(query))
  const signing = signingAt({ endpoint, region, keys, now: Date.now() })
  const sha256 = body ? createHash('sha256').update(body).digest('hex') : emptySha256
  const sentHeaders = signing.headers(method, pathOf(bucket, key), search, headers, sha256)
  if (method === 'PUT') sentHeaders['content-length'] = String(body?.length ?? 0)
  const { request, agent } = there.protocol === 'https:' ? tls : plain
  const url = `${plainUrl(endpoint, bucket, key)}${search && `?${search}`}`
  const send = async (): Promise<IncomingMessage> => {
    const headers = { ...sentHeaders, ...traceHeaders() }
    const sent = request(url, { method, agent, headers, timeout: idleTimeout })
    sent.on('timeout', () => sent.destroy(new Error('The storage sends no more bytes.')))
    // Before the response, `once` rejects with it; later, the response is destroyed with it.
    sent.on('error', () => undefined)
    const responded = once(sent, 'response')
    sent.end(body)
    const [response] = (await responded) as [IncomingMessage]
    return response
  }
  try {
    const response = await inSpan({ name: `storage ${method}`, kind: 'client' }, async tell => {
      const response = await send()
      tell({ 'http.response.status_code': response.statusCode ?? 0 })
      return response
    })
    if (response.statusCode === (headers.range === undefined ? 200 : 206)) return response
    response.resume()
    return null
  } catch {
    // The caller repeats it by the client, for its error.
    return null
  }
}

function partsOf(endpoint: string): { host: string; origin: string; base: string } {
  const { host, origin, pathname } = new URL(endpoint)
  return { host, origin, base: pathname.replace(/\/+$/, '') }
}

/** The path as signed. `key`: '' for the bucket. */
export function pathOf(bucket: string, key: string): string {
  return `/${uriEncode(bucket)}/${uriEncodePath(key)}`
}

/** The URL of a bucket below `endpoint`, or of an object in it, for requests without a signature. */
export function plainUrl(endpoint: string, bucket: string, key = ''): string {
  const { origin, base } = partsOf(endpoint)
  return `${origin}${base}/${uriEncode(bucket)}${sentPath(key)}`
}

/**
 * Browsers resolve the segments `.` and `..` of a path, also as `%2e` (WHATWG URL, "path state"). With slashes sent as
 * %2F they are not segments; S3 signs the decoded path, so the signature stays the same.
 */
function sentPath(key: string): string {
  const path = uriEncodePath(key)
  if (!path.split('/').some(segment => segment === '.' || segment === '..')) return `/${path}`
  const whole = path.replaceAll('/', '%2F')
  return whole === '.' || whole === '..' ? `%2F${whole}` : `/${whole}`
}
