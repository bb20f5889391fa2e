import type { PublicAccessBlockConfiguration, S3 } from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'
import { failure, send } from '../support.ts'
import { differs, follows, inNewBuckets } from './storage.ts'

let Bucket: string
const { running, owner, other } = inNewBuckets('block', name => {
  Bucket = name
})

const denied = { status: 403, code: 'AccessDenied' }
const off = {
  BlockPublicAcls: false,
  IgnorePublicAcls: false,
  BlockPublicPolicy: false,
  RestrictPublicBuckets: false,
}
const block = (settings: PublicAccessBlockConfiguration) =>
  owner.putPublicAccessBlock({ Bucket, PublicAccessBlockConfiguration: settings })
const policy = (Principal: unknown, more: object = {}) => {
  const Resource = [`arn:aws:s3:::${Bucket}`, `arn:aws:s3:::${Bucket}/*`]
  const Statement = [
    { Effect: 'Allow', Principal, Action: ['s3:GetObject', 's3:ListBucket'], Resource, ...more },
  ]
  return owner.putBucketPolicy({ Bucket, Policy: JSON.stringify({ Version: '2012-10-17', Statement }) })
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutPublicAccessBlock.html */
describe('a public access block', () => {
  test('is put, got and deleted', async () => {
    const get = () => owner.getPublicAccessBlock({ Bucket })
    const none = { status: 404, code: 'NoSuchPublicAccessBlockConfiguration' }
    const unset = follows('access-block-unset') ? none : undefined
    expect(await failure(get())).toEqual(unset)
    await block({ BlockPublicAcls: true, RestrictPublicBuckets: true })
    expect((await get()).PublicAccessBlockConfiguration).toEqual({
      ...off,
      BlockPublicAcls: true,
      RestrictPublicBuckets: true,
    })
    const gone = await owner.deletePublicAccessBlock({ Bucket })
    const status = follows('deletion-status') ? 204 : 200
    expect([gone.$metadata.httpStatusCode, await failure(get())]).toEqual([status, unset])
  })

  test('is the owner’s to put, and may be denied even to the owner', async () => {
    const get = (client: S3) => failure(client.getPublicAccessBlock({ Bucket }))
    await block(off)
    expect([await get(other), await get(owner)]).toEqual([denied, undefined])
    await policy('*', { Effect: 'Deny', Action: 's3:GetBucketPublicAccessBlock' })
    differs('access-block-policy')
    expect(await get(owner)).toEqual(denied)
  })

  test.each(['public-read', 'public-read-write', 'authenticated-read'] as const)(
    'refuses %s with BlockPublicAcls',
    async ACL => {
      await owner.putObject({ Bucket, Key: 'k', Body: 'x' })
      await block({ BlockPublicAcls: true })
      const object = { Bucket, Key: 'k', ACL }
      expect(await failure(owner.putBucketAcl({ Bucket, ACL }))).toEqual(denied)
      expect(await failure(owner.putObjectAcl(object))).toEqual(denied)
      expect(await failure(owner.putObject({ ...object, Body: 'y' }))).toEqual(denied)
      const { Body } = await owner.getObject({ Bucket, Key: 'k' })
      expect(await Body?.transformToString()).toBe('x')
      await owner.putBucketAcl({ Bucket, ACL: 'private' })
    },
  )

  test('takes public grants for nothing with IgnorePublicAcls, and shows them', async () => {
    await owner.putBucketAcl({ Bucket, ACL: 'public-read' })
    await owner.putObject({ Bucket, Key: 'k', Body: 'x', ACL: 'public-read' })
    const outcomes = async () => [
      await failure(other.listObjectsV2({ Bucket })),
      await failure(other.getObject({ Bucket, Key: 'k' })),
      (await send(running, { path: `/${Bucket}/k` })).status,
    ]
    expect(await outcomes()).toEqual([undefined, undefined, 200])
    await block({ IgnorePublicAcls: true })
    expect(await outcomes()).toEqual([denied, denied, 403])
    expect((await owner.getBucketAcl({ Bucket })).Grants).toHaveLength(2)
    await owner.getObject({ Bucket, Key: 'k' })
  })

  test('refuses public policies with BlockPublicPolicy', async () => {
    await block({ BlockPublicPolicy: true })
    expect(await failure(policy('*'))).toEqual(denied)
    expect(await failure(policy({ AWS: ['*'] }))).toEqual(denied)
    differs('policy-status')
    await policy({ AWS: 'arn:aws:iam:::user/other' })
    await policy('*', { Condition: { IpAddress: { 'aws:SourceIp': '192.0.2.0/24' } } })
  })

  test('keeps a public policy to the owner’s account with RestrictPublicBuckets', async () => {
    await owner.putObject({ Bucket, Key: 'k', Body: 'x' })
    await policy('*')
    const get = (client: S3) => failure(client.getObject({ Bucket, Key: 'k' }))
    expect([await get(other), await get(owner)]).toEqual([undefined, undefined])
    await block({ RestrictPublicBuckets: true })
    differs('access-block-restrict')
    expect([await get(other), await get(owner)]).toEqual([denied, undefined])
    await policy({ AWS: 'arn:aws:iam:::user/other' })
    expect(await get(other)).toBeUndefined()
  })

  test.each([
    '<PublicAccessBlock/>',
    '<PublicAccessBlockConfiguration><BlockPublicAcls>yes</BlockPublicAcls></PublicAccessBlockConfiguration>',
  ])('is refused as %s', async body => {
    const put = block(off)
    await put
    const client = running.client()
    client.middlewareStack.add(
      next => args => {
        const request = args.request as { body: string; headers: Record<string, string> }
        request.body = body
        request.headers['content-length'] = String(body.length)
        for (const name of Object.keys(request.headers)) {
          if (/^x-amz-(sdk-)?checksum/.test(name)) delete request.headers[name]
        }
        return next(args)
      },
      { step: 'build', priority: 'low' },
    )
    const bad = client.putPublicAccessBlock({ Bucket, PublicAccessBlockConfiguration: off })
    expect(await failure(bad)).toEqual({ status: 400, code: 'MalformedXML' })
  })
})
