import { beforeAll, describe, expect, test } from 'vitest'
import { signHeaders } from '../../support/sign-s3.ts'
import { failure, region, send } from '../support.ts'
import { differs, refusal, storageForAll } from './storage.ts'

const Bucket = 'sub'
const Key = 'k'
const { running, client } = storageForAll()
beforeAll(async () => {
  await client.createBucket({ Bucket })
  await client.putObject({ Bucket, Key, Body: 'kept' })
})

const request = (method: string, path: string, query: string, headers: Record<string, string> = {}) =>
  send(running, {
    method,
    path: `${path}?${query}`,
    headers: signHeaders({
      method,
      host: `127.0.0.1:${running.port}`,
      path,
      query,
      region,
      keys: running.keys,
      payloadHash: 'UNSIGNED-PAYLOAD',
      headers: { 'content-length': '0', ...headers },
    }),
  })

describe('configurations that the engine does not have', () => {
  // https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketWebsite.html
  test('website and replication are not configured; deleting them succeeds', async () => {
    differs('configurations')
    expect(await failure(client.getBucketWebsite({ Bucket }))).toEqual({
      status: 404,
      code: 'NoSuchWebsiteConfiguration',
    })
    expect(await failure(client.getBucketReplication({ Bucket }))).toEqual({
      status: 404,
      code: 'ReplicationConfigurationNotFoundError',
    })
    expect((await client.deleteBucketWebsite({ Bucket })).$metadata.httpStatusCode).toBe(204)
    expect((await client.deleteBucketReplication({ Bucket })).$metadata.httpStatusCode).toBe(204)
  })

  test('logging and acceleration are off', async () => {
    expect((await client.getBucketLogging({ Bucket })).LoggingEnabled).toBeUndefined()
    expect((await client.getBucketAccelerateConfiguration({ Bucket })).Status).toBeUndefined()
  })

  // https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListBucketInventoryConfigurations.html
  test('inventory, analytics, metrics and tiering have empty lists, and no id', async () => {
    differs('configurations')
    const lists = [
      await client.listBucketInventoryConfigurations({ Bucket }),
      await client.listBucketAnalyticsConfigurations({ Bucket }),
      await client.listBucketMetricsConfigurations({ Bucket }),
      await client.listBucketIntelligentTieringConfigurations({ Bucket }),
    ]
    expect(lists.map(list => list.IsTruncated)).toEqual([false, false, false, false])
    const one = client.getBucketInventoryConfiguration({ Bucket, Id: 'weekly' })
    expect(await failure(one)).toEqual({ status: 404, code: 'NoSuchConfiguration' })
  })

  test('changes of them, torrents and restores are NotImplemented', async () => {
    const calls = [
      client.putBucketAccelerateConfiguration({ Bucket, AccelerateConfiguration: { Status: 'Enabled' } }),
      client.getObjectTorrent({ Bucket, Key }),
      client.restoreObject({ Bucket, Key, RestoreRequest: { Days: 1 } }),
    ]
    differs('configurations')
    expect(await Promise.all(calls.map(failure))).toEqual(
      calls.map(() => ({ status: 501, code: 'NotImplemented' })),
    )
    for (const name of ['website', 'replication', 'metrics&id=a', 'inventory&id=a', 'analytics&id=a'])
      expect((await request('PUT', `/${Bucket}`, name)).code).toBe('NotImplemented')
  })
})

describe('a change with an unknown sub-resource', () => {
  test.each([
    ['PUT', `/${Bucket}/made`, 'renameObject='],
    ['PUT', `/${Bucket}/made`, 'append='],
    ['PUT', `/${Bucket}/${Key}`, 'encryption='],
    ['PUT', '/made-by-mistake', 'abac='],
    ['PUT', '/made-by-mistake', 'future='],
    ['DELETE', `/${Bucket}/${Key}`, 'future='],
    ['DELETE', `/${Bucket}`, 'metadataConfiguration='],
    ['POST', `/${Bucket}/${Key}`, 'future='],
  ])('%s %s?%s is NotImplemented, and changes nothing', async (method, path, query) => {
    const answer = await request(method, path, query)
    differs('unknown-sub-resources')
    expect([answer.status, answer.code]).toEqual([501, 'NotImplemented'])
    expect((await request('GET', '/', '')).body.toString()).not.toContain('made-by-mistake')
    expect(await failure(client.headObject({ Bucket, Key: 'made' }))).toBeDefined()
    expect(await failure(client.headObject({ Bucket, Key }))).toBeUndefined()
  })

  test('a parameter with a value is no sub-resource', async () => {
    expect((await request('PUT', `/${Bucket}/named`, 'x-id=PutObject')).status).toBe(200)
  })

  test.each(['GET', 'HEAD'])('changes nothing of a read by %s', async method => {
    expect((await request(method, `/${Bucket}/named`, 'future=')).status).toBe(200)
  })
})

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/ServerSideEncryptionCustomerKeys.html
test.each([
  ['GET', 'x-amz-server-side-encryption-customer-algorithm', 'AES256'],
  ['PUT', 'x-amz-server-side-encryption-customer-algorithm', 'AES256'],
  ['PUT', 'x-amz-server-side-encryption', 'aws:kms'],
  ['PUT', 'x-amz-server-side-encryption-aws-kms-key-id', 'a'],
  ['PUT', 'x-amz-copy-source-server-side-encryption-customer-key', 'a'],
])('%s with %s is NotImplemented', async (method, name, value) => {
  const answer = await request(method, `/${Bucket}/${Key}`, '', { [name]: value })
  differs('copy-source-key', name.startsWith('x-amz-copy-source'))
  const refused = { status: 501, code: 'NotImplemented' }
  expect({ status: answer.status, code: answer.code }).toEqual(refusal(refused))
})
