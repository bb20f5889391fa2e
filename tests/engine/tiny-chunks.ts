import { canonicalRequest, hmac, signingKey, stringToSign } from '../../server/engine/signature/canonical.ts'
import { parseQuery } from '../../server/engine/signature/uri.ts'

/** How a body is cut: by HTTP's chunked transfer, by aws-chunked, or by both, each into chunks of one byte. */
export type Cut = 'transfer' | 'aws-chunked' | 'both'
export const cuts: Cut[] = ['transfer', 'aws-chunked', 'both']

const chunks = (bytes: Buffer, end: string): Buffer => {
  const out = Buffer.alloc(bytes.length * 6)
  for (let index = 0; index < bytes.length; index += 1) {
    out.write('1\r\n', index * 6, 'latin1')
    out[index * 6 + 3] = bytes[index]!
    out.write('\r\n', index * 6 + 4, 'latin1')
  }
  return Buffer.concat([out, Buffer.from(end)])
}

/** A signed PUT of `body` in chunks of one byte, as the bytes to write to a socket. `path`: '/bucket/key'. */
export const tinyChunksRequest = (target: {
  host: string
  path: string
  region: string
  keys: { accessKey: string; secretKey: string }
  body: Buffer
  cut: Cut
}): Buffer => {
  const { host, path, region, keys, body, cut } = target
  const timestamp = new Date().toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '')
  const scope = `${timestamp.slice(0, 8)}/${region}/s3/aws4_request`
  const payloadHash = cut === 'transfer' ? 'UNSIGNED-PAYLOAD' : 'STREAMING-UNSIGNED-PAYLOAD-TRAILER'
  const headers: Record<string, string> = {
    host,
    'x-amz-content-sha256': payloadHash,
    'x-amz-date': timestamp,
    ...(cut !== 'transfer' && { 'x-amz-decoded-content-length': String(body.length) }),
  }
  const signedHeaders = Object.keys(headers).sort()
  const signed = {
    method: 'PUT',
    query: parseQuery(''),
    headers,
    signedHeaders,
    payloadHash,
    timestamp,
    scope,
  }
  const text = stringToSign(signed, canonicalRequest(path, signed))
  const signature = hmac(signingKey(keys.secretKey, scope), text).toString('hex')
  const content = cut === 'transfer' ? body : chunks(body, '0\r\n\r\n')
  const wire = cut === 'aws-chunked' ? content : chunks(content, '0\r\n\r\n')
  const lines = [
    `PUT ${path} HTTP/1.1`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `authorization: AWS4-HMAC-SHA256 Credential=${keys.accessKey}/${scope},SignedHeaders=${signedHeaders.join(';')},Signature=${signature}`,
    cut === 'aws-chunked' ? `content-length: ${wire.length}` : 'transfer-encoding: chunked',
    'connection: close',
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), wire])
}
