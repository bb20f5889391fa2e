import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createAccount, createUser, type NewUser } from '../../server/store/accounts.ts'
import {
  type CustomerFilter,
  type CustomerSort,
  countCustomers,
  pageOfCustomers,
} from '../../server/store/customer-list.ts'
import { changeCustomer } from '../../server/store/customers.ts'
import { keepInvitation } from '../../server/store/invitations.ts'
import type { Expires, Order, Page, Position } from '../../server/store/lists.ts'
import { migrations } from '../../server/store/migrations/migrations.ts'
import { searchName, sortName } from '../../server/store/name-order.ts'
import { nodeSqliteDialect } from '../../server/store/node-sqlite.ts'
import { connectPostgres, type Database } from '../../server/store/open.ts'
import { setProfile } from '../../server/store/profiles.ts'
import { handOverUser } from '../../server/store/reset-access.ts'
import {
  countMatchingSubUsers,
  pageOfSubUsers,
  type SubUserFilter,
  type SubUserSort,
} from '../../server/store/sub-user-list.ts'
import { changeSubUser } from '../../server/store/sub-users.ts'
import { alone } from './support/alone.ts'
import { onEachStore, onEachUrl } from './support/stores.ts'

const now = 1_800_000_000
const day = 86_400
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
const subUser: NewUser = { ...owner, isAdmin: false, isSubUser: true }

const names = ['An', 'Ân', 'Ánh', 'Đỗ Ân', 'Dung 100%', 'Dũng_1', 'Zoë', 'an', 'Ăn'] as const
const times = [0, now - day, now, now + 1, now + 30 * day, now + 31 * day] as const
const levels = ['read', 'write', 'read-write', 'full-control'] as const
const pick = <T>(values: readonly T[], at: number): T => values[at % values.length]!
const isOver = (time: number) => time !== 0 && time <= now
const expiresOf = (time: number) =>
  time === 0 ? 'never' : isOver(time) ? 'expired' : time <= now + 30 * day ? 'within-30-days' : 'later'

const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
const compare = (a: string | number, b: string | number) =>
  typeof a === 'string' ? bytes(a, String(b)) : a - Number(b)

/** A row, and what it would be in each facet and sort. */
type Person = {
  id: string
  texts: string[]
  facets: Record<string, string>
  by: Record<string, string | number>
}

function expected(people: Person[], wanted: Record<string, unknown>, sort: string, order: Order): string[] {
  const search = searchName(String(wanted.search ?? '').trim())
  const sign = order === 'ascending' ? 1 : -1
  return people
    .filter(({ texts }) => texts.some(text => text.includes(search)))
    .filter(({ facets }) => Object.entries(facets).every(([facet, value]) => fits(wanted[facet], value)))
    .sort((a, b) => sign * (compare(a.by[sort]!, b.by[sort]!) || bytes(a.id, b.id)))
    .map(({ id }) => id)
}

const fits = (wanted: unknown, value: string) => wanted === undefined || String(wanted) === value

/** All rows, page by page. */
async function throughPages<Row extends { position: Position }>(
  size: number,
  read: (after: Position | null) => Promise<Row[]>,
): Promise<string[]> {
  const seen: string[] = []
  let after: Position | null = null
  while (true) {
    const rows: Row[] = await read(after)
    seen.push(...rows.map(({ position }) => position[1]))
    if (rows.length < size) return seen
    after = rows.at(-1)!.position
  }
}

const maybe = <T>(...values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
const order = fc.constantFrom<Order>('ascending', 'descending')
const search = maybe('', 'ân', 'AN', 'dung 100%', '%', '_1', 'é', 'example', '0901 2', 'hd-3', 'nobody')
const size = fc.integer({ min: 1, max: 12 })
const expires = maybe<Expires>('never', 'expired', 'within-30-days', 'later')
const yes = maybe(true, false)

onEachStore((_, open) => {
  let db: Database
  beforeEach(async context => {
    db = await open(context, () => undefined)
  })

  const invite = (userId: string) =>
    keepInvitation(alone(db), { userId, hash: `hash ${userId}`, expiresAt: now + day })

  test('pages of sub-users, sorted and filtered in any way, hold each match once and in order', async () => {
    const { accountId } = (await createAccount(db, { name: 'Kho', now }, owner))!
    const other = (await createAccount(db, { name: 'Khác', now }, { ...owner, email: 'khac@example.com' }))!
    await createUser(alone(db), { accountId: other.accountId, now }, { ...subUser, email: 'an@khac.vn' })
    const people: Person[] = []
    for (let at = 0; at < 60; at++) {
      const name = pick(names, at)
      const email = `${pick(['x-', 'y.', 'x_'], at)}${at}@example.com`
      const expireDate = pick(times, at * 5 + 1)
      const lastSignInAt = at % 3 === 0 ? null : now - (at % 4)
      const permission = pick(levels, at * 3)
      const phone = at % 2 === 0 ? `+8490120000${at % 10}` : ''
      const created = now - (at % 5)
      const id = (await createUser(
        alone(db),
        { accountId, now: created },
        { ...subUser, name, email, phone, permission, expireDate, lastSignInAt },
      ))!
      const invited = at % 6 === 0
      if (invited) await invite(id)
      people.push({
        id,
        texts: [searchName(name), email, phone && `${phone} 0901 2`],
        facets: {
          status: isOver(expireDate) ? 'expired' : invited ? 'invited' : 'active',
          expires: expiresOf(expireDate),
          permission,
          neverSignedIn: String(lastSignInAt === null),
        },
        by: {
          name: sortName(name),
          email,
          created,
          expiry: expireDate || Number.MAX_SAFE_INTEGER,
          'last-sign-in': lastSignInAt ?? 0,
        },
      })
    }
    const filter: fc.Arbitrary<SubUserFilter> = fc.record({
      ...{ search, expires, neverSignedIn: yes, permission: maybe(...levels) },
      status: maybe('active', 'invited', 'expired'),
    })
    const sort = fc.constantFrom<SubUserSort>('name', 'email', 'created', 'expiry', 'last-sign-in')
    const check = async (wanted: SubUserFilter, page: Omit<Page<SubUserSort>, 'after'>) => {
      const found = await throughPages(page.limit!, after =>
        pageOfSubUsers(db, accountId, wanted, { ...page, after }, now),
      )
      expect(found).toEqual(expected(people, wanted, page.sort, page.order))
      const { total, counts } = await countMatchingSubUsers(db, accountId, wanted, now)
      const count = (more: SubUserFilter) =>
        expected(people, { ...wanted, ...more }, 'name', 'ascending').length
      expect([total, counts.status.invited, counts.permission.write, counts.expires.later]).toEqual([
        found.length,
        count({ status: 'invited' }),
        count({ permission: 'write' }),
        count({ expires: 'later' }),
      ])
      expect(counts.never_signed_in).toBe(count({ neverSignedIn: true }))
    }
    await fc.assert(
      fc.asyncProperty(filter, sort, order, size, (wanted, sort, order, limit) =>
        check(wanted, { sort, order, limit }),
      ),
      { numRuns: 150 },
    )
  })

  test('pages of customers, sorted and filtered in any way, hold each match once and in order', async () => {
    const people: Person[] = []
    for (let at = 0; at < 40; at++) {
      const name = pick(names, at)
      const contractCode = `HĐ-${at}`
      const email = `chu-${at}@example.com`
      const expireDate = pick(times, at * 5 + 1)
      const lastSignInAt = at % 3 === 0 ? null : now - (at % 4)
      const quota = pick([null, 0, 5, 10], at)
      const suspended = at % 7 === 0
      const created = now - (at % 5)
      const terms = { name, now: created, contractCode, expireDate, quota, suspended }
      const made = (await createAccount(db, terms, { ...owner, email, lastSignInAt }))!
      const { accountId: id, userId } = made
      const measured = at % 5 > 0
      const usage = measured ? pick([0, 4, 5, 12], at * 3 + 1) : 0
      await db
        .updateTable('accounts')
        .set({ sampled_day: Number(measured), sampled_bytes: usage })
        .where('id', '=', id)
        .execute()
      const invited = at % 4 === 0
      if (invited) await invite(userId)
      const status = isOver(expireDate) ? 'expired' : invited ? 'invited' : 'active'
      people.push({
        id,
        texts: [searchName(name), searchName(contractCode), email],
        facets: {
          status: suspended ? 'suspended' : status,
          expires: expiresOf(expireDate),
          neverSignedIn: String(lastSignInAt === null),
          overQuota: String(measured && quota !== null && usage >= quota),
        },
        by: {
          ...{ name: sortName(name), created, usage },
          expiry: expireDate || Number.MAX_SAFE_INTEGER,
          'last-sign-in': lastSignInAt ?? 0,
          quota: quota ?? Number.MAX_SAFE_INTEGER,
        },
      })
    }
    const filter: fc.Arbitrary<CustomerFilter> = fc.record({
      ...{ search, expires, neverSignedIn: yes, overQuota: yes },
      status: maybe('active', 'invited', 'suspended', 'expired'),
    })
    const sort = fc.constantFrom<CustomerSort>('name', 'created', 'expiry', 'last-sign-in', 'usage', 'quota')
    const check = async (wanted: CustomerFilter, page: Omit<Page<CustomerSort>, 'after'>) => {
      const found = await throughPages(page.limit!, after =>
        pageOfCustomers(db, wanted, { ...page, after }, now),
      )
      expect(found).toEqual(expected(people, wanted, page.sort, page.order))
      const { total, counts } = await countCustomers(db, wanted, now)
      const count = (more: CustomerFilter) =>
        expected(people, { ...wanted, ...more }, 'name', 'ascending').length
      expect([total, counts.status.suspended, counts.expires.expired, counts.over_quota]).toEqual([
        found.length,
        count({ status: 'suspended' }),
        count({ expires: 'expired' }),
        count({ overQuota: true }),
      ])
      expect(counts.never_signed_in).toBe(count({ neverSignedIn: true }))
    }
    await fc.assert(
      fc.asyncProperty(filter, sort, order, size, (wanted, sort, order, limit) =>
        check(wanted, { sort, order, limit }),
      ),
      { numRuns: 150 },
    )
  })

  test('every change of a name or a contract code changes what lists sort by and search', async () => {
    const terms = { name: 'Kho', now, contractCode: 'HĐ-1' }
    const { accountId, userId } = (await createAccount(db, terms, owner))!
    const id = (await createUser(alone(db), { accountId, now }, { ...subUser, email: 'an@example.com' }))!
    const user = async (id: string) => {
      const columns = ['sort_name', 'search_name'] as const
      return await db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirstOrThrow()
    }
    const named = (name: string) => ({ sort_name: sortName(name), search_name: searchName(name) })
    expect(await user(id)).toEqual(named('Chủ'))
    await changeSubUser(alone(db), accountId, id, { name: 'Đỗ Ân' })
    expect(await user(id)).toEqual(named('Đỗ Ân'))
    await handOverUser(alone(db), userId, 'Ổi')
    expect(await user(userId)).toEqual(named('Ổi'))
    const profile = {
      name: 'Ưu',
      phone: '',
      company: '',
      gender: '',
      address: '',
      city: '',
      district: '',
    } as const
    await setProfile(alone(db), userId, { ...profile, ward: '' })
    expect(await user(userId)).toEqual(named('Ưu'))

    const account = () => db.selectFrom('accounts').select(['sort_name', 'search_text']).executeTakeFirst()
    expect(await account()).toEqual({ sort_name: sortName('Kho'), search_text: 'kho\nhd-1' })
    await changeCustomer(alone(db), accountId, { name: 'Đá' })
    expect(await account()).toEqual({ sort_name: sortName('Đá'), search_text: 'da\nhd-1' })
    await changeCustomer(alone(db), accountId, { contract_code: 'Mã' })
    expect(await account()).toEqual({ sort_name: sortName('Đá'), search_text: 'da\nma' })
  })
})

onEachUrl(makeUrl => {
  test('customers and users of an older database are found by lists', async context => {
    const url = await makeUrl(context)
    const dir = mkdtempSync(join(tmpdir(), 'kho-lists-'))
    const db =
      url === null
        ? (new Kysely({ dialect: nodeSqliteDialect(join(dir, 'kho.sqlite')) }) as Database)
        : connectPostgres(url)
    onTestFinished(async () => {
      await db.destroy()
      rmSync(dir, { recursive: true })
    })
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    await migrator.migrateTo('0002-required-two-step')
    const account = { id: 'a', name: 'Đá', storage_uid: 'kho-a', expire_date: 0, created_at: now }
    await db
      .insertInto('accounts')
      .values({ ...account, contract_code: 'HĐ-1' })
      .execute()
    const flags = { is_admin: 1, is_supper_admin: 0, is_sub_user: 0, require_change_pass: 0, created_at: now }
    await db
      .insertInto('users')
      .values({
        ...{
          id: 'u',
          account_id: 'a',
          email: 'a@example.com',
          name: 'Ổi',
          password_hash: '',
          pin_hash: null,
        },
        ...flags,
        permission: 'read',
      })
      .execute()
    expect((await migrator.migrateToLatest()).error).toBe(undefined)
    const accounts = await db.selectFrom('accounts').select(['sort_name', 'search_text']).execute()
    const users = await db.selectFrom('users').select(['sort_name', 'search_name']).execute()
    expect([accounts, users]).toEqual([
      [{ sort_name: sortName('Đá'), search_text: 'da\nhd-1' }],
      [{ sort_name: sortName('Ổi'), search_name: 'oi' }],
    ])
  })
})
