import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { S3 } from '@aws-sdk/client-s3'
import { expect, onTestFinished, test } from 'vitest'
import type { Services } from '../../server/operations/services.ts'
import { makeClient } from '../../server/storage/client.ts'
import { copyObject } from '../../server/storage/copy-calls.ts'
import { decodeKey, readListing } from '../../server/storage/read-listing.ts'
import { plainCall, signedFetch } from '../../server/storage/signed-request.ts'
import { carry, makeTraces } from '../../server/tracing/trace.ts'
import { withMethods } from '../support/s3.ts'
import { clientOf, makePeople } from './support/people.ts'
import { request } from './support/requests.ts'
import { onEachStorage } from './support/storages.ts'

onEachStorage(
  (_, begin) => {
    const bucket = 'goi-thang'
    const keys = ['a', 'thư mục/a b+c%20&=?.txt', '..', 'a/../b', './c', 'd//e', "f*'()!"]
    let client: S3
    let services: Services

    begin(async started => {
      const { console } = started
      services = console.kho.services
      const people = await makePeople(console)
      const owner = await people.owner('chu')
      const visitor = await people.visit(owner)
      client = await clientOf(console, owner)
      expect((await request(visitor, 'createBucket', { body: { bucket } })).status).toBe(201)
      await client.putObject({ Bucket: bucket, Key: 'nguồn', Body: 'bytes' })
    })

    const get = async (key: string, headers: Record<string, string> = {}) => {
      const answer = await plainCall(client, { method: 'GET', bucket, key, headers })
      return answer && text(answer)
    }

    test.each(keys)('an object is copied to the key %j and read [V5.3.2]', async key => {
      const headers = { 'x-amz-copy-source': `${bucket}/${encodeURIComponent('nguồn')}` }
      const copied = await plainCall(client, { method: 'PUT', bucket, key, headers })
      expect(copied && (await text(copied))).toContain('<ETag>')
      expect(await get(key)).toBe('bytes')
      expect(await get(key, { range: 'bytes=2-' })).toBe('tes')
    })

    test('a page of a listing is the same with and without the SDK', async () => {
      const read = async (query: Record<string, string>) => {
        const all = { 'list-type': '2', 'encoding-type': 'url', ...query }
        const answer = await plainCall(client, { method: 'GET', bucket, key: '', query: all, headers: {} })
        return answer && readListing(await text(answer))
      }
      const queries: Record<string, string>[] = [
        { prefix: '', 'max-keys': '1000' },
        { prefix: '', 'max-keys': '2', delimiter: '/' },
        { prefix: 'thư mục/', 'max-keys': '1000', 'start-after': 'thư mục/a' },
      ]
      for (const query of queries) {
        const sdk = await client.listObjectsV2({
          ...{ Bucket: bucket, Prefix: query.prefix, MaxKeys: Number(query['max-keys']) },
          ...{ Delimiter: query.delimiter, StartAfter: query['start-after'], EncodingType: 'url' },
        })
        expect(await read(query)).toEqual({
          files: (sdk.Contents ?? []).map(({ Key = '', Size, ETag, LastModified, StorageClass }) => ({
            ...{ Key: decodeKey(Key), Size, ETag, LastModified, StorageClass },
          })),
          folders: (sdk.CommonPrefixes ?? []).map(({ Prefix = '' }) => decodeKey(Prefix)),
          token: sdk.NextContinuationToken,
        })
      }
    })

    test('a call of the SDK, one beside it and one of the admin are accepted with the headers of a trace', async () => {
      const { traceId, ...trace } = makeTraces().receive({
        traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
        tracestate: 'vendor=a b,other@kho=1',
      })
      const seen = await carry({ traceId, ...trace }, () =>
        Promise.all([
          client.getObject({ Bucket: bucket, Key: 'nguồn' }).then(answer => answer.Body!.transformToString()),
          get('nguồn'),
          services.admin.getUser('nobody-of-this-name'),
        ]),
      )
      expect(seen).toEqual(['bytes', 'bytes', null])
    })

    test('the result for a missing object or another ETag is null', async () => {
      expect(await get('không có')).toBe(null)
      expect(await get('nguồn', { 'if-match': '"00000000000000000000000000000000"' })).toBe(null)
    })
  },
  { onRgwToo: true },
)

const result = (etag: string) =>
  `<?xml version="1.0"?><CopyObjectResult><ETag>${etag}</ETag></CopyObjectResult>`
const failed = '<?xml version="1.0"?>\n<Error><Code>InternalError</Code><Message>No.</Message></Error>'

test.each([
  ['quotes', [result('"5d41402abc4b2a76b9719d911017c592"')], '5d41402abc4b2a76b9719d911017c592'],
  [
    'quotes as entities',
    [result('&quot;5d41402abc4b2a76b9719d911017c592-2&quot;')],
    '5d41402abc4b2a76b9719d911017c592-2',
  ],
  ['no quotes', [result('5d41402abc4b2a76b9719d911017c592')], '5d41402abc4b2a76b9719d911017c592'],
  ['an error behind the head first', [failed, result('"b"')], 'b'],
  ['a connection that breaks first', [null, result('"c"')], 'c'],
])('a copy that is answered with %s is made, and asked for no more often', async (_name, answers, etag) => {
  let asked = 0
  const server = createServer((_request, response) => {
    const body = answers[asked]
    asked += 1
    if (body === null) response.destroy()
    else response.writeHead(200, { 'content-type': 'application/xml' }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = makeClient({ endpoint, region: 'us-east-1', keys: { accessKey: 'a', secretKey: 'b' } })
  onTestFinished(() => client.destroy())
  const from = { bucket: 'one', key: 'a', etag: 'e', storageClass: null, encryption: null }
  expect(await copyObject(client, from, { bucket: 'two', key: 'b' }, null)).toBe(etag)
  expect(asked).toBe(answers.length)
})

test('requests to the storage have the headers of their trace, unsigned, and outside of one none', async () => {
  const seen: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers)
    response.writeHead(200, { 'content-type': 'application/xml' }).end('<ListAllMyBucketsResult/>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [region, keys] = ['us-east-1', { accessKey: 'a', secretKey: 'b' }]
  const client = withMethods(makeClient({ endpoint, region, keys }))
  onTestFinished(() => client.destroy())
  const send = async () => {
    await client.listBuckets()
    await (await plainCall(client, { method: 'GET', bucket: 'one', key: 'a', headers: {} }))?.resume()
    await signedFetch({ endpoint, region, keys, method: 'GET', path: '/admin/user', query: {} })
  }
  const given = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, tracestate: 'vendor=a' }
  await carry(makeTraces().receive(given), send)
  await send()
  const headers = seen.map(({ traceparent, tracestate }) => ({ traceparent, tracestate }))
  const none = { traceparent: undefined, tracestate: undefined }
  expect(headers).toEqual([given, given, given, none, none, none])
  for (const { authorization } of seen) expect(authorization).toMatch(/SignedHeaders=(?!.*trace)[^,]*host/)
})
