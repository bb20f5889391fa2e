import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { newBucket } from '../for-file.ts'
import { failure } from '../support.ts'
import { differs, storageForAll } from './storage.ts'

// https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html

const Bucket = 'copies'
const pieces = [randomBytes(2000), randomBytes(70)]
const whole = Buffer.concat(pieces)
const digest = (algorithm: string, encoding: 'hex' | 'base64'): string =>
  createHash(algorithm).update(whole).digest(encoding)

const { client } = storageForAll({ minPartSize: 1000 })
const bucket = newBucket(client, Bucket)
beforeAll(async () => {
  await bucket.put('one', whole, { ChecksumAlgorithm: 'CRC32' })
  await bucket.putParts('parts', pieces, { ChecksumAlgorithm: 'SHA256' })
})

const copy = async (from: string, more: object = {}) => {
  const { CopyObjectResult } = await bucket.copy(from, 'copy', more)
  const head = await bucket.head('copy', { ChecksumMode: 'ENABLED' })
  expect(head.ETag).toBe(CopyObjectResult?.ETag)
  expect([head.ChecksumSHA256, head.ChecksumSHA1, head.ChecksumType]).toEqual([
    CopyObjectResult?.ChecksumSHA256,
    CopyObjectResult?.ChecksumSHA1,
    CopyObjectResult?.ChecksumType,
  ])
  return CopyObjectResult
}

test('a copy keeps the checksum of its source', async () => {
  differs('checksums')
  const { ChecksumCRC32 } = await client.headObject({ Bucket, Key: 'one', ChecksumMode: 'ENABLED' })
  expect(await copy('one')).toMatchObject({ ETag: `"${digest('md5', 'hex')}"`, ChecksumCRC32 })
})

test('or has the one that is asked for', async () => {
  differs('checksums')
  expect(await copy('one', { ChecksumAlgorithm: 'SHA1' })).toMatchObject({
    ChecksumSHA1: digest('sha1', 'base64'),
    ChecksumType: 'FULL_OBJECT',
  })
  expect(await failure(copy('one', { ChecksumAlgorithm: 'MD4' }))).toMatchObject({ code: 'InvalidRequest' })
})

test('the copy of a multipart object has the ETag and the checksum of one body', async () => {
  differs('checksums')
  expect(await copy('parts')).toMatchObject({
    ETag: `"${digest('md5', 'hex')}"`,
    ChecksumSHA256: digest('sha256', 'base64'),
    ChecksumType: 'FULL_OBJECT',
  })
})

test('the owner of the source may be made a condition', async () => {
  differs('source-owner')
  expect(await failure(copy('one', { ExpectedSourceBucketOwner: 'somebody' }))).toEqual({
    status: 403,
    code: 'AccessDenied',
  })
  expect(await failure(copy('one', { ExpectedSourceBucketOwner: 'owner' }))).toBeUndefined()
})
