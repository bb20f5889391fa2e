import { randomUUID } from 'node:crypto'
import { fileBrand } from '../../domain/brand-file.ts'
import { canonicalEmail } from '../../domain/email-address.ts'
import type { Account, AuditSettings } from '../../openapi/schema.ts'
import type { ByVisitor } from '../audit/actor.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { hashNewPassword } from '../auth/new-password.ts'
import type { Call, Handlers } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { addAccount, deleteAccount } from '../store/accounts.ts'
import { countCustomers, pageOfCustomers } from '../store/customer-list.ts'
import { type Customer, type CustomerChange, changeCustomer, findCustomers } from '../store/customers.ts'
import { emailHolder } from '../store/email-changes.ts'
import type { Database } from '../store/open.ts'
import { bumpDesiredVersion } from '../store/storage-users.ts'
import type { User } from '../store/users.ts'
import { allRows, dayName, positionOf, tokenOf } from './list-pages.ts'
import { customersCsv } from './people-csv.ts'
import type { Services } from './services.ts'
import { invite, requireOrigin, unknownPassword } from './sign-in-of-others.ts'
import { usageOfUsers, usedOf } from './usage.ts'

type Needed = Pick<
  Services,
  'db' | 'vault' | 'admin' | 'sync' | 'sweeper' | 'region' | 'hashSecret' | 'brand' | 'linkOrigin'
>

const normalPageSize = 50

export function accountOperations(services: Needed & Pick<Services, 'log' | 'now'>) {
  const { db, region } = services

  async function bodies(customers: Customer[], asking: User): Promise<Account[]> {
    const uids = customers.map(each => each.storage_uid)
    const usage = await usageOfUsers(services, uids)
    return customers.map(({ storage_uid, ...customer }) => {
      const held = usage.get(storage_uid)
      return {
        ...customer,
        site: customer.site || region,
        usage: held ? usedOf(held) : null,
        own: customer.id === asking.accountId,
      }
    })
  }

  return {
    async listAccounts({ query, session: { user } }) {
      const { page_size: limit = normalPageSize, next_token: token } = query
      const now = Math.floor(services.now() / 1000)
      const { filter, sort, order } = listOf(query)
      const list = { of: 'customers', filter, sort, order }
      const page = { sort, order, after: positionOf(token, list), limit: limit + 1 }
      const rows = await pageOfCustomers(db, filter, page, now)
      const shown = rows.slice(0, limit)
      return {
        accounts: await bodies(
          shown.map(({ customer }) => customer),
          user,
        ),
        ...(await countCustomers(db, filter, now)),
        next_token: rows.length > limit ? tokenOf(shown.at(-1)!.position, list) : null,
      }
    },

    async exportAccounts({ query, disconnected }) {
      const now = Math.floor(services.now() / 1000)
      const { filter, sort, order } = listOf(query)
      const rows = allRows(
        (after, limit) => pageOfCustomers(db, filter, { sort, order, after, limit }, now),
        disconnected,
      )
      return {
        fileName: `${fileBrand(services.brand.name)}-customers-${dayName(services.now())}.csv`,
        pieces: customersCsv(rows),
      }
    },

    async createAccount({ body, by }) {
      const customer = await createAccount(services, by, body)
      return (await bodies([customer], by.user))[0]!
    },

    async changeAccount({ body: { id, ...change }, by }) {
      const customer = await changeAccount(services, by, id, change)
      return (await bodies([customer], by.user))[0]!
    },
  } satisfies Partial<Handlers>
}

function listOf(query: Call<'exportAccounts'>['query']) {
  const { search, status, expires, never_signed_in: neverSignedIn, over_quota: overQuota } = query
  const { sort = 'name', order = 'ascending' } = query
  return { filter: { search, status, expires, neverSignedIn, overQuota }, sort, order } as const
}

/**
 * Creates an account with its owner, at the storage too; without a password the owner is invited. NOT_SUPPORTED,
 * EMAIL_TAKEN, MAIL_FAILED, STORAGE_UNAVAILABLE.
 */
export async function createAccount(
  services: Needed,
  by: ByVisitor,
  terms: Call<'createAccount'>['body'],
): Promise<Customer> {
  const { db, vault, admin, sync, sweeper } = services
  requireTerms(services, terms)
  // With one key for everybody, accounts could not be separated.
  if (!admin.capabilities.users) throw new Problem('NOT_SUPPORTED')
  const now = Math.floor(by.now / 1000)
  const name = terms.name.trim()
  const email = canonicalEmail(terms.owner_email)
  if (await emailHolder(db, email, now)) throw new Problem('EMAIL_TAKEN')
  const link = terms.password === undefined ? requireOrigin(services.linkOrigin(by.visitor)) : null
  const id = randomUUID()
  const passwordHash = await (terms.password === undefined
    ? services.hashSecret(unknownPassword())
    : hashNewPassword(services, 'password', terms.password, {
        email,
        name: terms.owner_name,
        accountName: name,
      }))
  const made = await db.transaction().execute(async trx => {
    const added = await addAccount(
      trx,
      {
        ...{ id, name, now, contractCode: terms.contract_code.trim(), site: terms.site, quota: terms.quota },
        expireDate: terms.expire_date,
        enableBucketNotification: terms.enable_bucket_notification,
      },
      {
        ...{ email, name: terms.owner_name.trim(), passwordHash, permission: 'full-control' },
        ...{ isAdmin: true, isSupperAdmin: false, isSubUser: false, requireChangePass: true },
      },
    )
    if (added) await bumpDesiredVersion(trx, id)
    return added
  })
  if (!made) throw new Problem('EMAIL_TAKEN')
  try {
    await sync.apply(id)
  } catch (error) {
    await db.transaction().execute(trx => deleteAccount(trx, id))
    throw error
  }
  await db.transaction().execute(async trx => {
    await audit(trx, by, 'ACCOUNT_CREATED', { target: name, detail: { kind: 'names', names: [email] } })
    // Only now: if the storage refuses the account, it is deleted.
    if (link === null) return
    const person = { id: made.userId, email, accountName: name, isSubUser: false }
    await invite({ db: trx, vault }, by, person, link)
  })
  sweeper.wake()
  return requireCustomer(db, id)
}

/** Changes an account, at the storage too. OWN_ACCOUNT, USER_NOT_FOUND, NOT_SUPPORTED, STORAGE_UNAVAILABLE. */
export async function changeAccount(
  services: Needed,
  by: ByVisitor,
  id: string,
  wanted: CustomerChange,
): Promise<Customer> {
  const { db, sync, sweeper } = services
  const { name, contract_code: code, ...others } = wanted
  requireTerms(services, wanted)
  if (id === by.user.accountId && (wanted.suspended || wanted.expire_date)) throw new Problem('OWN_ACCOUNT')
  const before = await requireCustomer(db, id)
  await db.transaction().execute(async trx => {
    await changeCustomer(trx, id, { ...others, name: name?.trim(), contract_code: code?.trim() })
    const after = await requireCustomer(trx, id)
    const detail = changes(settingsOf(before), settingsOf(after))
    if (detail) await audit(trx, by, 'ACCOUNT_CHANGED', { target: after.name, detail })
    if (before.suspended === after.suspended) return
    const action = after.suspended ? 'ACCOUNT_SUSPENDED' : 'ACCOUNT_RESUMED'
    await audit(trx, by, action, { target: after.name })
  })
  sweeper.wake()
  await sync.apply(id)
  return requireCustomer(db, id)
}

function requireTerms(
  { region, admin }: Pick<Services, 'region' | 'admin'>,
  { site, quota }: Pick<CustomerChange, 'site' | 'quota'>,
): void {
  if (site !== undefined && site !== region) throw invalid('site', 'place-unknown')
  if (quota !== undefined && quota !== null && !admin.capabilities.quota) throw new Problem('NOT_SUPPORTED')
}

/** USER_NOT_FOUND. */
export async function requireCustomer(db: Database, id: string): Promise<Customer> {
  const [customer] = await findCustomers(db, [id])
  if (!customer) throw new Problem('USER_NOT_FOUND')
  return customer
}

function settingsOf(of: Customer): AuditSettings {
  const { name, contract_code, site, quota, expire_date, enable_bucket_notification, require_sso } = of
  return {
    ...{ name, contract_code, site, quota, expire_date, require_sso },
    bucket_notification: enable_bucket_notification,
  }
}
