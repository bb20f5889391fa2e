import type { StorageClass } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { newBucket } from '../for-file.ts'
import { failure } from '../support.ts'
import { differs, refusal, storageForAll } from './storage.ts'

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/storage-class-intro.html

const Bucket = 'classes'
const { client } = storageForAll()
const bucket = newBucket(client, Bucket)

const put = (Key: string, StorageClass?: StorageClass) => bucket.put(Key, 'x', { StorageClass })
const classOf = async (Key: string) => {
  const head = await bucket.head(Key)
  const attributes = await client.getObjectAttributes({ Bucket, Key, ObjectAttributes: ['StorageClass'] })
  const list = await client.listObjectsV2({ Bucket, Prefix: Key })
  const versions = await client.listObjectVersions({ Bucket, Prefix: Key })
  return [
    head.StorageClass,
    attributes.StorageClass,
    list.Contents?.[0]?.StorageClass,
    versions.Versions?.[0]?.StorageClass,
  ]
}

test('STANDARD is the class of an object, and no header', async () => {
  await put('plain')
  await put('named', 'STANDARD')
  differs('object-attributes')
  for (const key of ['plain', 'named'])
    expect(await classOf(key)).toEqual([undefined, 'STANDARD', 'STANDARD', 'STANDARD'])
})

test.each(['STANDARD_IA', 'ONEZONE_IA', 'REDUCED_REDUNDANCY', 'INTELLIGENT_TIERING', 'GLACIER_IR'] as const)(
  '%s is kept and shown',
  async name => {
    differs('storage-classes')
    await put(name, name)
    expect(await classOf(name)).toEqual([name, name, name, name])
  },
)

test.each(['GLACIER', 'DEEP_ARCHIVE', 'standard', 'FAST'])('%s is InvalidStorageClass', async name => {
  const refused = { status: 400, code: 'InvalidStorageClass' }
  expect(await failure(put('refused', name as StorageClass))).toEqual(refusal(refused))
})

// https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html
test('a copy has the class that is asked for, else STANDARD; onto itself it is a change', async () => {
  differs('storage-classes')
  await put('source', 'STANDARD_IA')
  const copy = (Key: string, more = {}) => bucket.copy('source', Key, more)
  await copy('copy')
  expect((await classOf('copy'))[0]).toBeUndefined()
  await copy('copy', { StorageClass: 'ONEZONE_IA' })
  expect((await classOf('copy'))[0]).toBe('ONEZONE_IA')
  expect(await failure(copy('source'))).toEqual({ status: 400, code: 'InvalidRequest' })
  await copy('source', { StorageClass: 'GLACIER_IR' })
  expect((await classOf('source'))[0]).toBe('GLACIER_IR')
})

test('an upload shows its class', async () => {
  differs('storage-classes')
  const UploadId = await bucket.start('m', { StorageClass: 'STANDARD_IA' })
  const uploads = await client.listMultipartUploads({ Bucket })
  const parts = await client.listParts({ Bucket, Key: 'm', UploadId })
  expect([uploads.Uploads?.[0]?.StorageClass, parts.StorageClass]).toEqual(['STANDARD_IA', 'STANDARD_IA'])
})
