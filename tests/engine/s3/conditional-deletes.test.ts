import type { DeleteObjectCommandInput, ObjectIdentifier } from '@aws-sdk/client-s3'
import aws4 from 'aws4'
import { beforeEach, describe, expect, test } from 'vitest'
import { newBucket } from '../for-file.ts'
import { failure, region, send } from '../support.ts'
import { differs, storageForAll } from './storage.ts'

const Bucket = 'conditional-deletes'
let etag: string
const failed = { status: 412, code: 'PreconditionFailed' }
const missing = { status: 404, code: 'NoSuchKey' }

const { running, client } = storageForAll()
const bucket = newBucket(client, Bucket)
beforeEach(async () => {
  for (const Key of ['one', 'two']) {
    etag = (await bucket.put(Key, 'hello')).ETag!
  }
})

const listed = async () => (await client.listObjectsV2({ Bucket })).Contents ?? []
const keys = async () => (await listed()).map(object => object.Key)
const remove = (more: Partial<DeleteObjectCommandInput>) => failure(bucket.remove('one', more))
const removeAll = (Objects: ObjectIdentifier[], Quiet = false) =>
  client.deleteObjects({ Bucket, Delete: { Objects, Quiet } })
const another = '"00000000000000000000000000000000"'
const second = (time: Date) => new Date(Math.floor(time.getTime() / 1000) * 1000)
const longAgo = new Date('2015-10-21T07:28:00Z')

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObject.html */
describe('DeleteObject', () => {
  test('keeps an object of another ETag, time or size', async () => {
    differs('conditional-deletes')
    expect([
      await remove({ IfMatch: another }),
      await remove({ IfMatchLastModifiedTime: longAgo }),
      await remove({ IfMatchSize: 4 }),
      await remove({ IfMatch: etag, IfMatchSize: 6 }),
    ]).toEqual([failed, failed, failed, failed])
    expect(await keys()).toEqual(['one', 'two'])
  })

  test('deletes the object that meets all conditions', async () => {
    const IfMatchLastModifiedTime = second((await listed())[0]!.LastModified!)
    expect(await remove({ IfMatch: etag, IfMatchLastModifiedTime, IfMatchSize: 5 })).toBeUndefined()
    expect(await keys()).toEqual(['two'])
  })

  test('an ETag, and *, ask for an object that is there; time and size do not', async () => {
    differs('conditional-deletes')
    expect([
      await remove({ Key: 'none', IfMatch: '*' }),
      await remove({ Key: 'none', IfMatch: etag }),
      await remove({ Key: 'none', IfMatchSize: 5 }),
      await remove({ IfMatch: '*' }),
    ]).toEqual([missing, missing, undefined, undefined])
    expect(await keys()).toEqual(['two'])
  })

  test('of a hidden object depends on its delete marker’s time and size', async () => {
    const hidden = { Bucket: 'conditional-versions', Key: 'one' }
    await client.createBucket({ Bucket: hidden.Bucket })
    const VersioningConfiguration = { Status: 'Enabled' as const }
    await client.putBucketVersioning({ Bucket: hidden.Bucket, VersioningConfiguration })
    await client.putObject({ ...hidden, Body: 'hello' })
    differs('conditional-deletes')
    expect([
      await remove(hidden),
      await remove({ ...hidden, IfMatchSize: 5 }),
      await remove({ ...hidden, IfMatchLastModifiedTime: longAgo }),
      await remove({ ...hidden, IfMatch: etag }),
      await remove({ ...hidden, IfMatch: '*' }),
      await remove({ ...hidden, IfMatchSize: 0 }),
    ]).toEqual([undefined, failed, failed, failed, failed, undefined])
  })

  test('refuses conditions that it does not understand', async () => {
    const answers = []
    const conditions: Record<string, string>[] = [
      { 'x-amz-if-match-size': 'five' },
      { 'x-amz-if-match-last-modified-time': 'yesterday' },
      { 'if-unmodified-since': 'Wed, 21 Oct 2015 07:28:00 GMT' },
      { 'if-none-match': another },
    ]
    for (const headers of conditions) {
      const { accessKey, secretKey } = running.keys
      const signed = aws4.sign(
        {
          service: 's3',
          region,
          method: 'DELETE',
          host: `127.0.0.1:${running.port}`,
          path: `/${Bucket}/one`,
          headers,
        },
        { accessKeyId: accessKey, secretAccessKey: secretKey },
      )
      const answer = await send(running, {
        method: 'DELETE',
        path: `/${Bucket}/one`,
        headers: signed.headers as Record<string, string>,
      })
      answers.push([answer.status, answer.code])
    }
    differs('conditional-deletes')
    expect(answers).toEqual([
      [400, 'InvalidArgument'],
      [400, 'InvalidArgument'],
      [501, 'NotImplemented'],
      [501, 'NotImplemented'],
    ])
    expect(await keys()).toEqual(['one', 'two'])
  })

  test('of a write and a conditional deletion at once, the write is never lost', async () => {
    differs('conditional-deletes')
    let first = await bucket.put('raced', 'older')
    for (let round = 0; round < 20; round++) {
      const before = first.ETag!
      first = await bucket.put('raced', `old ${round}`)
      // Each round begins with a deletion that comes too late for certain: RGW, which may win every race, fails on it.
      expect(await remove({ Key: 'raced', IfMatch: before })).toEqual(failed)
      await Promise.all([bucket.put('raced', `new ${round}`), remove({ Key: 'raced', IfMatch: first.ETag! })])
      expect(await keys()).toEqual(['one', 'raced', 'two'])
    }
    await remove({ Key: 'raced' })
  })
})

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html */
describe('DeleteObjects', () => {
  test('keeps each object whose condition fails and says so, quiet or not; deletes the others', async () => {
    for (const quiet of [false, true]) {
      const answer = await removeAll(
        [
          { Key: 'one', ETag: another },
          { Key: 'one', LastModifiedTime: longAgo },
          { Key: 'one', Size: 4 },
          { Key: 'none', ETag: '*' },
          { Key: 'two', ETag: etag, Size: 5, LastModifiedTime: second((await listed())[1]!.LastModified!) },
        ],
        quiet,
      )
      differs('conditional-deletes')
      expect(answer.Errors?.map(({ Key, Code }) => [Key, Code])).toEqual([
        ['one', 'PreconditionFailed'],
        ['one', 'PreconditionFailed'],
        ['one', 'PreconditionFailed'],
        ['none', 'NoSuchKey'],
      ])
      expect(answer.Deleted).toEqual(quiet ? undefined : [{ Key: 'two' }])
      expect(await keys()).toEqual(['one'])
      await bucket.put('two', 'hello')
    }
  })
})
