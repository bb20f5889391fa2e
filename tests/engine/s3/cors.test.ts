import { GetObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { beforeAll, describe, expect, test } from 'vitest'
import { newBucket } from '../for-file.ts'
import { failure, send } from '../support.ts'
import { differs, follows, refusal, storageForAll } from './storage.ts'

const Bucket = 'shared'
const rules = [
  {
    ID: 'console',
    AllowedOrigins: ['https://*.example.org', 'https://console.example'],
    AllowedMethods: ['GET', 'PUT'],
    AllowedHeaders: ['Content-Type', 'x-amz-*'],
    ExposeHeaders: ['ETag', 'x-amz-request-id'],
    MaxAgeSeconds: 600,
  },
  { AllowedOrigins: ['*'], AllowedMethods: ['HEAD'] },
]
const { running, client } = storageForAll()
const bucket = newBucket(client, Bucket)
beforeAll(async () => {
  await bucket.put('k', 'hello')
  await client.putBucketCors({ Bucket, CORSConfiguration: { CORSRules: rules } })
})

const corsOf = (headers: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.startsWith('access-control-') || name === 'vary'),
  )

const vary = 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method'
const preflight = async (origin: string, method: string, headers?: string, path = '/shared/k') => {
  const answer = await send(running, {
    method: 'OPTIONS',
    path,
    headers: {
      origin,
      'access-control-request-method': method,
      ...(headers && { 'access-control-request-headers': headers }),
    },
  })
  return { status: answer.status, ...corsOf(answer.headers) }
}

/**
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketCors.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/RESTOPTIONSobject.html
 */
describe('CORS', () => {
  test('rules come back as put; deleted they are gone', async () => {
    expect((await client.getBucketCors({ Bucket })).CORSRules).toEqual(rules)
    await client.createBucket({ Bucket: 'unshared' })
    await client.putBucketCors({ Bucket: 'unshared', CORSConfiguration: { CORSRules: rules } })
    await client.deleteBucketCors({ Bucket: 'unshared' })
    expect(await failure(client.getBucketCors({ Bucket: 'unshared' }))).toEqual({
      status: 404,
      code: 'NoSuchCORSConfiguration',
    })
  })

  test('a preflight gets what its rule allows', async () => {
    differs('cors-headers')
    expect(await preflight('https://console.example', 'PUT', 'Content-Type, X-Amz-Meta-A')).toEqual({
      status: 200,
      vary,
      'access-control-allow-origin': 'https://console.example',
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, PUT',
      'access-control-allow-headers': 'content-type, x-amz-meta-a',
      'access-control-expose-headers': 'ETag, x-amz-request-id',
      'access-control-max-age': '600',
    })
    expect(await preflight('https://a.example.org', 'GET')).toMatchObject({ status: 200 })
    expect(await preflight('https://anyone', 'HEAD')).toEqual({
      status: 200,
      vary,
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'HEAD',
    })
  })

  test.each([
    ['another origin', 'https://evil.example', 'PUT', undefined],
    ['an origin that only ends alike', 'https://console.example.evil', 'PUT', undefined],
    ['another scheme', 'http://console.example', 'PUT', undefined],
    ['another method', 'https://console.example', 'DELETE', undefined],
    ['another header', 'https://console.example', 'PUT', 'authorization'],
  ])('%s is refused', async (_what, origin, method, headers) => {
    const refused = follows('cors-headers') ? { status: 403, vary } : { status: 403 }
    expect(await preflight(origin, method, headers)).toEqual(refused)
  })

  test('a bucket without rules, or none, allows nothing [V3.4.2]', async () => {
    differs('cors-headers')
    expect(await preflight('https://console.example', 'PUT', undefined, '/nothing/k')).toEqual({
      status: 403,
      vary,
    })
    expect((await send(running, { method: 'OPTIONS', path: '/shared/k' })).code).toBe('BadRequest')
  })

  test('real requests and errors carry the headers', async () => {
    const url = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: 'k' }))
    const path = url.slice(running.url.length)
    const headers = { origin: 'https://console.example' }
    const allowed = {
      vary,
      'access-control-allow-origin': 'https://console.example',
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, PUT',
      'access-control-expose-headers': 'ETag, x-amz-request-id',
      'access-control-max-age': '600',
    }
    const good = await send(running, { path, headers })
    const bad = await send(running, { path: '/shared/k', headers })
    const other = await send(running, { path, headers: { origin: 'https://evil.example' } })
    differs('cors-headers')
    expect([good.status, corsOf(good.headers)]).toEqual([200, allowed])
    expect([bad.status, corsOf(bad.headers)]).toEqual([403, allowed])
    expect([other.status, corsOf(other.headers)]).toEqual([200, { vary }])
    const named = await send(running, {
      path,
      headers: { ...headers, 'access-control-request-method': 'DELETE' },
    })
    expect([named.status, corsOf(named.headers)]).toEqual([200, { vary }])
  })

  test('bad rules are refused', async () => {
    const put = (rule: object) =>
      failure(
        client.putBucketCors({
          Bucket,
          CORSConfiguration: { CORSRules: [{ AllowedOrigins: ['*'], AllowedMethods: ['GET'], ...rule }] },
        }),
      )
    expect(await put({ AllowedMethods: ['PATCH'] })).toEqual(refusal({ status: 400, code: 'InvalidRequest' }))
    expect(await put({ AllowedOrigins: ['https://*.*'] })).toEqual(
      refusal({ status: 400, code: 'InvalidRequest' }),
    )
    expect(await put({ AllowedOrigins: [] })).toEqual({ status: 400, code: 'MalformedXML' })
    expect((await client.getBucketCors({ Bucket })).CORSRules).toEqual(rules)
  })
})
