import { signHeaders } from '../support/sign-s3.ts'

/** What is cut into chunks of one byte: HTTP's chunked transfer (of one aws-chunked chunk), aws-chunked, or both. */
export type Cut = 'transfer' | 'aws-chunked' | 'both'

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
  keepAlive?: boolean
}): Buffer => {
  const { host, path, region, keys, body, cut, keepAlive = false } = target
  const headers = signHeaders({
    method: 'PUT',
    host,
    path,
    region,
    keys,
    payloadHash: 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
    headers: { 'x-amz-decoded-content-length': String(body.length) },
  })
  const whole = Buffer.concat([
    Buffer.from(`${body.length.toString(16)}\r\n`),
    body,
    Buffer.from('\r\n0\r\n\r\n'),
  ])
  const content = cut === 'transfer' ? whole : chunks(body, '0\r\n\r\n')
  const wire = cut === 'aws-chunked' ? content : chunks(content, '0\r\n\r\n')
  const lines = [
    `PUT ${path} HTTP/1.1`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    cut === 'aws-chunked' ? `content-length: ${wire.length}` : 'transfer-encoding: chunked',
    `connection: ${keepAlive ? 'keep-alive' : 'close'}`,
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), wire])
}
