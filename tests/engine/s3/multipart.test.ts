import { createHash, randomBytes } from 'node:crypto'
import { crc32 as zlibCrc32 } from 'node:zlib'
import type { ChecksumAlgorithm, CompletedPart } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import aws4 from 'aws4'
import { describe, expect, test } from 'vitest'
import { newBucket } from '../for-file.ts'
import { failure, region, send, until } from '../support.ts'
import { differs, embeddedOnly, follows, refusal, storageForAll } from './storage.ts'

const Bucket = 'parts'
const minPartSize = 1000
const { running, client } = storageForAll({ minPartSize })
const { put, get, bytes: read, text, start, upload, complete, ...bucket } = newBucket(client, Bucket)

/**
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateMultipartUpload.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPart.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_AbortMultipartUpload.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListParts.html
 */
describe('multipart uploads', () => {
  test('become one object of their parts in order, without copying a file', async () => {
    const pieces = [randomBytes(1500), randomBytes(1000), randomBytes(7)]
    const id = await start('joined', { ContentType: 'video/mp4', Metadata: { a: 'b' } })
    const third = await upload('joined', id, 30, pieces[2]!)
    const first = await upload('joined', id, 1, pieces[0]!)
    const second = await upload('joined', id, 2, pieces[1]!)
    const files = running.files().blobs.sort()
    const done = await complete('joined', id, [first, second, third])
    const md5 = createHash('md5')
    for (const piece of pieces) md5.update(createHash('md5').update(piece).digest())
    const head = await bucket.head('joined')
    const etag = `"${md5.digest('hex')}-3"`
    expect(done.ETag).toBe(follows('completion-etag') ? etag : '')
    expect([head.ETag, head.ContentLength, head.ContentType, head.Metadata]).toEqual([
      etag,
      2507,
      'video/mp4',
      { a: 'b' },
    ])
    expect(Buffer.concat(pieces).equals(await read('joined'))).toBe(true)
    expect(running.files().blobs.sort()).toEqual(files)
  })

  test('a URL that names a checksum takes it unsigned, and the part needs no MD5', async () => {
    embeddedOnly('invites checksums')
    const id = await start('summed', { ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' })
    const body = 'a part'
    const crc32 = Buffer.alloc(4)
    crc32.writeUInt32BE(zlibCrc32(body))
    const sum = { 'x-amz-checksum-crc32': crc32.toString('base64') }
    const putPart = (headers: Record<string, string>, named = 'CRC32') => {
      const query = `partNumber=1&uploadId=${id}&x-amz-sdk-checksum-algorithm=${named}`
      const { accessKey: accessKeyId, secretKey: secretAccessKey } = running.keys
      const { path } = aws4.sign(
        {
          ...{ service: 's3', region, host: `127.0.0.1:${running.port}`, method: 'PUT', signQuery: true },
          path: `/${Bucket}/summed?${query}`,
        },
        { accessKeyId, secretAccessKey },
      )
      return send(running, { method: 'PUT', path: path!, headers, body })
    }
    const md5 = `"${createHash('md5').update(body).digest('hex')}"`
    expect((await putPart({})).headers.etag).toBe(md5)
    const content = { 'content-md5': createHash('md5').update(body).digest('base64') }
    expect((await putPart({ ...sum, ...content })).headers.etag).toBe(md5)
    expect((await putPart({ 'x-amz-checksum-crc32': 'AAAAAA==' })).code).toBe('BadDigest')
    expect((await putPart(sum, 'SHA256')).code).toBe('AccessDenied')
    expect((await putPart({ ...sum, 'x-amz-acl': 'public-read' })).code).toBe('AccessDenied')

    const { headers } = await putPart(sum)
    expect(headers.etag).toMatch(/^"[\da-f]{32}"$/)
    expect(headers.etag).not.toBe(md5)
    expect(headers).toMatchObject(sum)
    const done = await complete('summed', id, [{ PartNumber: 1, ETag: headers.etag as string }])
    expect(done).toMatchObject({ ChecksumCRC32: sum['x-amz-checksum-crc32'], ChecksumType: 'FULL_OBJECT' })
    expect(await text('summed')).toBe(body)
  })

  test('ranges cross the borders of parts', async () => {
    const pieces = Array.from({ length: 5 }, () => randomBytes(1000))
    const whole = Buffer.concat(pieces)
    const id = await start('ranged')
    const parts = []
    for (const [index, piece] of pieces.entries()) parts.push(await upload('ranged', id, index + 1, piece))
    await complete('ranged', id, parts)
    for (const [from, to] of [
      [0, 0],
      [999, 1000],
      [1000, 1999],
      [500, 4500],
      [4999, 4999],
      [0, 4999],
    ] as const) {
      expect(
        whole.subarray(from, to + 1).equals(await read('ranged', { Range: `bytes=${from}-${to}` })),
      ).toBe(true)
    }
    differs('part-numbers')
    const part = await get('ranged', { PartNumber: 4 })
    expect([part.PartsCount, part.ContentRange]).toEqual([5, 'bytes 3000-3999/5000'])
    expect(
      whole.subarray(3000, 4000).equals(Buffer.from((await part.Body?.transformToByteArray()) ?? [])),
    ).toBe(true)
    expect(await failure(read('ranged', { PartNumber: 6 }))).toMatchObject({ status: 416 })
  })

  test('leave out parts that are not named, and free them', async () => {
    const before = running.files().blobs.length
    const usage = running.engine.admin.usage('owner').bytes
    const id = await start('chosen')
    await upload('chosen', id, 1, randomBytes(2000))
    const replaced = await upload('chosen', id, 2, randomBytes(3000))
    const kept = await upload('chosen', id, 2, randomBytes(1100))
    expect(running.engine.admin.usage('owner').bytes).toBe(usage + 3100)
    expect(await failure(complete('chosen', id, [replaced]))).toEqual({ status: 400, code: 'InvalidPart' })
    await complete('chosen', id, [kept])
    expect(running.engine.admin.usage('owner').bytes).toBe(usage + 1100)
    await until(() => running.files().blobs.length === before + 1)
  })

  test('refuse a wrong order, unknown and too small parts, and none at all', async () => {
    const id = await start('refused')
    const one = await upload('refused', id, 1, randomBytes(minPartSize - 1))
    const two = await upload('refused', id, 2, randomBytes(10))
    expect(await failure(complete('refused', id, [two, one]))).toEqual(
      refusal({ status: 400, code: 'InvalidPartOrder' }),
    )
    expect(await failure(complete('refused', id, [one, one]))).toEqual(
      refusal({ status: 400, code: 'InvalidPartOrder' }),
    )
    expect(await failure(complete('refused', id, [one, two]))).toEqual(
      refusal({ status: 400, code: 'EntityTooSmall' }),
    )
    expect(await failure(complete('refused', id, [{ ...one, PartNumber: 3 }]))).toEqual(
      refusal({ status: 400, code: 'InvalidPart' }),
    )
    expect(await failure(complete('refused', id, []))).toEqual(refusal({ status: 400, code: 'MalformedXML' }))
    expect(await failure(upload('refused', 'nothing', 1, 'x'))).toEqual(
      refusal({ status: 404, code: 'NoSuchUpload' }),
    )
    expect(await failure(read('refused'))).toEqual(refusal({ status: 404, code: 'NoSuchKey' }))
    differs('completion-parts')
    expect(await failure(complete('refused', id, [two]))).toBeUndefined()
  })

  test('have parts of the numbers 1 to 10,000', async () => {
    const id = await start('most')
    await upload('most', id, 10_000, 'x')
    differs('part-number-limit')
    const refused = { status: 400, code: 'InvalidArgument' }
    expect(await failure(upload('most', id, 10_001, 'x'))).toEqual(refused)
    expect(await failure(upload('most', id, 0, 'x'))).toEqual(refused)
  })

  test('answer the same when completed again, or twice at once', async () => {
    const id = await start('again')
    const part = await upload('again', id, 1, 'x')
    differs('complete-twice')
    const [one, two] = await Promise.all([complete('again', id, [part]), complete('again', id, [part])])
    await bucket.remove('again')
    const three = await complete('again', id, [part])
    expect([two.ETag, three.ETag]).toEqual([one.ETag, one.ETag])
    expect(await failure(read('again'))).toEqual({ status: 404, code: 'NoSuchKey' })
    expect(await failure(complete('other key', id, [part]))).toEqual({ status: 404, code: 'NoSuchUpload' })
  })

  test('leave nothing when aborted, also of a part that comes after', async () => {
    const before = running.files().blobs.length
    const usage = running.engine.admin.usage('owner')
    const id = await start('aborted')
    await upload('aborted', id, 1, randomBytes(5000))
    const abort = () => failure(client.abortMultipartUpload({ Bucket, Key: 'aborted', UploadId: id }))
    expect([await abort(), await abort()]).toEqual([undefined, { status: 404, code: 'NoSuchUpload' }])
    expect(await failure(upload('aborted', id, 2, 'x'))).toEqual({ status: 404, code: 'NoSuchUpload' })
    await until(() => running.files().blobs.length === before)
    expect(running.engine.admin.usage('owner')).toEqual(usage)
  })

  test('follow If-None-Match when completed', async () => {
    const id = await start('taken')
    const part = await upload('taken', id, 1, 'x')
    await put('taken', 'first')
    differs('conditional-completion')
    expect(await failure(complete('taken', id, [part], { IfNoneMatch: '*' }))).toEqual({
      status: 412,
      code: 'PreconditionFailed',
    })
    expect(await text('taken')).toBe('first')
    expect(await failure(complete('taken', id, [part]))).toBeUndefined()
  })

  test('an empty part makes an empty object', async () => {
    const id = await start('nothing')
    await complete('nothing', id, [await upload('nothing', id, 1, '')])
    expect((await read('nothing')).length).toBe(0)
  })

  test('ListParts gives all parts over its pages', async () => {
    const id = await start('paged')
    for (let number = 1; number <= 7; number += 1) await upload('paged', id, number * 3, 'x'.repeat(number))
    const seen: (number | undefined)[][] = []
    let PartNumberMarker: string | undefined
    do {
      const page = await client.listParts({
        Bucket,
        Key: 'paged',
        UploadId: id,
        MaxParts: 3,
        PartNumberMarker,
      })
      for (const part of page.Parts ?? []) seen.push([part.PartNumber, part.Size])
      PartNumberMarker = page.IsTruncated ? page.NextPartNumberMarker : undefined
    } while (PartNumberMarker !== undefined)
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7].map(number => [number * 3, number]))
  })

  test('a thousand parts and more are completed', async () => {
    const id = await start('thousand')
    const piece = randomBytes(minPartSize)
    const parts: CompletedPart[] = []
    let next = 1
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        while (next <= 1200) {
          const number = next
          next += 1
          parts[number - 1] = await upload('thousand', id, number, piece)
        }
      }),
    )
    await complete('thousand', id, parts)
    const hash = createHash('sha256')
    for (let index = 0; index < 1200; index += 1) hash.update(piece)
    expect(
      createHash('sha256')
        .update(await read('thousand'))
        .digest('hex'),
    ).toBe(hash.digest('hex'))
  })
})

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListMultipartUploads.html */
describe('ListMultipartUploads', () => {
  test('lists by key and start, in pages, with prefixes rolled up', async () => {
    const Own = 'uploads'
    await client.createBucket({ Bucket: Own })
    const ids: [string, string][] = []
    for (const Key of ['b', 'a/2', 'a/1', 'a/1', 'a/1', 'c d']) {
      const { UploadId } = await client.createMultipartUpload({ Bucket: Own, Key })
      ids.push([Key, UploadId as string])
    }
    const expected = [...ids].sort((x, y) => (x.join() < y.join() ? -1 : 1))
    const seen: (string | undefined)[][] = []
    let markers: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
    while (markers) {
      const page: import('@aws-sdk/client-s3').ListMultipartUploadsCommandOutput =
        await client.listMultipartUploads({ Bucket: Own, MaxUploads: 2, ...markers })
      for (const item of page.Uploads ?? []) seen.push([item.Key, item.UploadId])
      markers = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : undefined
    }
    expect(seen).toEqual(expected)
    const folded = await client.listMultipartUploads({ Bucket: Own, Delimiter: '/' })
    differs('uploads-folded')
    expect([folded.Uploads?.map(item => item.Key), folded.CommonPrefixes]).toEqual([
      ['b', 'c d'],
      [{ Prefix: 'a/' }],
    ])
    expect((await client.listObjectsV2({ Bucket: Own })).KeyCount).toBe(0)
  })

  test('names the sub-user or the account that started an upload', async () => {
    const Own = 'initiated'
    await client.createBucket({ Bucket: Own })
    const subUser = running.client({ keys: await running.subUser('full') })
    await client.createMultipartUpload({ Bucket: Own, Key: 'a' })
    const { UploadId } = await subUser.createMultipartUpload({ Bucket: Own, Key: 'b' })
    const { Uploads } = await client.listMultipartUploads({ Bucket: Own })
    const account = Uploads?.[0]?.Owner
    expect(Uploads?.map(each => each.Owner)).toEqual([account, account])
    expect(Uploads?.[0]?.Initiator).toEqual(account)
    differs('uploads-initiator')
    const by = { ID: `arn:aws:iam::${account?.ID}:user/full`, DisplayName: 'full' }
    expect(Uploads?.[1]?.Initiator).toEqual(by)
    const { Initiator } = await client.listParts({ Bucket: Own, Key: 'b', UploadId })
    expect(Initiator).toEqual(by)
  })
})

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html */
describe('checksums of multipart uploads', () => {
  const pieces = [randomBytes(3000), randomBytes(3000), randomBytes(1234)]
  const digestOf: Record<string, string> = { SHA1: 'sha1', SHA256: 'sha256' }

  test.each<[ChecksumAlgorithm, 'COMPOSITE' | 'FULL_OBJECT']>([
    ['CRC32', 'COMPOSITE'],
    ['CRC32C', 'COMPOSITE'],
    ['SHA1', 'COMPOSITE'],
    ['SHA256', 'COMPOSITE'],
    ['CRC32', 'FULL_OBJECT'],
    ['CRC32C', 'FULL_OBJECT'],
    ['CRC64NVME', 'FULL_OBJECT'],
  ])('%s, %s', async (ChecksumAlgorithm, ChecksumType) => {
    const name = `Checksum${ChecksumAlgorithm}`
    const key = `${ChecksumAlgorithm} ${ChecksumType}`
    const id = await start(key, { ChecksumAlgorithm, ChecksumType })
    const parts: CompletedPart[] = []
    for (const [index, piece] of pieces.entries())
      parts.push(await upload(key, id, index + 1, piece, { ChecksumAlgorithm }))
    const wrong = parts.map((part, index) =>
      index === 1 ? { ...part, [name]: parts[0]?.[name as keyof CompletedPart] } : part,
    )
    differs('checksums')
    expect(await failure(complete(key, id, wrong))).toEqual({ status: 400, code: 'InvalidPart' })
    const done = await complete(key, id, parts)
    const value = (done as unknown as Record<string, string>)[name]
    expect(done.ChecksumType).toBe(ChecksumType)
    if (ChecksumType === 'FULL_OBJECT') {
      const whole = await put(`whole ${key}`, Buffer.concat(pieces), { ChecksumAlgorithm })
      expect(value).toBe((whole as unknown as Record<string, string>)[name])
    } else if (digestOf[ChecksumAlgorithm]) {
      const algorithm = digestOf[ChecksumAlgorithm]
      const outer = createHash(algorithm)
      for (const piece of pieces) outer.update(createHash(algorithm).update(piece).digest())
      expect(value).toBe(`${outer.digest('base64')}-3`)
    } else expect(value).toMatch(/^[A-Za-z0-9+/]{6}==-3$/)
    const attributes = await client.getObjectAttributes({
      Bucket,
      Key: key,
      ObjectAttributes: ['ObjectParts', 'Checksum'],
    })
    expect(attributes.ObjectParts?.TotalPartsCount).toBe(3)
    expect(attributes.ObjectParts?.Parts?.map(part => part.Size)).toEqual(
      ChecksumType === 'COMPOSITE' ? [3000, 3000, 1234] : undefined,
    )
    const got = await get(key, { ChecksumMode: 'ENABLED' })
    expect(Buffer.concat(pieces).equals(Buffer.from((await got.Body?.transformToByteArray()) ?? []))).toBe(
      true,
    )
  })

  test('a part of another algorithm than the upload is refused', async () => {
    const id = await start('mixed', { ChecksumAlgorithm: 'SHA256' })
    differs('checksums')
    expect(await failure(upload('mixed', id, 1, 'x', { ChecksumAlgorithm: 'CRC32' }))).toEqual({
      status: 400,
      code: 'InvalidRequest',
    })
  })

  test("the SDK's own uploader works with streams", async () => {
    const body = randomBytes(12 * 1024 * 1024)
    const { Readable } = await import('node:stream')
    const sending = new Upload({
      client,
      params: {
        Bucket,
        Key: 'uploader',
        Body: Readable.from([body.subarray(0, 5_000_000), body.subarray(5_000_000)]),
      },
      partSize: 5 * 1024 * 1024,
    })
    await sending.done()
    expect(body.equals(await read('uploader'))).toBe(true)
  })
})

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPartCopy.html */
describe('UploadPartCopy', () => {
  test('makes parts of an object and of a range of it', async () => {
    const body = randomBytes(5000)
    await put('source +%', body)
    const id = await start('copied')
    const copy = (PartNumber: number, CopySourceRange?: string) =>
      client.uploadPartCopy({
        Bucket,
        Key: 'copied',
        UploadId: id,
        PartNumber,
        CopySource: `${Bucket}/${encodeURIComponent('source +%')}`,
        CopySourceRange,
      })
    differs('part-copy-source')
    const one = await copy(1)
    const two = await copy(2, 'bytes=1000-2999')
    expect(await failure(copy(3, 'bytes=4000-5000'))).toEqual({ status: 400, code: 'InvalidArgument' })
    expect(await failure(copy(3, 'bytes=4000'))).toEqual({ status: 400, code: 'InvalidArgument' })
    await complete('copied', id, [
      { PartNumber: 1, ETag: one.CopyPartResult?.ETag },
      { PartNumber: 2, ETag: two.CopyPartResult?.ETag },
    ])
    expect(Buffer.concat([body, body.subarray(1000, 3000)]).equals(await read('copied'))).toBe(true)
  })

  test.each([
    ['has gone', 'InvalidAccessKeyId', () => running.engine.admin.deleteSubUser('owner', 'copier')],
    ['may no longer read', 'AccessDenied', () => running.engine.admin.setLevel('owner', 'copier', 'write')],
    ['may no longer write', 'AccessDenied', () => running.engine.admin.setLevel('owner', 'copier', 'read')],
  ])('stores nothing for a key that %s while it copies', async (_what, code, change) => {
    embeddedOnly('changes a key meanwhile')
    const keys = { accessKey: 'COPIER', secretKey: 'the secret of a sub-user' }
    running.engine.admin.putKey('owner', 'copier', 'readwrite', keys)
    await put('large', Buffer.alloc(64_000_000))
    const id = await start('revoked')
    const address = { Bucket, Key: 'revoked', UploadId: id, PartNumber: 1, CopySource: `${Bucket}/large` }
    const copying = failure(running.client({ keys }).uploadPartCopy(address))
    await until(() => running.files().temporary.length > 0)
    change()
    expect((await copying)?.code).toBe(code)
    const { Parts } = await client.listParts({ Bucket, Key: 'revoked', UploadId: id })
    expect(Parts).toBeUndefined()
  })
})
