import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failure } from '../support.ts'
import { differs, type Storage, startStorage } from './storage.ts'

// https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html

let running: Storage
const Bucket = 'copies'
const pieces = [randomBytes(2000), randomBytes(70)]
const whole = Buffer.concat(pieces)
const digest = (algorithm: string, encoding: 'hex' | 'base64'): string =>
  createHash(algorithm).update(whole).digest(encoding)

beforeAll(async () => {
  running = await startStorage({ minPartSize: 1000 })
  const client = running.client()
  await client.createBucket({ Bucket })
  await client.putObject({ Bucket, Key: 'one', Body: whole, ChecksumAlgorithm: 'CRC32' })
  const upload = { Bucket, Key: 'parts' }
  const { UploadId } = await client.createMultipartUpload({ ...upload, ChecksumAlgorithm: 'SHA256' })
  const parts = []
  for (const [index, Body] of pieces.entries()) {
    const PartNumber = index + 1
    const part = { ...upload, UploadId, PartNumber, Body, ChecksumAlgorithm: 'SHA256' as const }
    parts.push({ PartNumber, ...(await client.uploadPart(part)) })
  }
  const Parts = parts.map(({ PartNumber, ETag, ChecksumSHA256 }) => ({ PartNumber, ETag, ChecksumSHA256 }))
  await client.completeMultipartUpload({ ...upload, UploadId, MultipartUpload: { Parts } })
})
afterAll(() => running.stop())

const copy = async (from: string, more: object = {}) => {
  const client = running.client()
  const CopySource = `${Bucket}/${from}`
  const { CopyObjectResult } = await client.copyObject({ Bucket, Key: 'copy', CopySource, ...more })
  const head = await client.headObject({ Bucket, Key: 'copy', ChecksumMode: 'ENABLED' })
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
  const { ChecksumCRC32 } = await running.client().headObject({ Bucket, Key: 'one', ChecksumMode: 'ENABLED' })
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
