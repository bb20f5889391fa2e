import { folded } from '../../domain/folded.ts'
import type { Database, Transaction } from './open.ts'
import { bumpDesiredVersion } from './storage-users.ts'

/** An account with its owner, as the super admin sees it. */
export type Customer = {
  id: string
  storageUid: string
  name: string
  contractCode: string
  site: string
  /** Bytes; null: without limit. */
  quota: number | null
  /** Unix seconds; 0: forever. */
  expireDate: number
  enableBucketNotification: boolean
  suspended: boolean
  createdAt: number
  ownerName: string
  ownerEmail: string
  /** As for a sub-user. */
  ownerInvitedUntil: number | null
  subUsers: number
}

export type CustomerChange = Partial<{
  name: string
  contractCode: string
  site: string
  quota: number | null
  expireDate: number
  enableBucketNotification: boolean
  suspended: boolean
}>

const byName = new Intl.Collator('vi').compare

/**
 * The ids of accounts whose name, contract code or owner's e-mail address contains `search`, ignoring case, by name.
 * Compared here and not in SQL: SQLite does not know the case and order of Vietnamese letters.
 */
export async function findCustomerIds(db: Database, search: string): Promise<{ id: string; name: string }[]> {
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('users', join =>
      join.onRef('users.account_id', '=', 'accounts.id').on('users.is_admin', '=', 1),
    )
    .select(['accounts.id', 'accounts.name', 'accounts.contract_code', 'users.email'])
    .execute()
  const wanted = folded(search)
  const matches = rows.filter(row =>
    [row.name, row.contract_code, row.email ?? ''].some(text => folded(text).includes(wanted)),
  )
  const named = new Map(matches.map(({ id, name }) => [id, { id, name }]))
  return [...named.values()].sort(customerOrder)
}

export function customerOrder(a: { id: string; name: string }, b: { id: string; name: string }): number {
  return byName(a.name, b.name) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

/** The accounts with exactly this contract code. */
export async function customersOfContract(db: Database, contractCode: string): Promise<Customer[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('contract_code', '=', contractCode)
    .execute()
  return findCustomers(
    db,
    rows.map(({ id }) => id),
  )
}

/** The accounts with these ids, in the same order; unknown ids are omitted. */
export async function findCustomers(db: Database, ids: string[]): Promise<Customer[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('accounts')
    .select([
      'id',
      'storage_uid',
      'name',
      'contract_code',
      'site',
      'quota',
      'expire_date',
      'enable_bucket_notification',
      'suspended',
      'created_at',
    ])
    .where('id', 'in', ids)
    .execute()
  const owners = await db
    .selectFrom('users')
    .leftJoin('invitations', 'invitations.user_id', 'users.id')
    .select(['account_id', 'name', 'email', 'invitations.expires_at as invited_until'])
    .where('account_id', 'in', ids)
    .where('is_admin', '=', 1)
    .execute()
  const counts = await db
    .selectFrom('users')
    .select(query => ['account_id', query.fn.countAll<number | string>().as('count')])
    .where('account_id', 'in', ids)
    .where('is_sub_user', '=', 1)
    .groupBy('account_id')
    .execute()
  const row = new Map(rows.map(each => [each.id, each]))
  const owner = new Map(owners.map(each => [each.account_id, each]))
  const subUsers = new Map(counts.map(each => [each.account_id, Number(each.count)]))
  return ids.flatMap(id => {
    const account = row.get(id)
    if (!account) return []
    return {
      id,
      storageUid: account.storage_uid,
      name: account.name,
      contractCode: account.contract_code,
      site: account.site,
      quota: account.quota,
      expireDate: account.expire_date,
      enableBucketNotification: account.enable_bucket_notification === 1,
      suspended: account.suspended === 1,
      createdAt: account.created_at,
      ownerName: owner.get(id)?.name ?? '',
      ownerEmail: owner.get(id)?.email ?? '',
      ownerInvitedUntil: owner.get(id)?.invited_until ?? null,
      subUsers: subUsers.get(id) ?? 0,
    }
  })
}

/** Changes an account; false if there is none with this id. For a transaction: it counts a change for the storage. */
export async function changeCustomer(db: Transaction, id: string, change: CustomerChange): Promise<boolean> {
  const changed = await db
    .updateTable('accounts')
    .set({
      ...(change.name !== undefined && { name: change.name }),
      ...(change.contractCode !== undefined && { contract_code: change.contractCode }),
      ...(change.site !== undefined && { site: change.site }),
      ...(change.quota !== undefined && { quota: change.quota }),
      ...(change.expireDate !== undefined && { expire_date: change.expireDate, expired: 0 }),
      ...(change.enableBucketNotification !== undefined && {
        enable_bucket_notification: Number(change.enableBucketNotification),
      }),
      ...(change.suspended !== undefined && { suspended: Number(change.suspended) }),
    })
    .where('id', '=', id)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return false
  await bumpDesiredVersion(db, id, { quota: change.quota !== undefined })
  return true
}
