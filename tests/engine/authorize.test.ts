import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Acl, cannedAcl, type Principal } from '../../server/engine/access/acl.ts'
import type { Action } from '../../server/engine/request/actions.ts'
import { type BucketAccess, decide } from '../../server/engine/request/authorize.ts'
import { engineForAll } from './for-file.ts'
import { send } from './support.ts'

const user = (uid: string, subUser: string | null, level: Principal['level']): Principal => ({
  accessKey: 'A',
  uid,
  subUser,
  level,
})
const principals = {
  owner: user('owner', null, 'full'),
  'sub-user read': user('owner', 'sub', 'read'),
  'sub-user write': user('owner', 'sub', 'write'),
  'sub-user readwrite': user('owner', 'sub', 'readwrite'),
  'sub-user full': user('owner', 'sub', 'full'),
  'sub-user none': user('owner', 'sub', 'none'),
  'sub-user none of another name': user('owner', 'namesake', 'none'),
  other: user('other', null, 'full'),
  'other read': user('other', null, 'read'),
  third: user('third', null, 'full'),
  anybody: null,
} as const
type Who = keyof typeof principals

const actions = [
  's3:ListBucket',
  's3:PutObject',
  's3:DeleteObject',
  's3:GetObject',
  's3:GetObjectAcl',
  's3:PutObjectAcl',
  's3:GetBucketAcl',
  's3:PutBucketAcl',
  's3:GetBucketPolicy',
  's3:PutBucketPolicy',
  's3:PutBucketCORS',
  's3:DeleteBucket',
] as const satisfies Action[]
type What = (typeof actions)[number]

const ofObjects: readonly What[] = [
  's3:PutObject',
  's3:DeleteObject',
  's3:GetObject',
  's3:GetObjectAcl',
  's3:PutObjectAcl',
]
const reads: readonly What[] = [
  's3:ListBucket',
  's3:GetObject',
  's3:GetObjectAcl',
  's3:GetBucketAcl',
  's3:GetBucketPolicy',
]
const writes: readonly What[] = ['s3:PutObject', 's3:DeleteObject']

/** What the level of a key includes. */
const bounded = (who: Who, what: What): boolean => {
  if (who.endsWith(' readwrite')) return reads.includes(what) || writes.includes(what)
  if (who.endsWith(' read')) return reads.includes(what)
  if (who.endsWith(' write')) return writes.includes(what)
  return true
}
const isUnleveled = (who: Who): boolean => who.startsWith('sub-user none')
const ofAccount = (who: Who): boolean => who === 'owner' || who.startsWith('sub-user')
/** Those to whom it counts that they are of the owner's account. */
const isOwners = (who: Who): boolean => ofAccount(who) && !isUnleveled(who)
const isOther = (who: Who): boolean => who.startsWith('other')

const policy = (...statements: object[]): string =>
  JSON.stringify({ Version: '2012-10-17', Statement: statements })
const everything = { Action: 's3:*', Resource: ['arn:aws:s3:::bucket', 'arn:aws:s3:::bucket/*'] }

type Grant = { bucket?: Partial<BucketAccess>; object?: Acl; allows(who: Who, what: What): boolean }
const owners = { owner: 'owner', bucketOwner: 'owner' }
const bucketAcl = (name: string) => JSON.stringify(cannedAcl(name, 'bucket', owners))
const written = (name: string) => cannedAcl(name, 'object', { owner: 'other', bucketOwner: 'owner' })
const all = JSON.stringify({
  BlockPublicAcls: true,
  IgnorePublicAcls: true,
  BlockPublicPolicy: true,
  RestrictPublicBuckets: true,
})
const rootPolicy = (who: Who, what: What): boolean =>
  who === 'owner' && (what === 's3:GetBucketPolicy' || what === 's3:PutBucketPolicy')

/** Each grant with its rule, for principals whose level includes the action. */
const grants: Record<string, Grant> = {
  nothing: { allows: isOwners },
  'an allow for everybody': {
    bucket: { policy: policy({ Effect: 'Allow', Principal: '*', ...everything }) },
    allows: () => true,
  },
  'an allow for everybody, restricted by the public access block': {
    bucket: { policy: policy({ Effect: 'Allow', Principal: '*', ...everything }), block: all },
    allows: ofAccount,
  },
  'an allow for an account, with the public access block': {
    bucket: {
      policy: policy({ Effect: 'Allow', Principal: { AWS: 'arn:aws:iam::other:root' }, ...everything }),
      block: all,
    },
    allows: who => isOwners(who) || isOther(who),
  },
  'an allow for one action': {
    bucket: { policy: policy({ ...everything, Effect: 'Allow', Principal: '*', Action: 's3:GetObject' }) },
    allows: (who, what) => isOwners(who) || what === 's3:GetObject',
  },
  'a deny for everybody': {
    bucket: { policy: policy({ Effect: 'Deny', Principal: '*', ...everything }) },
    allows: rootPolicy,
  },
  'a deny over an allow': {
    bucket: {
      policy: policy(
        { Effect: 'Allow', Principal: '*', ...everything },
        { ...everything, Effect: 'Deny', Principal: '*', Action: 's3:Put*' },
      ),
    },
    allows: (who, what) => !what.startsWith('s3:Put') || rootPolicy(who, what),
  },
  'a deny for all but an account and the owner': {
    bucket: {
      policy: policy(
        { Effect: 'Allow', Principal: '*', ...everything },
        { Effect: 'Deny', NotPrincipal: { AWS: ['other', 'arn:aws:iam:::user/owner'] }, ...everything },
      ),
    },
    allows: who => ofAccount(who) || isOther(who),
  },
  'a deny for the sub-user': {
    bucket: {
      policy: policy({ Effect: 'Deny', Principal: { AWS: 'arn:aws:iam::owner:user/sub' }, ...everything }),
    },
    allows: who => who === 'owner',
  },
  'an allow for the sub-user': {
    bucket: {
      policy: policy({ Effect: 'Allow', Principal: { AWS: 'arn:aws:iam:::user/owner:sub' }, ...everything }),
    },
    allows: who => isOwners(who) || who === 'sub-user none',
  },
  'an allow for the owner’s account': {
    bucket: { policy: policy({ Effect: 'Allow', Principal: { AWS: 'owner' }, ...everything }) },
    allows: isOwners,
  },
  'an allow for the sub-user, and a deny for its account': {
    bucket: {
      policy: policy(
        { Effect: 'Allow', Principal: { AWS: 'arn:aws:iam:::user/owner:sub' }, ...everything },
        { ...everything, Effect: 'Deny', Principal: { AWS: 'owner' }, Action: 's3:Get*' },
      ),
    },
    allows: (who, what) =>
      rootPolicy(who, what) || ((isOwners(who) || who === 'sub-user none') && !what.startsWith('s3:Get')),
  },
  'a bucket that is public-read': {
    bucket: { acl: bucketAcl('public-read') },
    allows: (who, what) => isOwners(who) || what === 's3:ListBucket',
  },
  'a bucket that is public-read-write': {
    bucket: { acl: bucketAcl('public-read-write') },
    allows: (who, what) => isOwners(who) || what === 's3:ListBucket' || writes.includes(what),
  },
  'a bucket that is authenticated-read': {
    bucket: { acl: bucketAcl('authenticated-read') },
    allows: (who, what) =>
      isOwners(who) || (what === 's3:ListBucket' && who !== 'anybody' && !isUnleveled(who)),
  },
  'public ACLs that are ignored': {
    bucket: { acl: bucketAcl('public-read-write'), block: all },
    object: cannedAcl('public-read', 'object', owners),
    allows: isOwners,
  },
  'an object that is public-read': {
    object: cannedAcl('public-read', 'object', owners),
    allows: (who, what) => isOwners(who) || what === 's3:GetObject',
  },
  'full control of the bucket for another account': {
    bucket: {
      acl: JSON.stringify({ owner: 'owner', grants: [{ to: { id: 'other' }, permission: 'FULL_CONTROL' }] }),
    },
    allows: (who, what) => {
      const granted = ['s3:ListBucket', 's3:GetBucketAcl', 's3:PutBucketAcl', ...writes].includes(what)
      if (isOther(who)) return granted
      return isOwners(who) && (!granted || what.endsWith('BucketAcl'))
    },
  },
  'an object of another account': {
    object: written('private'),
    allows: (who, what) => {
      const ofObject = ['s3:GetObject', 's3:GetObjectAcl', 's3:PutObjectAcl'].includes(what)
      return ofObject ? isOther(who) : isOwners(who)
    },
  },
  'an object of another account that the bucket’s owner may read': {
    object: written('bucket-owner-read'),
    allows: (who, what) => {
      if (what === 's3:GetObject') return isOther(who) || isOwners(who)
      return ['s3:GetObjectAcl', 's3:PutObjectAcl'].includes(what) ? isOther(who) : isOwners(who)
    },
  },
  'an object of another account where the bucket’s owner owns all': {
    bucket: { ownership: 'BucketOwnerEnforced', acl: bucketAcl('public-read') },
    object: written('public-read'),
    allows: isOwners,
  },
}

const rows = Object.entries(grants).flatMap(([grant, { bucket, object, allows }]) =>
  (Object.keys(principals) as Who[]).map(who => ({ grant, bucket, object, allows, who })),
)

describe('decide', () => {
  test.each(rows)('$who with $grant [V8.2.1]', ({ bucket, object, allows, who }) => {
    const plain = {
      id: 0,
      name: 'bucket',
      uid: 'owner',
      acl: null,
      policy: null,
      ownership: null,
      block: null,
    }
    const row = { acl: object ? JSON.stringify(object) : null, tags: [] }
    const decided = actions.filter(
      action =>
        decide(principals[who], action, {
          bucket: { ...plain, ...bucket },
          key: ofObjects.includes(action) ? 'key' : undefined,
          object: () => row,
          facts: () => undefined,
        }).allowed,
    )
    expect(decided).toEqual(actions.filter(action => bounded(who, action) && allows(who, action)))
  })

  test('says by what it was decided', () => {
    const statements = [
      { ...everything, Effect: 'Allow', Principal: '*', Action: 's3:GetObject' },
      { ...everything, Effect: 'Deny', Principal: '*', Action: 's3:DeleteObject' },
    ]
    const bucket = {
      ...{ id: 0, name: 'bucket', uid: 'owner', acl: null, ownership: null, block: null },
      policy: JSON.stringify({ Version: '2012-10-17', Statement: statements }),
    }
    const by = (who: Who, action: Action) =>
      decide(principals[who], action, {
        ...{ bucket, key: 'key', object: () => ({ acl: null, tags: [] }), facts: () => undefined },
      })
    expect(by('anybody', 's3:GetObject')).toEqual({ allowed: true, by: 'statement', statement: 0 })
    expect(by('owner', 's3:DeleteObject')).toEqual({ allowed: false, by: 'statement', statement: 1 })
    expect(by('owner', 's3:PutBucketPolicy')).toEqual({ allowed: true, by: 'owner' })
    expect(by('owner', 's3:PutObject')).toEqual({ allowed: true, by: 'owner' })
    expect(by('anybody', 's3:PutObject')).toEqual({ allowed: false, by: 'default' })
  })

  test('tells only who may list the bucket that an object does not exist', () => {
    const plain = { id: 0, name: 'bucket', uid: 'owner', acl: null, ownership: null, block: null }
    const asked = (statement: object) =>
      decide(null, 's3:GetObject', {
        bucket: {
          ...plain,
          policy: policy({ ...everything, Effect: 'Allow', Principal: '*', ...statement }),
        },
        key: 'absent',
        object: () => undefined,
        facts: () => undefined,
      }).allowed
    expect([asked({ Action: 's3:GetObject' }), asked({ Action: ['s3:GetObject', 's3:ListBucket'] })]).toEqual(
      [false, true],
    )
  })
})

const Bucket = 'private-bucket'
const { running, client } = engineForAll()
beforeAll(async () => {
  await client.createBucket({ Bucket })
  await client.putObject({ Bucket, Key: 'k', Body: 'x' })
})

describe('anybody', () => {
  test.each([
    ['GET', ''],
    ['HEAD', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['GET', '?acl'],
    ['PUT', '?acl'],
    ['GET', '?policy'],
    ['GET', '?uploads'],
    ['GET', '/k'],
    ['HEAD', '/k'],
    ['GET', '/absent'],
    ['PUT', '/k'],
    ['PUT', '/new'],
    ['DELETE', '/k'],
    ['POST', '/k?uploads'],
  ])('is refused %s %s of a private bucket', async (method, path) => {
    const answer = await send(running, { method, path: `/${Bucket}${path}` })
    expect([answer.status, answer.code]).toEqual([403, method === 'HEAD' ? undefined : 'AccessDenied'])
  })

  test('is told that a bucket does not exist', async () => {
    expect(await send(running, { path: '/absent-bucket/k' })).toMatchObject({
      status: 404,
      code: 'NoSuchBucket',
    })
  })

  test('is refused each entry of a multi-delete', async () => {
    const body = '<Delete><Object><Key>k</Key></Object></Delete>'
    const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
    const answer = await send(running, { method: 'POST', path: `/${Bucket}?delete`, headers, body })
    expect(answer.body.toString()).toContain('<Error><Key>k</Key><Code>AccessDenied</Code>')
    await client.headObject({ Bucket, Key: 'k' })
  })

  test('creates no bucket, and has none [V13.4.3]', async () => {
    const created = await send(running, { method: 'PUT', path: '/by-anybody' })
    const list = await send(running, { path: '/' })
    expect([created.code, list.status, list.body.toString().includes('<Bucket>')]).toEqual([
      'AccessDenied',
      200,
      false,
    ])
  })
})
