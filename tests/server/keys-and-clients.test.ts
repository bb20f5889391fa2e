import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { S3 } from '@aws-sdk/client-s3'
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { AccessKey, ApiClient, Permission } from '../../openapi/schema.ts'
import { Problem } from '../../server/errors/problem.ts'
import { told } from './support/audit.ts'
import { type Answer, problem, Visitor } from './support/console.ts'
import { makePeople, type Person } from './support/people.ts'
import { ownConsole, shared, sharedConsole } from './support/with-console.ts'

const console = sharedConsole()
const people = shared(() => makePeople(console))
let account: Person
let owner: Visitor
beforeAll(async () => {
  account = await people.owner('chu')
  owner = await people.visit(account, { confirmed: true })
})
afterEach(() => {
  vi.restoreAllMocks()
})

let count = 0
async function newSubUser(permission: Permission, more: { expireDate?: number } = {}) {
  const person = await people.subUser(account, `nguoi-${++count}`, permission, more)
  return { person, visitor: await people.visit(person, { confirmed: true }) }
}

type MadeKey = { key: AccessKey; secret_key: string }
const newKey = (visitor: Visitor, name = ' Máy chủ ') => visitor.call('POST', '/user/access-key', { name })
const keysOf = async (visitor: Visitor) =>
  (await visitor.call('GET', '/user/access-key')).body as { keys: AccessKey[]; endpoint: string }

async function records(target: string) {
  const rows = await console.kho.services.db
    .selectFrom('audit')
    .select(['action', 'user', 'data'])
    .where('target', '=', target)
    .orderBy('id')
    .execute()
  return rows.map(told).map(row => `${row.action} ${row.user} ${row.detail}`)
}

describe('access keys', () => {
  test('a key is shown with its secret once, and listed without it for the address of the S3 endpoint [V15.3.1]', async () => {
    const { person, visitor } = await newSubUser('read')
    const made = await newKey(visitor)
    const { key, secret_key } = made.body as MadeKey
    expect([made.status, key]).toEqual([
      201,
      {
        access_key: expect.stringMatching(/^[A-Z2-7]{20}$/),
        name: 'Máy chủ',
        user: person.email,
        own: true,
        permission: null,
        scope: null,
        enabled: true,
        created_at: Math.floor(console.clock.now / 1000),
        expire_date: 0,
        last_used_at: null,
      },
    ])
    expect(secret_key).toMatch(/^[A-Za-z0-9]{40}$/)
    expect((await visitor.call('GET', '/user/access-key')).body).toEqual({
      keys: [key],
      endpoint: console.kho.s3Url,
      region: 'us-east-1',
      tells_last_use: true,
      puts_share: false,
    })
    const { secret_key: sealed } = await console.kho.services.db
      .selectFrom('access_keys')
      .select('secret_key')
      .where('access_key', '=', key.access_key)
      .executeTakeFirstOrThrow()
    expect(sealed.includes(secret_key)).toBe(false)
  })

  test('a key that expires is taken from the storage, on record, and cannot be enabled again', async () => {
    const { person, visitor } = await newSubUser('read')
    const { admin, db, sweeper } = console.kho.services
    const expire_date = Math.floor(console.clock.now / 1000) + 60
    const made = await visitor.call('POST', '/user/access-key', { name: 'Tạm', expire_date })
    const { access_key } = (made.body as MadeKey).key
    const { storage_uid } = await db
      .selectFrom('accounts')
      .select('storage_uid')
      .where('id', '=', person.accountId)
      .executeTakeFirstOrThrow()
    const isStored = async () =>
      (await admin.getUser(storage_uid))!.subUsers.some(each =>
        each.keys.some(({ accessKey }) => accessKey === access_key),
      )
    await sweeper.run()
    expect([(made.body as MadeKey).key.expire_date, await isStored()]).toEqual([expire_date, true])
    console.clock.now += 60_000
    await sweeper.run()
    expect(await isStored()).toBe(false)
    expect((await keysOf(visitor)).keys).toMatchObject([{ access_key, enabled: false, expire_date }])
    expect(await records(access_key)).toContain('ACCESS_KEY_DISABLED  Tạm')
    const again = await visitor.call('PUT', '/user/access-key', { access_key, enabled: true })
    expect(problem(again)).toMatchObject({ status: 400, fields: [{ field: 'enabled' }] })
  })

  test('the last use of a key is listed, as the storage tells it', async () => {
    const { visitor } = await newSubUser('read')
    const { key, secret_key } = (await newKey(visitor)).body as MadeKey
    const credentials = { accessKeyId: key.access_key, secretAccessKey: secret_key }
    const base = { endpoint: console.kho.s3Url!, region: 'us-east-1', forcePathStyle: true }
    const s3 = new S3({ ...base, credentials })
    onTestFinished(() => s3.destroy())
    await s3.listBuckets()
    const used = (await keysOf(visitor)).keys[0]!.last_used_at
    expect(Math.abs(used! - Date.now() / 1000)).toBeLessThan(600)
  })

  test('an owner sees, disables and deletes the keys of sub-users; they see only their own, each act on record', async () => {
    const { person, visitor } = await newSubUser('read')
    const other = await newSubUser('read')
    const { key } = (await newKey(visitor)).body as MadeKey
    await other.visitor.call('GET', '/objects?bucket=none')
    const { access_key } = key
    expect((await keysOf(other.visitor)).keys).toEqual([])
    expect((await keysOf(owner)).keys.find(each => each.access_key === access_key)).toEqual({
      ...key,
      own: false,
    })
    const notFound = { status: 404, code: 'NOT_FOUND' }
    for (const enabled of [true, false]) {
      const call = other.visitor.call('PUT', '/user/access-key', { access_key, enabled })
      expect(problem(await call)).toEqual(notFound)
    }
    expect(problem(await other.visitor.call('DELETE', '/user/access-key', { access_key }))).toEqual(notFound)
    const disabled = await owner.call('PUT', '/user/access-key', { access_key, enabled: false })
    expect(disabled.body).toEqual({ ...key, own: false, enabled: false })
    console.clock.now += 1
    await owner.call('PUT', '/user/access-key', { access_key, enabled: false })
    await visitor.call('PUT', '/user/access-key', { access_key, enabled: true })
    console.clock.now += 1
    await owner.call('DELETE', '/user/access-key', { access_key })
    expect(problem(await owner.call('DELETE', '/user/access-key', { access_key }))).toEqual(notFound)
    expect(await records(access_key)).toEqual([
      `ACCESS_KEY_CREATED ${person.email} Máy chủ`,
      `ACCESS_KEY_DISABLED ${account.email} Máy chủ`,
      `ACCESS_KEY_ENABLED ${person.email} Máy chủ`,
      `ACCESS_KEY_DELETED ${account.email} Máy chủ`,
    ])
  })

  test('the key that the console signs with is nobody’s to see or to change', async () => {
    const { person, visitor } = await newSubUser('full-control')
    await visitor.call('POST', '/bucket', { bucket: 'by-sub-user' })
    const { access_key } = await console.kho.services.db
      .selectFrom('access_keys')
      .select('access_key')
      .where('user_id', '=', person.id)
      .where('console', '=', 1)
      .executeTakeFirstOrThrow()
    for (const each of [visitor, owner]) {
      expect((await keysOf(each)).keys.some(key => key.access_key === access_key)).toBe(false)
      const gone = await each.call('DELETE', '/user/access-key', { access_key })
      expect(problem(gone).code).toBe('NOT_FOUND')
    }
  })

  test('of many keys made at once a user gets twenty [V2.3.2]', async () => {
    const { visitor } = await newSubUser('read')
    const answers = await Promise.all(Array.from({ length: 22 }, () => newKey(visitor)))
    expect(answers.filter(answer => answer.status === 201).length).toBe(20)
    const refused = answers.filter(answer => answer.status !== 201).map(problem)
    expect(refused).toEqual(Array(2).fill({ status: 409, code: 'LIMIT_REACHED' }))
    const { keys } = await keysOf(visitor)
    await visitor.call('DELETE', '/user/access-key', { access_key: keys[0]!.access_key })
    expect((await newKey(visitor)).status).toBe(201)
  })

  test('a key that the storage does not take is not made', async () => {
    const { visitor } = await newSubUser('read')
    const silent = vi.spyOn(console.kho.services.admin, 'putSubUser')
    silent.mockRejectedValue(new Problem('STORAGE_UNAVAILABLE'))
    expect(problem(await newKey(visitor))).toEqual({
      status: 503,
      code: 'STORAGE_UNAVAILABLE',
      retry_after: 5,
    })
    silent.mockRestore()
    expect((await keysOf(visitor)).keys).toEqual([])
    expect((await newKey(visitor)).status).toBe(201)
  })

  /** The keys that the storage has of the person. */
  async function atStorage({ id, accountId }: Person): Promise<string[]> {
    const user = await console.kho.services.admin.getUser(`kho-${accountId}`)
    const subUser = user?.subUsers.find(each => each.name === id)
    return (subUser?.keys ?? []).map(key => key.accessKey)
  }

  test('a key disabled while the storage is silent stays disabled, and goes when the storage answers', async () => {
    const { person, visitor } = await newSubUser('read')
    const { access_key } = ((await newKey(visitor)).body as MadeKey).key
    const { admin, sweeper } = console.kho.services
    vi.spyOn(admin, 'deleteSubUser').mockRejectedValueOnce(new Problem('STORAGE_UNAVAILABLE'))
    const disable = visitor.call('PUT', '/user/access-key', { access_key, enabled: false })
    expect(problem(await disable)).toEqual({ status: 503, code: 'STORAGE_UNAVAILABLE', retry_after: 5 })
    expect((await keysOf(visitor)).keys.map(key => key.enabled)).toEqual([false])
    expect(await atStorage(person)).toEqual([access_key])
    await sweeper.run()
    expect(await atStorage(person)).toEqual([])
  })

  test('a key that is enabled again while it is being deleted goes from the storage all the same', async () => {
    const { person, visitor } = await newSubUser('read')
    const { access_key } = ((await newKey(visitor)).body as MadeKey).key
    const { apply } = console.kho.services.sync
    vi.spyOn(console.kho.services.sync, 'apply').mockImplementationOnce(async id => {
      await apply(id)
      expect((await visitor.call('PUT', '/user/access-key', { access_key, enabled: true })).status).toBe(200)
      expect(await atStorage(person)).toEqual([access_key])
    })
    expect((await visitor.call('DELETE', '/user/access-key', { access_key })).status).toBe(204)
    expect((await keysOf(visitor)).keys).toEqual([])
    expect(await atStorage(person)).toEqual([])
  })

  test('a storage with one key pair for all has none to hand out, and its console works for sub-users', async () => {
    const s3 = createServer((_request, response) => {
      response.setHeader('content-type', 'application/xml')
      response.end('<ListAllMyBucketsResult><Buckets></Buckets></ListAllMyBucketsResult>')
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void s3.close())
    await new Promise(resolve => s3.once('listening', resolve))
    const plain = await ownConsole({
      KHO_S3_KIND: 's3',
      KHO_S3_ENDPOINT: `http://127.0.0.1:${(s3.address() as AddressInfo).port}`,
      KHO_S3_ADMIN_KEY: 'key',
      KHO_S3_ADMIN_SECRET: 'secret',
    })
    const there = await makePeople(plain)
    const boss = await there.superAdmin()
    const visitor = await there.visit(boss, { confirmed: true })
    const notSupported = { status: 501, code: 'NOT_SUPPORTED' }
    expect(problem(await newKey(visitor))).toEqual(notSupported)
    expect(problem(await visitor.call('GET', '/user/access-key'))).toEqual(notSupported)
    const person = await there.subUser(boss, 'an', 'read')
    const subUser = await there.visit(person)
    expect((await subUser.call('GET', '/bucket')).body).toEqual({ buckets: [], storage: 's3' })
    expect((await subUser.call('POST', '/bucket', { bucket: 'moi' })).status).toBe(403)
    const change = { id: person.id, expire_date: 1 }
    expect((await visitor.call('PUT', '/user-management', change)).status).toBe(200)
    expect((await subUser.call('GET', '/bucket')).status).toBe(401)
    expect((await visitor.call('DELETE', '/user-management', { id: person.id })).status).toBe(204)
  })
})

describe('API clients', () => {
  type Made = { client: ApiClient; token: string }
  const report = { name: ' Báo cáo ', permission: 'read', expire_date: 0 }

  async function newClient(visitor: Visitor, more: object = {}): Promise<Made> {
    const answer = await visitor.call('POST', '/user/api-client', { ...report, ...more })
    expect(answer.status).toBe(201)
    return answer.body as Made
  }

  /** Calls as a program does: without an origin and a cookie. */
  function program(token: string) {
    const caller = new Visitor(console.url)
    caller.headers = {}
    return (method: string, path: string, body?: unknown): Promise<Answer> =>
      caller.call(method, path, body, { authorization: `Bearer ${token}` })
  }

  const clientsOf = async (visitor: Visitor) =>
    ((await visitor.call('GET', '/user/api-client')).body as { clients: ApiClient[] }).clients

  test('a client is shown with its token once; its use is noted to the minute [V11.5.1]', async () => {
    const { person, visitor } = await newSubUser('read')
    const name = 'Báo cáo tuần'
    const { client, token } = await newClient(visitor, { name })
    expect(client).toEqual({
      id: expect.any(String),
      name,
      permission: 'read',
      expire_date: 0,
      created_at: Math.floor(console.clock.now / 1000),
      last_used_at: null,
    })
    expect(token).toMatch(/^kho_[\w-]{43}$/)
    expect((await program(token)('GET', '/bucket')).status).toBe(200)
    const minute = Math.floor(console.clock.now / 60_000) * 60
    expect(await clientsOf(visitor)).toEqual([{ ...client, last_used_at: minute }])
    expect(await records(name)).toEqual([`API_CLIENT_CREATED ${person.email} read`])
  })

  test('a client may do what both it and its user may, and nothing about identity', async () => {
    const { person, visitor } = await newSubUser('read-write')
    const call = program((await newClient(visitor, { permission: 'read-write' })).token)
    await owner.call('POST', '/bucket', { bucket: 'clients' })
    const folder = { bucket: 'clients', folder: 'a/' }
    const statuses = async () => [
      (await call('GET', '/objects?bucket=clients')).status,
      (await call('POST', '/objects/create-folder', folder)).status,
      (await call('POST', '/bucket', { bucket: 'more' })).status,
      (await call('GET', '/user')).status,
      (await call('GET', '/user/access-key')).status,
    ]
    expect(await statuses()).toEqual([200, 201, 403, 403, 403])
    await owner.call('PUT', '/user-management', { id: person.id, permission: 'read' })
    expect(await statuses()).toEqual([200, 403, 403, 403, 403])
    await owner.call('PUT', '/user-management', { id: person.id, permission: 'full-control' })
    expect(await statuses()).toEqual([200, 201, 403, 403, 403])
  })

  test('what a client does is recorded under its name', async () => {
    const { person, visitor } = await newSubUser('full-control')
    const { token } = await newClient(visitor, { permission: 'full-control' })
    await program(token)('POST', '/bucket', { bucket: 'made-by-client' })
    const row = await console.kho.services.db
      .selectFrom('audit')
      .select(['user', 'device', 'action'])
      .where('target', '=', 'made-by-client')
      .executeTakeFirst()
    expect(row).toEqual({ user: person.email, device: 'API client: Báo cáo', action: 'BUCKET_CREATED' })
  })

  test('nobody hands out more than they may [V8.2.3]', async () => {
    const { visitor } = await newSubUser('read')
    for (const permission of ['write', 'read-write', 'full-control']) {
      const answer = await visitor.call('POST', '/user/api-client', { ...report, permission })
      expect(problem(answer)).toEqual({ status: 403, code: 'PERMISSION_DENIED' })
    }
  })

  test('a client ends with its deletion, its expiry, and its user', async () => {
    const { person, visitor } = await newSubUser('read')
    const soon = Math.floor(console.clock.now / 1000) + 60
    const [deleted, expiring, kept] = [
      await newClient(visitor),
      await newClient(visitor, { expire_date: soon }),
      await newClient(visitor),
    ]
    const statuses = () =>
      Promise.all(
        [deleted, expiring, kept].map(async ({ token }) => (await program(token)('GET', '/bucket')).status),
      )
    expect(await statuses()).toEqual([200, 200, 200])
    await visitor.call('DELETE', '/user/api-client', { id: deleted.client.id })
    expect(await statuses()).toEqual([401, 200, 200])
    console.clock.now += 60_000
    expect(await statuses()).toEqual([401, 401, 200])
    await owner.call('PUT', '/user-management', { id: person.id, expire_date: 1 })
    expect(await statuses()).toEqual([401, 401, 401])
    await owner.call('PUT', '/user-management', { id: person.id, expire_date: 0 })
    expect(await statuses()).toEqual([401, 401, 200])
    await owner.call('DELETE', '/user-management', { id: person.id })
    expect(await statuses()).toEqual([401, 401, 401])
  })

  test('an expiry in the past is refused, and another’s client is not found', async () => {
    const { visitor } = await newSubUser('read')
    const past = await visitor.call('POST', '/user/api-client', { ...report, expire_date: 1 })
    expect(problem(past)).toEqual({
      status: 400,
      code: 'INVALID_REQUEST',
      fields: [{ field: 'expire_date', message: 'date-past' }],
    })
    const { client } = await newClient(owner)
    const answer = await visitor.call('DELETE', '/user/api-client', { id: client.id })
    expect(problem(answer)).toEqual({ status: 404, code: 'NOT_FOUND' })
    expect((await clientsOf(owner)).some(each => each.id === client.id)).toBe(true)
  })

  test('of many clients made at once a user gets twenty', async () => {
    const { visitor } = await newSubUser('read')
    const answers = await Promise.all(
      Array.from({ length: 22 }, () => visitor.call('POST', '/user/api-client', report)),
    )
    expect(answers.filter(answer => answer.status === 201).length).toBe(20)
    expect((await clientsOf(visitor)).length).toBe(20)
  })

  test('a token beside a session counts alone', async () => {
    const { visitor } = await newSubUser('read')
    const headers = { authorization: `Bearer kho_${'x'.repeat(43)}` }
    expect(problem(await visitor.call('GET', '/user', undefined, headers))).toEqual({
      status: 401,
      code: 'UNAUTHORIZED',
    })
  })
})
