import type { Grant, ObjectCannedACL } from '@aws-sdk/client-s3'
import { beforeAll, describe, expect, test } from 'vitest'
import { inBucket } from '../../support/s3.ts'
import { failure, send } from '../support.ts'
import { inOrder, to, toGroup } from './grants.ts'
import { clientOfOther, differs, storageForAll } from './storage.ts'

const Bucket = 'object-acls'
const Open = 'open-to-writers'

const { running, client: owner } = storageForAll()
const other = clientOfOther(running)
beforeAll(async () => {
  await owner.createBucket({ Bucket })
  await owner.createBucket({ Bucket: Open, ACL: 'public-read-write' })
})

const full = to('owner', 'FULL_CONTROL')
const denied = { status: 403, code: 'AccessDenied' }
const aclOf = (Key: string, bucket = Bucket, who = owner) =>
  who.getObjectAcl({ Bucket: bucket, Key }).then(({ Owner, Grants }) => ({ Owner, Grants: inOrder(Grants) }))
const anybody = (Key: string, query = '', bucket = Bucket) =>
  send(running, { path: `/${bucket}/${Key}${query}` }).then(({ status }) => status)

/**
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObjectAcl.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectAcl.html
 */
describe('the ACL of an object', () => {
  test.each<[ObjectCannedACL, Grant[]]>([
    ['private', []],
    ['public-read', [toGroup('global/AllUsers', 'READ')]],
    ['public-read-write', [toGroup('global/AllUsers', 'READ'), toGroup('global/AllUsers', 'WRITE')]],
    ['authenticated-read', [toGroup('global/AuthenticatedUsers', 'READ')]],
    ['bucket-owner-read', []],
    ['bucket-owner-full-control', []],
  ])('%s is put, and comes with a PUT, a copy and an upload in parts', async (ACL, more) => {
    const expected = { Owner: { ID: 'owner', DisplayName: 'Owner' }, Grants: inOrder([full, ...more]) }
    const Key = `${ACL}/put`
    const object = { Bucket, Key }
    await owner.putObject({ ...object, Body: 'x' })
    expect((await aclOf(Key)).Grants).toEqual([full])
    await owner.putObjectAcl({ ...object, ACL })
    expect(await aclOf(Key)).toEqual(expected)
    await owner.putObject({ ...object, Body: 'x' })
    expect((await aclOf(Key)).Grants).toEqual([full])
    await owner.putObject({ ...object, Body: 'x', ACL })
    expect(await aclOf(Key)).toEqual(expected)

    const copy = { Bucket, CopySource: `${Bucket}/${Key}` }
    await owner.copyObject({ ...copy, Key: `${ACL}/plain` })
    await owner.copyObject({ ...copy, Key: `${ACL}/copy`, ACL })
    expect([(await aclOf(`${ACL}/plain`)).Grants, await aclOf(`${ACL}/copy`)]).toEqual([[full], expected])

    const upload = { Bucket, Key: `${ACL}/parts` }
    await inBucket(owner, Bucket).putParts(upload.Key, ['x'], { ACL })
    expect(await aclOf(`${ACL}/parts`)).toEqual(expected)
    const isPublic = ACL.startsWith('public')
    expect(await anybody(`${ACL}/parts`)).toBe(isPublic ? 200 : 403)
    const signed = failure(other.getObject(upload))
    expect(await signed).toEqual(isPublic || ACL === 'authenticated-read' ? undefined : denied)
  })

  test('is put by headers', async () => {
    const grants = { GrantFullControl: 'id=owner', GrantRead: 'id=other', GrantReadACP: 'id=other' }
    await owner.putObject({ Bucket, Key: 'headers', Body: 'x', ...grants })
    expect((await aclOf('headers', Bucket, other)).Grants).toEqual([
      to('other', 'READ'),
      to('other', 'READ_ACP'),
      full,
    ])
    await other.getObject({ Bucket, Key: 'headers' })
  })

  test('does not change the object', async () => {
    const object = { Bucket, Key: 'time' }
    const put = await owner.putObject({ ...object, Body: 'x', Metadata: { a: 'b' } })
    const modified = async () =>
      (await owner.listObjectVersions({ Bucket, Prefix: object.Key })).Versions![0]!.LastModified
    const before = await modified()
    await owner.putObjectAcl({ ...object, ACL: 'public-read' })
    const { ETag, Metadata } = await owner.headObject(object)
    expect({ ETag, Metadata }).toEqual({ ETag: put.ETag, Metadata: { a: 'b' } })
    differs('acl-modified')
    expect(await modified()).toEqual(before)
  })

  test('belongs to whoever wrote the object, whose owner stays', async () => {
    const object = { Bucket: Open, Key: 'by other' }
    await other.putObject({ ...object, Body: 'x' })
    expect(await failure(owner.getObject(object))).toEqual(denied)
    expect(await failure(owner.getObjectAcl(object))).toEqual(denied)
    await other.putObjectAcl({ ...object, ACL: 'bucket-owner-read' })
    const Owner = { ID: 'other', DisplayName: 'Other' }
    expect(await aclOf('by other', Open, other)).toEqual({
      Owner,
      Grants: [to('other', 'FULL_CONTROL'), to('owner', 'READ')],
    })
    await owner.getObject(object)
    await other.putObjectAcl({ ...object, ACL: 'bucket-owner-full-control' })
    const Grants = [to('other', 'READ_ACP'), full]
    await owner.putObjectAcl({ ...object, AccessControlPolicy: { Owner, Grants } })
    expect(await aclOf('by other', Open, other)).toEqual({ Owner, Grants })
    expect(await failure(other.getObject(object))).toEqual(denied)
  })

  test('is that of a version', async () => {
    const versioned = 'versioned-acls'
    const object = { Bucket: versioned, Key: 'k' }
    await owner.createBucket({ Bucket: versioned })
    await owner.putBucketVersioning({ Bucket: versioned, VersioningConfiguration: { Status: 'Enabled' } })
    const { VersionId } = await owner.putObject({ ...object, Body: 'first' })
    await owner.putObject({ ...object, Body: 'second' })
    await owner.putObjectAcl({ ...object, VersionId, ACL: 'public-read' })
    expect([
      await anybody('k', `?versionId=${VersionId}`, versioned),
      await anybody('k', '', versioned),
    ]).toEqual([200, 403])
    expect((await aclOf('k', versioned)).Grants).toEqual([full])
  })

  test('may be shared by a key of full control only', async () => {
    const writer = running.client({ keys: await running.subUser('readwrite') })
    const put = (ACL: ObjectCannedACL) =>
      failure(writer.putObject({ Bucket, Key: 'by writer', Body: 'x', ACL }))
    differs('sub-user-acl')
    expect([await put('public-read'), await put('bucket-owner-full-control')]).toEqual([denied, undefined])
    const change = writer.putObjectAcl({ Bucket, Key: 'by writer', ACL: 'public-read' })
    expect(await failure(change)).toEqual(denied)
    expect(await anybody('by writer'.replace(' ', '%20'))).toBe(403)
  })

  test('is refused for an object that is not there, and with a bucket’s canned ACL', async () => {
    const put = (Key: string, ACL: string) =>
      failure(owner.putObjectAcl({ Bucket, Key, ACL: ACL as ObjectCannedACL }))
    expect(await put('absent', 'private')).toEqual({ status: 404, code: 'NoSuchKey' })
    expect(await put('time', 'log-delivery-write')).toEqual({ status: 400, code: 'InvalidArgument' })
    expect(await failure(other.getObjectAcl({ Bucket, Key: 'absent' }))).toEqual(denied)
  })

  test('lets another account copy what it may read to where it may write', async () => {
    await owner.putObject({ Bucket, Key: 'shared', Body: 'x', ACL: 'authenticated-read' })
    const copy = { CopySource: `${Bucket}/shared`, Key: 'copied' }
    expect(await failure(other.copyObject({ ...copy, Bucket }))).toEqual(denied)
    await other.copyObject({ ...copy, Bucket: Open })
    const { Contents } = await owner.listObjects({ Bucket: Open, Prefix: 'copied' })
    expect(Contents?.[0]?.Owner).toEqual({ ID: 'other', DisplayName: 'Other' })
    expect((await aclOf('copied', Open, other)).Owner?.ID).toBe('other')
    await owner.putBucketAcl({ Bucket: Open, ACL: 'public-read-write' })
  })
})
