import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDigest } from '../../../server/engine/protocol/checksums.ts'
import { newBucket } from '../for-file.ts'
import { differs, storageForAll } from './storage.ts'

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html

const Bucket = 'defaults'
const { running, client } = storageForAll()
newBucket(client, Bucket)

const put = async (size: number, more: object = {}) => {
  const client = running.client({ requestChecksumCalculation: 'WHEN_REQUIRED' })
  const Body = randomBytes(size)
  const stored = await client.putObject({ Bucket, Key: 'k', Body, ...more })
  const head = await client.headObject({ Bucket, Key: 'k', ChecksumMode: 'ENABLED' })
  const digest = openDigest('crc64nvme')
  digest.update(Body)
  return { stored, head, crc: digest.base64(), md5: createHash('md5').update(Body).digest('base64'), Body }
}

test.each([0, 1, 15, 16, 17, 100_000, 262_144])('%i bytes without a checksum get CRC64NVME', async size => {
  const { stored, head, crc } = await put(size)
  differs('checksums')
  for (const answer of [stored, head])
    expect([answer.ChecksumCRC64NVME, answer.ChecksumType]).toEqual([crc, 'FULL_OBJECT'])
})

test('a body above 256 KiB, and one with a checksum of its own, does not', async () => {
  expect((await put(262_145)).head.ChecksumCRC64NVME).toBeUndefined()
  differs('checksums')
  const own = await put(100, { ChecksumAlgorithm: 'SHA1' })
  expect([own.head.ChecksumCRC64NVME, own.head.ChecksumSHA1]).toEqual([
    undefined,
    createHash('sha1').update(own.Body).digest('base64'),
  ])
})

test('CRC64NVME does not depend on how the bytes are cut', () => {
  const bytes = randomBytes(600_001)
  const whole = openDigest('crc64nvme')
  whole.update(bytes)
  const cut = openDigest('crc64nvme')
  const sizes = [1, 15, 16, 31, 262_144, 262_145]
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    cut.update(bytes.subarray(at, at + size))
    at += size
  }
  expect(cut.base64()).toBe(whole.base64())
})
