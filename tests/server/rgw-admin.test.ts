import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { rgwAdmin } from '../../server/storage-admin/rgw.ts'
import { region } from './support/engines.ts'

type Said = [status: number, body: object]

let server: Server | undefined
afterEach(() => {
  server?.close()
})

/** An RGW that answers each request as `answer` says; `asked` are the requests, `most` how many were there at once. */
async function rgw(answer: (method: string, query: URLSearchParams) => Said) {
  const asked: string[] = []
  let under = 0
  let most = 0
  const made = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://rgw')
    asked.push(`${request.method} ${pathname} ${searchParams}`)
    under += 1
    most = Math.max(most, under)
    setImmediate(() => {
      under -= 1
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
    most: () => most,
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

test('changes of one user go to RGW one after the other, and once more after a concurrent one', async () => {
  let asked = 0
  const { admin, most } = await rgw(() =>
    asked++ < 2 ? [409, { Code: 'ConcurrentModification' }] : [200, {}],
  )
  await Promise.all(['A', 'B'].map(name => admin.putKey('kho-1', { accessKey: name, secretKey: 's' })))
  expect([most(), asked]).toEqual([1, 4])
})

test('a storage user that RGW does not know yet holds nothing', async () => {
  const { admin } = await rgw(() => [404, { Code: 'NoSuchUser' }])
  expect(await admin.usage('kho-1')).toEqual({ bytes: 0, objects: 0, quota: null })
})
