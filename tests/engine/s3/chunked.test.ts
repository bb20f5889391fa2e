import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { canonicalRequest } from '../../../server/engine/signature/canonical.ts'
import { createChunkedDecoder } from '../../../server/engine/signature/chunked.ts'
import { parseQuery } from '../../../server/engine/signature/uri.ts'
import { hmac, signingKey, stringToSign } from '../../../server/s3/sigv4.ts'
import { newBucket } from '../for-file.ts'
import { type Answer, region, send } from '../support.ts'
import { differs, storageForAll } from './storage.ts'

const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const scope = '20130524/us-east-1/s3/aws4_request'
const seedOf = (signature: string) => ({
  key: signingKey(secret, scope),
  timestamp: '20130524T000000Z',
  scope,
  signature,
})
const chunk = (size: number, signature: string): Buffer =>
  Buffer.concat([
    Buffer.from(`${size.toString(16)};chunk-signature=${signature}\r\n`),
    Buffer.alloc(size, 'a'),
    Buffer.from(size === 0 ? '' : '\r\n'),
  ])

/** The examples of Amazon's documentation: 65 KiB of the letter a, in chunks of 64 KiB and 1 KiB. */
const documented = {
  plain: {
    seed: '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
    body: Buffer.concat([
      chunk(65536, 'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648'),
      chunk(1024, '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497'),
      chunk(0, 'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9'),
      Buffer.from('\r\n'),
    ]),
  },
  trailer: {
    seed: '106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e',
    body: Buffer.concat([
      chunk(65536, 'b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2'),
      chunk(1024, '1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7'),
      chunk(0, '2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992'),
      Buffer.from('x-amz-checksum-crc32c:sOO8/Q==\r\n'),
      Buffer.from(
        'x-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n\r\n',
      ),
    ]),
  },
}

const decode = (body: Buffer, step: number, options: Parameters<typeof createChunkedDecoder>[0]) => {
  const decoder = createChunkedDecoder(options)
  const out: Buffer[] = []
  for (let at = 0; at < body.length; at += step) out.push(...decoder.decode(body.subarray(at, at + step)))
  const trailers = decoder.end()
  return { bytes: Buffer.concat(out), trailers: Object.fromEntries(trailers) }
}
const letters = Buffer.alloc(66560, 'a')

describe('the aws-chunked decoder', () => {
  test.each([1, 7, 1000, 65536, 1_000_000])('takes the documented signed example in pieces of %i', step => {
    const { seed, body } = documented.plain
    const decoded = decode(body, step, { seed: seedOf(seed), trailer: false })
    expect([decoded.bytes.equals(letters), decoded.trailers]).toEqual([true, {}])
  })

  test.each([1, 13, 100_000])('takes the documented example with a signed trailer in pieces of %i', step => {
    const { seed, body } = documented.trailer
    const decoded = decode(body, step, { seed: seedOf(seed), trailer: true })
    expect([decoded.bytes.equals(letters), decoded.trailers]).toEqual([
      true,
      { 'x-amz-checksum-crc32c': 'sOO8/Q==' },
    ])
  })

  test('refuses a changed byte, a changed trailer, a missing trailer signature', () => {
    const { seed, body } = documented.trailer
    const flipped = Buffer.from(body)
    flipped[5000] = 'b'.charCodeAt(0)
    const trailer = Buffer.from(body.toString('latin1').replace('sOO8', 'tOO8'), 'latin1')
    const unsigned = Buffer.from(
      body.toString('latin1').replace(/x-amz-trailer-signature.*\r\n/, ''),
      'latin1',
    )
    for (const wrong of [flipped, trailer, unsigned]) {
      expect(() => decode(wrong, 4096, { seed: seedOf(seed), trailer: true })).toThrow(
        expect.objectContaining({ code: 'SignatureDoesNotMatch' }),
      )
    }
  })

  test('refuses a body that ends early, trails on, or has no sizes', () => {
    const { seed, body } = documented.plain
    const options = { seed: seedOf(seed), trailer: false }
    expect(() => decode(body.subarray(0, 66000), 4096, options)).toThrow(
      expect.objectContaining({ code: 'IncompleteBody' }),
    )
    expect(() => decode(Buffer.concat([body, Buffer.from('more')]), 4096, options)).toThrow(
      expect.objectContaining({ code: 'InvalidRequest' }),
    )
    expect(() => decode(Buffer.from('hello\r\n'), 4096, { trailer: true })).toThrow(
      expect.objectContaining({ code: 'InvalidRequest' }),
    )
    expect(() => decode(Buffer.alloc(5000, '1'), 4096, { trailer: true })).toThrow(
      expect.objectContaining({ code: 'InvalidRequest' }),
    )
  })
})

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html */
describe('aws-chunked uploads', () => {
  const { running, client } = storageForAll()
  const { bytes: get, head: headOf } = newBucket(client, 'chunked')

  const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')

  /** Signs a PUT and its chunks as restic and the Java SDK do. */
  const put = (
    key: string,
    chunks: Buffer[],
    options: { encoding?: string; announced?: number; spoil?: boolean } = {},
  ): Promise<Answer> => {
    const timestamp = new Date().toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '')
    const ownScope = `${timestamp.slice(0, 8)}/${region}/s3/aws4_request`
    const kind = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD'
    const size = chunks.reduce((sum, piece) => sum + piece.length, 0)
    const headers: Record<string, string> = {
      ...(options.encoding && { 'content-encoding': options.encoding }),
      host: `127.0.0.1:${running.port}`,
      'x-amz-content-sha256': kind,
      'x-amz-date': timestamp,
      'x-amz-decoded-content-length': String(options.announced ?? size),
    }
    const signedHeaders = Object.keys(headers).sort()
    const signed = {
      method: 'PUT',
      query: parseQuery(''),
      headers,
      signedHeaders,
      payloadHash: kind,
      timestamp,
      scope: ownScope,
    }
    const key256 = signingKey(running.keys.secretKey, ownScope)
    const text = stringToSign(signed, canonicalRequest(`/chunked/${key}`, signed))
    let previous = hmac(key256, text).toString('hex')
    headers.authorization = `AWS4-HMAC-SHA256 Credential=${running.keys.accessKey}/${ownScope},SignedHeaders=${signedHeaders.join(';')},Signature=${previous}`
    const body = [...chunks, Buffer.alloc(0)].map(piece => {
      const toSign = [
        'AWS4-HMAC-SHA256-PAYLOAD',
        timestamp,
        ownScope,
        previous,
        sha256(''),
        sha256(piece),
      ].join('\n')
      previous = hmac(key256, toSign).toString('hex')
      const sent = options.spoil && piece.length > 0 ? Buffer.alloc(piece.length, 'z') : piece
      return Buffer.concat([
        Buffer.from(`${piece.length.toString(16)};chunk-signature=${previous}\r\n`),
        sent,
        Buffer.from('\r\n'),
      ])
    })
    return send(running, { method: 'PUT', path: `/chunked/${key}`, headers, body: Buffer.concat(body) })
  }

  const chunks = [Buffer.alloc(70_000, 'x'), Buffer.alloc(3, 'y')]

  test('signed chunks without a Content-Encoding header are decoded', async () => {
    expect((await put('restic', chunks)).status).toBe(200)
    expect((await get('restic')).equals(Buffer.concat(chunks))).toBe(true)
  })

  test('aws-chunked is no encoding of the object; gzip beside it is', async () => {
    expect((await put('encoded', chunks, { encoding: 'aws-chunked' })).status).toBe(200)
    expect((await put('zipped', chunks, { encoding: 'aws-chunked, gzip' })).status).toBe(200)
    const head = async (key: string) => (await headOf(key)).ContentEncoding
    differs('chunked-encoding')
    expect([await head('encoded'), await head('zipped')]).toEqual([undefined, 'gzip'])
  })

  test('a wrong chunk and a wrong length leave nothing', async () => {
    expect((await put('spoilt', chunks, { spoil: true })).code).toBe('SignatureDoesNotMatch')
    differs('chunked-length')
    expect((await put('long', chunks, { announced: 70_004 })).code).toBe('IncompleteBody')
    expect((await put('short', chunks, { announced: 10 })).code).toBe('IncompleteBody')
    await expect(get('spoilt')).rejects.toMatchObject({ name: 'NoSuchKey' })
    await expect(get('long')).rejects.toMatchObject({ name: 'NoSuchKey' })
    await expect(get('short')).rejects.toMatchObject({ name: 'NoSuchKey' })
  })
})
