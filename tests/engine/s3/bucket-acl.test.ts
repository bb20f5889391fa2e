import type { BucketCannedACL, Grant } from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'
import { failure, send } from '../support.ts'
import { inOrder, to, toGroup } from './grants.ts'
import { differs, follows, inNewBuckets, refusal } from './storage.ts'

let Bucket: string
const { running, owner, other } = inNewBuckets('acl', name => {
  Bucket = name
})

const own = to('owner', 'FULL_CONTROL')
const Owner = { ID: 'owner', DisplayName: 'Owner' }
const acl = () => owner.getBucketAcl({ Bucket })
const grants = async () => inOrder((await acl()).Grants)
const put = (Grants: Grant[], who = owner) =>
  who.putBucketAcl({ Bucket, AccessControlPolicy: { Owner, Grants } })
const denied = { status: 403, code: 'AccessDenied' }

/**
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketAcl.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketAcl.html
 */
describe('the ACL of a bucket', () => {
  test.each<[BucketCannedACL | 'log-delivery-write', Grant[]]>([
    ['private', []],
    ['public-read', [toGroup('global/AllUsers', 'READ')]],
    ['public-read-write', [toGroup('global/AllUsers', 'READ'), toGroup('global/AllUsers', 'WRITE')]],
    ['authenticated-read', [toGroup('global/AuthenticatedUsers', 'READ')]],
    ['log-delivery-write', [toGroup('s3/LogDelivery', 'WRITE'), toGroup('s3/LogDelivery', 'READ_ACP')]],
  ])('%s is put, also with the bucket', async (name, more) => {
    const ACL = name as BucketCannedACL
    expect(await acl()).toMatchObject({ Owner, Grants: [own] })
    differs('acl-log-delivery', name === 'log-delivery-write')
    await owner.putBucketAcl({ Bucket, ACL })
    expect(await grants()).toEqual(inOrder([own, ...more]))
    await owner.createBucket({ Bucket: `${Bucket}-new`, ACL })
    const { Grants } = await owner.getBucketAcl({ Bucket: `${Bucket}-new` })
    expect(inOrder(Grants)).toEqual(inOrder([own, ...more]))
  })

  test('is put by headers, which grant the owner nothing by themselves', async () => {
    const headers = {
      GrantRead: 'id=other',
      GrantWriteACP: 'id="other", uri=http://acs.amazonaws.com/groups/global/AllUsers',
    }
    await owner.putBucketAcl({ Bucket, ...headers })
    expect(await grants()).toEqual([
      toGroup('global/AllUsers', 'WRITE_ACP'),
      to('other', 'READ'),
      to('other', 'WRITE_ACP'),
    ])
  })

  test('is put as XML, and grants each permission by itself', async () => {
    const calls = {
      READ: () => other.listObjectsV2({ Bucket }),
      WRITE: () => other.putObject({ Bucket, Key: 'k', Body: 'x' }),
      READ_ACP: () => other.getBucketAcl({ Bucket }),
      WRITE_ACP: () => put([own, to('other', 'WRITE_ACP')], other),
    } as const
    for (const permission of ['READ', 'WRITE', 'READ_ACP', 'WRITE_ACP', 'FULL_CONTROL'] as const) {
      await put([own, to('other', permission)])
      expect(await grants()).toEqual([to('other', permission), own])
      for (const [name, call] of Object.entries(calls)) {
        const allowed = name === permission || permission === 'FULL_CONTROL'
        expect([permission, name, await failure(call())]).toEqual([
          permission,
          name,
          allowed ? undefined : denied,
        ])
      }
    }
  })

  test('without grants leaves the owner the ACL alone', async () => {
    await owner.putObject({ Bucket, Key: 'k', Body: 'x' })
    await put([])
    await owner.getObject({ Bucket, Key: 'k' })
    expect(await failure(owner.putObject({ Bucket, Key: 'n', Body: 'x' }))).toEqual(denied)
    expect(await failure(owner.deleteObject({ Bucket, Key: 'k' }))).toEqual(denied)
    expect(await grants()).toEqual([])
    await owner.putBucketAcl({ Bucket, ACL: 'private' })
    await owner.putObject({ Bucket, Key: 'n', Body: 'x' })
  })

  test('opens the bucket to anybody, whose objects belong to its owner', async () => {
    const path = `/${Bucket}/by-anybody`
    const call = (method: string, at: string) =>
      send(running, { method, path: at }).then(({ status }) => status)
    const put = () =>
      send(running, { method: 'PUT', path, body: 'x', headers: { 'content-length': 1 } }).then(
        ({ status }) => status,
      )
    expect([await call('GET', `/${Bucket}`), await put()]).toEqual([403, 403])
    await owner.putBucketAcl({ Bucket, ACL: 'public-read-write' })
    expect([await call('GET', `/${Bucket}`), await put()]).toEqual([200, 200])
    const listed = (await send(running, { path: `/${Bucket}` })).body.toString()
    expect(listed).toContain('<Key>by-anybody</Key>')
    expect(listed.includes('<Owner>')).toBe(!follows('list-owner-hidden'))
    await owner.getObject({ Bucket, Key: 'by-anybody' })
    expect([await call('GET', path), await call('DELETE', path)]).toEqual([403, 204])
    await owner.putBucketAcl({ Bucket, ACL: 'private' })
    expect([await call('GET', `/${Bucket}`), await put()]).toEqual([403, 403])
  })

  test('tells anybody that an object is gone where anybody may list', async () => {
    const get = () => send(running, { path: `/${Bucket}/absent` }).then(({ status, code }) => [status, code])
    expect(await get()).toEqual([403, 'AccessDenied'])
    await owner.putBucketAcl({ Bucket, ACL: 'public-read' })
    expect(await get()).toEqual([404, 'NoSuchKey'])
  })

  test.each<[string, object, { status: number; code: string }]>([
    ['an unknown canned ACL', { ACL: 'public' }, { status: 400, code: 'InvalidArgument' }],
    ['an unknown user', { GrantRead: 'id=nobody' }, { status: 400, code: 'InvalidArgument' }],
    ['an unknown group', { GrantRead: 'uri=http://example.com' }, { status: 400, code: 'InvalidArgument' }],
    ['no grantee', { GrantRead: 'other' }, { status: 400, code: 'InvalidArgument' }],
    [
      'an address',
      { GrantRead: 'emailAddress=a@example.com' },
      { status: 400, code: 'UnresolvableGrantByEmailAddress' },
    ],
    ['both kinds', { ACL: 'private', GrantRead: 'id=other' }, { status: 400, code: 'InvalidRequest' }],
    ['nothing', {}, { status: 400, code: 'MissingSecurityHeader' }],
    [
      'an unknown user in XML',
      { AccessControlPolicy: { Owner, Grants: [to('nobody', 'READ')] } },
      { status: 400, code: 'InvalidArgument' },
    ],
    ['no owner', { AccessControlPolicy: { Grants: [own] } }, { status: 400, code: 'MalformedACLError' }],
    ['another owner', { AccessControlPolicy: { Owner: { ID: 'other' }, Grants: [own] } }, denied],
    [
      'an unknown permission',
      { AccessControlPolicy: { Owner, Grants: [{ ...own, Permission: 'ALL' }] } },
      { status: 400, code: 'MalformedACLError' },
    ],
  ])('is refused with %s', async (_, more, expected) => {
    expect(await failure(owner.putBucketAcl({ Bucket, ...more }))).toEqual(refusal(expected))
    expect(await grants()).toEqual([own])
  })
})
