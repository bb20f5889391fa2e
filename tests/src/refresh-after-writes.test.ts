// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { readContract } from '../../server/contract/document.ts'
import { changedBy } from '../../src/api/changes.ts'
import { api } from '../../src/api/client.ts'
import { read } from '../../src/api/query.ts'
import { queryClient as client, leavesReads } from '../../src/session/query-client.ts'
import { storageName } from '../../src/site/installation.ts'

let status = 200
const asked: string[] = []

beforeEach(() => {
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, search } = new URL(request.url)
    if (request.method !== 'GET')
      return Response.json({ code: 'SETTING_CHANGED', request_id: 'r' }, { status })
    asked.push(pathname + search)
    return Response.json({ at: asked.length })
  })
})
afterEach(() => {
  client.clear()
  asked.length = 0
  status = 200
})

/** Shows what is read, as a screen does. */
async function show(...reads: ReturnType<typeof read>[]) {
  for (const options of reads) new QueryObserver(client, options as never).subscribe(() => undefined)
  await expect.poll(() => asked.length).toBe(reads.length)
  asked.length = 0
}

const quota = (bucket: string) => read('/bucket/quota', { query: { bucket } })
const acl = (bucket: string) => read('/bucket/acl', { query: { bucket } })
const putAcl = (bucket: string) => api.PUT('/bucket/acl', { body: { bucket, acl: 'public', revision: '1' } })

test('a write has read again what it changes when it resolves, of its bucket alone', async () => {
  await show(acl('anh') as never, acl('video') as never, quota('anh') as never)
  await putAcl('anh')
  expect(asked).toEqual(['/api/bucket/acl?bucket=anh'])
})

test('other tabs read again what a write has changed, of its bucket alone', async () => {
  const tab = new BroadcastChannel(storageName('changes'))
  onTestFinished(() => tab.close())
  const heard = vi.fn()
  tab.onmessage = ({ data }) => heard(data)
  await putAcl('anh')
  const target = { bucket: 'anh' }
  await expect
    .poll(() => heard.mock.calls)
    .toEqual([[{ paths: ['/bucket/acl', '/bucket/status', '/bucket/overview'], target }]])
  await api.DELETE('/objects/delete', {
    body: { bucket: 'anh', path: 'lan/múa.png', confirm: true } as never,
  })
  await expect.poll(() => heard.mock.lastCall?.[0].paths).toContain('/objects/paginate')
  const copy = { bucket: 'anh', keys: ['lan/múa.png'], target_folder: '' }
  for (const [target_bucket, about] of [
    ['anh', target],
    ['video', {}],
  ] as const) {
    await api.PUT('/objects/move', { body: { ...copy, target_bucket } })
    await expect.poll(() => heard.mock.lastCall?.[0].target).toEqual(about)
    expect(heard.mock.lastCall?.[0].paths).toContain('/objects/paginate')
  }

  await show(acl('anh') as never, acl('video') as never)
  tab.postMessage({ paths: ['/bucket/acl'], target })
  await expect.poll(() => asked).toEqual(['/api/bucket/acl?bucket=anh'])
})

test('a write does not wait for ever for what is read again', async () => {
  await show(acl('anh') as never)
  vi.useFakeTimers()
  vi.stubGlobal('fetch', (request: Request) =>
    request.method === 'GET' ? new Promise(() => undefined) : Promise.resolve(Response.json({})),
  )
  const written = putAcl('anh').then(({ response }) => response.status)
  await vi.advanceTimersByTimeAsync(6000)
  vi.useRealTimers()
  expect(await written).toBe(200)
})

test('a write of which the app does not know what it changes, as a part of it is lost, reads nothing again', async () => {
  await show(acl('anh') as never, quota('anh') as never)
  vi.doMock('../../src/api/changes.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  onTestFinished(() => void vi.doUnmock('../../src/api/changes.ts'))
  await putAcl('anh')
  expect(asked).toEqual([])
})

test('what it changes and is not shown is forgotten', async () => {
  await client.fetchQuery(acl('anh') as never)
  await client.fetchQuery(quota('anh') as never)
  await putAcl('anh')
  expect(client.getQueryData(acl('anh').queryKey)).toBeUndefined()
  expect(client.getQueryData(quota('anh').queryKey)).toBeDefined()
})

test.each([
  [409, ['/api/bucket/acl?bucket=anh']],
  [404, ['/api/bucket/acl?bucket=anh']],
  [400, []],
  [503, []],
])('a write refused with %i reads again: %j', async (refusal, again) => {
  await show(acl('anh') as never)
  status = refusal
  await putAcl('anh')
  expect(asked).toEqual(again)
})

/** Reads by POST, calls of flows, jobs (whose end refreshes everything), and writes that the list of files shows by itself. */
const changesNothing = `
DELETE /format-bucket
DELETE /objects/delete
DELETE /objects/delete-folder
DELETE /objects/delete/many
POST /auth/login
POST /auth/logout
POST /auth/passkey
POST /auth/passkey/begin
POST /auth/refresh-token
POST /auth/sso/back-channel-logout/{provider}
POST /auth/sso/begin
POST /auth/sso/complete
POST /auth/sso/explain
POST /auth/sso/link
POST /bucket/abort-uploads
POST /bucket/lifecycle/preview
POST /bucket/policy/simulate
POST /dashboard/summary-traffic
POST /jobs/{id}/cancel
POST /jobs/{id}/retry
POST /notification/topic/secret
POST /objects/abort-upload
POST /objects/acl/many
POST /objects/complete-upload
POST /objects/create-folder
POST /objects/get-download-url
POST /objects/get-put-urls
POST /objects/get-upload-url
POST /objects/get-url
POST /objects/put-batch
POST /objects/search
POST /objects/start-upload
POST /objects/undo
POST /objects/zip
POST /user-management/import
POST /user-management/many
POST /user/
POST /user/check-reset-password
POST /user/confirm-identity/passkey
POST /user/confirm-identity/passkey/begin
POST /user/confirm-identity/provider
POST /user/confirm-identity/provider/begin
POST /user/email
POST /user/email/check
POST /user/email/check-undo
POST /user/notification-addresses/check-confirmation
POST /user/notification-addresses/check-unsubscribe
POST /user/passkeys/begin
POST /user/request-reset-password
POST /user/request-reset-pin
POST /user/verify-2step
PUT /notification/topic/secret
PUT /objects/acl/many
PUT /objects/copy
PUT /objects/deleted/restore
PUT /objects/move
PUT /objects/rename
PUT /user/email
PUT /user/email/undo
PUT /user/init-pin
PUT /user/notification-addresses/confirm
PUT /user/notification-addresses/unsubscribe
PUT /user/reset-password
`
  .trim()
  .split('\n')

test('every other write of the contract says what it changes', () => {
  const writes = readContract().operations.filter(({ method }) => method !== 'GET')
  const silent = writes.filter(({ method, path }) => changedBy(method, path).length === 0)
  expect(silent.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(changesNothing)
})

test('what uploads and sign-in call is not looked up, and changes nothing', () => {
  const called = readContract().operations.filter(({ path }) => leavesReads.test(path))
  expect(called.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/objects/start-upload', '/auth/login']),
  )
  expect(called.flatMap(({ method, path }) => (method === 'GET' ? [] : changedBy(method, path)))).toEqual([])
})
