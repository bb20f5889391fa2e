import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import aws4 from 'aws4'
import { beforeAll, describe, expect, test } from 'vitest'
import { oddKeys, region, send } from '../support.ts'
import { differs, embeddedOnly, refusal, startStorage, storageForAll } from './storage.ts'

let clock = 0
let credentials: { accessKeyId: string; secretAccessKey: string }

const { running, client } = storageForAll({ now: () => Date.now() + clock })
beforeAll(async () => {
  credentials = { accessKeyId: running.keys.accessKey, secretAccessKey: running.keys.secretKey }
  await client.createBucket({ Bucket: 'signed' })
  await client.putObject({ Bucket: 'signed', Key: 'there', Body: 'hello' })
})

const host = (): string => `127.0.0.1:${running.port}`
const sign = (request: Parameters<typeof aws4.sign>[0]): ReturnType<typeof aws4.sign> =>
  aws4.sign({ service: 's3', region, host: host(), ...request }, credentials)

const at = async <T>(ms: number, run: () => Promise<T>): Promise<T> => {
  embeddedOnly('moves the clock')
  clock = ms
  try {
    return await run()
  } finally {
    clock = 0
  }
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
describe('Signature Version 4 in the Authorization header', () => {
  test('a request signed by aws4 is answered', async () => {
    const signed = sign({ path: '/signed/there' })
    const answer = await send(running, { path: '/signed/there', headers: signed.headers })
    expect([answer.status, answer.body.toString()]).toEqual([200, 'hello'])
  })

  test.each(['s3.kho.example.com', '127.0.0.1', 'us_east 1'])(
    'any region without a slash is one: %s',
    async name => {
      const signed = sign({ path: '/signed/there', region: name })
      const answer = await send(running, { path: '/signed/there', headers: signed.headers })
      expect([answer.status, answer.body.toString()]).toEqual([200, 'hello'])
    },
  )

  test('a body signed by aws4 is stored', async () => {
    const signed = sign({
      method: 'PUT',
      path: '/signed/from%20aws4',
      body: 'bytes',
      headers: { 'x-amz-meta-a': 'b' },
    })
    const answer = await send(running, {
      method: 'PUT',
      path: '/signed/from%20aws4',
      headers: signed.headers,
      body: 'bytes',
    })
    expect([answer.status, answer.headers.etag]).toEqual([200, '"4b3a6218bb3e3a7303e8a171a60fcf92"'])
  })

  test('another body than the signed one is refused and not stored [V11.4.3]', async () => {
    const signed = sign({ method: 'PUT', path: '/signed/forged', body: 'bytes' })
    const answer = await send(running, {
      method: 'PUT',
      path: '/signed/forged',
      headers: signed.headers,
      body: 'bites',
    })
    expect([answer.status, answer.code]).toEqual([400, 'XAmzContentSHA256Mismatch'])
    const get = sign({ path: '/signed/forged' })
    expect((await send(running, { path: '/signed/forged', headers: get.headers })).code).toBe('NoSuchKey')
  })

  test.each([
    ['path', { path: '/signed/other' }],
    ['query', { path: '/signed/there?response-content-type=text/html' }],
    ['method', { path: '/signed/there', method: 'DELETE' }],
  ])('a changed %s is refused', async (_what, change) => {
    const signed = sign({ path: '/signed/there' })
    const answer = await send(running, { headers: signed.headers, ...change })
    expect([answer.status, answer.code]).toEqual([403, 'SignatureDoesNotMatch'])
  })

  test.each(['constructor', '__proto__'])(
    'a signed header named %s that was not sent is as any other: the signature is wrong, nothing breaks',
    async name => {
      const { headers } = sign({ path: '/signed/there' })
      const authorization = String(headers?.Authorization).replace('SignedHeaders=', `SignedHeaders=${name};`)
      const answer = await send(running, {
        path: '/signed/there',
        headers: { ...headers, Authorization: authorization },
      })
      expect([answer.status, answer.code]).toEqual([403, 'SignatureDoesNotMatch'])
    },
  )

  test('a changed signed header is refused [V9.1.1]', async () => {
    const signed = sign({ path: '/signed/there', headers: { 'x-amz-checksum-mode': 'ENABLED' } })
    const headers = { ...signed.headers, 'x-amz-checksum-mode': 'enabled' }
    const answer = await send(running, { path: '/signed/there', headers })
    expect([answer.status, answer.code]).toEqual([403, 'SignatureDoesNotMatch'])
  })

  test('an x-amz header that was not signed is refused', async () => {
    const signed = sign({ method: 'PUT', path: '/signed/copy', body: '' })
    const answer = await send(running, {
      method: 'PUT',
      path: '/signed/copy',
      headers: { ...signed.headers, 'x-amz-copy-source': '/signed/there' },
    })
    differs('unsigned-headers')
    expect([answer.status, answer.code]).toEqual([403, 'AccessDenied'])
  })

  test('an unknown key and a wrong secret are refused [V9.1.3]', async () => {
    const unknown = aws4.sign(
      { service: 's3', region, host: host(), path: '/' },
      { accessKeyId: 'NOBODY', secretAccessKey: 'x' },
    )
    const wrong = aws4.sign(
      { service: 's3', region, host: host(), path: '/' },
      { ...credentials, secretAccessKey: 'x' },
    )
    expect((await send(running, { path: '/', headers: unknown.headers })).code).toBe('InvalidAccessKeyId')
    expect((await send(running, { path: '/', headers: wrong.headers })).code).toBe('SignatureDoesNotMatch')
  })

  test.each([
    [14, 200],
    [-14, 200],
    [16, 403],
    [-16, 403],
  ])('a clock that is %i minutes off gets %i', async (minutes, status) => {
    const signed = sign({ path: '/signed/there' })
    const answer = await at(minutes * 60_000, () =>
      send(running, { path: '/signed/there', headers: signed.headers }),
    )
    expect([answer.status, answer.code]).toEqual([
      status,
      status === 403 ? 'RequestTimeTooSkewed' : undefined,
    ])
  })

  test('no signature, an old one and two at once are refused [V9.1.2]', async () => {
    const signed = sign({ path: '/signed/there' })
    const both = `${sign({ path: '/signed/there', signQuery: true }).path}`
    expect(await send(running, { path: '/signed/there' })).toMatchObject({
      status: 403,
      code: 'AccessDenied',
    })
    expect(
      await send(running, { path: '/signed/there', headers: { authorization: 'AWS AK:c2ln' } }),
    ).toMatchObject(refusal({ status: 400, code: 'InvalidRequest' }) as object)
    expect(await send(running, { path: both, headers: signed.headers })).toMatchObject(
      refusal({ status: 400, code: 'InvalidArgument' }) as object,
    )
  })

  test.each(oddKeys)(
    'the key %j is signed by the SDK and by aws4 alike [V1.1.1, V5.3.2, V15.3.6]',
    async key => {
      await client.putObject({ Bucket: 'signed', Key: key, Body: `body of ${key}` })
      const path = `/signed/${key.split('/').map(encodeURIComponent).join('/')}`
      const signed = sign({ path })
      const answer = await send(running, { path, headers: signed.headers })
      expect([answer.status, answer.body.toString()]).toEqual([200, `body of ${key}`])
    },
  )
})

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html */
describe('pre-signed URLs', () => {
  const presign = (path: string, method = 'GET'): string => sign({ method, path, signQuery: true }).path

  test('a URL by aws4 reads and writes', async () => {
    const put = await send(running, {
      method: 'PUT',
      path: presign('/signed/pre', 'PUT'),
      body: 'pre-signed',
    })
    const get = await send(running, { path: presign('/signed/pre') })
    expect([put.status, get.status, get.body.toString()]).toEqual([200, 200, 'pre-signed'])
  })

  test.each(['WHEN_SUPPORTED', 'WHEN_REQUIRED'] as const)(
    'a PUT by the SDK with checksums %s takes any body, its metadata from the query',
    async requestChecksumCalculation => {
      const client = running.client({ requestChecksumCalculation })
      const command = new PutObjectCommand({ Bucket: 'signed', Key: 'by sdk', Metadata: { who: 'trinh' } })
      const url = await getSignedUrl(client, command)
      const put = await fetch(url, { method: 'PUT', body: 'of any length' })
      const got = await client.getObject({ Bucket: 'signed', Key: 'by sdk' })
      expect([put.status, await got.Body?.transformToString(), got.Metadata]).toEqual([
        200,
        'of any length',
        { who: 'trinh' },
      ])
    },
  )

  test('a checksum in a signed URL binds the body', async () => {
    const path = presign('/signed/bound?x-amz-checksum-crc32=NhCmhg%3D%3D', 'PUT')
    differs('checksums')
    expect((await send(running, { method: 'PUT', path, body: 'hellO' })).code).toBe('BadDigest')
    expect((await send(running, { method: 'PUT', path, body: 'hello' })).status).toBe(200)
  })

  test('N17: an encoded slash before the bucket is not the path that was signed', async () => {
    const path = presign('/signed/there').replace('/signed', '/%2Fsigned')
    embeddedOnly('holds the embedded engine to S3’s answers')
    expect(await send(running, { path })).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' })
  })

  test('response-… overrides are answered', async () => {
    const url = await getSignedUrl(
      client,
      new GetObjectCommand({
        Bucket: 'signed',
        Key: 'there',
        ResponseContentType: 'text/plain; charset=utf-8',
        ResponseContentDisposition: `attachment; filename*=UTF-8''%C4%91.txt`,
        ResponseCacheControl: 'no-store',
      }),
    )
    const answer = await fetch(url)
    expect(
      ['content-type', 'content-disposition', 'cache-control'].map(name => answer.headers.get(name)),
    ).toEqual(['text/plain; charset=utf-8', `attachment; filename*=UTF-8''%C4%91.txt`, 'no-store'])
  })

  test('an override cannot break out of its header [V1.2.1, V5.4.2]', async () => {
    const path = presign('/signed/there?response-content-type=a%0D%0Ab')
    const answer = await send(running, { path }).catch(({ code }) => ({ status: 'no answer', code }))
    differs('header-injection')
    expect([answer.status, answer.code]).toEqual([400, 'InvalidArgument'])
  })

  test('it is good until its last second and for its method and key only [V9.2.1, V9.2.2]', async () => {
    const url = new URL(
      await getSignedUrl(client, new GetObjectCommand({ Bucket: 'signed', Key: 'there' }), {
        expiresIn: 60,
      }),
    )
    const path = url.pathname + url.search
    const other = path.replace('/there', '/pre')
    expect((await at(58_000, () => send(running, { path }))).status).toBe(200)
    expect(await at(61_000, () => send(running, { path }))).toMatchObject({
      status: 403,
      code: 'AccessDenied',
    })
    expect(await send(running, { path, method: 'DELETE' })).toMatchObject({ code: 'SignatureDoesNotMatch' })
    expect(await send(running, { path: other })).toMatchObject({ code: 'SignatureDoesNotMatch' })
    expect(
      await send(running, { path: path.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000') }),
    ).toMatchObject({
      code: 'SignatureDoesNotMatch',
    })
    expect(await at(-16 * 60_000, () => send(running, { path }))).toMatchObject({ code: 'AccessDenied' })
  })

  test.each([0, -7])('with %i seconds to live it has expired', async seconds => {
    expect(await send(running, { path: presign(`/signed/there?X-Amz-Expires=${seconds}`) })).toMatchObject({
      status: 403,
      code: 'AccessDenied',
    })
  })

  test('more than seven days are refused', async () => {
    const path = presign('/signed/there?X-Amz-Expires=604801')
    differs('presigned-life')
    expect(await send(running, { path })).toMatchObject({
      status: 400,
      code: 'AuthorizationQueryParametersError',
    })
    expect((await send(running, { path: presign('/signed/there?X-Amz-Expires=604800') })).status).toBe(200)
  })

  test('headers that it signs and carries in its query only count as sent, as aws-sdk 2 signs them', async () => {
    const path = '/signed/hoisted?x-amz-meta-who=trinh&x-amz-storage-class=STANDARD'
    const headers = { 'x-amz-meta-who': 'trinh', 'x-amz-storage-class': 'STANDARD' }
    const signed = sign({ method: 'PUT', path, headers, signQuery: true })
    expect(new URL(signed.path, 'http://kho').searchParams.get('X-Amz-SignedHeaders')).toBe(
      'host;x-amz-meta-who;x-amz-storage-class',
    )
    const put = await send(running, { method: 'PUT', path: signed.path, body: 'hoisted' })
    const other = signed.path.replace('who=trinh', 'who=other')
    differs('presigned-headers')
    expect([put.status, put.code]).toEqual([200, undefined])
    expect(await send(running, { method: 'PUT', path: other })).toMatchObject({
      code: 'SignatureDoesNotMatch',
    })
    const { Metadata } = await client.getObject({ Bucket: 'signed', Key: 'hoisted' })
    expect(Metadata).toEqual({ who: 'trinh' })
  })

  test.each([
    ['If-None-Match=%2A', 412],
    ['if-none-match=%2A', 412],
    ['If-Match=%22other%22', 412],
    ['If-Match=%225d41402abc4b2a76b9719d911017c592%22', 200],
  ])(
    'a PUT with the condition %s in its query is answered %i, whatever the header says',
    async (condition, status) => {
      const Key = `conditional ${condition}`
      await client.putObject({ Bucket: 'signed', Key, Body: 'hello' })
      const path = presign(`/signed/${encodeURIComponent(Key)}?${condition}`, 'PUT')
      const name = condition.slice(0, condition.indexOf('=')).toLowerCase()
      const headers = { [name]: name === 'if-match' ? '*' : '"none"' }
      differs('presigned-headers', status === 412)
      for (const more of [{}, headers])
        expect((await send(running, { method: 'PUT', path, body: 'hello', headers: more })).status).toBe(
          status,
        )
    },
  )

  test.each([
    ['If-None-Match=%225d41402abc4b2a76b9719d911017c592%22', 304],
    ['If-Unmodified-Since=Fri%2C%2020%20Nov%202020%2000%3A00%3A00%20GMT', 412],
  ])('a GET with the condition %s in its query is answered %i', async (condition, status) => {
    differs('presigned-headers')
    expect((await send(running, { path: presign(`/signed/there?${condition}`) })).status).toBe(status)
  })

  test('a header that would widen it is refused', async () => {
    const answer = await send(running, {
      method: 'PUT',
      path: presign('/signed/widened', 'PUT'),
      headers: { 'x-amz-copy-source': '/signed/there' },
    })
    differs('unsigned-headers')
    expect([answer.status, answer.code]).toEqual([403, 'AccessDenied'])
  })
})

describe('a base path', () => {
  test('is signed with the path, cut off after, and takes only the methods given', async () => {
    embeddedOnly('is set up for a base path')
    const based = await startStorage({ handle: { base: '/s3', methods: ['PUT'] } })
    try {
      const client = based.client()
      await client.createBucket({ Bucket: 'based' })
      const url = await getSignedUrl(client, new PutObjectCommand({ Bucket: 'based', Key: 'một/k' }))
      expect(new URL(url).pathname).toBe('/s3/based/m%E1%BB%99t/k')
      const put = await fetch(url, { method: 'PUT', body: 'x' })
      const read = await fetch(
        await getSignedUrl(client, new GetObjectCommand({ Bucket: 'based', Key: 'một/k' })),
      )
      const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: 'http://a' } })
      const outside = await fetch(url.replace('/s3/', '/'), { method: 'PUT', body: 'x' })
      expect([put.status, read.status, preflight.status, outside.status]).toEqual([200, 405, 405, 400])
      expect(
        based.engine.admin.bucketStats('owner').map(({ name, bytes, objects }) => ({ name, bytes, objects })),
      ).toEqual([{ name: 'based', bytes: 1, objects: 1 }])
    } finally {
      await based.stop()
    }
  })
})
