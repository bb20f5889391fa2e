import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import type { Quota } from '../../openapi/schema.ts'
import { closeServer } from '../../server/http/servers.ts'
import { changeCustomer } from '../../server/store/customers.ts'
import { alone } from './support/alone.ts'
import { problem } from './support/console.ts'
import { makePeople } from './support/people.ts'
import { ownConsole, shared, sharedConsole } from './support/with-console.ts'

const console = sharedConsole()
const visitor = shared(() => console.signedIn())
const people = shared(() => makePeople(console))

const pin = '2580'

function refused(fields: unknown) {
  return { status: 400, code: 'INVALID_REQUEST', fields }
}

test('POST /bucket makes one, GET /bucket lists it with what it holds, DELETE /bucket with a body deletes it: pin and tick', async () => {
  const bucket = 'anh-gia-dinh'
  const made = await visitor.call('POST', '/bucket', { bucket })
  expect(made.status).toBe(201)
  expect(made.body).toEqual({ name: bucket, created_at: expect.any(Number), size: 0, objects: 0 })
  const files = [
    { key: 'a', size: 5 },
    { key: 'b', size: 7 },
  ]
  const signed = await visitor.call('POST', '/objects/get-put-urls', { bucket, files })
  const { urls } = signed.body as { urls: string[] }
  for (const [i, url] of urls.entries()) {
    const answer = await fetch(url, { method: 'PUT', body: 'x'.repeat(files[i]!.size) })
    expect(answer.status).toBe(200)
  }
  expect((await visitor.call('GET', '/bucket')).body).toEqual({
    buckets: [{ name: bucket, created_at: expect.any(Number), size: 12, objects: 2 }],
    storage: 'embedded',
  })
  expect((await visitor.call('GET', '/dashboard/quota-user')).body).toEqual({
    percentUse: 0,
    usage: 12,
    total: null,
    full_since: null,
  })
  const remove = (more: object) => visitor.call('DELETE', '/bucket', { bucket, pin, confirm: true, ...more })
  expect(problem(await remove({}))).toEqual({ status: 403, code: 'PIN_REQUIRED' })
  await visitor.call('PUT', '/user/init-pin', { pin })
  expect(problem(await remove({ confirm: false }))).toEqual({ status: 400, code: 'CONFIRM_REQUIRED' })
  expect(problem(await remove({ pin: '0000' }))).toEqual({ status: 403, code: 'PIN_INCORRECT' })
  expect(problem(await remove({}))).toEqual({ status: 409, code: 'BUCKET_NOT_EMPTY' })
  await visitor.call('DELETE', '/objects/delete', { bucket, keys: ['a', 'b'] })
  expect((await remove({})).status).toBe(204)
  expect(problem(await remove({}))).toEqual({ status: 404, code: 'BUCKET_NOT_FOUND' })
  expect((await visitor.call('GET', '/bucket')).body).toEqual({ buckets: [], storage: 'embedded' })
})

test('ten wrong pins, and even the right one must wait; no bucket is lost', async () => {
  await visitor.call('POST', '/bucket', { bucket: 'kept' })
  await visitor.call('PUT', '/user/init-pin', { pin })
  const remove = (tried: string) =>
    visitor.call('DELETE', '/bucket', { bucket: 'kept', pin: tried, confirm: true })
  const tries = await Promise.all(Array.from({ length: 15 }, (_, i) => remove(`wrong ${i}`)))
  const codes = tries.map(answer => problem(answer).code)
  expect(codes.filter(code => code === 'PIN_INCORRECT').length).toBe(10)
  expect(problem(await remove(pin))).toEqual({ status: 429, code: 'TOO_MANY_REQUESTS', retry_after: 900 })
  console.clock.now += 900_000
  await visitor.refresh()
  expect((await remove(pin)).status).toBe(204)
})

test.each([
  ['ab', 'bucket-name-length'],
  ['a'.repeat(64), 'bucket-name-length'],
  ['Anh', 'bucket-name-characters'],
  ['ảnh', 'bucket-name-characters'],
  ['-anh', 'bucket-name-labels'],
  ['an..h', 'bucket-name-labels'],
  ['192.168.1.1', 'bucket-name-address'],
])('POST /bucket refuses the name %s: %s', async (bucket, message) => {
  const answer = await visitor.call('POST', '/bucket', { bucket })
  expect(problem(answer)).toEqual(refused([{ field: 'bucket', message }]))
})

test('Bucket exists. One that is there is not made again', async () => {
  expect((await visitor.call('POST', '/bucket', { bucket: 'twice' })).status).toBe(201)
  const again = problem(await visitor.call('POST', '/bucket', { bucket: 'twice' }))
  expect(again).toEqual({ status: 409, code: 'BUCKET_IS_YOURS' })
})

test('without its sizes the list of buckets is still the list', async ({ onTestFinished }) => {
  const one = await people.visit(await people.owner('khong-so-lieu'))
  await one.call('POST', '/bucket', { bucket: 'listed' })
  const stats = vi
    .spyOn(console.kho.services.admin, 'bucketStats')
    .mockRejectedValue(new Error('no statistics'))
  onTestFinished(() => stats.mockRestore())
  expect((await one.call('GET', '/bucket')).body).toEqual({
    buckets: [{ name: 'listed', created_at: expect.any(Number), size: null, objects: null }],
    storage: 'embedded',
  })
})

test('a quota is told with what is used of it', async () => {
  const person = await people.owner('han-muc')
  const one = await people.visit(person)
  const id = person.accountId
  await one.call('POST', '/bucket', { bucket: 'counted' })
  const { db, sync } = console.kho.services
  await changeCustomer(alone(db), id, { quota: 4000 })
  await sync.apply(id)
  const signed = await one.call('POST', '/objects/get-put-urls', {
    bucket: 'counted',
    files: [{ key: 'a', size: 1000 }],
  })
  await fetch((signed.body as { urls: string[] }).urls[0]!, { method: 'PUT', body: 'x'.repeat(1000) })
  expect((await one.call('GET', '/dashboard/quota-user')).body).toEqual({
    percentUse: 50.6,
    usage: 2024,
    total: 4000,
    full_since: null,
  })
  const begin = (size: number) =>
    one.call('POST', '/objects/start-upload', { bucket: 'counted', key: 'b', size })
  expect(problem(await begin(1977))).toEqual({ status: 507, code: 'NOT_ENOUGH_STORAGE' })
  expect((await begin(900)).status).toBe(201)
  const limit = async (quota: number) => {
    await changeCustomer(alone(db), id, { quota })
    await sync.apply(id)
    return ((await one.call('GET', '/dashboard/quota-user')).body as Quota).full_since
  }
  const since = Math.floor(console.clock.now / 1000)
  expect(await limit(2500)).toBe(since)
  console.clock.now += 60_000
  expect(await limit(2000)).toBe(since)
  expect(await limit(10_000)).toBe(null)
})

test('two accounts see their own buckets alone', async () => {
  const second = await people.visit(await people.owner('second'))
  await visitor.call('POST', '/bucket', { bucket: 'of-the-first' })
  expect((await second.call('GET', '/bucket')).body).toEqual({ buckets: [], storage: 'embedded' })
  expect(problem(await second.call('GET', '/objects?bucket=of-the-first'))).toEqual({
    status: 403,
    code: 'ACCESS_DENIED',
  })
  expect(problem(await second.call('POST', '/bucket', { bucket: 'of-the-first' }))).toEqual({
    status: 409,
    code: 'BUCKET_EXISTS',
  })
})

test('a storage that does not answer is told as such', async () => {
  const gone = createServer((request, response) => {
    request.socket.destroy()
    response.end()
  }).listen(0, '127.0.0.1')
  await once(gone, 'listening')
  const { port } = gone.address() as AddressInfo
  const other = await ownConsole({
    KHO_S3_KIND: 's3',
    KHO_S3_PORT: '',
    KHO_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    KHO_S3_ADMIN_KEY: 'key',
    KHO_S3_ADMIN_SECRET: 'word',
  })
  const one = await other.signedIn()
  const unavailable = { status: 503, code: 'STORAGE_UNAVAILABLE', retry_after: 5 }
  expect(problem(await one.call('GET', '/bucket'))).toEqual(unavailable)
  await closeServer(gone)
  expect(problem(await one.call('GET', '/bucket'))).toEqual(unavailable)
  expect((await one.call('GET', '/dashboard/quota-user')).body).toEqual({
    percentUse: 0,
    usage: null,
    total: null,
    full_since: null,
  })
})

test('of many who make one bucket at once one has made it, also where the storage tells all that they have [V2.3.3]', async ({
  onTestFinished,
}) => {
  const made = new Set<string>()
  const s3 = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://s3')
    setImmediate(() => {
      if (request.method === 'PUT') made.add(pathname)
      else if (request.method === 'HEAD' && !made.has(pathname)) response.statusCode = 404
      const list = [...made].map(path => `<Bucket><Name>${path.slice(1)}</Name></Bucket>`).join('')
      response.setHeader('content-type', 'application/xml')
      if (request.method === 'GET')
        response.write(`<ListAllMyBucketsResult><Buckets>${list}</Buckets></ListAllMyBucketsResult>`)
      response.end()
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => closeServer(s3))
  await once(s3, 'listening')
  const other = await ownConsole({
    KHO_S3_KIND: 's3',
    KHO_S3_ENDPOINT: `http://127.0.0.1:${(s3.address() as AddressInfo).port}`,
    KHO_S3_ADMIN_KEY: 'key',
    KHO_S3_ADMIN_SECRET: 'secret',
  })
  const one = await other.signedIn()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => one.call('POST', '/bucket', { bucket: 'wanted' })),
  )
  const statuses = answers.map(answer => answer.status).sort()
  expect(statuses).toEqual([201, ...Array(7).fill(409)])
})
