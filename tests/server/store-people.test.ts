import { beforeEach, expect, test } from 'vitest'
import {
  addKey,
  countKeys,
  deleteKey,
  findConsoleKey,
  findKey,
  listKeys,
  setKeyEnabled,
} from '../../server/store/access-keys.ts'
import { keepAccountKey } from '../../server/store/account-keys.ts'
import { createAccount, createUser, deleteAccount, type NewUser } from '../../server/store/accounts.ts'
import {
  addClient,
  deleteClient,
  findClient,
  listClients,
  touchClient,
} from '../../server/store/api-clients.ts'
import { countCustomers, pageOfCustomers } from '../../server/store/customer-list.ts'
import { changeCustomer, findCustomers } from '../../server/store/customers.ts'
import type { Database } from '../../server/store/open.ts'
import {
  beginPush,
  desiredUser,
  dueAccounts,
  dueUsers,
  endPush,
  forgetStorageUser,
  nextDue,
  pendingAccounts,
  syncState,
  takeAccountExpiry,
  takeUserExpiry,
} from '../../server/store/storage-users.ts'
import { countMatchingSubUsers, pageOfSubUsers } from '../../server/store/sub-user-list.ts'
import {
  changeSubUser,
  countSubUsers,
  deleteSubUser,
  findSubUser,
  listSubUsers,
} from '../../server/store/sub-users.ts'
import { alone } from './support/alone.ts'
import { onEachStore } from './support/stores.ts'

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

onEachStore((kind, open) => {
  let db: Database
  let sql: string[]
  let accountId: string
  let ownerId: string
  let subUserId: string

  beforeEach(async context => {
    sql = []
    db = await open(context, event => sql.push(event.query.sql))
    const terms = { name: 'Kho nhà', now, contractCode: 'HD-1', quota: 5_000_000_000_000 }
    const made = await createAccount(db, terms, owner)
    accountId = made!.accountId
    ownerId = made!.userId
    subUserId = (await createUser(alone(db), { accountId, now }, an))!
  })

  const key = (accessKey: string, userId = subUserId, more: { console?: boolean; now?: number } = {}) =>
    addKey(alone(db), {
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
      scope: null,
      group: null,
      phone: '',
      expireDate: 0,
      createdAt: now,
      lastSignInAt: null,
      twoStep: false,
      passkeys: 0,
      sso: false,
      invitedUntil: null,
    }
    expect(await findSubUser(db, accountId, subUserId)).toEqual(found)
    expect(await findSubUser(db, accountId, ownerId)).toBe(null)
    expect(await changeSubUser(alone(db), other!.accountId, subUserId, { permission: 'write' })).toBe(false)
    expect(
      await changeSubUser(alone(db), accountId, subUserId, { permission: 'write', expireDate: now }),
    ).toBe(true)
    expect(await listSubUsers(db, accountId)).toEqual([{ ...found, permission: 'write', expireDate: now }])
    expect(await deleteSubUser(db, accountId, ownerId)).toBe(false)
    expect(await deleteSubUser(db, other!.accountId, subUserId)).toBe(false)
    expect(await deleteSubUser(db, accountId, subUserId)).toBe(true)
    expect(await listSubUsers(db, accountId)).toEqual([])
  })

  test('a customer comes with its owner and the number of its sub-users', async () => {
    await changeCustomer(alone(db), accountId, { quota: null, suspended: true })
    expect(await findCustomers(db, [accountId, 'none'])).toEqual([
      {
        id: accountId,
        storage_uid: `kho-${accountId}`,
        name: 'Kho nhà',
        contract_code: 'HD-1',
        site: '',
        quota: null,
        expire_date: 0,
        enable_bucket_notification: false,
        suspended: true,
        require_sso: false,
        created_at: now,
        owner_name: 'Chủ',
        owner_email: 'owner@example.com',
        owner_two_step: false,
        owner_passkeys: 0,
        owner_sso: false,
        owner_invited_until: null,
        sub_users: 1,
      },
    ])
    expect(await changeCustomer(alone(db), 'none', { name: 'x' })).toBe(false)
  })

  test('what the storage has to know is counted, and pending until it has it', async () => {
    expect(await pendingAccounts(db, now)).toEqual([])
    await changeSubUser(alone(db), accountId, subUserId, { permission: 'write' })
    await changeCustomer(alone(db), accountId, { suspended: true })
    expect(await pendingAccounts(db, now)).toEqual([accountId])
    const state = {
      storageUid: `kho-${accountId}`,
      accountId,
      desired: 2,
      applied: 0,
      applying: null,
      unsureSince: 0,
      verifyAt: 0,
    }
    expect(await syncState(db, accountId)).toEqual(state)
    await beginPush(db, accountId, 2, now)
    expect(await syncState(db, accountId)).toEqual({ ...state, applying: 2, unsureSince: now })
    await endPush(db, accountId, 2, now + 5)
    expect(await syncState(db, accountId)).toEqual({
      ...{ ...state, applied: 2, unsureSince: now, verifyAt: now + 5 },
    })
    expect(await pendingAccounts(db, now + 4)).toEqual([])
    expect(await nextDue(db, now)).toBe(now + 5)
    expect(await pendingAccounts(db, now + 5)).toEqual([accountId])
    expect(await nextDue(db, now + 5)).toBe(null)
  })

  test('what a storage user should be is read with the enabled keys of its users', async () => {
    await key('ON')
    await key('OFF')
    await setKeyEnabled(db, 'OFF', false)
    await key('OWN', ownerId)
    await keepAccountKey(db, accountId, { accessKey: 'ACCOUNT', sealedSecret: 'sealed' }, now)
    const user = { expireDate: 0, expired: false }
    const rights = (permission: string) => ({ permission, scope: null })
    const sealed = (accessKey: string) => ({
      ...{ accessKey, sealedSecret: `sealed ${accessKey}`, rights: undefined },
    })
    const desired = await desiredUser(db, accountId)
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
    expect({ ...desired, users: desired!.users.sort(byId) }).toEqual({
      name: 'Kho nhà',
      quota: 5_000_000_000_000,
      suspended: false,
      notifications: false,
      expireDate: 0,
      expired: false,
      key: { accessKey: 'ACCOUNT', sealedSecret: 'sealed' },
      users: [
        { ...user, id: ownerId, isSubUser: false, rights: rights('full-control'), keys: [sealed('OWN')] },
        { ...user, id: subUserId, isSubUser: true, rights: rights('read'), keys: [sealed('ON')] },
      ].sort(byId),
    })
  })

  test('a quota that nobody set is the storage’s own', async () => {
    const other = await createAccount(db, { name: 'Khác', now }, { ...owner, email: 'khac@example.com' })
    const id = other!.accountId
    await changeCustomer(alone(db), id, { name: 'Khác nữa' })
    expect((await desiredUser(db, id))?.quota).toBe(undefined)
    await changeCustomer(alone(db), id, { quota: null })
    expect((await desiredUser(db, id))?.quota).toBe(null)
  })

  test('a storage user is remembered until it has gone after its account', async () => {
    await forgetStorageUser(db, accountId)
    expect((await syncState(db, accountId))?.desired).toBe(0)
    await deleteAccount(db, accountId)
    expect([await desiredUser(db, accountId), await pendingAccounts(db, now)]).toEqual([null, [accountId]])
    await endPush(db, accountId, 1, now)
    await forgetStorageUser(db, accountId)
    expect((await syncState(db, accountId))?.desired).toBe(1)
    await endPush(db, accountId, 1, 0)
    await forgetStorageUser(db, accountId)
    expect(await syncState(db, accountId)).toBe(null)
  })

  test('an expiry is due from its second on, and acted on once, by one of many', async () => {
    await changeSubUser(alone(db), accountId, subUserId, { expireDate: now + 10 })
    await changeCustomer(alone(db), accountId, { expire_date: now + 20 })
    expect([await nextDue(db, now), await nextDue(db, now + 10)]).toEqual([now + 10, now + 20])
    const due = [{ id: subUserId, accountId }]
    expect([await dueUsers(db, now + 9), await dueUsers(db, now + 10)]).toEqual([[], due])
    expect([await dueAccounts(db, now + 19), await dueAccounts(db, now + 20)]).toEqual([[], [accountId]])
    expect(await takeUserExpiry(alone(db), subUserId, now + 9)).toBe(null)
    const taken = await Promise.all([1, 2, 3].map(() => takeUserExpiry(alone(db), subUserId, now + 10)))
    expect(taken.filter(each => each !== null)).toEqual([
      { email: 'an@example.com', account: { id: accountId, name: 'Kho nhà' } },
    ])
    expect(await dueUsers(db, now + 10)).toEqual([])
    expect(await takeAccountExpiry(db, accountId, now + 20)).toEqual({ name: 'Kho nhà' })
    await changeSubUser(alone(db), accountId, subUserId, { expireDate: now + 30 })
    expect(await dueUsers(db, now + 30)).toEqual(due)
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
      userRights: { permission: 'read', scope: null },
      limit: null,
      name: 'OLD',
      enabled: true,
      createdAt: now,
      expireDate: 0,
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
    expect(await findKey(db, boss, 'OLD')).toMatchObject({ enabled: false })
  })

  test('an API client is found by its token while it and its user count', async () => {
    const client = {
      userId: subUserId,
      name: 'Báo cáo',
      permission: 'read' as const,
      expireDate: now + 10,
      now,
    }
    const first = (await addClient(alone(db), { ...client, tokenHash: 'hash 1' }, 2))!
    const second = (await addClient(
      alone(db),
      { ...client, tokenHash: 'hash 2', expireDate: 0, now: now + 1 },
      2,
    ))!
    expect(await addClient(alone(db), { ...client, tokenHash: 'hash 3' }, 2)).toBe(null)
    expect(await listClients(db, subUserId)).toEqual([second, first])
    const found = async (hash: string, at: number) => (await findClient(db, hash, at))?.client.id ?? null
    expect([await found('hash 1', now + 9), await found('hash 1', now + 10)]).toEqual([first.id, null])
    expect((await findClient(db, 'hash 2', now))?.user.email).toBe('an@example.com')
    await touchClient(db, second, now + 59)
    expect((await listClients(db, subUserId))[0]?.lastUsedAt).toBe(now + 59 - ((now + 59) % 60))
    await changeSubUser(alone(db), accountId, subUserId, { expireDate: now })
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
    await changeSubUser(alone(db), accountId, subUserId, { permission: 'write', expireDate: 1 })
    await deleteSubUser(db, accountId, subUserId)
    const page = { sort: 'name', order: 'ascending', after: ['x', 'y'], limit: 51 } as const
    await pageOfSubUsers(db, accountId, { search: 'an', status: 'active' }, page, now)
    await countMatchingSubUsers(db, accountId, {}, now)
    await pageOfCustomers(db, { search: 'an', status: 'active' }, page, now)
    await countCustomers(db, {}, now)
    await findCustomers(db, [accountId])
    await changeCustomer(alone(db), accountId, { suspended: true })
    await dueUsers(db, now)
    await nextDue(db, now)
    await pendingAccounts(db, now)
    await takeUserExpiry(alone(db), subUserId, now)
    await desiredUser(db, accountId)
    await beginPush(db, accountId, 1, now)
    await endPush(db, accountId, 1, 0)
    await forgetStorageUser(db, accountId)
    await listKeys(db, { id: ownerId, accountId, isSubUser: false })
    await findClient(db, 'hash', now)
    await touchClient(db, { id: 'id', lastUsedAt: null }, now)
    expect(sql.join('\n')).toMatchSnapshot(kind)
  })
})
