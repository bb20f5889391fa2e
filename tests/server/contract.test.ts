import { afterEach, expect, test, vi } from 'vitest'
import { type ErrorCode, needs } from '../../openapi/schema.ts'
import { readContract } from '../../server/contract/document.ts'
import { Problem } from '../../server/errors/problem.ts'
import { makeApp } from '../../server/http/app.ts'
import { addRoutes } from '../../server/http/routes.ts'
import { makeServer } from '../../server/http/servers.ts'
import { makeHandlers } from '../../server/operations/operations.ts'
import { problem } from './support/console.ts'
import { sharedConsole } from './support/with-console.ts'

const contract = readContract()

const console = sharedConsole()

function routesWith(change: (handlers: Record<string, unknown>) => void): () => void {
  const { services } = console.kho
  const handlers = makeHandlers(services)
  change(handlers)
  const app = makeApp({
    basePath: '',
    trustedProxies: [],
    logger: false,
    serve: handle => makeServer(null, (request, response) => handle(request, response)),
  })
  return () =>
    addRoutes(app, {
      basePath: '',
      installation: '',
      contract,
      handlers,
      db: services.db,
      rate: 0,
      now: services.now,
      several: false,
      checkResponses: true,
      disk: { isFull: () => false },
    })
}

test('an operation of the contract without a handler stops the start', () => {
  const routes = routesWith(handlers => {
    delete handlers.initPin
  })
  expect(routes).toThrow('No handler for initPin.')
})

test('a handler without an operation in the contract stops the start', () => {
  const routes = routesWith(handlers => {
    handlers.renameBucket = handlers.deleteBucket
  })
  expect(routes).toThrow('The contract has no renameBucket.')
})

test('an operation that the contract does not name gets no route [V13.4.5]', async () => {
  const visitor = await console.signedIn()
  const notFound = { status: 404, code: 'NOT_FOUND' }
  expect(problem(await visitor.call('GET', '/unknown'))).toEqual(notFound)
  expect(problem(await visitor.call('PUT', '/bucket', { bucket: 'a' }))).toEqual(notFound)
  expect(problem(await visitor.call('GET', '/'))).toEqual(notFound)
})

test('the contract asks for a session where the table does', () => {
  const open = contract.operations.filter(operation => !operation.security.includes('session'))
  expect(open.map(operation => operation.id).sort()).toEqual(
    Object.entries(needs)
      .filter(([, need]) => need === 'public' || need === 'super-client')
      .map(([id]) => id)
      .sort(),
  )
})

test('a body that is not what the contract says is refused with the field [V2.2.1, V2.2.2, V15.3.3]', async () => {
  const visitor = await console.signedIn()
  const refused = (fields: unknown) => ({ status: 400, code: 'INVALID_REQUEST', fields })
  const post = async (body: unknown) => problem(await visitor.call('POST', '/objects/start-upload', body))
  const good = { bucket: 'b', key: 'k', size: 1 }
  expect(await post({ ...good, size: undefined })).toEqual(refused([{ field: 'size', message: 'required' }]))
  expect(await post({ ...good, size: '1' })).toEqual(refused([{ field: 'size', message: 'must be integer' }]))
  expect(await post({ ...good, size: -1 })).toEqual(refused([{ field: 'size', message: 'must be >= 0' }]))
  expect(await post({ ...good, more: 1 })).toEqual(
    refused([{ field: 'more', message: 'must NOT have additional properties' }]),
  )
  expect(await post({ ...good, key: 'ế'.repeat(342) })).toEqual(
    refused([{ field: 'key', message: 'key-too-long' }]),
  )
  expect(await post({ ...good, key: 'a\ud800' })).toEqual(
    refused([{ field: 'key', message: 'key-not-unicode' }]),
  )
  expect(await post({ ...good, bucket: 'a\ud800' })).toEqual(
    refused([{ field: 'bucket', message: 'must be well-formed Unicode' }]),
  )
  const folder = (folder: string) => visitor.call('POST', '/objects/create-folder', { bucket: 'b', folder })
  for (const [key, message] of [
    ['  /', 'required'],
    ['a/../', 'folder-name-dots'],
    ['a /', 'folder-name-spaces'],
    ['a\u202eb/', 'folder-name-hidden'],
    [`${'a'.repeat(256)}/`, 'folder-name-too-long'],
  ] as const) {
    expect(problem(await folder(key))).toEqual(refused([{ field: 'folder', message }]))
  }
  expect(await post([good])).toEqual(refused([{ field: '', message: 'must be object' }]))
})

test('a query that is not what the contract says is refused with the field [V2.2.1, V15.3.5, V15.3.7]', async () => {
  const visitor = await console.signedIn()
  const get = async (query: string) => problem(await visitor.call('GET', `/objects/paginate?${query}`))
  const refused = (field: string, message: string) => ({
    status: 400,
    code: 'INVALID_REQUEST',
    fields: [{ field, message }],
  })
  expect(await get('')).toEqual(refused('bucket', 'required'))
  expect(await get('bucket=b&page_size=0')).toEqual(refused('page_size', 'must be >= 1'))
  expect(await get('bucket=b&page_size=ten')).toEqual(refused('page_size', 'must be integer'))
  expect(await get('bucket=b&bucket=c')).toEqual(refused('bucket', 'must be string'))
  expect(await get('bucket=b&prefix=a')).toEqual(refused('prefix', 'must end in a slash'))
  expect(await get('bucket=b&next_token=abc')).toEqual(refused('next_token', 'invalid'))
  expect(await get('bucket=b&__proto__=1')).toEqual(
    refused('__proto__', 'must NOT have additional properties'),
  )
})

test('a body of the wrong kind, broken, or too large is refused [V1.5.2, V3.5.2, V15.3.6]', async () => {
  const visitor = await console.signedIn()
  const send = async (path: string, type: string, body: string | Uint8Array<ArrayBuffer>) => {
    const headers = { ...visitor.headers, cookie: visitor.cookie, 'content-type': type }
    const answer = await fetch(`${console.url}/api${path}`, { method: 'POST', headers, body })
    return problem({ status: answer.status, body: await answer.json(), headers: answer.headers })
  }
  const refused = (message: string) => ({
    status: 400,
    code: 'INVALID_REQUEST',
    fields: [{ field: '', message }],
  })
  const json = 'application/json'
  const form = 'application/x-www-form-urlencoded'
  expect(await send('/bucket', form, 'bucket=abc')).toEqual(refused(`must be ${json}`))
  expect(await send('/bucket', 'text/plain', '{"bucket":"abc"}')).toEqual(refused('unsupported content type'))
  expect(await send('/auth/login', json, '{"username":"a","password":"b"}')).toEqual(
    refused(`must be ${form}`),
  )
  expect(await send('/bucket', json, '{"bucket":')).toEqual(refused('malformed'))
  expect(await send('/bucket', json, '{"bucket":"abc","__proto__":{}}')).toEqual(refused('malformed'))
  const latin1 = new Uint8Array(Buffer.from('{"bucket":"\xe9"}', 'latin1'))
  expect(await send('/bucket', json, latin1)).toEqual(refused('must be UTF-8'))
  expect(await send('/bucket', json, `{"bucket":"${'a'.repeat(1024 ** 2)}"}`)).toEqual(refused('too large'))
  expect(await send('/auth/login', form, `username=${'a'.repeat(9000)}`)).toEqual(refused('too large'))
})

/** What the storage tells of an account's usage, in this test. */
const usage = () => vi.spyOn(console.kho.services.admin, 'usage')
afterEach(() => {
  vi.restoreAllMocks()
})

test('an answer against the contract is an unknown error, and tells nothing [V13.4.2, V15.3.1, V16.5.1]', async () => {
  const visitor = await console.signedIn()
  usage().mockResolvedValue({ bytes: 0.5, objects: 0, quota: null, counted: 0.5, full: false })
  const answer = await visitor.call('GET', '/dashboard/quota-user')
  expect(answer.body).toEqual({
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    code: 'UNKNOWN_ERROR',
    detail: 'UNKNOWN_ERROR',
    request_id: expect.stringMatching(/^[\da-f-]{36}$/),
  })
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
})

test('a code that the contract does not state for the operation is an unknown error', async () => {
  const visitor = await console.signedIn()
  const answers = (code: ErrorCode) => {
    usage().mockRejectedValue(new Problem(code))
    return visitor.call('GET', '/dashboard/quota-user')
  }
  expect(problem(await answers('ACCESS_DENIED'))).toEqual({ status: 403, code: 'ACCESS_DENIED' })
  expect(problem(await answers('BUCKET_EXISTS'))).toEqual({ status: 500, code: 'UNKNOWN_ERROR' })
})

test('an answer that says to wait says how long', async () => {
  const visitor = await console.signedIn()
  usage().mockRejectedValue(new Problem('STORAGE_UNAVAILABLE'))
  const answer = await visitor.call('GET', '/dashboard/quota-user')
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(problem(answer)).toEqual({ status: 503, code: 'STORAGE_UNAVAILABLE', retry_after: 5 })
})
