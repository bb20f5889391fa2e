import { randomUUID } from 'node:crypto'
import type { Account } from '../../openapi/schema.ts'
import { audit } from '../audit/record.ts'
import { hashSecret } from '../auth/hash.ts'
import type { Handlers } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { addAccount, deleteAccount } from '../store/accounts.ts'
import {
  type Customer,
  changeCustomer,
  customerOrder,
  findCustomerIds,
  findCustomers,
} from '../store/customers.ts'
import { bumpDesiredVersion } from '../store/storage-users.ts'
import { findUserByEmail, type User } from '../store/users.ts'
import { changes, expiryText } from './change-text.ts'
import type { Services } from './services.ts'

/** Calls to the storage under way at once, for the usage of a page of accounts. */
const atOnce = 8

export function accountHandlers(
  services: Services,
): Pick<Handlers, 'listAccounts' | 'createAccount' | 'changeAccount'> {
  const { db, admin, sync, sweeper } = services

  async function found(id: string): Promise<Customer> {
    const [customer] = await findCustomers(db, [id])
    if (!customer) throw new Problem('USER_NOT_FOUND')
    return customer
  }

  /** Usage is an extra: without it the list is still the list. */
  async function usageOf(uid: string): Promise<number | null> {
    if (!admin.capabilities.usage) return null
    try {
      return (await admin.usage(uid))?.bytes ?? null
    } catch (error) {
      services.log.warn({ err: error }, 'The storage does not tell the usage of an account.')
      return null
    }
  }

  async function bodies(customers: Customer[], asking: User): Promise<Account[]> {
    const usage = new Map<string, number | null>()
    const rest = [...customers]
    const worker = async () => {
      for (let next = rest.pop(); next; next = rest.pop()) usage.set(next.id, await usageOf(next.storageUid))
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    return customers.map(each => ({
      ...bodyOf(each, usage.get(each.id) ?? null, asking),
      site: each.site || services.region,
    }))
  }

  async function body(id: string, asking: User): Promise<Account> {
    const [account] = await bodies([await found(id)], asking)
    return account!
  }

  function check(terms: { site?: string; quota?: number | null }): void {
    const { site, quota } = terms
    if (site !== undefined && site !== services.region) throw invalid('site', 'place-unknown')
    if (quota !== undefined && quota !== null && !admin.capabilities.quota) throw new Problem('NOT_SUPPORTED')
  }

  return {
    async listAccounts({ query, session: { user } }) {
      const all = await findCustomerIds(db, query.search ?? '')
      const after = query.next_token === undefined ? null : placeOf(query.next_token)
      const from = after === null ? 0 : all.findIndex(each => customerOrder(each, after) > 0)
      const size = query.page_size ?? 50
      const page = from < 0 ? [] : all.slice(from, from + size)
      const last = from >= 0 && from + size < all.length ? page.at(-1) : undefined
      const customers = await findCustomers(
        db,
        page.map(each => each.id),
      )
      return {
        accounts: await bodies(customers, user),
        total: all.length,
        next_token: last ? tokenOf(last) : null,
      }
    },

    async createAccount({ body: terms, visitor, session: { user } }) {
      check(terms)
      // With one key for everybody, accounts could not be kept apart.
      if (!admin.capabilities.users) throw new Problem('NOT_SUPPORTED')
      const email = terms.owner_email.trim().toLowerCase()
      if (await findUserByEmail(db, email)) throw new Problem('EMAIL_TAKEN')
      const id = randomUUID()
      const name = terms.name.trim()
      const passwordHash = await hashSecret(terms.password)
      const now = services.now()
      const made = await db.transaction().execute(async trx => {
        const account = await addAccount(
          trx,
          {
            id,
            name,
            now: Math.floor(now / 1000),
            contractCode: terms.contract_code.trim(),
            site: terms.site,
            quota: terms.quota,
            expireDate: terms.expire_date,
            enableBucketNotification: terms.enable_bucket_notification,
          },
          {
            email,
            name: terms.owner_name.trim(),
            passwordHash,
            isAdmin: true,
            isSupperAdmin: false,
            isSubUser: false,
            permission: 'full-control',
            requireChangePass: true,
          },
        )
        if (account) await bumpDesiredVersion(trx, id)
        return account
      })
      if (!made) throw new Problem('EMAIL_TAKEN')
      try {
        await sync.apply(id)
      } catch (error) {
        await db.transaction().execute(trx => deleteAccount(trx, id))
        throw error
      }
      await audit(db, { user, visitor, now }, 'ACCOUNT_CREATED', { target: name, detail: email })
      sweeper.wake()
      return body(id, user)
    },

    async changeAccount({ body: terms, visitor, session: { user } }) {
      check(terms)
      if (terms.id === user.accountId && (terms.suspended || terms.expire_date))
        throw new Problem('OWN_ACCOUNT')
      const before = await found(terms.id)
      await db.transaction().execute(async trx => {
        await changeCustomer(trx, terms.id, {
          ...(terms.name !== undefined && { name: terms.name.trim() }),
          ...(terms.contract_code !== undefined && { contractCode: terms.contract_code.trim() }),
          ...(terms.site !== undefined && { site: terms.site }),
          ...(terms.quota !== undefined && { quota: terms.quota }),
          ...(terms.expire_date !== undefined && { expireDate: terms.expire_date }),
          ...(terms.suspended !== undefined && { suspended: terms.suspended }),
          ...(terms.enable_bucket_notification !== undefined && {
            enableBucketNotification: terms.enable_bucket_notification,
          }),
        })
        const [after] = await findCustomers(trx, [terms.id])
        if (!after) throw new Problem('USER_NOT_FOUND')
        const by = { user, visitor, now: services.now() }
        const detail = changesOf(before, after)
        if (detail) await audit(trx, by, 'ACCOUNT_CHANGED', { target: after.name, detail })
        if (before.suspended === after.suspended) return
        const action = after.suspended ? 'ACCOUNT_SUSPENDED' : 'ACCOUNT_RESUMED'
        await audit(trx, by, action, { target: after.name })
      })
      sweeper.wake()
      await sync.apply(terms.id)
      return body(terms.id, user)
    },
  }
}

function changesOf(before: Customer, after: Customer): string {
  const quota = (bytes: number | null) => (bytes === null ? 'none' : String(bytes))
  return changes([
    ['name', before.name, after.name],
    ['contract code', before.contractCode, after.contractCode],
    ['site', before.site, after.site],
    ['quota', quota(before.quota), quota(after.quota)],
    ['expires', expiryText(before.expireDate), expiryText(after.expireDate)],
    ['bucket notification', String(before.enableBucketNotification), String(after.enableBucketNotification)],
  ])
}

function bodyOf(customer: Customer, usage: number | null, asking: User): Account {
  return {
    id: customer.id,
    name: customer.name,
    contract_code: customer.contractCode,
    site: customer.site,
    quota: customer.quota,
    usage,
    expire_date: customer.expireDate,
    enable_bucket_notification: customer.enableBucketNotification,
    suspended: customer.suspended,
    owner_name: customer.ownerName,
    owner_email: customer.ownerEmail,
    sub_users: customer.subUsers,
    created_at: customer.createdAt,
    own: customer.id === asking.accountId,
  }
}

function tokenOf({ id, name }: { id: string; name: string }): string {
  return Buffer.from(JSON.stringify([name, id])).toString('base64url')
}

function placeOf(token: string): { id: string; name: string } {
  try {
    const [name, id] = JSON.parse(Buffer.from(token, 'base64url').toString()) as unknown[]
    if (typeof name === 'string' && typeof id === 'string') return { id, name }
  } catch (error) {
    throw new Problem('INVALID_REQUEST', {
      fields: [{ field: 'next_token', message: 'invalid' }],
      cause: error,
    })
  }
  throw invalid('next_token', 'invalid')
}
