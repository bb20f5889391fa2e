import aws4 from 'aws4'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Level } from '../../../server/s3/keys.ts'
import { failure, send, until } from '../support.ts'
import { differs, embeddedOnly, follows, startStorage, storageForAll } from './storage.ts'

const { running, client } = storageForAll({ hosts: ['s3.example.com'] })

const create = (Bucket: string, by = client) => by.createBucket({ Bucket })

/**
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateBucket.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucket.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListBuckets.html
 */
describe('buckets', () => {
  test('are created, listed by name, and deleted when empty', async () => {
    const client = running.client({ keys: await running.account('beginner') })
    const started = Date.now()
    await create('bbb', client)
    await create('aaa', client)
    const { Buckets, Owner } = await client.listBuckets()
    expect([Buckets?.map(bucket => bucket.Name), Owner]).toEqual([
      ['aaa', 'bbb'],
      { ID: 'beginner', DisplayName: 'beginner' },
    ])
    expect(Number(Buckets?.[0]?.CreationDate)).toBeGreaterThanOrEqual(started)
    await client.putObject({ Bucket: 'aaa', Key: 'k', Body: 'x' })
    const remove = () => failure(client.deleteBucket({ Bucket: 'aaa' }))
    expect(await remove()).toEqual({ status: 409, code: 'BucketNotEmpty' })
    await client.deleteObject({ Bucket: 'aaa', Key: 'k' })
    expect(await remove()).toBeUndefined()
    expect(await remove()).toEqual({ status: 404, code: 'NoSuchBucket' })
    expect(await failure(client.headBucket({ Bucket: 'aaa' }))).toMatchObject({ status: 404 })
    expect(await failure(client.listObjectsV2({ Bucket: 'aaa' }))).toEqual({
      status: 404,
      code: 'NoSuchBucket',
    })
  })

  test('take unfinished uploads with them', async () => {
    await create('unfinished')
    const before = running.files().blobs.length
    const upload = { Bucket: 'unfinished', Key: 'k' }
    const { UploadId } = await client.createMultipartUpload(upload)
    await client.uploadPart({ ...upload, UploadId, PartNumber: 1, Body: 'part' })
    await client.deleteBucket({ Bucket: 'unfinished' })
    await until(() => running.files().blobs.length === before)
    expect(running.engine.admin.usage('owner')).toMatchObject({ bytes: 0, objects: 0, quota: null })
  })

  test.each(['ab', 'UPPER', 'under_score', '-start', 'end-', 'a..b', '192.168.1.1', 'x'.repeat(64)])(
    'the name %s is refused',
    async name => {
      expect(await failure(create(name))).toEqual({ status: 400, code: 'InvalidBucketName' })
    },
  )

  /** https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateBucket.html */
  test('in us-east-1 the owner may create a bucket again, as it is', async () => {
    const east = await startStorage({ region: 'us-east-1' })
    const client = east.client({ region: 'us-east-1' })
    const again = (more: object = {}) => failure(client.createBucket({ Bucket: 'again', ...more }))
    await client.createBucket({ Bucket: 'again' })
    await client.putObject({ Bucket: 'again', Key: 'k', Body: 'x' })
    const yours = { status: 409, code: 'BucketAlreadyOwnedByYou' }
    differs('create-again')
    expect([
      await again(),
      await again({ ACL: 'public-read' }),
      await again({ ObjectOwnership: 'BucketOwnerEnforced' }),
      await again({ ObjectLockEnabledForBucket: true }),
      await again({ CreateBucketConfiguration: { Tags: [{ Key: 'a', Value: 'b' }] } }),
    ]).toEqual([undefined, yours, yours, yours, yours])
    const { Contents } = await client.listObjectsV2({ Bucket: 'again' })
    expect(Contents?.map(({ Key }) => Key)).toEqual(['k'])
    await east.stop()
  })

  test('a name is taken once over all users', async () => {
    const keys = await running.account('newcomer')
    await create('unique')
    const yours = { status: 409, code: 'BucketAlreadyOwnedByYou' }
    expect(await failure(create('unique'))).toEqual(follows('create-again') ? yours : undefined)
    const other = running.client({ keys })
    expect(await failure(other.createBucket({ Bucket: 'unique' }))).toEqual({
      status: 409,
      code: 'BucketAlreadyExists',
    })
    expect(await failure(other.listObjectsV2({ Bucket: 'unique' }))).toEqual({
      status: 403,
      code: 'AccessDenied',
    })
    expect(await failure(other.putObject({ Bucket: 'unique', Key: 'k', Body: 'x' }))).toEqual({
      status: 403,
      code: 'AccessDenied',
    })
    expect((await other.listBuckets()).Buckets ?? []).toEqual([])
  })

  test('answer what clients ask routinely as S3 does for a bucket without it', async () => {
    const Bucket = 'routine'
    await create(Bucket)
    await client.putObject({ Bucket, Key: 'k', Body: 'x' })
    expect((await client.getBucketLocation({ Bucket })).LocationConstraint).toBe(
      follows('bucket-region') ? 'kho-1' : 'default',
    )
    expect((await client.getBucketVersioning({ Bucket })).Status).toBeUndefined()
    const grants = [
      { Grantee: { ID: 'owner', DisplayName: 'Owner', Type: 'CanonicalUser' }, Permission: 'FULL_CONTROL' },
    ]
    expect((await client.getBucketAcl({ Bucket })).Grants).toEqual(grants)
    expect((await client.getObjectAcl({ Bucket, Key: 'k' })).Grants).toEqual(grants)
    expect((await client.getObjectTagging({ Bucket, Key: 'k' })).TagSet).toEqual([])
    const codes = [
      await failure(client.getBucketCors({ Bucket })),
      await failure(client.getBucketPolicy({ Bucket })),
      await failure(client.getBucketLifecycleConfiguration({ Bucket })),
      await failure(client.getBucketTagging({ Bucket })),
      await failure(client.getBucketEncryption({ Bucket })),
      await failure(client.getObjectLockConfiguration({ Bucket })),
    ]
    expect(codes.map(answer => `${answer?.status} ${answer?.code}`)).toEqual([
      '404 NoSuchCORSConfiguration',
      '404 NoSuchBucketPolicy',
      '404 NoSuchLifecycleConfiguration',
      '404 NoSuchTagSet',
      follows('bucket-encryption')
        ? '404 ServerSideEncryptionConfigurationNotFoundError'
        : 'undefined undefined',
      '404 ObjectLockConfigurationNotFoundError',
    ])
  })

  test.each(['by-host.s3.localhost', 'by-host.localhost', 'by-host.s3.example.com'])(
    'are reached by the host name %s',
    async name => {
      embeddedOnly('the test’s RGW has no host name')
      await failure(create('by-host'))
      const host = `${name}:${running.port}`
      const credentials = { accessKeyId: running.keys.accessKey, secretAccessKey: running.keys.secretKey }
      const call = (method: string, path: string, body = '') => {
        const signed = aws4.sign(
          { service: 's3', region: 'any-region', host, method, path, body },
          credentials,
        )
        return send(running, { method, path, headers: signed.headers, body })
      }
      const put = await call('PUT', '/a/b', 'x')
      const list = await call('GET', '/?list-type=2')
      expect([put.status, /<Key>(.*)<\/Key>/.exec(list.body.toString())?.[1]]).toEqual([200, 'a/b'])
    },
  )

  test('an error tells its code, resource and request', async () => {
    const answer = await send(running, {
      path: '/nothing/here?x=1',
      headers: { authorization: 'Basic eA==' },
    })
    differs('error-text')
    const id = answer.headers['x-amz-request-id']
    expect(answer.body.toString()).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>InvalidRequest</Code><Message>The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.</Message><Resource>/nothing/here</Resource><RequestId>${id}</RequestId><HostId>${id}</HostId></Error>`,
    )
    expect([answer.headers['x-content-type-options'], answer.headers['content-security-policy']]).toEqual([
      'nosniff',
      "script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'",
    ])
    const head = await send(running, { method: 'HEAD', path: '/nothing/here' })
    expect([head.status, head.body.length]).toEqual([404, 0])
  })
})

describe('the level of a key', () => {
  const Bucket = 'levels'
  beforeAll(async () => {
    await create(Bucket)
    await client.putObject({ Bucket, Key: 'there', Body: 'x' })
  })

  const outcome = async (level: Level) => {
    const by = running.client({ keys: await running.subUser(level) })
    const { UploadId } = await client.createMultipartUpload({ Bucket, Key: 'm' })
    const upload = { Bucket, Key: 'm', UploadId }
    const calls: Record<string, () => Promise<unknown>> = {
      head: () => by.headBucket({ Bucket }),
      list: () => by.listObjectsV2({ Bucket }),
      get: () => by.getObject({ Bucket, Key: 'there' }).then(got => got.Body?.transformToString()),
      put: () => by.putObject({ Bucket, Key: 'new', Body: 'x' }),
      delete: () => by.deleteObject({ Bucket, Key: 'absent' }),
      part: () => by.uploadPart({ ...upload, PartNumber: 1, Body: 'x' }),
      listParts: () => by.listParts(upload),
      copy: () => by.putObject({ Bucket, Key: 'copied', Body: 'x' }),
      getCors: () => by.getBucketCors({ Bucket }),
      putCors: () =>
        by.putBucketCors({
          Bucket,
          CORSConfiguration: { CORSRules: [{ AllowedMethods: ['GET'], AllowedOrigins: ['*'] }] },
        }),
      createBucket: () => by.createBucket({ Bucket: `new-${level}` }),
      createAgain: () => by.createBucket({ Bucket }),
    }
    const results: Record<string, string> = {}
    for (const [name, call] of Object.entries(calls)) results[name] = (await failure(call()))?.code ?? 'ok'
    await client.abortMultipartUpload(upload)
    return results
  }
  const no = 'AccessDenied'

  test('read reads', async () => {
    const found = await outcome('read')
    differs('sub-user-levels')
    expect(found).toEqual({
      ...{ head: 'ok', list: 'ok', get: 'ok', listParts: 'ok', getCors: 'NoSuchCORSConfiguration' },
      ...{ put: no, delete: no, part: no, copy: no, putCors: no, createBucket: no, createAgain: no },
    })
  })

  test('write writes, and may ask what it has written of an upload', async () => {
    const found = await outcome('write')
    differs('sub-user-levels')
    expect(found).toEqual({
      ...{ head: 'ok', put: 'ok', delete: 'ok', part: 'ok', listParts: 'ok', copy: 'ok' },
      ...{ list: no, get: no, getCors: no, putCors: no, createBucket: no },
      createAgain: 'BucketAlreadyOwnedByYou',
    })
  })

  test('readwrite does both', async () => {
    const found = await outcome('readwrite')
    differs('sub-user-levels')
    expect(found).toEqual({
      ...{
        head: 'ok',
        list: 'ok',
        get: 'ok',
        put: 'ok',
        delete: 'ok',
        part: 'ok',
        listParts: 'ok',
        copy: 'ok',
      },
      ...{ getCors: 'NoSuchCORSConfiguration', putCors: no, createBucket: no },
      createAgain: 'BucketAlreadyOwnedByYou',
    })
  })

  test('full does all', async () => {
    const results = await outcome('full')
    expect(results.getCors === 'ok' || results.getCors === 'NoSuchCORSConfiguration').toBe(true)
    expect({ ...results, getCors: 'ok' }).toEqual({
      ...{
        head: 'ok',
        list: 'ok',
        get: 'ok',
        put: 'ok',
        delete: 'ok',
        part: 'ok',
        listParts: 'ok',
        copy: 'ok',
      },
      ...{ getCors: 'ok', putCors: 'ok', createBucket: 'ok' },
      createAgain: follows('create-again') ? 'BucketAlreadyOwnedByYou' : 'ok',
    })
  })

  test('ends with the key', async () => {
    const keys = running.engine.admin.createKey('owner', 'full')
    const client = running.client({ keys })
    await client.listBuckets()
    running.engine.admin.deleteKey('owner', keys.accessKey)
    expect(await failure(client.listBuckets())).toEqual({ status: 403, code: 'InvalidAccessKeyId' })
  })

  test('is that of the sub-user at the time of the request, until the sub-user goes', async () => {
    const { admin } = running.engine
    const pairs = ['A', 'B'].map(letter => ({ accessKey: letter.repeat(20), secretKey: letter.repeat(40) }))
    const clients = pairs.map(keys => running.client({ keys }))
    for (const pair of pairs) admin.putKey('owner', 'an', 'read', pair)
    const outcomes = () =>
      Promise.all(
        clients.flatMap(client => [
          failure(client.getObject({ Bucket, Key: 'there' })),
          failure(client.putObject({ Bucket, Key: 'by sub-user', Body: 'x' })),
        ]),
      ).then(failures => failures.map(each => each?.code ?? 'ok'))
    expect(await outcomes()).toEqual(['ok', no, 'ok', no])
    admin.setLevel('owner', 'an', 'write')
    expect(await outcomes()).toEqual([no, 'ok', no, 'ok'])
    admin.deleteKey('other', pairs[0]!.accessKey)
    expect(await outcomes()).toEqual([no, 'ok', no, 'ok'])
    admin.deleteSubUser('owner', 'an')
    expect(await outcomes()).toEqual(Array(4).fill('InvalidAccessKeyId'))
    await client.getObject({ Bucket, Key: 'there' })
  })

  test('counts for nothing while the user is suspended, whose buckets answer nobody', async () => {
    const { admin } = running.engine
    const other = running.client({ keys: await running.account('other') })
    const Policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: '*',
          Action: ['s3:GetObject', 's3:PutObject'],
          Resource: `arn:aws:s3:::${Bucket}/*`,
        },
      ],
    })
    await client.putBucketPolicy({ Bucket, Policy })
    await create('of-other', other)
    const path = `/${Bucket}/there`
    const CopySource = `${Bucket}/there`
    const attempts = async () => [
      await failure(client.getObject({ Bucket, Key: 'there' })),
      await failure(other.getObject({ Bucket, Key: 'there' })),
      await failure(other.copyObject({ Bucket: 'of-other', Key: 'k', CopySource })),
      (await send(running, { path })).code,
      (await send(running, { path: `/${Bucket}/by-anybody`, method: 'PUT', body: 'x' })).code,
    ]
    expect(await attempts()).toEqual(Array(5).fill(undefined))
    admin.setSuspended('owner', true)
    const no = { status: 403, code: 'UserSuspended' }
    expect(await attempts()).toEqual([no, no, no, no.code, no.code])
    admin.setSuspended('owner', false)
    expect(await attempts()).toEqual(Array(5).fill(undefined))
  })
})
