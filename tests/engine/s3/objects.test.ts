import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { type ChecksumAlgorithm, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import aws4 from 'aws4'
import { beforeAll, describe, expect, test } from 'vitest'
import { newBucket } from '../for-file.ts'
import { failure, oddKeys, send, until } from '../support.ts'
import { differs, follows, refusal, storageForAll } from './storage.ts'

const Bucket = 'objects'
const { running, client } = storageForAll()
const { put, bytes: read, text: textOf, ...bucket } = newBucket(client, Bucket)

/**
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadObject.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObject.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html
 */
describe('objects', () => {
  const bytes = randomBytes(3_000_001)

  test('a buffer comes back whole, with MD5 as its ETag', async () => {
    const stored = await put('buffer', bytes)
    const got = await bucket.get('buffer')
    const md5 = createHash('md5').update(bytes).digest('hex')
    expect([stored.ETag, got.ETag, got.ContentLength]).toEqual([`"${md5}"`, `"${md5}"`, bytes.length])
    expect(bytes.equals(Buffer.from((await got.Body?.transformToByteArray()) ?? []))).toBe(true)
  })

  test('a stream comes back whole: its trailing checksum is no part of it', async () => {
    const pieces = Array.from({ length: 40 }, (_, index) =>
      bytes.subarray(index * 75_001, (index + 1) * 75_001),
    )
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
    differs('trailing-checksums')
    const stored = await put('stream', Readable.from(pieces), { ContentLength: length })
    expect(stored.ChecksumCRC32).toBeDefined()
    expect(Buffer.concat(pieces).equals(await read('stream'))).toBe(true)
  })

  test('an empty object has no file and can be read', async () => {
    const before = running.files().blobs.length
    await put('empty', Buffer.alloc(0))
    expect([(await read('empty')).length, running.files().blobs.length]).toEqual([0, before])
  })

  test('headers and metadata come back as sent', async () => {
    const sent = {
      CacheControl: 'max-age=60',
      ContentDisposition: 'attachment; filename="a.txt"',
      ContentEncoding: 'deflate, gzip',
      ContentLanguage: 'vi',
      ContentType: 'text/plain; charset=utf-8',
      ExpiresString: 'Fri, 01 Jan 2027 00:00:00 GMT',
      Metadata: { author: 'Trinh', empty: '' },
    }
    const { ExpiresString, ...input } = sent
    await put('headers', 'x', { ...input, Expires: new Date(ExpiresString) })
    const head = await bucket.head('headers')
    expect(head).toMatchObject({ ...sent, AcceptRanges: 'bytes', ContentLength: 1 })
  })

  test('metadata keeps its bytes, whatever they are', async () => {
    const bytes = Buffer.from('Trịnh').toString('latin1')
    const host = `127.0.0.1:${running.port}`
    const credentials = { accessKeyId: running.keys.accessKey, secretAccessKey: running.keys.secretKey }
    const call = (method: string, path: string) => {
      const command = { service: 's3', region: 'r', host, method, path, signQuery: true }
      return send(running, { method, path: aws4.sign(command, credentials).path })
    }
    const put = await call('PUT', '/objects/bytes?x-amz-meta-name=Tr%E1%BB%8Bnh')
    const head = await call('HEAD', '/objects/bytes')
    expect([put.status, head.headers['x-amz-meta-name']]).toEqual([200, bytes])
  })

  test.each(['x-amz-meta-a=b%0D%0Ac', 'x-amz-meta-a=%00', 'x-amz-meta-%C3%BC=a', 'x-amz-meta-a%20b=c'])(
    'metadata that no header can carry is refused: %s',
    async query => {
      const credentials = { accessKeyId: running.keys.accessKey, secretAccessKey: running.keys.secretKey }
      const host = `127.0.0.1:${running.port}`
      const command = {
        service: 's3',
        region: 'r',
        host,
        method: 'PUT',
        path: `/objects/bad?${query}`,
        signQuery: true,
      }
      const answer = await send(running, { method: 'PUT', path: aws4.sign(command, credentials).path })
      differs('metadata-checks')
      expect([answer.status, answer.code]).toEqual([400, 'InvalidArgument'])
    },
  )

  test('without a type it is binary/octet-stream', async () => {
    const url = await getSignedUrl(client, new PutObjectCommand({ Bucket, Key: 'untyped' }))
    await send(running, { method: 'PUT', path: url.slice(running.url.length), body: 'x' })
    const head = await bucket.head('untyped')
    expect(head.ContentType).toBe('binary/octet-stream')
  })

  test('a stored page is served so that no browser runs it or guesses its type [V1.3.4, V3.2.1, V3.4.4, V5.3.1]', async () => {
    await put('page.html', '<script>alert(1)</script>', { ContentType: 'text/html' })
    const query = { Bucket, Key: 'page.html', ResponseContentType: 'text/html' }
    const url = await getSignedUrl(client, new GetObjectCommand(query))
    const { headers } = await fetch(url)
    const names = ['content-type', 'x-content-type-options', 'content-security-policy']
    differs('page-headers')
    expect(names.map(name => headers.get(name))).toEqual([
      'text/html',
      'nosniff',
      "script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'",
    ])
  })

  test('more than 2 KiB of metadata is refused', async () => {
    const Metadata = { a: 'x'.repeat(2047) }
    expect(await failure(put('metadata', 'x', { Metadata }))).toBeUndefined()
    differs('metadata-limit')
    expect(await failure(put('metadata', 'x', { Metadata: { a: 'x'.repeat(2048) } }))).toEqual({
      status: 400,
      code: 'MetadataTooLarge',
    })
  })

  test('more than 2 KiB of system headers is refused', async () => {
    const length =
      2048 - 'content-disposition'.length - 'content-type'.length - 'application/octet-stream'.length
    const ContentDisposition = 'x'.repeat(length)
    expect(await failure(put('system', 'x', { ContentDisposition }))).toBeUndefined()
    differs('metadata-limit')
    expect(await failure(put('system', 'x', { ContentDisposition, CacheControl: 'no-store' }))).toEqual({
      status: 400,
      code: 'MetadataTooLarge',
    })
  })

  test('what the engine has not is refused, not dropped', async () => {
    const notImplemented = { status: 501, code: 'NotImplemented' }
    expect(await failure(put('no', 'x', { ServerSideEncryption: 'aws:kms' }))).toEqual(
      refusal(notImplemented),
    )
    const noClass = { status: 400, code: 'InvalidStorageClass' }
    expect(await failure(put('no', 'x', { StorageClass: 'GLACIER' }))).toEqual(refusal(noClass))
    expect(await failure(read('no'))).toEqual({ status: 404, code: 'NoSuchKey' })
  })

  test('overwriting removes the earlier bytes from the disk', async () => {
    await put('again', randomBytes(1000))
    const before = running.files().blobs.length
    await put('again', 'second')
    await until(() => running.files().blobs.length === before)
    expect(await textOf('again')).toBe('second')
  })

  test('a reader of an overwritten object gets the bytes that it began with', async () => {
    const old = randomBytes(8_000_000)
    await put('leased', old)
    const got = await bucket.get('leased')
    await put('leased', 'new')
    expect(old.equals(Buffer.from((await got.Body?.transformToByteArray()) ?? []))).toBe(true)
    expect(await textOf('leased')).toBe('new')
  })

  test('deleting is done once and again, and leaves no file', async () => {
    const before = running.files().blobs.length
    await put('gone', 'x')
    const remove = () => bucket.remove('gone')
    expect([(await remove()).$metadata.httpStatusCode, (await remove()).$metadata.httpStatusCode]).toEqual([
      204, 204,
    ])
    expect(await failure(read('gone'))).toEqual({ status: 404, code: 'NoSuchKey' })
    await until(() => running.files().blobs.length === before)
  })

  test('keys of 1024 bytes are taken, longer ones refused', async () => {
    expect(await failure(put('k'.repeat(1024), 'x'))).toBeUndefined()
    expect(await failure(put('k'.repeat(1025), 'x'))).toEqual(
      refusal({ status: 400, code: 'KeyTooLongError' }),
    )
    expect(await failure(put('ữ'.repeat(342), 'x'))).toEqual(
      refusal({ status: 400, code: 'KeyTooLongError' }),
    )
  })

  test('odd keys are deleted by DeleteObjects', async () => {
    for (const key of oddKeys) await put(key, 'x')
    differs('delete-odd-keys')
    const result = await client.deleteObjects({
      Bucket,
      Delete: { Objects: [...oddKeys, 'never there'].map(Key => ({ Key })) },
    })
    expect(result.Deleted?.length).toBe(oddKeys.length + 1)
    for (const key of oddKeys) expect(await failure(read(key))).toEqual({ status: 404, code: 'NoSuchKey' })
  })

  test('DeleteObjects answers nothing when quiet, and takes 1,000 keys at most', async () => {
    const remove = (count: number) =>
      client.deleteObjects({
        Bucket,
        Delete: { Quiet: true, Objects: Array.from({ length: count }, (_, n) => ({ Key: `n${n}` })) },
      })
    expect((await remove(1000)).Deleted).toBeUndefined()
    expect(await failure(remove(1001))).toEqual(refusal({ status: 400, code: 'MalformedXML' }))
  })

  test('a version id other than null is not there', async () => {
    await put('versioned', 'x')
    expect(await textOf('versioned', { VersionId: 'null' })).toBe('x')
    differs('version-ids')
    expect([
      await failure(read('versioned', { VersionId: `000000000001${'a'.repeat(20)}` })),
      await failure(read('versioned', { VersionId: 'abc' })),
    ]).toEqual([
      { status: 404, code: 'NoSuchVersion' },
      { status: 400, code: 'InvalidArgument' },
    ])
  })
})

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html */
describe('checksums', () => {
  const known: [ChecksumAlgorithm, string, string][] = [
    ['CRC32', 'ChecksumCRC32', 'y/Q5Jg=='],
    ['CRC32C', 'ChecksumCRC32C', '4waSgw=='],
    ['CRC64NVME', 'ChecksumCRC64NVME', 'rosUhgp5mIg='],
    ['SHA1', 'ChecksumSHA1', '98O8HYCOBHMq32eZZczDTKeuNEE='],
    ['SHA256', 'ChecksumSHA256', 'FeKw08M4keuw8e9gnsQZQgwg4yDOlMZfvIwzEkSOsiU='],
  ]

  test.each(known)('%s of 123456789 is verified, stored and answered', async (algorithm, name, value) => {
    const key = `checksum/${algorithm}`
    differs('checksums')
    const stored = await put(key, '123456789', { [name]: value })
    const got = await bucket.get(key, { ChecksumMode: 'ENABLED' })
    const attributes = await client.getObjectAttributes({
      Bucket,
      Key: key,
      ObjectAttributes: ['Checksum', 'ObjectSize', 'ETag'],
    })
    expect([stored, got, attributes.Checksum]).toMatchObject([
      { [name]: value },
      { [name]: value },
      { [name]: value },
    ])
    expect([attributes.ObjectSize, attributes.ETag]).toEqual([9, '25f9e794323b453885f5181f1b624d0b'])
    expect(await got.Body?.transformToString()).toBe('123456789')
    expect(await failure(put(key, '123456780', { [name]: value }))).toEqual({
      status: 400,
      code: 'BadDigest',
    })
    expect(await textOf(key)).toBe('123456789')
  })

  test.each(known)('%s is computed by the SDK and verified here', async algorithm => {
    expect(
      await failure(put(`computed/${algorithm}`, randomBytes(100_003), { ChecksumAlgorithm: algorithm })),
    ).toBeUndefined()
  })

  test('Content-MD5 is verified; garbage is no MD5', async () => {
    expect(await failure(put('md5', '123456789', { ContentMD5: 'JfnnlDI7RTiF9RgfG2JNCw==' }))).toBeUndefined()
    expect(await failure(put('md5', '123456780', { ContentMD5: 'JfnnlDI7RTiF9RgfG2JNCw==' }))).toEqual({
      status: 400,
      code: 'BadDigest',
    })
    expect(await failure(put('md5', 'x', { ContentMD5: 'short' }))).toEqual({
      status: 400,
      code: 'InvalidDigest',
    })
  })
})

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html */
describe('ranges', () => {
  const text = '0123456789'
  beforeAll(() => put('range', text))

  test.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=3-5', '345', 'bytes 3-5/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-4', '6789', 'bytes 6-9/10'],
    ['bytes=-40', text, 'bytes 0-9/10'],
    ['bytes=5-4000', '56789', 'bytes 5-9/10'],
    // Java's SDK 1 asks for the rest like this.
    ['bytes=7-9223372036854775806', '789', 'bytes 7-9/10'],
    ['bytes=-9223372036854775807', text, 'bytes 0-9/10'],
  ])('%s gives %s', async (Range, body, contentRange) => {
    const got = await bucket.get('range', { Range })
    expect([got.$metadata.httpStatusCode, got.ContentRange, await got.Body?.transformToString()]).toEqual([
      206,
      contentRange,
      body,
    ])
  })

  test.each(['bytes=10-', 'bytes=-0', 'bytes=20-30', 'bytes=9223372036854775806-'])(
    '%s cannot be satisfied',
    async Range => {
      differs('odd-ranges', Range === 'bytes=-0')
      expect(await failure(read('range', { Range }))).toEqual({ status: 416, code: 'InvalidRange' })
    },
  )

  test.each(['bytes=5-3', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-'])('%s is ignored', async Range => {
    differs('odd-ranges', Range !== 'lines=1-2')
    expect(await textOf('range', { Range })).toBe(text)
  })

  test('If-Range of another version gives the whole', async () => {
    const url = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: 'range' }))
    const get = (etag: string) => fetch(url, { headers: { range: 'bytes=0-1', 'if-range': etag } })
    differs('if-range')
    expect([(await get('"781e5e245d69b566979b86e28d23f2c7"')).status, (await get('"other"')).status]).toEqual(
      [206, 200],
    )
  })
})

/**
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html
 */
describe('conditions', () => {
  const etag = '"5d41402abc4b2a76b9719d911017c592"'
  let modified: Date
  beforeAll(async () => {
    await put('conditional', 'hello')
    const head = await bucket.head('conditional')
    modified = head.LastModified as Date
  })
  const earlier = (): Date => new Date(modified.getTime() - 10_000)
  const status = async (input: object): Promise<number> => {
    const get = await failure(bucket.get('conditional', input))
    const head = await failure(bucket.head('conditional', input))
    expect(head?.status ?? 200).toBe(get?.status ?? 200)
    return get?.status ?? 200
  }

  test('GET and HEAD follow If-Match and If-None-Match', async () => {
    expect([
      await status({ IfMatch: etag }),
      await status({ IfMatch: '"x"' }),
      await status({ IfNoneMatch: etag }),
      await status({ IfNoneMatch: '"x"' }),
      await status({ IfNoneMatch: '*' }),
    ]).toEqual([200, 412, 304, 200, follows('if-none-match-any') ? 304 : 200])
  })

  test('GET and HEAD follow the times, which ETags override', async () => {
    expect([
      await status({ IfModifiedSince: modified }),
      await status({ IfModifiedSince: earlier() }),
      await status({ IfUnmodifiedSince: modified }),
      await status({ IfUnmodifiedSince: earlier() }),
      await status({ IfMatch: etag, IfUnmodifiedSince: earlier() }),
      await status({ IfNoneMatch: '"x"', IfModifiedSince: modified }),
      await status({ IfModifiedSince: new Date(Date.now() + 3_600_000) }),
    ]).toEqual([304, 200, 200, 412, 200, 200, follows('modified-since-future') ? 200 : 304])
  })

  test('PUT with If-None-Match: * writes only what is not there', async () => {
    expect(await failure(put('once', 'first', { IfNoneMatch: '*' }))).toBeUndefined()
    expect(await failure(put('once', 'second', { IfNoneMatch: '*' }))).toEqual({
      status: 412,
      code: 'PreconditionFailed',
    })
    expect(await textOf('once')).toBe('first')
  })

  test('of many PUTs with If-None-Match: * at once one succeeds', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, n) => failure(put('race', `writer ${n}`, { IfNoneMatch: '*' }))),
    )
    expect(outcomes.filter(outcome => outcome === undefined).length).toBe(1)
    expect(outcomes.filter(outcome => outcome?.status === 412).length).toBe(11)
  })

  test('PUT and DELETE with If-Match change only that version', async () => {
    const stored = await put('compared', 'one')
    expect(await failure(put('compared', 'two', { IfMatch: '"x"' }))).toEqual({
      status: 412,
      code: 'PreconditionFailed',
    })
    const missing = { status: 404, code: 'NoSuchKey' }
    expect(await failure(put('missing', 'two', { IfMatch: '"x"' }))).toEqual(refusal(missing))
    differs('conditional-writes')
    expect(await failure(put('compared', 'two', { IfMatch: stored.ETag }))).toBeUndefined()
    const remove = (IfMatch: string | undefined) => failure(bucket.remove('compared', { IfMatch }))
    expect(await remove(stored.ETag)).toEqual({ status: 412, code: 'PreconditionFailed' })
    expect(await remove('"b8a9f715dbb64fd5c56e7783c6820a61"')).toBeUndefined()
  })
})
