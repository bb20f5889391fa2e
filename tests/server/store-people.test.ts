import type { LogEvent } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addKey,
  countKeys,
  deleteKey,
  findConsoleKey,
  findKey,
  listKeys,
  sealedKeys,
  setKeyEnabled,
} from '../../server/store/access-keys.ts'
import { createAccount, createUser, type NewUser } from '../../server/store/accounts.ts'
import {
  addClient,
  deleteClient,
  findClient,
  listClients,
  touchClient,
} from '../../server/store/api-clients.ts'
import { changeCustomer, findCustomerIds, findCustomers } from '../../server/store/customers.ts'
import type { Database } from '../../server/store/open.ts'
import {
  accountRights,
  changeRights,
  dueExpiries,
  markApplied,
  nextExpiry,
  pendingRights,
  takeAccountExpiry,
  takeUserExpiry,
  userRights,
} from '../../server/store/rights.ts'
import {
  changeSubUser,
  countSubUsers,
  deleteSubUser,
  findSubUser,
  listSubUsers,
} from '../../server/store/sub-users.ts'
import { postgresStores, type StoreKind, sqliteStores } from './support/stores.ts'

const now = 1_800_000_000
const owner: NewUser = {
  email: 'owner@example.com',
  name: 'Chủ',
  passwordHash: 'hash',
  isAdmin: true,
  isSupperAdmin: false,
  isSubUser: false,
  permission: 'full-control',
  requireChangePass: false,
}
const an: NewUser = {
  ...owner,
  email: 'an@example.com',
  name: 'An',
  isAdmin: false,
  isSubUser: true,
  permission: 'read',
}

describe.each([
  ['SQLite', sqliteStores],
  ['PostgreSQL', postgresStores],
])('on %s', (kind, start) => {
  let stores: StoreKind
  let db: Database
  let sql: string[]
  let accountId: string
  let ownerId: string
  let subUserId: string

  beforeAll(async () => {
    stores = await start()
  })
  afterAll(() => stores.stop())
  beforeEach(async context => {
    if (stores.missing !== null) return context.skip(stores.missing)
    sql = []
    db = await stores.open((event: LogEvent) => sql.push(event.query.sql))
    const terms = { name: 'Kho nhà', now, contractCode: 'HD-1', quota: 5_000_000_000_000 }
    const made = await createAccount(db, terms, owner)
    accountId = made!.accountId
    ownerId = made!.userId
    subUserId = (await createUser(db, { accountId, now }, an))!
  })
  afterEach(() => db?.destroy())

  const key = (accessKey: string, userId = subUserId, more: { console?: boolean; now?: number } = {}) =>
    addKey(db, {
      accessKey,
      sealedSecret: `sealed ${accessKey}`,
      userId,
      name: accessKey,
      console: false,
      now,
      ...more,
    })

  test('a sub-user is counted, found, changed and deleted in the own account alone', async () => {
    const other = await createAccount(db, { name: 'Khác', now }, { ...owner, email: 'khac@example.com' })
    expect([await countSubUsers(db, accountId), await countSubUsers(db, other!.accountId)]).toEqual([1, 0])
    const found = {
      id: subUserId,
      email: 'an@example.com',
      name: 'An',
      permission: 'read',
      phone: '',
      expireDate: 0,
      createdAt: now,
      lastSignInAt: null,
      twoStep: false,
    }
    expect(await findSubUser(db, accountId, subUserId)).toEqual(found)
    expect(await findSubUser(db, accountId, ownerId)).toBe(null)
    expect(await changeSubUser(db, other!.accountId, subUserId, { permission: 'write' })).toBe(false)
    expect(await changeSubUser(db, accountId, subUserId, { permission: 'write', expireDate: now })).toBe(true)
    expect(await listSubUsers(db, accountId)).toEqual([{ ...found, permission: 'write', expireDate: now }])
    expect(await changeRights(db, ownerId)).toBe(1)
    expect(await deleteSubUser(db, accountId, ownerId, 1)).toBe(false)
    expect(await deleteSubUser(db, other!.accountId, subUserId, 1)).toBe(false)
    expect(await deleteSubUser(db, accountId, subUserId, 1)).toBe(true)
    expect(await listSubUsers(db, accountId)).toEqual([])
    expect(await changeRights(db, subUserId)).toBe(null)
  })

  test('a sub-user is not deleted over a change, nor once the storage has its keys again', async () => {
    await changeRights(db, subUserId)
    expect(await changeRights(db, subUserId)).toBe(2)
    expect(await deleteSubUser(db, accountId, subUserId, 1)).toBe(false)
    expect(await markApplied(db, 'users', subUserId, 2)).toBe(true)
    expect(await deleteSubUser(db, accountId, subUserId, 2)).toBe(false)
    expect(await changeRights(db, subUserId)).toBe(3)
    expect(await deleteSubUser(db, accountId, subUserId, 3)).toBe(true)
  })

  test('a customer comes with its owner and the number of its sub-users', async () => {
    expect(await findCustomerIds(db, 'KHO NHÀ')).toEqual([{ id: accountId, name: 'Kho nhà' }])
    expect(await findCustomerIds(db, 'hd-1')).toEqual([{ id: accountId, name: 'Kho nhà' }])
    expect(await findCustomerIds(db, 'an@example')).toEqual([])
    await changeCustomer(db, accountId, { quota: null, suspended: true })
    expect(await findCustomers(db, [accountId, 'none'])).toEqual([
      {
        id: accountId,
        storageUid: `kho-${accountId}`,
        name: 'Kho nhà',
        contractCode: 'HD-1',
        site: '',
        quota: null,
        expireDate: 0,
        enableBucketNotification: false,
        suspended: true,
        createdAt: now,
        ownerName: 'Chủ',
        ownerEmail: 'owner@example.com',
        subUsers: 1,
      },
    ])
    expect(await changeCustomer(db, 'none', { name: 'x' })).toBe(false)
  })

  test('what the storage has to know is counted, and marked as known only where it is the latest', async () => {
    expect(await pendingRights(db, 'users')).toEqual([])
    await changeRights(db, subUserId)
    const { version } = (await userRights(db, subUserId))!
    expect(await userRights(db, subUserId)).toEqual({
      version: 1,
      accountId,
      storageUid: `kho-${accountId}`,
      isSubUser: true,
      permission: 'read',
      expireDate: 0,
    })
    expect(await pendingRights(db, 'users')).toEqual([subUserId])
    await changeSubUser(db, accountId, subUserId, { permission: 'write' })
    expect(await markApplied(db, 'users', subUserId, version)).toBe(false)
    expect(await markApplied(db, 'users', subUserId, version + 1)).toBe(true)
    expect(await pendingRights(db, 'users')).toEqual([])
    await changeCustomer(db, accountId, { suspended: true })
    expect(await pendingRights(db, 'accounts')).toEqual([accountId])
    expect(await accountRights(db, accountId)).toEqual({
      version: 1,
      storageUid: `kho-${accountId}`,
      name: 'Kho nhà',
      quota: 5_000_000_000_000,
      suspended: true,
      expireDate: 0,
    })
  })

  test('an expiry is due from its second on, and acted on once, by one of many', async () => {
    await changeSubUser(db, accountId, subUserId, { expireDate: now + 10 })
    await changeCustomer(db, accountId, { expireDate: now + 20 })
    expect([await nextExpiry(db, 'users', now), await nextExpiry(db, 'accounts', now)]).toEqual([
      now + 10,
      now + 20,
    ])
    expect(await dueExpiries(db, 'users', now + 9)).toEqual([])
    expect(await dueExpiries(db, 'users', now + 10)).toEqual([subUserId])
    expect(await takeUserExpiry(db, subUserId, now + 9)).toBe(null)
    const taken = await Promise.all([1, 2, 3].map(() => takeUserExpiry(db, subUserId, now + 10)))
    expect(taken.filter(each => each !== null)).toEqual([{ email: 'an@example.com', accountId }])
    expect(await dueExpiries(db, 'users', now + 10)).toEqual([])
    expect(await takeAccountExpiry(db, accountId, now + 20)).toEqual({ name: 'Kho nhà' })
    await changeSubUser(db, accountId, subUserId, { expireDate: now + 30 })
    expect(await dueExpiries(db, 'users', now + 30)).toEqual([subUserId])
  })

  test('keys are seen by their user and the owner, the console’s by nobody, the newest first', async () => {
    await key('OLD')
    await key('NEW', subUserId, { now: now + 1 })
    await key('CONSOLE', subUserId, { console: true })
    await key('OWN', ownerId)
    const reader = { id: subUserId, accountId, isSubUser: true }
    const boss = { id: ownerId, accountId, isSubUser: false }
    const other = { id: 'other', accountId: 'other', isSubUser: false }
    const seen = async (by: typeof reader) => (await listKeys(db, by)).map(each => each.accessKey)
    expect([await seen(reader), await seen(boss), await seen(other)]).toEqual([
      ['NEW', 'OLD'],
      ['NEW', 'OLD', 'OWN'],
      [],
    ])
    expect(await findKey(db, reader, 'OWN')).toBe(null)
    expect(await findKey(db, boss, 'OLD')).toEqual({
      accessKey: 'OLD',
      userId: subUserId,
      email: 'an@example.com',
      name: 'OLD',
      enabled: true,
      createdAt: now,
    })
    expect(await findKey(db, boss, 'CONSOLE')).toBe(null)
    expect(await countKeys(db, subUserId)).toBe(2)
    expect(await findConsoleKey(db, subUserId)).toEqual({
      accessKey: 'CONSOLE',
      sealedSecret: 'sealed CONSOLE',
      enabled: true,
    })
    expect([await setKeyEnabled(db, 'OLD', false), await setKeyEnabled(db, 'OLD', false)]).toEqual([
      true,
      false,
    ])
    const onlyDisabled = true
    expect(await deleteKey(db, 'NEW', { onlyDisabled })).toBe(false)
    expect([await deleteKey(db, 'NEW'), await deleteKey(db, 'NEW')]).toEqual([true, false])
    expect((await sealedKeys(db, subUserId)).map(each => [each.accessKey, each.enabled]).sort()).toEqual([
      ['CONSOLE', true],
      ['OLD', false],
    ])
  })

  test('an API client is found by its token while it and its user count', async () => {
    const client = {
      userId: subUserId,
      name: 'Báo cáo',
      permission: 'read' as const,
      expireDate: now + 10,
      now,
    }
    const first = (await addClient(db, { ...client, tokenHash: 'hash 1' }, 2))!
    const second = (await addClient(db, { ...client, tokenHash: 'hash 2', expireDate: 0, now: now + 1 }, 2))!
    expect(await addClient(db, { ...client, tokenHash: 'hash 3' }, 2)).toBe(null)
    expect(await listClients(db, subUserId)).toEqual([second, first])
    const found = async (hash: string, at: number) => (await findClient(db, hash, at))?.client.id ?? null
    expect([await found('hash 1', now + 9), await found('hash 1', now + 10)]).toEqual([first.id, null])
    expect((await findClient(db, 'hash 2', now))?.user.email).toBe('an@example.com')
    await touchClient(db, second, now + 59)
    expect((await listClients(db, subUserId))[0]?.lastUsedAt).toBe(now + 59 - ((now + 59) % 60))
    await changeSubUser(db, accountId, subUserId, { expireDate: now })
    expect(await found('hash 2', now)).toBe(null)
    expect([await deleteClient(db, ownerId, first.id), await deleteClient(db, subUserId, first.id)]).toEqual([
      null,
      'Báo cáo',
    ])
  })

  test('the queries about people, keys and clients are these', async () => {
    sql.length = 0
    await countSubUsers(db, accountId)
    await listSubUsers(db, accountId)
    await changeSubUser(db, accountId, subUserId, { permission: 'write', expireDate: 1 })
    await deleteSubUser(db, accountId, subUserId, 0)
    await findCustomerIds(db, '')
    await findCustomers(db, [accountId])
    await changeCustomer(db, accountId, { suspended: true })
    await dueExpiries(db, 'users', now)
    await nextExpiry(db, 'users', now)
    await pendingRights(db, 'users')
    await takeUserExpiry(db, subUserId, now)
    await markApplied(db, 'users', subUserId, 1)
    await listKeys(db, { id: ownerId, accountId, isSubUser: false })
    await sealedKeys(db, subUserId)
    await findClient(db, 'hash', now)
    await touchClient(db, { id: 'id', lastUsedAt: null }, now)
    expect(sql.join('\n')).toMatchSnapshot(kind)
  })
})
