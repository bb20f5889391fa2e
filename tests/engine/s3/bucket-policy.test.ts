import { request } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { failure, send } from '../support.ts'
import { differs, embeddedOnly, follows, inNewBuckets, refusal } from './storage.ts'

let Bucket: string
const use = (name: string) => {
  Bucket = name
}
const { running, owner, other } = inNewBuckets('policy', use, { trustedProxies: ['loopback'] })
beforeEach(() => owner.putObject({ Bucket, Key: 'public/k', Body: 'x' }))

const allow = (more: object = {}) => ({
  Effect: 'Allow',
  Principal: '*',
  Action: 's3:GetObject',
  Resource: `arn:aws:s3:::${Bucket}/*`,
  ...more,
})
const put = (...Statement: object[]) =>
  owner.putBucketPolicy({ Bucket, Policy: JSON.stringify({ Version: '2012-10-17', Statement }) })
const denied = { status: 403, code: 'AccessDenied' }
const get = (headers: Record<string, string> = {}) =>
  send(running, { path: `/${Bucket}/public/k`, headers }).then(answer => answer.status)

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketPolicy.html */
describe('a bucket policy', () => {
  test('is put, got as it was, and deleted', async () => {
    expect(await failure(owner.getBucketPolicy({ Bucket }))).toEqual({
      status: 404,
      code: 'NoSuchBucketPolicy',
    })
    const text = `{ "Statement" : ${JSON.stringify([allow()])},\n "Version":"2012-10-17" }`
    const { $metadata } = await owner.putBucketPolicy({ Bucket, Policy: text })
    expect($metadata.httpStatusCode).toBe(204)
    expect((await owner.getBucketPolicy({ Bucket })).Policy).toBe(text)
    expect(await get()).toBe(200)
    const gone = await owner.deleteBucketPolicy({ Bucket })
    const status = follows('deletion-status') ? 204 : 200
    expect([gone.$metadata.httpStatusCode, await get()]).toEqual([status, 403])
  })

  test('lets another account list, and no more than it says', async () => {
    await put(
      allow({
        Action: 's3:ListBucket',
        Resource: `arn:aws:s3:::${Bucket}`,
        Principal: { AWS: 'arn:aws:iam:::user/other' },
      }),
    )
    const list = await other.listObjectsV2({ Bucket })
    expect(list.Contents?.map(object => object.Key)).toEqual(['public/k'])
    expect(await failure(other.getObject({ Bucket, Key: 'public/k' }))).toEqual(denied)
    expect(await failure(other.putObject({ Bucket, Key: 'k', Body: 'x' }))).toEqual(denied)
    expect(await failure(other.getBucketPolicy({ Bucket }))).toEqual(denied)
    expect(await get()).toBe(403)
  })

  test('gives a sub-user without a level what it says for it, and nothing else', async () => {
    const s3 = running.client({ keys: await running.subUser('none') })
    const tryGet = (Key: string) => failure(s3.getObject({ Bucket, Key }))
    expect(await tryGet('public/k')).toEqual(denied)
    const Principal = { AWS: 'arn:aws:iam:::user/owner:none' }
    await put(
      allow({
        Principal,
        Resource: `arn:aws:s3:::${Bucket}/ảnh/*`,
        Action: ['s3:GetObject*', 's3:PutObject'],
      }),
      allow({
        ...{ Principal, Resource: `arn:aws:s3:::${Bucket}`, Action: 's3:ListBucket' },
        Condition: { StringLike: { 's3:prefix': ['ảnh/*'] } },
      }),
    )
    await s3.putObject({ Bucket, Key: 'ảnh/k', Body: 'x' })
    expect((await s3.getObject({ Bucket, Key: 'ảnh/k' })).ContentLength).toBe(1)
    const listed = await s3.listObjectsV2({ Bucket, Prefix: 'ảnh/' })
    expect(listed.Contents?.map(object => object.Key)).toEqual(['ảnh/k'])
    expect(await tryGet('public/k')).toEqual(denied)
    expect(await failure(s3.listObjectsV2({ Bucket }))).toEqual(denied)
    expect(await failure(s3.putObject({ Bucket, Key: 'k', Body: 'x' }))).toEqual(denied)
    expect(await failure(s3.deleteBucketPolicy({ Bucket }))).toEqual(denied)
  })

  test('that lets a sub-user put files does not let it make them public', async () => {
    const s3 = running.client({ keys: await running.subUser('none') })
    const Principal = { AWS: 'arn:aws:iam:::user/owner:none' }
    await put(allow({ Principal, Action: 's3:PutObject' }))
    const publish = () => s3.putObject({ Bucket, Key: 'k', Body: 'x', ACL: 'public-read' })
    await s3.putObject({ Bucket, Key: 'k', Body: 'x' })
    differs('policy-put-acl')
    expect(await failure(publish())).toEqual(denied)
    await put(allow({ Principal, Action: ['s3:PutObject', 's3:PutObjectAcl'] }))
    await publish()
    expect((await send(running, { path: `/${Bucket}/k` })).status).toBe(200)
  })

  test('for some keys lets them be deleted, one or many', async () => {
    const Resource = `arn:aws:s3:::${Bucket}/public/*`
    await put(allow({ Principal: { AWS: 'arn:aws:iam:::user/other' }, Resource, Action: 's3:DeleteObject' }))
    await owner.putObject({ Bucket, Key: 'k', Body: 'x' })
    await other.deleteObject({ Bucket, Key: 'public/k' })
    const Objects = [{ Key: 'public/k' }, { Key: 'k' }]
    differs('policy-delete-many')
    const { Deleted, Errors } = await other.deleteObjects({ Bucket, Delete: { Objects } })
    expect([Deleted?.map(each => each.Key), Errors?.map(each => each.Key)]).toEqual([['public/k'], ['k']])
  })

  test('that denies all keeps the account’s own key at the policy', async () => {
    await put(
      allow({
        Effect: 'Deny',
        Action: 's3:*',
        Resource: [`arn:aws:s3:::${Bucket}`, `arn:aws:s3:::${Bucket}/*`],
      }),
    )
    expect(await failure(owner.getObject({ Bucket, Key: 'public/k' }))).toEqual(denied)
    differs('policy-lockout')
    await owner.getBucketPolicy({ Bucket })
    const sub = running.client({ keys: await running.subUser('full') })
    expect(await failure(sub.deleteBucketPolicy({ Bucket }))).toEqual(denied)
    await owner.deleteBucketPolicy({ Bucket })
    await sub.getObject({ Bucket, Key: 'public/k' })
  })

  test('that lets another account list some keys tells it which of them do not exist', async () => {
    await put(
      allow({
        Action: 's3:ListBucket',
        Resource: `arn:aws:s3:::${Bucket}`,
        Condition: { StringLike: { 's3:prefix': 'public/*' } },
      }),
    )
    const status = async (Key: string) => (await failure(other.headObject({ Bucket, Key })))?.status
    differs('policy-absent-key')
    expect([await status('public/none'), await status('private/none'), await status('public/k')]).toEqual([
      404, 403, 403,
    ])
  })

  test('that asks for a tag allows PutObjectTagging with it, and no other', async () => {
    const Condition = { StringEquals: { 's3:RequestObjectTag/kind': 'report' } }
    await put(allow({ Action: 's3:PutObjectTagging', Condition }))
    const tag = (Value: string) =>
      failure(
        other.putObjectTagging({ Bucket, Key: 'public/k', Tagging: { TagSet: [{ Key: 'kind', Value }] } }),
      )
    differs('policy-request-tag')
    expect([await tag('report'), await tag('letter')]).toEqual([undefined, denied])
  })

  test('bounds a copy by its source', async () => {
    const condition = { StringLike: { 's3:x-amz-copy-source': `${Bucket}/public/*` } }
    await owner.putObject({ Bucket, Key: 'private/k', Body: 'x' })
    await put(allow(), allow({ Action: 's3:PutObject', Condition: condition }))
    const copy = (source: string) =>
      failure(other.copyObject({ Bucket, Key: 'new', CopySource: `${Bucket}/${source}` }))
    expect([await copy('public/k'), await copy('private/k')]).toEqual([undefined, denied])
  })

  test.each<[string, object, Record<string, string>, Record<string, string>]>([
    [
      'the referer',
      { StringLike: { 'aws:Referer': 'http://www.example.com/*' } },
      { referer: 'http://www.example.com/a' },
      { referer: 'http://example.com' },
    ],
    [
      'the address that a trusted proxy tells',
      { IpAddress: { 'aws:SourceIp': ['192.0.2.0/24', '2001:db8::/32'] } },
      { 'x-forwarded-for': '198.51.100.1, 192.0.2.7:4711' },
      { 'x-forwarded-for': '192.0.2.7, 198.51.100.1' },
    ],
    [
      'IPv6',
      { IpAddress: { 'aws:SourceIp': '2001:db8::/32' } },
      { 'x-forwarded-for': '2001:db8::1' },
      { 'x-forwarded-for': '2001:db9::1' },
    ],
    ['TLS', { Bool: { 'aws:SecureTransport': 'true' } }, { 'x-forwarded-proto': 'https' }, {}],
    [
      'the user agent',
      { StringNotLike: { 'aws:UserAgent': '*bot*' } },
      { 'user-agent': 'x' },
      { 'user-agent': 'a bot' },
    ],
  ])('asks %s', async (_, Condition, yes, no) => {
    if (Object.keys(yes).some(name => name.startsWith('x-forwarded')))
      embeddedOnly('asks for a trusted proxy')
    await put(allow({ Condition }))
    expect([await get(yes), await get(no)]).toEqual([200, 403])
  })

  test('changes what a request may do while its body is sent', async () => {
    await put(allow({ Action: 's3:PutObject', Principal: '*' }))
    const status = await new Promise((resolve, reject) => {
      const sent = request(
        {
          port: running.port,
          method: 'PUT',
          path: `/${Bucket}/late`,
          headers: { expect: '100-continue', 'content-length': 4 },
        },
        response => resolve(response.resume().statusCode),
      )
      sent.on('error', reject).flushHeaders()
      sent.on('continue', async () => {
        await owner.deleteBucketPolicy({ Bucket })
        sent.end('late')
      })
    })
    differs('access-during-body')
    expect(status).toBe(403)
    expect(await failure(owner.getObject({ Bucket, Key: 'late' }))).toMatchObject({ status: 404 })
  })

  const accepted = new Set([
    'no statement',
    'NotPrincipal with Allow',
    'an invalid principal',
    'no principal',
    'a resource of another bucket',
    'an unknown key',
    'a range that is none',
    'no number',
    '20 KiB and more',
  ])

  test.each<[string, (text: string) => string]>([
    ['no JSON', () => '{'],
    ['a list', text => `[${text}]`],
    ['another version', text => text.replace('2012-10-17', '2020-01-01')],
    ['an unknown element', text => text.replace('"Version"', '"Versions"')],
    ['no statement', () => '{"Version":"2012-10-17","Statement":[]}'],
    ['another effect', text => text.replace('Allow', 'Permit')],
    ['NotPrincipal with Allow', text => text.replace('"Principal"', '"NotPrincipal"')],
    [
      'an invalid principal',
      text => text.replace('"Principal":"*"', '"Principal":{"AWS":"arn:aws:iam::a:group/b"}'),
    ],
    ['no principal', text => text.replace('"Principal":"*",', '')],
    ['an action of another service', text => text.replace('s3:GetObject', 'ec2:RunInstances')],
    ['a resource of another bucket', text => text.replace(`:::${Bucket}`, ':::another-bucket')],
    ['a resource that is no ARN', text => text.replace('arn:aws:s3:::', '')],
    ['an unknown operator', text => text.replace('"Sid":""', '"Condition":{"StringIs":{"s3:prefix":"a"}}')],
    ['an unknown key', text => text.replace('"Sid":""', '"Condition":{"StringEquals":{"s3:prefixes":"a"}}')],
    [
      'a range that is none',
      text => text.replace('"Sid":""', '"Condition":{"IpAddress":{"aws:SourceIp":"10.0.0.0/33"}}'),
    ],
    ['no number', text => text.replace('"Sid":""', '"Condition":{"NumericEquals":{"s3:max-keys":"x"}}')],
    ['20 KiB and more', text => text + ' '.repeat(20 * 1024)],
  ])('with %s is refused', async (name, change) => {
    const text = JSON.stringify({ Version: '2012-10-17', Statement: [allow({ Sid: '' })] })
    await owner.putBucketPolicy({ Bucket, Policy: text })
    expect(change(text)).not.toBe(text)
    const put = owner.putBucketPolicy({ Bucket, Policy: change(text) })
    differs('policy-checks', accepted.has(name))
    expect(await failure(put)).toEqual(refusal({ status: 400, code: 'MalformedPolicy' }))
    expect((await owner.getBucketPolicy({ Bucket })).Policy).toBe(text)
  })
})

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketPolicyStatus.html */
describe('the status of a policy', () => {
  const isPublic = async () => (await owner.getBucketPolicyStatus({ Bucket })).PolicyStatus?.IsPublic

  test.each<[string, boolean, () => object]>([
    ['for everybody', true, () => allow()],
    ['for everybody by a list', true, () => allow({ Principal: { AWS: ['x', '*'] } })],
    ['for an account', false, () => allow({ Principal: { AWS: 'arn:aws:iam:::user/other' } })],
    ['that denies', false, () => allow({ Effect: 'Deny' })],
    ['for a network', false, () => allow({ Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/32' } } })],
    ['for all addresses', true, () => allow({ Condition: { IpAddress: { 'aws:SourceIp': '0.0.0.0/0' } } })],
    [
      'for a referer',
      true,
      () => allow({ Condition: { StringLike: { 'aws:Referer': 'https://example.com/*' } } }),
    ],
  ])('%s is public: %s', async (name, expected, statement) => {
    expect(await isPublic()).toBe(false)
    await put(statement())
    differs('policy-status', name === 'for an account' || name === 'for a referer')
    expect(await isPublic()).toBe(expected)
  })

  test('counts a public ACL, as Ceph RGW does', async () => {
    await owner.putBucketAcl({ Bucket, ACL: 'public-read' })
    expect(await isPublic()).toBe(true)
  })
})
