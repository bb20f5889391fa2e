import { createHash, randomBytes } from 'node:crypto'
import type { CompletedPart, ListPartsCommandOutput } from '@aws-sdk/client-s3'
import { beforeAll, expect, test } from 'vitest'
import { inBucket } from '../../support/s3.ts'
import { newBucket } from '../for-file.ts'
import { failure } from '../support.ts'
import { differs, storageForAll } from './storage.ts'

let listed: ListPartsCommandOutput
const Bucket = 'parts'
const numbers = [2, 5, 9]
const pieces = [randomBytes(3000), randomBytes(2000), randomBytes(100)]
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64')

const { running, client } = storageForAll({ minPartSize: 1000 })
const { put, start, upload, complete } = newBucket(client, Bucket)
beforeAll(async () => {
  const Key = 'gaps'
  const ChecksumAlgorithm = 'SHA256'
  const UploadId = await start(Key, { ChecksumAlgorithm })
  const parts: CompletedPart[] = []
  for (const [index, piece] of pieces.entries())
    parts.push(await upload(Key, UploadId, numbers[index]!, piece, { ChecksumAlgorithm }))
  listed = await client.listParts({ Bucket, Key, UploadId })
  await complete(Key, UploadId, parts)
  await put('single', 'whole')
})

// https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListParts.html
test('the parts are listed by number, with their checksums', () => {
  expect(listed.Parts?.map(part => part.PartNumber)).toEqual(numbers)
  differs('checksums')
  expect([listed.ChecksumAlgorithm, listed.ChecksumType]).toEqual(['SHA256', 'COMPOSITE'])
  expect(listed.Parts?.map(part => part.ChecksumSHA256)).toEqual(pieces.map(sha256))
})

// https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
test('a part is got by the number that it was uploaded with', async () => {
  differs('part-numbers')
  const starts = [0, 3000, 5000]
  for (const [index, piece] of pieces.entries()) {
    const input = { Bucket, Key: 'gaps', PartNumber: numbers[index], ChecksumMode: 'ENABLED' as const }
    const got = await client.getObject(input)
    expect(piece.equals(Buffer.from((await got.Body?.transformToByteArray()) ?? []))).toBe(true)
    const start = starts[index] ?? 0
    const head = await client.headObject(input)
    for (const answer of [got, head])
      expect([answer.PartsCount, answer.ContentRange, answer.ChecksumSHA256]).toEqual([
        3,
        `bytes ${start}-${start + piece.length - 1}/5100`,
        sha256(piece),
      ])
  }
})

test.each([1, 3, 10])('part %i, which the object does not have, is InvalidPartNumber', async PartNumber => {
  const get = client.getObject({ Bucket, Key: 'gaps', PartNumber })
  differs('part-numbers')
  expect(await failure(get)).toEqual({ status: 416, code: 'InvalidPartNumber' })
})

test('an object of one body is its first part', async () => {
  const get = (PartNumber: number) => client.getObject({ Bucket, Key: 'single', PartNumber })
  const got = await get(1)
  expect([await got.Body?.transformToString(), got.PartsCount]).toEqual(['whole', undefined])
  differs('part-numbers')
  expect(await failure(get(2))).toEqual({ status: 416, code: 'InvalidPartNumber' })
})

// https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectAttributes.html
test('GetObjectAttributes lists the parts in pages, with their numbers and checksums', async () => {
  const page = (MaxParts: number, PartNumberMarker?: string) =>
    client.getObjectAttributes({
      Bucket,
      Key: 'gaps',
      ObjectAttributes: ['ObjectParts', 'Checksum', 'StorageClass', 'ObjectSize'],
      MaxParts,
      PartNumberMarker,
    })
  differs('object-attributes')
  const first = await page(2)
  expect(first.ObjectParts).toEqual({
    TotalPartsCount: 3,
    PartNumberMarker: '0',
    NextPartNumberMarker: '5',
    MaxParts: 2,
    IsTruncated: true,
    Parts: [0, 1].map(index => ({
      PartNumber: numbers[index],
      Size: pieces[index]?.length,
      ChecksumSHA256: sha256(pieces[index] ?? Buffer.alloc(0)),
    })),
  })
  expect([first.StorageClass, first.ObjectSize, first.Checksum?.ChecksumType]).toEqual([
    'STANDARD',
    5100,
    'COMPOSITE',
  ])
  const second = await page(2, '5')
  expect([second.ObjectParts?.IsTruncated, second.ObjectParts?.Parts?.map(part => part.PartNumber)]).toEqual([
    false,
    [9],
  ])
})

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html
test('a composite checksum needs one of each part, when it is sent and when it is completed', async () => {
  const client = running.client({ requestChecksumCalculation: 'WHEN_REQUIRED' })
  const Key = 'composite'
  const bucket = inBucket(client, Bucket)
  const id = await bucket.start(Key, { ChecksumAlgorithm: 'CRC32' })
  differs('checksums')
  expect(await failure(bucket.upload(Key, id, 1, 'part'))).toEqual({ status: 400, code: 'InvalidRequest' })
  const part = await bucket.upload(Key, id, 1, 'part', { ChecksumAlgorithm: 'CRC32' })
  const { ETag, ChecksumCRC32 } = part
  const complete = (more: object, whole: object = {}) =>
    bucket.complete(Key, id, [{ PartNumber: 1, ETag, ...more }], whole)
  expect(await failure(complete({}))).toEqual({ status: 400, code: 'InvalidRequest' })
  expect(await failure(complete({ ChecksumCRC32: 'AAAAAA==' }))).toEqual({ status: 400, code: 'InvalidPart' })
  expect(await failure(complete({ ChecksumCRC32 }, { ChecksumCRC32: 'AAAAAA==-1' }))).toEqual({
    status: 400,
    code: 'BadDigest',
  })
  expect(await failure(complete({ ChecksumCRC32 }, { ChecksumCRC32: 'bad' }))).toEqual({
    status: 400,
    code: 'InvalidRequest',
  })
  expect((await complete({ ChecksumCRC32 })).ChecksumType).toBe('COMPOSITE')
})

test('an upload with a full-object checksum computes those of parts that come without', async () => {
  const client = running.client({ requestChecksumCalculation: 'WHEN_REQUIRED' })
  const Key = 'full'
  const { start, upload, complete } = inBucket(client, Bucket)
  const id = await start(Key, { ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' })
  const { ETag } = await upload(Key, id, 1, '123456789')
  const done = await complete(Key, id, [{ PartNumber: 1, ETag }])
  differs('checksums')
  expect([done.ChecksumCRC32, done.ChecksumType]).toEqual(['y/Q5Jg==', 'FULL_OBJECT'])
})
