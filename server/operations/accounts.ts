import { randomUUID } from 'node:crypto'
import type { AuditSettings } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import type { HashSecret } from '../auth/hash.ts'
import type { Worker } from '../background/runner.ts'
import { invalid, Problem } from '../errors/problem.ts'
import type { StorageAdmin } from '../storage-admin/storage-admin.ts'
import type { StorageSync } from '../storage-admin/storage-sync.ts'
import { addAccount, deleteAccount } from '../store/accounts.ts'
import {
  type Customer,
  type CustomerChange,
  changeCustomer,
  customerOrder,
  findCustomerIds,
  findCustomers,
} from '../store/customers.ts'
import { emailHolder } from '../store/email-changes.ts'
import type { Database } from '../store/open.ts'
import { bumpDesiredVersion } from '../store/storage-users.ts'
import type { Vault } from '../vault/vault.ts'
import { invite, requireOrigin, unknownPassword } from './invitations.ts'

type Deps = {
  db: Database
  admin: StorageAdmin
  sync: StorageSync
  sweeper: Pick<Worker, 'wake'>
  region: string
}

/** `quota`: bytes, null: without limit; `expireDate`: unix seconds, 0: never. */
type NewCustomer = {
  name: string
  contractCode: string
  site: string
  quota: number | null
  expireDate: number
  enableBucketNotification: boolean
  /** `email`: canonical; `password`: null: the owner is invited to set one. */
  owner: { email: string; name: string; password: string | null }
}

type PageMarker = { id: string; name: string }

/** A page of the accounts by name, after `after`. `last`: the `after` of the next page; null on the last page. */
export async function pageOfAccounts(
  db: Database,
  { search, after, size }: { search: string; after: PageMarker | null; size: number },
): Promise<{ accounts: Customer[]; total: number; last: PageMarker | null }> {
  const all = await findCustomerIds(db, search)
  const from = after === null ? 0 : all.findIndex(each => customerOrder(each, after) > 0)
  const page = from < 0 ? [] : all.slice(from, from + size)
  const last = from >= 0 && from + size < all.length ? (page.at(-1) ?? null) : null
  const ids = page.map(each => each.id)
  return { accounts: await findCustomers(db, ids), total: all.length, last }
}

/**
 * Creates an account with its owner, at the storage too. `origin`: of an invitation's link, see `linkOrigin`. NOT_SUPPORTED,
 * EMAIL_TAKEN, MAIL_FAILED, STORAGE_UNAVAILABLE.
 */
export async function createAccount(
  deps: Deps & { vault: Vault; hashSecret: HashSecret },
  by: By,
  terms: NewCustomer,
  origin: string | null,
): Promise<Customer> {
  const { db, vault, admin, sync, sweeper } = deps
  requireTerms(deps, terms)
  // With one key for everybody, accounts could not be separated.
  if (!admin.capabilities.users) throw new Problem('NOT_SUPPORTED')
  const { owner, ...account } = terms
  if (await emailHolder(db, owner.email, Math.floor(by.now / 1000))) throw new Problem('EMAIL_TAKEN')
  const link = owner.password === null ? requireOrigin(origin) : null
  const id = randomUUID()
  const passwordHash = await deps.hashSecret(owner.password ?? unknownPassword())
  const made = await db.transaction().execute(async trx => {
    const added = await addAccount(
      trx,
      { ...account, id, now: Math.floor(by.now / 1000) },
      {
        email: owner.email,
        name: owner.name,
        passwordHash,
        isAdmin: true,
        isSupperAdmin: false,
        isSubUser: false,
        permission: 'full-control',
        requireChangePass: true,
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
    await audit(trx, by, 'ACCOUNT_CREATED', {
      target: terms.name,
      detail: { kind: 'names', names: [owner.email] },
    })
    // Only now: if the storage refuses the account, it is deleted.
    if (link === null) return
    const person = { id: made.userId, email: owner.email, accountName: terms.name, isSubUser: false }
    await invite({ db: trx, vault }, by, person, link)
  })
  sweeper.wake()
  return found(db, id)
}

/** Changes an account, at the storage too. OWN_ACCOUNT, USER_NOT_FOUND, NOT_SUPPORTED, STORAGE_UNAVAILABLE. */
export async function changeAccount(
  deps: Deps,
  by: By,
  id: string,
  change: CustomerChange,
): Promise<Customer> {
  const { db, sync, sweeper } = deps
  requireTerms(deps, change)
  if (id === by.user.accountId && (change.suspended || change.expireDate)) throw new Problem('OWN_ACCOUNT')
  const before = await found(db, id)
  await db.transaction().execute(async trx => {
    await changeCustomer(trx, id, change)
    const after = await found(trx, id)
    const detail = changes(settingsOf(before), settingsOf(after))
    if (detail) await audit(trx, by, 'ACCOUNT_CHANGED', { target: after.name, detail })
    if (before.suspended === after.suspended) return
    const action = after.suspended ? 'ACCOUNT_SUSPENDED' : 'ACCOUNT_RESUMED'
    await audit(trx, by, action, { target: after.name })
  })
  sweeper.wake()
  await sync.apply(id)
  return found(db, id)
}

function requireTerms(
  { region, admin }: Pick<Deps, 'region' | 'admin'>,
  { site, quota }: Pick<CustomerChange, 'site' | 'quota'>,
): void {
  if (site !== undefined && site !== region) throw invalid('site', 'place-unknown')
  if (quota !== undefined && quota !== null && !admin.capabilities.quota) throw new Problem('NOT_SUPPORTED')
}

async function found(db: Database, id: string): Promise<Customer> {
  const [customer] = await findCustomers(db, [id])
  if (!customer) throw new Problem('USER_NOT_FOUND')
  return customer
}

function settingsOf(of: Customer): AuditSettings {
  return {
    name: of.name,
    contract_code: of.contractCode,
    site: of.site,
    quota: of.quota,
    expire_date: of.expireDate,
    bucket_notification: of.enableBucketNotification,
  }
}
