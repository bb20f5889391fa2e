import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { inBucket } from '../../support/s3.ts'
import { newBucket } from '../for-file.ts'
import { failure, filesOf, oddKeys, until } from '../support.ts'
import { differs, storageForAll } from './storage.ts'

const { running, client } = storageForAll()
const { put } = newBucket(client, 'from')
const { head: headOf } = newBucket(client, 'into')
const source = (key: string): string => `from/${key.split('/').map(encodeURIComponent).join('/')}`
const copy = (from: string, Key: string, more: object = {}) =>
  client.copyObject({ Bucket: 'into', Key, CopySource: source(from), ...more })
const read = (Bucket: string, Key: string) => inBucket(client, Bucket).bytes(Key)

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html */
describe('CopyObject', () => {
  test('shares the file, and each copy outlives the other', async () => {
    const body = randomBytes(100_000)
    await put('shared', body)
    const files = filesOf(running.dir).blobs.length
    await copy('shared', 'one')
    await copy('shared', 'two')
    expect(filesOf(running.dir).blobs.length).toBe(files)
    expect(running.engine.admin.bucketStats('owner')).toMatchObject([
      { name: 'from', bytes: 100_000, objects: 1 },
      { name: 'into', bytes: 200_000, objects: 2 },
    ])
    const remove = (Bucket: string, Key: string) => client.deleteObject({ Bucket, Key })
    await remove('from', 'shared')
    await remove('into', 'one')
    expect(body.equals(await read('into', 'two'))).toBe(true)
    await remove('into', 'two')
    await until(() => filesOf(running.dir).blobs.length === files - 1)
  })

  test('keeps the metadata, or replaces it', async () => {
    await put('meta', 'x', { Metadata: { a: '1' }, ContentType: 'text/plain' })
    const head = async (Key: string) => {
      const got = await headOf(Key)
      return [got.Metadata, got.ContentType]
    }
    await copy('meta', 'kept', { Metadata: { b: '2' } })
    await copy('meta', 'replaced', {
      Metadata: { b: '2' },
      ContentType: 'text/html',
      MetadataDirective: 'REPLACE',
    })
    expect([await head('kept'), await head('replaced')]).toEqual([
      [{ a: '1' }, 'text/plain'],
      [{ b: '2' }, 'text/html'],
    ])
  })

  test('onto itself only to replace the metadata', async () => {
    await put('self', 'hello')
    const self = (more: object = {}) =>
      failure(client.copyObject({ Bucket: 'from', Key: 'self', CopySource: 'from/self', ...more }))
    expect(await self()).toEqual({ status: 400, code: 'InvalidRequest' })
    expect(await self({ MetadataDirective: 'REPLACE', Metadata: { a: 'b' } })).toBeUndefined()
    expect((await read('from', 'self')).toString()).toBe('hello')
  })

  test('follows the conditions on its source', async () => {
    const { ETag } = await put('when', 'x')
    const failed = { status: 412, code: 'PreconditionFailed' }
    differs('copy-conditions')
    expect(await failure(copy('when', 'c', { CopySourceIfMatch: '"y"' }))).toEqual(failed)
    expect(await failure(copy('when', 'c', { CopySourceIfNoneMatch: ETag }))).toEqual(failed)
    expect(await failure(copy('when', 'c', { CopySourceIfModifiedSince: new Date() }))).toEqual(failed)
    expect(await failure(copy('when', 'c', { CopySourceIfUnmodifiedSince: new Date(0) }))).toEqual(failed)
    expect(await failure(copy('when', 'c', { CopySourceIfMatch: ETag }))).toBeUndefined()
    expect(await failure(copy('absent', 'c'))).toEqual({ status: 404, code: 'NoSuchKey' })
  })

  test.each(oddKeys)('takes the source %j', async key => {
    await put(key, `body of ${key}`)
    await copy(key, key)
    expect((await read('into', key)).toString()).toBe(`body of ${key}`)
  })

  test("does not reach into another user's bucket, nor with a key that may only write", async () => {
    await put('secret', 'x')
    const thief = running.client({ keys: await running.account('thief') })
    await thief.createBucket({ Bucket: 'thiefs' })
    const writer = running.client({ keys: await running.subUser('write') })
    const denied = { status: 403, code: 'AccessDenied' }
    const secret = { Key: 'k', CopySource: 'from/secret' }
    expect([
      await failure(thief.copyObject({ ...secret, Bucket: 'thiefs' })),
      await failure(writer.copyObject({ ...secret, Bucket: 'into' })),
    ]).toEqual([denied, denied])
  })
})
