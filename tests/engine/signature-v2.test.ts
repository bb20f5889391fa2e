import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseQuery } from '../../server/engine/signature/uri.ts'
import { stringToSignV2 } from '../../server/engine/signature/verify-v2.ts'
import { oddKeys, type Running, send, startEngine } from './support.ts'

const sha1 = (secret: string, text: string): string =>
  createHmac('sha1', secret).update(text, 'utf8').digest('base64')

/** https://docs.aws.amazon.com/AmazonS3/latest/API/RESTAuthentication.html */
describe('the examples of the documentation', () => {
  const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
  const signature = (signed: Partial<Parameters<typeof stringToSignV2>[0]>): string =>
    sha1(
      secret,
      stringToSignV2({
        ...{ method: 'GET', path: '/johnsmith/photos/puppy.jpg', query: parseQuery(''), headers: {} },
        ...{ expires: 'Tue, 27 Mar 2007 19:36:42 +0000', ...signed },
      }),
    )

  test('the signature of a URL', () => {
    const query = parseQuery(
      'AWSAccessKeyId=AKIAIOSFODNN7EXAMPLE&Signature=NpgCjnDzrM%2BWFzoENXmpNDUsSn8%3D&Expires=1175139620',
    )
    expect(signature({ query, expires: '1175139620' })).toBe(query.get('Signature'))
  })

  test('that of a download', () => expect(signature({})).toBe('bWq2s1WEIj+Ydj0vQ697zp+IXMU='))

  test('that of an upload with headers', () =>
    expect(
      signature({
        method: 'PUT',
        path: '/static.johnsmith.net/db-backup.dat.gz',
        expires: 'Tue, 27 Mar 2007 21:06:08 +0000',
        headers: {
          'x-amz-acl': 'public-read',
          'content-type': 'application/x-download',
          'content-md5': '4gJE4saaMU4BqNR0kLY+lw==',
          'x-amz-meta-reviewedby': 'joe@johnsmith.net,jane@johnsmith.net',
          'x-amz-meta-filechecksum': '0x02661779',
          'x-amz-meta-checksumalgorithm': 'crc32',
          'content-disposition': 'attachment; filename=database.dat',
        },
      }),
    ).toBe('ilyl83RwaSoYIEdixDQcA4OnAnc='))
})

describe('pre-signed URLs of Signature Version 2', () => {
  let running: Running
  let clock = 0
  const Bucket = 'signed'
  beforeAll(async () => {
    running = await startEngine({ now: () => Date.now() + clock, hosts: ['s3.example.com'] })
    await running.client().createBucket({ Bucket })
    await running.client().putObject({ Bucket, Key: 'there', Body: 'hello' })
  })
  afterAll(() => running.stop())

  /** `signed`: the parameters of `query` that the signature covers, as they are signed; `headers`: those of x-amz-. */
  const presign = (
    path: string,
    more: {
      method?: string
      query?: string
      signed?: string
      headers?: Record<string, string>
      type?: string
      bucket?: string
      expires?: string
      keys?: { accessKey: string; secretKey: string }
    } = {},
  ): string => {
    const { accessKey, secretKey } = more.keys ?? running.keys
    const expires = more.expires ?? String(Math.floor(Date.now() / 1000) + 60)
    const amz = Object.entries(more.headers ?? {}).map(([name, value]) => `${name}:${value}\n`)
    const resource = `${more.bucket ?? ''}${path}${more.signed === undefined ? '' : `?${more.signed}`}`
    const text = `${more.method ?? 'GET'}\n\n${more.type ?? ''}\n${expires}\n${amz.join('')}${resource}`
    const query = new URLSearchParams({
      AWSAccessKeyId: accessKey,
      Expires: expires,
      Signature: sha1(secretKey, text),
    })
    return `${path}?${more.query === undefined ? '' : `${more.query}&`}${query}`
  }

  test('read and write', async () => {
    const put = await send(running, {
      method: 'PUT',
      path: presign('/signed/written', { method: 'PUT' }),
      body: 'by version 2',
    })
    const get = await send(running, { path: presign('/signed/written') })
    expect([put.status, get.status, get.body.toString()]).toEqual([200, 200, 'by version 2'])
    expect((await send(running, { path: presign('/signed'), method: 'HEAD' })).status).toBe(403)
    expect((await send(running, { path: presign('/signed'), method: 'GET' })).status).toBe(200)
  })

  test.each(oddKeys)('of the key %j', async Key => {
    await running.client().putObject({ Bucket, Key, Body: `body of ${Key}` })
    const path = `/signed/${Key.split('/').map(encodeURIComponent).join('/')}`
    expect((await send(running, { path: presign(path) })).body.toString()).toBe(`body of ${Key}`)
  })

  test('of a bucket that the host names', async () => {
    const path = presign('/there', { bucket: '/signed' })
    const answer = await send(running, { path, headers: { host: 'signed.s3.example.com' } })
    expect([answer.status, answer.body.toString()]).toEqual([200, 'hello'])
    expect((await send(running, { path, headers: { host: 'other.s3.example.com' } })).code).toBe(
      'SignatureDoesNotMatch',
    )
  })

  test('carry headers in their query, which are signed', async () => {
    const headers = { 'x-amz-acl': 'public-read', 'x-amz-meta-who': 'trinh' }
    const query = 'x-amz-acl=public-read&x-amz-meta-who=trinh&content-type=text%2Fplain'
    const path = presign('/signed/carried', { method: 'PUT', headers, query, type: 'text/plain' })
    const other = path.replace('who=trinh', 'who=other')
    expect((await send(running, { method: 'PUT', path: other, body: 'x' })).code).toBe(
      'SignatureDoesNotMatch',
    )
    expect((await send(running, { method: 'PUT', path, body: 'x' })).status).toBe(200)
    const got = await running.client().getObject({ Bucket, Key: 'carried' })
    expect([got.Metadata, got.ContentType]).toEqual([{ who: 'trinh' }, 'text/plain'])
    expect((await send(running, { path: '/signed/carried' })).status).toBe(200)
    const sent = { ...headers, 'content-type': 'text/plain' }
    expect((await send(running, { method: 'PUT', path, body: 'x', headers: sent })).status).toBe(200)
    const changes: Record<string, string>[] = [
      { 'content-type': 'text/html' },
      { 'x-amz-meta-who': 'other' },
      { 'x-amz-meta-b': '' },
    ]
    for (const changed of changes)
      expect((await send(running, { method: 'PUT', path, body: 'x', headers: changed })).code).toBe(
        'SignatureDoesNotMatch',
      )
  })

  test('overrides of response headers are signed as they are read', async () => {
    const signed =
      "response-content-disposition=attachment; filename*=UTF-8''%C4%91.txt&response-content-type=text/plain"
    const query = new URLSearchParams({
      'response-content-type': 'text/plain',
      'response-content-disposition': "attachment; filename*=UTF-8''%C4%91.txt",
    }).toString()
    const path = presign('/signed/there', { query, signed })
    expect((await send(running, { path })).headers).toMatchObject({ 'content-type': 'text/plain' })
    const unsigned = presign('/signed/there', { query: 'response-content-type=text%2Fhtml' })
    expect((await send(running, { path: unsigned })).code).toBe('SignatureDoesNotMatch')
  })

  test('a version is signed', async () => {
    const Status = 'Enabled'
    await running.client().createBucket({ Bucket: 'versions' })
    await running.client().putBucketVersioning({ Bucket: 'versions', VersioningConfiguration: { Status } })
    const put = (Body: string) => running.client().putObject({ Bucket: 'versions', Key: 'k', Body })
    const { VersionId } = await put('old')
    await put('new')
    const named = `versionId=${VersionId}`
    const path = presign('/versions/k', { query: named, signed: named })
    expect((await send(running, { path })).body.toString()).toBe('old')
    expect((await send(running, { path: presign('/versions/k', { query: named }) })).code).toBe(
      'SignatureDoesNotMatch',
    )
  })

  test.each(['acl', 'tagging', 'retention', 'attributes', 'uploads', 'versionId=null', 'partNumber=1'])(
    'ask for ?%s where it is signed only',
    async query => {
      for (const method of ['GET', 'PUT', 'DELETE', 'POST']) {
        const path = presign('/signed/there', { method, query })
        expect((await send(running, { method, path })).code).toBe('SignatureDoesNotMatch')
      }
    },
  )

  test('ask for a bucket’s ACL', async () => {
    const path = presign('/signed', { query: 'acl', signed: 'acl' })
    expect((await send(running, { path })).body.toString()).toContain('<AccessControlPolicy')
  })

  test('are good until their time, for their method and key only [V9.2.1]', async () => {
    const path = presign('/signed/there')
    const denied = { status: 403, code: 'AccessDenied' }
    const different = { status: 403, code: 'SignatureDoesNotMatch' }
    clock = 58_000
    expect((await send(running, { path })).status).toBe(200)
    clock = 61_000
    expect(await send(running, { path })).toMatchObject(denied)
    clock = 0
    expect(await send(running, { path, method: 'DELETE' })).toMatchObject(different)
    expect(await send(running, { path: path.replace('there', 'written') })).toMatchObject(different)
    expect(await send(running, { path: path.replace(/Expires=\d/, 'Expires=9') })).toMatchObject(different)
    expect(await send(running, { path: presign('/signed/there', { expires: 'soon' }) })).toMatchObject(denied)
    expect(await send(running, { path: path.replace(/Signature=[^&]*/, '') })).toMatchObject(denied)
    expect(await send(running, { path: path.replace(/Signature=[^&]*/, 'Signature=AAAA') })).toMatchObject(
      different,
    )
  })

  test('of an unknown key, and with a token, are refused', async () => {
    const unknown = { accessKey: 'NOBODY', secretKey: 'x' }
    expect((await send(running, { path: presign('/signed/there', { keys: unknown }) })).code).toBe(
      'InvalidAccessKeyId',
    )
    const query = 'x-amz-security-token=a'
    expect((await send(running, { path: presign('/signed/there', { query }) })).code).toBe('InvalidToken')
  })

  test('beside another signature are refused; headers of version 2 stay so', async () => {
    const path = presign('/signed/there')
    const both = await send(running, { path, headers: { authorization: 'AWS a:b' } })
    const header = await send(running, { path: '/signed/there', headers: { authorization: 'AWS a:b' } })
    expect([both.code, header.code]).toEqual(['InvalidArgument', 'InvalidRequest'])
  })

  test('policies know them by s3:signatureversion', async () => {
    const Policy = JSON.stringify({
      Statement: [
        {
          ...{ Effect: 'Deny', Principal: '*', Action: 's3:GetObject', Resource: 'arn:aws:s3:::strict/*' },
          Condition: { StringNotEquals: { 's3:signatureversion': 'AWS4-HMAC-SHA256' } },
        },
      ],
    })
    const client = running.client()
    await client.createBucket({ Bucket: 'strict' })
    await client.putObject({ Bucket: 'strict', Key: 'k', Body: 'x' })
    expect((await send(running, { path: presign('/strict/k') })).status).toBe(200)
    await client.putBucketPolicy({ Bucket: 'strict', Policy })
    expect((await send(running, { path: presign('/strict/k') })).code).toBe('AccessDenied')
    expect((await client.getObject({ Bucket: 'strict', Key: 'k' })).ETag).toBeDefined()
  })

  test('are refused where they are turned off [V9.1.2]', async () => {
    const off = await startEngine({ signV2: false })
    const answer = await send(off, { path: presign('/signed/there', { keys: off.keys }) })
    expect([answer.status, answer.code]).toEqual([400, 'InvalidRequest'])
    await off.stop()
  })
})
