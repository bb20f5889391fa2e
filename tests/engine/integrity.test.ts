import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signHeaders } from '../support/sign-s3.ts'
import { engineForAll, newBucket } from './for-file.ts'
import { failure, type Running, region, send, startEngine } from './support.ts'

const Bucket = 'integrity'
const { running, client } = engineForAll()
const bucket = newBucket(client, Bucket)

const request = (method: string, query: string, body: string, headers: Record<string, string>) => {
  const path = `/${Bucket}`
  const host = `127.0.0.1:${running.port}`
  const payloadHash = createHash('sha256').update(body).digest('hex')
  const signing = { method, host, path, query, region, keys: running.keys, payloadHash, headers }
  return send(running, { method, path: `${path}?${query}`, headers: signHeaders(signing), body })
}

const deletion = '<Delete><Object><Key>k</Key></Object></Delete>'
const rules =
  '<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule></CORSConfiguration>'

// https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html
// https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketCors.html
describe.each([
  ['DeleteObjects', 'POST', 'delete=', deletion],
  ['PutBucketCors', 'PUT', 'cors=', rules],
])('%s', (_, method, query, body) => {
  const base64 = (algorithm: string, text: string): string =>
    createHash(algorithm).update(text).digest('base64')

  test('needs Content-MD5 or a checksum, though the body is signed', async () => {
    await bucket.put('k', 'kept')
    const answer = await request(method, query, body, {})
    expect([answer.status, answer.code]).toEqual([400, 'InvalidRequest'])
    expect(await failure(bucket.head('k'))).toBeUndefined()
  })

  test.each([
    ['content-md5', 'md5'],
    ['x-amz-checksum-sha256', 'sha256'],
  ])('verifies %s', async (name, algorithm) => {
    const wrong = await request(method, query, body, { [name]: base64(algorithm, 'another') })
    expect([wrong.status, wrong.code]).toEqual([400, 'BadDigest'])
    expect((await request(method, query, body, { [name]: base64(algorithm, body) })).status).toBe(200)
  })
})

// https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html
describe('the Location of a completed upload', () => {
  const complete = async (own: Running, header?: string): Promise<string | undefined> => {
    const client = own.client({ requestHandler: { httpsAgent: { rejectUnauthorized: false } } })
    if (header !== undefined)
      client.middlewareStack.add(
        next => args => {
          const { headers } = args.request as { headers: Record<string, string> }
          headers['x-forwarded-proto'] = header
          return next(args)
        },
        { step: 'build' },
      )
    const Key = 'a b'
    const { UploadId } = await client.createMultipartUpload({ Bucket, Key })
    const part = { Bucket, Key, UploadId, PartNumber: 1 }
    const { ETag, ChecksumCRC32 } = await client.uploadPart({ ...part, Body: 'x' })
    const Parts = [{ PartNumber: 1, ETag, ChecksumCRC32 }]
    const done = await client.completeMultipartUpload({ Bucket, Key, UploadId, MultipartUpload: { Parts } })
    return done.Location
  }

  test('is http without TLS, https behind a proxy that says so', async () => {
    const path = `127.0.0.1:${running.port}/${Bucket}/a%20b`
    expect(await complete(running)).toBe(`http://${path}`)
    expect(await complete(running, 'https')).toBe(`https://${path}`)
  })

  test('is https with TLS', async () => {
    const secure = await startEngine({ tls: true })
    try {
      await secure
        .client({ requestHandler: { httpsAgent: { rejectUnauthorized: false } } })
        .createBucket({ Bucket })
      expect(await complete(secure)).toBe(`https://127.0.0.1:${secure.port}/${Bucket}/a%20b`)
    } finally {
      await secure.stop()
    }
  })
})
