import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeStorageSync, type StorageSync } from '../../server/storage-admin/storage-sync.ts'
import { addKey } from '../../server/store/access-keys.ts'
import { createAccount, createUser } from '../../server/store/accounts.ts'
import { changeCustomer } from '../../server/store/customers.ts'
import { type Locks, openLocks } from '../../server/store/locks.ts'
import { type Database, openDatabase } from '../../server/store/open.ts'
import { bumpDesiredVersion, pendingAccounts } from '../../server/store/storage-users.ts'
import { changeSubUser, deleteSubUser } from '../../server/store/sub-users.ts'
import { makeVault } from '../../server/vault/vault.ts'
import { sharedPostgres } from '../support/borrow.ts'
import { alone } from './support/alone.ts'
import { memoryStorage } from './support/memory-storage.ts'

const vault = makeVault('s'.repeat(32))
const start = 1_800_000_000
type Process = { db: Database; locks: Locks; sync: StorageSync }
let processes: Process[]
let storage: ReturnType<typeof memoryStorage>
let accountId: string
let uid: string
let clock: number

beforeEach(async context => {
  const postgres = await sharedPostgres()
  if ('missing' in postgres) return context.skip(postgres.missing)
  storage = memoryStorage()
  clock = start * 1000
  const url = await postgres.database()
  processes = []
  for (let count = 0; count < 2; count++) {
    const db = await openDatabase({ url, dataDir: '' })
    const locks = openLocks(url, () => undefined)
    const sync = makeStorageSync({ db, vault, admin: storage.admin, locks, now: () => clock })
    processes.push({ db, locks, sync })
  }
  const role = { name: 'An', passwordHash: 'hash', isSupperAdmin: false, requireChangePass: false } as const
  const owner = { ...role, isAdmin: true, isSubUser: false, permission: 'full-control' } as const
  const { db } = processes[0]!
  const made = await createAccount(db, { name: 'Kho nhà', now: start }, { ...owner, email: 'a@example.com' })
  accountId = made!.accountId
  uid = `kho-${accountId}`
})
afterEach(async () => {
  for (const { db, locks } of processes ?? []) {
    await locks.close()
    await db.destroy()
  }
  processes = []
})

test('the name of a lock may hold whatever a key may', async () => {
  const [{ locks }] = processes as [Process]
  expect(await locks.hold('object kho/a\0b', async () => 'held')).toBe('held')
})

test('a lock waits for the end of no other: a hundred are held at once, and another process is kept out of each', async () => {
  const [one, other] = processes as [Process, Process]
  const names = Array.from({ length: 100 }, (_, count) => `object kho/${count}`)
  let open: () => void = () => undefined
  const all = new Promise<void>(resolve => {
    open = resolve
  })
  let held = 0
  const order: string[] = []
  const holding = names.map(name =>
    one.locks.hold(name, async lock => {
      held += 1
      if (held === names.length) open()
      await all
      await lock.check()
      order.push(name)
    }),
  )
  await all
  const next = other.locks.hold(names[0]!, async () => void order.push('other'))
  await Promise.all([...holding, next])
  expect(order).toHaveLength(101)
  expect(order.indexOf('other')).toBeGreaterThan(order.indexOf(names[0]!))
  const sessions = sql`select 1 from pg_stat_activity
    where datname = current_database() and query like 'select pg_advisory_unlock%'`
  expect((await sessions.execute(one.db)).rows).toHaveLength(2)
})

async function subUser(permission: 'read' | 'full-control'): Promise<string> {
  const { db } = processes[0]!
  const user = { name: 'Bình', passwordHash: 'hash', isSupperAdmin: false, requireChangePass: false }
  const id = await createUser(
    alone(db),
    { accountId, now: start },
    { ...user, email: 'b@example.com', isAdmin: false, isSubUser: true, permission },
  )
  await makeKey(db, id!, 'KEY')
  return id!
}

async function makeKey(db: Database, userId: string, accessKey: string): Promise<void> {
  const key = { accessKey, sealedSecret: vault.seal(`secret ${accessKey}`, 'access_keys.secret_key', userId) }
  await addKey(alone(db), { ...key, userId, name: '', console: false, now: start })
  await bumpDesiredVersion(db, accountId)
}

/** What counts of the storage user: its levels with their keys. */
const levels = () =>
  Object.fromEntries(
    storage.users.get(uid)!.subUsers.map(each => [each.level, each.keys.map(key => key.accessKey)]),
  )

/** Holds the first change of this name until `go`; `arrived` is when it is there. */
function holdNext(name: string) {
  const { arrive } = storage
  let go: () => void = () => undefined
  let came: () => void = () => undefined
  const gone = new Promise<void>(resolve => {
    go = resolve
  })
  const arrived = new Promise<void>(resolve => {
    came = resolve
  })
  storage.arrive = async change => {
    if (change.name !== name) return arrive(change)
    storage.arrive = arrive
    came()
    await gone
    return arrive(change)
  }
  return { arrived, go }
}

/** Ends the sessions that hold a lock, as PostgreSQL does when their process dies or falls silent. */
async function endLocks(): Promise<void> {
  const { db } = processes[0]!
  await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'`.execute(db)
}

test('a push of another process waits for the one that has begun, and the last state stays', async () => {
  const [one, other] = processes as [Process, Process]
  const id = await subUser('full-control')
  const slow = holdNext('putSubUser')
  const first = one.sync.apply(accountId)
  await slow.arrived
  await changeSubUser(alone(other.db), accountId, id, { permission: 'read' })
  const second = other.sync.apply(accountId)
  const tries = sql`select 1 from pg_stat_activity
    where datname = current_database() and query like 'select pg_try_advisory_lock%'`
  await expect.poll(async () => (await tries.execute(other.db)).rows.length).toBe(1)
  slow.go()
  await Promise.all([first, second])
  expect(levels()).toEqual({ read: ['KEY'] })
  expect(await pendingAccounts(one.db, start)).toEqual([])
})

test('what a dead process had on its way when it died is repaired, however late it lands', async () => {
  const [dying, other] = processes as [Process, Process]
  const id = await subUser('full-control')
  const late = holdNext('putSubUser')
  const push = dying.sync.apply(accountId).catch(error => error)
  await late.arrived
  await endLocks()
  await changeSubUser(alone(other.db), accountId, id, { permission: 'read' })
  await other.sync.apply(accountId)
  expect(levels()).toEqual({ read: ['KEY'] })
  late.go()
  expect(await push).toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
  expect(levels()).toEqual({ full: ['KEY'] })
  clock += 2000
  expect(await pendingAccounts(other.db, clock / 1000)).toEqual([accountId])
  await other.sync.apply(accountId)
  expect(levels()).toEqual({ read: ['KEY'] })
})

test('who has lost the lock changes nothing more', async () => {
  const [one] = processes as [Process]
  await subUser('read')
  const slow = holdNext('putUser')
  const push = one.sync.apply(accountId).catch(error => error)
  await slow.arrived
  await endLocks()
  slow.go()
  expect(await push).toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
  expect(storage.users.get(uid)!.subUsers).toEqual([])
  await one.sync.apply(accountId)
  expect(levels()).toEqual({ read: ['KEY'] })
})

test('a push that was killed is done again by another process, though nothing has changed since', async () => {
  const [one, other] = processes as [Process, Process]
  await subUser('read')
  storage.arrive = async () => {
    throw new Error('killed')
  }
  await expect(one.sync.apply(accountId)).rejects.toThrow('killed')
  storage.arrive = async change => change.carryOut()
  expect(await pendingAccounts(other.db, start)).toEqual([accountId])
  await other.sync.apply(accountId)
  expect(levels()).toEqual({ read: ['KEY'] })
  for (const wait of [2, 5, 10, 20, 40, 80, 160, 320, 640, 960]) {
    clock = (start + wait) * 1000
    expect(await pendingAccounts(other.db, start + wait)).toEqual([accountId])
    await other.sync.apply(accountId)
  }
  expect(await pendingAccounts(other.db, start + 9999)).toEqual([])
})

test('what the storage has and no table knows is taken away; what is right is not touched', async () => {
  const [one] = processes as [Process]
  await subUser('read')
  await one.sync.apply(accountId)
  const right = structuredClone(storage.users.get(uid))
  const pair = { accessKey: 'UNKNOWN', secretKey: 'secret' }
  const there = storage.users.get(uid)!
  there.keys.push(pair)
  there.subUsers[0]!.keys.push({ ...pair, accessKey: 'MORE' })
  there.subUsers.push({ name: 'nobody', level: 'full', keys: [] })
  there.suspended = true
  const seen: string[] = []
  storage.arrive = async change => {
    seen.push(change.name)
    change.carryOut()
  }
  await one.sync.verify(accountId)
  expect(storage.users.get(uid)).toEqual(right)
  expect(seen).toEqual(['deleteKey', 'deleteKey', 'deleteSubUser', 'setSuspended'])
  await one.sync.verify(accountId)
  expect(seen.length).toBe(4)
})

test('of many changes at once in two processes each finds its own at the storage', async () => {
  const id = await subUser('read')
  await processes[0]!.sync.apply(accountId)
  const names = Array.from({ length: 24 }, (_, i) => `KEY${i}`)
  const found = names.map(async (name, i) => {
    const { db, sync } = processes[i % 2]!
    await makeKey(db, id, name)
    await sync.apply(accountId)
    return levels().read!.includes(name)
  })
  expect(await Promise.all(found)).toEqual(names.map(() => true))
  expect(levels().read!.sort()).toEqual(['KEY', ...names].sort())
})

test('a sub-user that the storage does not let go of keeps its keys; one that it does is gone from both', async () => {
  const [one] = processes as [Process]
  const id = await subUser('read')
  await one.sync.apply(accountId)
  const { arrive } = storage
  storage.arrive = async () => {
    throw new Error('silent')
  }
  const commit = async () => void (await deleteSubUser(one.db, accountId, id))
  await expect(one.sync.remove(accountId, [id], commit)).rejects.toThrow('silent')
  storage.arrive = arrive
  await one.sync.apply(accountId)
  expect(levels()).toEqual({ read: ['KEY'] })
  const cannot = () => Promise.reject(new Error('no database'))
  await expect(one.sync.remove(accountId, [id], cannot)).rejects.toThrow('no database')
  expect(levels()).toEqual({})
  await one.sync.apply(accountId)
  expect(levels()).toEqual({ read: ['KEY'] })
  await one.sync.remove(accountId, [id], commit)
  expect(levels()).toEqual({})
  expect(await pendingAccounts(one.db, start)).toEqual([])
})

test('a suspension comes first, its end last, and an unset quota is the storage’s own', async () => {
  const [one] = processes as [Process]
  await subUser('read')
  const seen: string[] = []
  storage.arrive = async change => {
    seen.push(change.name)
    change.carryOut()
  }
  await changeCustomer(alone(one.db), accountId, { suspended: true })
  await one.sync.apply(accountId)
  expect(seen.splice(0)).toEqual(['putUser', 'setSuspended', 'putSubUser'])
  storage.users.get(uid)!.quota = 5
  await changeCustomer(alone(one.db), accountId, { suspended: false, name: 'Mới' })
  await one.sync.apply(accountId)
  expect(seen.splice(0)).toEqual(['putUser', 'setSuspended'])
  await changeCustomer(alone(one.db), accountId, { quota: null })
  await one.sync.apply(accountId)
  expect(seen).toEqual(['setQuota'])
})
