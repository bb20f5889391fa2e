import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Background, makeBackground, type Worker } from '../../server/background/runner.ts'
import { addSweeper } from '../../server/expiry/sweeper.ts'
import { createAccount, createUser, type NewUser } from '../../server/store/accounts.ts'
import type { Database } from '../../server/store/open.ts'
import { bumpDesiredVersion, endPush, syncState } from '../../server/store/storage-users.ts'
import { changeSubUser } from '../../server/store/sub-users.ts'
import { alone } from './support/alone.ts'
import { sqliteStores } from './support/stores.ts'

const soon = 1_800_000_000
const role = {
  passwordHash: 'hash',
  isSupperAdmin: false,
  permission: 'read',
  requireChangePass: false,
} as const
const owner: NewUser = { ...role, email: 'owner@example.com', name: 'Chủ', isAdmin: true, isSubUser: false }

const stores = sqliteStores()
let db: Database
let accountId: string
let clock: number
let background: Background | undefined
let failures: unknown[]
beforeEach(async () => {
  db = await stores.open()
  accountId = (await createAccount(db, { name: 'Kho nhà', now: soon }, owner))!.accountId
  clock = (soon - 1) * 1000
  failures = []
})
afterEach(async () => {
  await background?.stop()
  await db.destroy()
})
afterAll(() => stores.stop())

async function subUser(name: string, expireDate = 0, of = accountId): Promise<string> {
  const user = { ...role, email: `${name}@example.com`, name, isAdmin: false, isSubUser: true, expireDate }
  return (await createUser(alone(db), { accountId: of, now: soon }, user))!
}

async function otherAccount(): Promise<string> {
  const other = { ...owner, email: 'other@example.com' }
  return (await createAccount(db, { name: 'Kho khác', now: soon }, other))!.accountId
}

/** A sweeper whose storage is `push`, given the account. */
function sweep(push: (accountId: string) => void | Promise<void>): Worker {
  const apply = async (id: string) => {
    await push(id)
    await endPush(db, id, (await syncState(db, id))!.desired, 0)
  }
  background = makeBackground({ now: () => clock, log: { error: fields => failures.push(fields) } })
  return addSweeper(background, {
    db,
    now: () => clock,
    sync: { apply, verify: apply, remove: async () => undefined },
    grants: { apply: async () => undefined, compare: async () => undefined },
  })
}

const expired = async () => {
  const rows = await db
    .selectFrom('audit')
    .select('target')
    .where('action', '=', 'SUB_USER_EXPIRED')
    .execute()
  return rows.map(row => row.target)
}

test('who falls due while the sweeper works is not left for the next look', async () => {
  await subUser('an', soon)
  const slow = await otherAccount()
  await bumpDesiredVersion(db, slow)
  await sweep(id => {
    if (id === slow) clock = soon * 1000
  }).run()
  await expect.poll(expired).toEqual(['an@example.com'])
})

test('an expiry is recorded once the storage has taken it, and once', async () => {
  await subUser('an', soon)
  clock = soon * 1000
  let silent = true
  const looked: string[] = []
  const at = sweep(id => {
    looked.push(id)
    if (silent) throw new Error('silent')
  })
  await at.run()
  expect([await expired(), failures.length]).toEqual([[], 1])
  silent = false
  await at.run()
  await at.run()
  expect([await expired(), looked]).toEqual([['an@example.com'], [accountId, accountId]])
})

test('one whom the storage refuses keeps nobody else waiting', async () => {
  await subUser('an', soon)
  await subUser('binh', soon, await otherAccount())
  clock = soon * 1000
  await sweep(id => {
    if (id === accountId) throw new Error('refused')
  }).run()
  expect(await expired()).toEqual(['binh@example.com'])
})

test('a prolonged sub-user expires again, in its time', async () => {
  const an = await subUser('an', soon)
  clock = soon * 1000
  const at = sweep(() => undefined)
  await at.run()
  await changeSubUser(alone(db), accountId, an, { expireDate: soon + 1 })
  await at.run()
  expect(await expired()).toEqual(['an@example.com'])
  clock += 1000
  at.wake()
  await expect.poll(expired).toEqual(['an@example.com', 'an@example.com'])
})

test('an expiry that another process has set is acted on within five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await sweep(() => undefined).run()
  await subUser('an', soon)
  clock = soon * 1000
  vi.advanceTimersByTime(5000)
  await expect.poll(expired).toEqual(['an@example.com'])
})

test('an expiry waits for no push that the storage does not answer', async () => {
  const silent = await otherAccount()
  await bumpDesiredVersion(db, silent)
  const looked: string[] = []
  let answer: () => void = () => undefined
  const answered = new Promise<void>(resolve => {
    answer = resolve
  })
  const worker = sweep(id => {
    looked.push(id)
    if (id === silent) return answered
  })
  const first = worker.run()
  await expect.poll(() => looked).toEqual([silent])
  await subUser('an', soon)
  clock = soon * 1000
  worker.wake()
  await expect.poll(expired).toEqual(['an@example.com'])
  answer()
  await first
})
