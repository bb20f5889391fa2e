import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { rgwAdmin } from '../../server/storage-admin/rgw.ts'
import { region } from './support/console.ts'

type Said = [status: number, body: object]

let server: Server | undefined
afterEach(() => {
  server?.close()
})

/** An RGW that answers each request as `answer` says; `asked` are the requests. */
async function rgw(answer: (method: string, query: URLSearchParams) => Said) {
  const asked: string[] = []
  const made = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://rgw')
    asked.push(`${request.method} ${pathname} ${searchParams}`)
    setImmediate(() => {
      const [status, body] = answer(request.method!, searchParams)
      response.statusCode = status
      response.end(JSON.stringify(body))
    })
  }).listen(0, '127.0.0.1')
  server = made
  await new Promise(resolve => made.once('listening', resolve))
  const endpoint = `http://127.0.0.1:${(made.address() as AddressInfo).port}`
  return {
    admin: rgwAdmin({ endpoint, region, keys: { accessKey: 'admin', secretKey: 'secret' } }),
    asked,
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

test('a sub-user is made with its first key, so that RGW makes none by itself', async () => {
  const { admin, asked } = await rgw(method =>
    method === 'POST' ? [404, { Code: 'NoSuchSubUser' }] : [200, {}],
  )
  const keys = ['A', 'B'].map(name => ({ accessKey: name, secretKey: `secret ${name}` }))
  await admin.putSubUser('kho-1', { name: 'an', level: 'readwrite', keys })
  await admin.putSubUser('kho-1', { name: 'an', level: 'read', keys: [] })
  const put = (name: string) => expect.stringContaining(`access-key=${name}`)
  expect(asked).toEqual([
    expect.stringMatching(/^POST \/admin\/user .*access=readwrite/),
    put('A'),
    put('B'),
    expect.stringMatching(/^POST \/admin\/user .*access=read/),
  ])
})

const refusals: [string, Said][] = [
  ['ConcurrentModification', [409, { Code: 'ConcurrentModification' }]],
  ['UnknownError', [500, { Code: 'UnknownError' }]],
]

test.each(refusals)('a change that RGW refuses with %s is sent again', async (_, refusal) => {
  const pair = { accessKey: 'A', secretKey: 's' }
  const passing = await rgw(() => (passing.asked.length < 3 ? refusal : [200, {}]))
  await passing.admin.putKey('kho-1', pair)
  expect(passing.asked.length).toBe(3)
  server?.close()
  const lasting = await rgw(() => refusal)
  await expect(lasting.admin.putKey('kho-1', pair)).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
  expect(lasting.asked.length).toBe(5)
})

test('a storage user is read whole', async () => {
  const key = (user: string, name: string) => ({ user, access_key: name, secret_key: `secret ${name}` })
  const user = {
    display_name: 'Kho nhà',
    suspended: 1,
    user_quota: { enabled: true, max_size: 1000 },
    keys: [key('kho-1', 'OWN'), key('kho-1:an', 'AN')],
    subusers: [
      { id: 'kho-1:an', permissions: 'read-write' },
      { id: 'kho-1:binh', permissions: '<none>' },
      { id: 'kho-1:chi', permissions: 'unknown' },
    ],
  }
  const { admin } = await rgw(() => [200, user])
  const pair = (name: string) => ({ accessKey: name, secretKey: `secret ${name}` })
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
  expect(await admin.usage('kho-1')).toEqual({ bytes: 0, objects: 0, quota: null })
})
