import type { ServerSideEncryptionRule } from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'
import { failure } from '../support.ts'
import { differs, embeddedOnly, inNewBuckets, refusal, startStorage } from './storage.ts'

let Bucket: string
const { running, owner: client } = inNewBuckets('encrypted', name => {
  Bucket = name
})

const none = { status: 404, code: 'ServerSideEncryptionConfigurationNotFoundError' }
const aes: ServerSideEncryptionRule = { ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }
const put = (...Rules: ServerSideEncryptionRule[]) =>
  client.putBucketEncryption({ Bucket, ServerSideEncryptionConfiguration: { Rules } })
const get = async () =>
  (await client.getBucketEncryption({ Bucket })).ServerSideEncryptionConfiguration?.Rules
const remove = () => client.deleteBucketEncryption({ Bucket })
const encryptionOf = async (Key: string) => (await client.headObject({ Bucket, Key })).ServerSideEncryption

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketEncryption.html */
describe('a bucket’s default encryption', () => {
  test('is put, got and deleted', async () => {
    differs('bucket-encryption')
    expect(await failure(get())).toEqual(none)
    expect((await put(aes)).$metadata.httpStatusCode).toBe(200)
    expect(await get()).toEqual([{ ...aes, BucketKeyEnabled: false }])
    expect((await remove()).$metadata.httpStatusCode).toBe(204)
    expect(await failure(get())).toEqual(none)
    expect((await remove()).$metadata.httpStatusCode).toBe(204)
  })

  test('keeps that a bucket key is wanted and that customer keys are blocked', async () => {
    const rule = {
      ...aes,
      BucketKeyEnabled: true,
      BlockedEncryptionTypes: { EncryptionType: ['SSE-C' as const] },
    }
    differs('bucket-encryption')
    await put(rule)
    expect(await get()).toEqual([rule])
  })

  test('encrypts what is stored from then on', async () => {
    await client.putObject({ Bucket, Key: 'before', Body: 'x' })
    differs('bucket-encryption')
    await put(aes)
    const { ServerSideEncryption } = await client.putObject({ Bucket, Key: 'k', Body: 'x' })
    await remove()
    await client.putObject({ Bucket, Key: 'after', Body: 'x' })
    expect(ServerSideEncryption).toBe('AES256')
    expect([await encryptionOf('before'), await encryptionOf('k'), await encryptionOf('after')]).toEqual([
      undefined,
      'AES256',
      undefined,
    ])
  })

  const byDefault = (SSEAlgorithm: string, more: object = {}) =>
    ({ ApplyServerSideEncryptionByDefault: { SSEAlgorithm, ...more } }) as ServerSideEncryptionRule
  test.each<[string, ServerSideEncryptionRule[], number, string]>([
    ['KMS', [byDefault('aws:kms')], 501, 'NotImplemented'],
    ['KMS in two layers', [byDefault('aws:kms:dsse')], 501, 'NotImplemented'],
    ['KMS with a key', [byDefault('aws:kms', { KMSMasterKeyID: 'a' })], 501, 'NotImplemented'],
    ['the id of a key', [byDefault('AES256', { KMSMasterKeyID: 'a' })], 400, 'InvalidArgument'],
    ['an unknown algorithm', [byDefault('AES512')], 400, 'MalformedXML'],
    ['no rule', [], 400, 'MalformedXML'],
    ['two rules', [aes, aes], 400, 'MalformedXML'],
    ['a rule without a default', [{ BucketKeyEnabled: true }], 400, 'MalformedXML'],
    [
      'a type that cannot be blocked',
      [{ ...aes, BlockedEncryptionTypes: { EncryptionType: ['SSE-S3' as 'SSE-C'] } }],
      400,
      'MalformedXML',
    ],
  ])('is not put with %s', async (_, rules, status, code) => {
    expect(await failure(put(...rules))).toEqual(refusal({ status, code }))
    differs('bucket-encryption')
    expect(await failure(get())).toEqual(none)
  })

  test('is put by a key of full control, of the owner', async () => {
    const keys = await running.subUser('readwrite')
    const ServerSideEncryptionConfiguration = { Rules: [aes] }
    for (const who of [keys, await running.account('other')]) {
      const call = running
        .client({ keys: who })
        .putBucketEncryption({ Bucket, ServerSideEncryptionConfiguration })
      const denied = { status: 403, code: 'AccessDenied' }
      expect(await failure(call)).toEqual(refusal(denied))
    }
    differs('bucket-encryption')
    expect(await failure(get())).toEqual(none)
  })

  test('is AES256 where the engine encrypts everything, until another is put and after', async () => {
    embeddedOnly('is set up to encrypt everything')
    const all = await startStorage({ encrypt: true })
    try {
      const own = all.client()
      await own.createBucket({ Bucket })
      const rules = async () =>
        (await own.getBucketEncryption({ Bucket })).ServerSideEncryptionConfiguration?.Rules
      const unset = [{ ...aes, BucketKeyEnabled: false }]
      expect(await rules()).toEqual(unset)
      await own.deleteBucketEncryption({ Bucket })
      expect(await rules()).toEqual(unset)
      const answer = await own.putObject({ Bucket, Key: 'k', Body: 'x' })
      expect(answer.ServerSideEncryption).toBe('AES256')
    } finally {
      await all.stop()
    }
  })
})
