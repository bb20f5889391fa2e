import type { ObjectCannedACL, ObjectOwnership } from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'
import { failure } from '../support.ts'
import { differs, inNewBuckets } from './storage.ts'

let Bucket: string
const { owner, other } = inNewBuckets('ownership', name => {
  Bucket = name
})

const denied = { status: 403, code: 'AccessDenied' }
const unsupported = { status: 400, code: 'AccessControlListNotSupported' }
const set = (ObjectOwnership: ObjectOwnership) =>
  owner.putBucketOwnershipControls({ Bucket, OwnershipControls: { Rules: [{ ObjectOwnership }] } })
const get = (bucket = Bucket) =>
  owner
    .getBucketOwnershipControls({ Bucket: bucket })
    .then(({ OwnershipControls }) => OwnershipControls?.Rules)
const letOtherWrite = () => {
  const Resource = `arn:aws:s3:::${Bucket}/*`
  const Statement = [
    { Effect: 'Allow', Principal: { AWS: 'arn:aws:iam:::user/other' }, Action: 's3:PutObject', Resource },
  ]
  return owner.putBucketPolicy({ Bucket, Policy: JSON.stringify({ Version: '2012-10-17', Statement }) })
}
const write = (Key: string, ACL?: ObjectCannedACL) =>
  other.putObject({ Bucket, Key, Body: 'x', ...(ACL && { ACL }) })
const readable = (Key: string) => failure(owner.getObject({ Bucket, Key }))
const ownerOf = async (Key: string) => (await owner.getObjectAcl({ Bucket, Key })).Owner?.ID

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketOwnershipControls.html */
describe('ownership controls', () => {
  test('are put, got and deleted', async () => {
    const none = { status: 404, code: 'OwnershipControlsNotFoundError' }
    differs('ownership-controls')
    expect(await failure(get())).toEqual(none)
    for (const ObjectOwnership of ['BucketOwnerPreferred', 'ObjectWriter', 'BucketOwnerEnforced'] as const) {
      await set(ObjectOwnership)
      expect(await get()).toEqual([{ ObjectOwnership }])
    }
    await owner.deleteBucketOwnershipControls({ Bucket })
    expect(await failure(get())).toEqual(none)
    const unknown = { status: 400, code: 'MalformedXML' }
    expect(await failure(set('Nobody' as ObjectOwnership))).toEqual(unknown)
  })

  test('come with a new bucket', async () => {
    const created = { Bucket: `${Bucket}-new`, ObjectOwnership: 'BucketOwnerEnforced' } as const
    differs('ownership-controls')
    expect(await failure(owner.createBucket({ ...created, ACL: 'public-read' }))).toEqual({
      status: 400,
      code: 'InvalidBucketAclWithObjectOwnership',
    })
    await owner.createBucket(created)
    expect(await get(created.Bucket)).toEqual([{ ObjectOwnership: 'BucketOwnerEnforced' }])
  })

  test('leave objects to their writers by default', async () => {
    await letOtherWrite()
    await write('private')
    await write('shared', 'bucket-owner-full-control')
    expect([await readable('private'), await readable('shared')]).toEqual([denied, undefined])
    expect(await ownerOf('shared')).toBe('other')
  })

  test('give the bucket’s owner what is written for it, with BucketOwnerPreferred', async () => {
    differs('ownership-controls')
    await set('BucketOwnerPreferred')
    await letOtherWrite()
    await write('private')
    await write('given', 'bucket-owner-full-control')
    expect([await readable('private'), await ownerOf('given')]).toEqual([denied, 'owner'])
  })

  test('give the bucket’s owner everything, and refuse ACLs, with BucketOwnerEnforced', async () => {
    await letOtherWrite()
    await write('before')
    expect(await readable('before')).toEqual(denied)
    differs('ownership-controls')
    await set('BucketOwnerEnforced')
    await write('after')
    await write('equivalent', 'bucket-owner-full-control')
    for (const key of ['before', 'after', 'equivalent']) {
      expect([key, await readable(key), await ownerOf(key)]).toEqual([key, undefined, 'owner'])
    }
    expect(await failure(write('public', 'public-read'))).toEqual(unsupported)
    expect(await failure(owner.putBucketAcl({ Bucket, ACL: 'private' }))).toEqual(unsupported)
    const acl = owner.putObjectAcl({ Bucket, Key: 'after', ACL: 'public-read' })
    expect(await failure(acl)).toEqual(unsupported)
  })

  test('cannot disable an ACL that grants others something', async () => {
    await owner.putBucketAcl({ Bucket, ACL: 'public-read' })
    differs('ownership-controls')
    expect(await failure(set('BucketOwnerEnforced'))).toEqual({
      status: 400,
      code: 'InvalidBucketAclWithObjectOwnership',
    })
    await owner.putBucketAcl({ Bucket, ACL: 'private' })
    await set('BucketOwnerEnforced')
  })
})
