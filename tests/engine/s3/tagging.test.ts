import type { Tag } from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'
import { newBucket } from '../for-file.ts'
import { failure } from '../support.ts'
import { differs, follows, refusal, storageForAll } from './storage.ts'

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-tagging.html

const Bucket = 'tagging'

const { client } = storageForAll({ minPartSize: 1 })
const bucket = newBucket(client, Bucket)

const put = (Key: string, Tagging?: string) => bucket.put(Key, 'x', { Tagging })
const tagsOf = async (Key: string, VersionId?: string) =>
  (await client.getObjectTagging({ Bucket, Key, VersionId })).TagSet
const tag = (Key: string, TagSet: Tag[], VersionId?: string) =>
  client.putObjectTagging({ Bucket, Key, VersionId, Tagging: { TagSet } })
const count = async (Key: string) => (await bucket.head(Key)).TagCount
const many = (length: number): Tag[] =>
  Array.from({ length }, (_, index) => ({ Key: `key ${index}`, Value: String(index) }))
const invalid = { status: 400, code: 'InvalidTag' }
const tooMany = { status: 400, code: 'BadRequest' }

describe('PutObjectTagging', () => {
  test('replaces all tags, which are counted in the object’s headers', async () => {
    await put('k')
    expect([await tagsOf('k'), await count('k')]).toEqual([[], undefined])
    await tag('k', many(10))
    expect([await tagsOf('k'), await count('k')]).toEqual([many(10), 10])
    await tag('k', [{ Key: 'tiếng Việt', Value: '' }])
    expect(await tagsOf('k')).toEqual([{ Key: 'tiếng Việt', Value: '' }])
    await client.deleteObjectTagging({ Bucket, Key: 'k' })
    expect([await tagsOf('k'), await count('k')]).toEqual([[], undefined])
  })

  test('refuses too many tags, too long or forbidden ones, and a key twice', async () => {
    await put('limits')
    const longest = { Key: 'k'.repeat(128), Value: 'v'.repeat(256) }
    await tag('limits', [longest])
    differs('tag-checks')
    expect([
      await failure(tag('limits', many(11))),
      await failure(tag('limits', [{ ...longest, Key: 'k'.repeat(129) }])),
      await failure(tag('limits', [{ ...longest, Value: 'v'.repeat(257) }])),
      await failure(tag('limits', [{ Key: '', Value: 'x' }])),
      await failure(tag('limits', [{ Key: 'a<b', Value: 'x' }])),
      await failure(tag('limits', [{ Key: 'aws:x', Value: 'x' }])),
      await failure(tag('limits', [longest, longest])),
    ]).toEqual([tooMany, invalid, invalid, invalid, invalid, invalid, invalid])
    expect(await tagsOf('limits')).toEqual([longest])
  })

  test('asks for an object', async () => {
    expect([await failure(tag('none', [])), await failure(tagsOf('none'))]).toEqual([
      { status: 404, code: 'NoSuchKey' },
      { status: 404, code: 'NoSuchKey' },
    ])
  })
})

describe('x-amz-tagging', () => {
  test('sets the tags of a PUT, and of the object that a multipart upload makes', async () => {
    await put('header', 'a=1&b=two+words&c%2Fd')
    expect(await tagsOf('header')).toEqual([
      { Key: 'a', Value: '1' },
      { Key: 'b', Value: follows('tag-header-plus') ? 'two words' : 'two+words' },
      { Key: 'c/d', Value: '' },
    ])
    await put('header', 'b=2&a=1')
    expect((await tagsOf('header'))?.map(({ Key }) => Key)).toEqual(['a', 'b'])
    await put('header')
    expect(await tagsOf('header')).toEqual([])
    await bucket.putParts('parts', ['x'], { Tagging: 'a=1' })
    differs('tag-multipart')
    expect(await tagsOf('parts')).toEqual([{ Key: 'a', Value: '1' }])
  })

  test('of a copy are the source’s, or replaced', async () => {
    await put('source', 'a=1')
    const copy = (Key: string, more: object) => bucket.copy('source', Key, more)
    await copy('copied', { Tagging: 'b=2' })
    await copy('replaced', { Tagging: 'b=2', TaggingDirective: 'REPLACE' })
    await copy('none', { TaggingDirective: 'REPLACE' })
    differs('tag-copy')
    expect([await tagsOf('copied'), await tagsOf('replaced'), await tagsOf('none')]).toEqual([
      [{ Key: 'a', Value: '1' }],
      [{ Key: 'b', Value: '2' }],
      [],
    ])
  })

  test('is refused whole where it is bad', async () => {
    const text = many(11)
      .map(({ Key }) => encodeURIComponent(Key!))
      .join('&')
    differs('tag-checks')
    expect([
      await failure(put('bad', text)),
      await failure(put('bad', 'a=1&a=2')),
      (await failure(put('bad', '%zz=1')))?.code,
    ]).toEqual([tooMany, { status: 400, code: 'InvalidArgument' }, 'InvalidArgument'])
    expect(await failure(tagsOf('bad'))).toEqual({ status: 404, code: 'NoSuchKey' })
  })
})

test('each version has tags of its own; a delete marker has none', async () => {
  const Status = 'Enabled'
  await bucket.versioning(Status)
  const { VersionId } = await put('versioned', 'v=1')
  await put('versioned', 'v=2')
  const answer = await tag('versioned', [{ Key: 'v', Value: 'one' }], VersionId)
  expect(answer.VersionId).toBe(follows('version-answers') ? VersionId : undefined)
  expect([await tagsOf('versioned', VersionId), await tagsOf('versioned')]).toEqual([
    [{ Key: 'v', Value: 'one' }],
    [{ Key: 'v', Value: '2' }],
  ])
  const marker = await bucket.remove('versioned')
  const notAllowed = { status: 405, code: 'MethodNotAllowed' }
  expect(await failure(tagsOf('versioned', marker.VersionId))).toEqual(refusal(notAllowed))
})

// https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketTagging.html
test('a bucket has up to 50 tags', async () => {
  const own = { Bucket: 'tagged-bucket' }
  await client.createBucket(own)
  const set = (TagSet: Tag[]) => failure(client.putBucketTagging({ ...own, Tagging: { TagSet } }))
  const inOrder = (tags: Tag[] = []) => tags.toSorted((one, two) => (one.Key! < two.Key! ? -1 : 1))
  const get = async () => inOrder((await client.getBucketTagging(own)).TagSet)
  expect((await failure(get()))?.code).toBe('NoSuchTagSet')
  expect([await set(many(50)), await set(many(51))]).toEqual([undefined, refusal(tooMany)])
  expect(await get()).toEqual(inOrder(many(50)))
  await client.deleteBucketTagging(own)
  expect((await failure(get()))?.code).toBe('NoSuchTagSet')
})
