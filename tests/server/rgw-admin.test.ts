import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { rgwAdmin } from '../../server/storage-admin/rgw.ts'
import { region } from './support/console.ts'

type Said = [status: number, body: object, headers?: Record<string, string>]

let server: Server | undefined
afterEach(() => {
  server?.close()
})

/** An RGW that answers each request as `answer` says; `asked` are the requests, `bodies` what they carry. */
async function rgw(answer: (method: string, query: URLSearchParams, path: string) => Said) {
  const asked: string[] = []
  const bodies: unknown[] = []
  const made = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://rgw')
    asked.push(`${request.method} ${pathname} ${searchParams}`)
    let text = ''
    request.on('data', piece => {
      text += piece
    })
    request.on('end', () => {
      if (text !== '') bodies.push(JSON.parse(text))
      const [status, body, headers] = answer(request.method!, searchParams, pathname)
      response.writeHead(status, headers)
      response.end(JSON.stringify(body))
    })
  }).listen(0, '127.0.0.1')
  server = made
  await new Promise(resolve => made.once('listening', resolve))
  const endpoint = `http://127.0.0.1:${(made.address() as AddressInfo).port}`
  return {
    admin: rgwAdmin({ endpoint, region, keys: { accessKey: 'admin', secretKey: 'secret' } }),
    asked,
    bodies,
  }
}

type Key = { user: string; access_key: string; secret_key: string; active?: boolean }

/** A user's metadata, at version 7. */
function metadata({ keys = [] as Key[], subusers = [] as object[] } = {}) {
  return {
    key: 'user:kho-1',
    ver: { tag: 't', ver: 7 },
    data: { user_id: 'kho-1', attrs: [], keys, subusers },
  }
}

const no: Said = [403, { Code: 'InvalidAccessKeyId' }]

test('a key counts as deleted where RGW knows none, not where it does not know the admin’s', async () => {
  const gone = await rgw(method => (method === 'GET' ? [200, { keys: [{ access_key: 'OTHER' }] }] : no))
  await gone.admin.deleteKey('kho-1', 'KEY')
  server?.close()
  const there = await rgw(method => (method === 'GET' ? [200, { keys: [{ access_key: 'KEY' }] }] : no))
  await expect(there.admin.deleteKey('kho-1', 'KEY')).rejects.toMatchObject({ name: 'InvalidAccessKeyId' })
  server?.close()
  const locked = await rgw(() => no)
  await expect(locked.admin.deleteKey('kho-1', 'KEY')).rejects.toMatchObject({ name: 'InvalidAccessKeyId' })
})

const pair = (name: string) => ({ accessKey: name, secretKey: `secret-of-${name}` })
const stored = (user: string, name: string) => ({ user, access_key: name, secret_key: `secret-of-${name}` })

test('a sub-user is made with its keys in one write, so that RGW makes none by itself', async () => {
  const own = stored('kho-1', 'OWN')
  const { admin, asked, bodies } = await rgw(method =>
    method === 'POST' ? [404, { Code: 'NoSuchSubUser' }] : [200, metadata({ keys: [own] })],
  )
  await admin.putSubUser('kho-1', { name: 'an', level: 'readwrite', keys: [pair('A'), pair('B')] })
  await admin.putSubUser('kho-1', { name: 'an', level: 'read', keys: [] })
  expect(asked).toEqual([
    expect.stringMatching(/^POST \/admin\/user .*access=readwrite/),
    'GET /admin/metadata/user format=json&key=kho-1',
    'PUT /admin/metadata/user format=json&key=kho-1&update-type=update-by-version',
    expect.stringMatching(/^POST \/admin\/user .*access=read/),
  ])
  const keys = [own, ...['A', 'B'].map(name => ({ ...stored('kho-1:an', name), active: true }))]
  const subusers = [{ id: 'kho-1:an', permissions: 'read-write' }]
  expect(bodies).toEqual([{ ...metadata({ keys, subusers }), ver: { tag: 't', ver: 8 } }])
})

test('a key with another secret is replaced, and a sub-user that is there keeps its level', async () => {
  const subusers = [{ id: 'kho-1:an', permissions: 'read' }]
  const keys = [{ ...stored('kho-1:an', 'A'), secret_key: 'another' }, stored('kho-1', 'OWN')]
  const { admin, bodies } = await rgw(method => [200, method === 'GET' ? metadata({ keys, subusers }) : {}])
  await admin.putSubUser('kho-1', { name: 'an', level: 'read', keys: [pair('A')] })
  expect(bodies).toMatchObject([
    { data: { keys: [stored('kho-1', 'OWN'), { ...stored('kho-1:an', 'A'), active: true }], subusers } },
  ])
})

test('no URL contains a secret: RGW logs them all [V14.2.1]', async () => {
  const { admin, asked } = await rgw((method, _, path) => [
    200,
    method === 'GET' && path.includes('metadata') ? metadata() : { keys: [], subusers: [], user_quota: {} },
  ])
  await admin.putUser({ uid: 'kho-1', displayName: 'Kho' })
  await admin.putKey('kho-1', pair('OWN'))
  await admin.putSubUser('kho-1', { name: 'an', level: 'full', keys: [pair('AN')] })
  await admin.getUser('kho-1')
  await admin.deleteKey('kho-1', 'OWN')
  await admin.deleteSubUser('kho-1', 'an')
  expect(asked.length).toBeGreaterThan(8)
  expect(asked.filter(url => /secret-|secret_/.test(url))).toEqual([])
})

test('a write between reading a user and writing it back is not lost', async () => {
  const found = [metadata(), metadata({ keys: [stored('kho-1', 'OTHER')] })]
  const { admin, bodies } = await rgw(method =>
    method === 'GET'
      ? [200, found[Math.min(bodies.length, 1)]!]
      : [200, {}, { RGWX_UPDATE_STATUS: bodies.length === 1 ? 'skipped' : 'applied' }],
  )
  await admin.putKey('kho-1', pair('OWN'))
  expect(bodies).toMatchObject([
    { data: { keys: [stored('kho-1', 'OWN')] } },
    { data: { keys: [stored('kho-1', 'OTHER'), stored('kho-1', 'OWN')] } },
  ])
})

test('an admin user without the capability for metadata is named as the reason', async () => {
  const { admin } = await rgw(() => [403, { Code: 'AccessDenied' }])
  await expect(admin.putKey('kho-1', pair('OWN'))).rejects.toMatchObject({
    code: 'STORAGE_UNAVAILABLE',
    cause: {
      message: 'The admin user of RGW needs the capabilities users=*;buckets=*;usage=read;metadata=*.',
    },
  })
})

const refusals: [string, Said][] = [
  ['ConcurrentModification', [409, { Code: 'ConcurrentModification' }]],
  ['UnknownError', [500, { Code: 'UnknownError' }]],
]

test.each(refusals)('a change that RGW refuses with %s is sent again', async (_, refusal) => {
  const passing = await rgw(() => (passing.asked.length < 3 ? refusal : [200, metadata()]))
  await passing.admin.putKey('kho-1', pair('A'))
  expect(passing.asked.length).toBe(4)
  server?.close()
  const lasting = await rgw(() => refusal)
  await expect(lasting.admin.putKey('kho-1', pair('A'))).rejects.toMatchObject({
    code: 'STORAGE_UNAVAILABLE',
  })
  expect(lasting.asked.length).toBe(5)
})

test('a storage user is read whole', async () => {
  const user = {
    display_name: 'Kho nhà',
    suspended: 1,
    user_quota: { enabled: true, max_size: 1000 },
    keys: [stored('kho-1', 'OWN'), stored('kho-1:an', 'AN')],
    subusers: [
      { id: 'kho-1:an', permissions: 'read-write' },
      { id: 'kho-1:binh', permissions: '<none>' },
      { id: 'kho-1:chi', permissions: 'unknown' },
    ],
  }
  const { admin } = await rgw(() => [200, user])
  expect(await admin.getUser('kho-1')).toEqual({
    displayName: 'Kho nhà',
    suspended: true,
    quota: 1000,
    keys: [pair('OWN')],
    subUsers: [
      { name: 'an', level: 'readwrite', keys: [pair('AN')] },
      { name: 'binh', level: 'none', keys: [] },
      { name: 'chi', level: null, keys: [] },
    ],
  })
})

test('a storage user that RGW does not know yet holds nothing', async () => {
  const { admin } = await rgw(() => [404, { Code: 'NoSuchUser' }])
  expect(await admin.usage('kho-1')).toMatchObject({ bytes: 0, objects: 0, quota: null, full: false })
})

test('the usage log of an unknown user is empty, and unknown to an admin without usage=read', async () => {
  const asked: [Said, unknown][] = [
    [[404, { Code: 'NoSuchUser' }], []],
    [[403, { Code: 'AccessDenied' }], null],
    [[200, { entries: [] }], []],
  ]
  for (const [said, traffic] of asked) {
    const { admin } = await rgw(() => said)
    expect(await admin.traffic('kho-1', 0, 24)).toEqual(traffic)
    server?.close()
  }
  const { admin } = await rgw(() => [503, { Code: 'ServiceUnavailable' }])
  await expect(admin.traffic('kho-1', 0, 24)).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
})
