import type { Account } from '../../openapi/schema.ts'
import { lockAccount } from './accounts.ts'
import { namedAccount } from './name-order.ts'
import type { Database, Transaction } from './open.ts'
import { signInWays } from './sign-in-ways.ts'
import { bumpDesiredVersion } from './storage-users.ts'

/** An account with its owner, as the super admin sees it. */
export type Customer = Omit<Account, 'usage' | 'own'> & { storage_uid: string }

export type CustomerChange = Partial<
  Pick<
    Customer,
    'name' | 'contract_code' | 'site' | 'quota' | 'expire_date' | 'enable_bucket_notification' | 'suspended'
  > & { require_sso: false }
>

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
      'require_sso',
      'created_at',
    ])
    .where('id', 'in', ids)
    .execute()
  const owners = await db
    .selectFrom('users')
    .leftJoin('invitations', 'invitations.user_id', 'users.id')
    .select(['account_id', 'name', 'email', 'two_step', 'invitations.expires_at as invited_until'])
    .select(signInWays)
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
    const { name = '', email = '', two_step = 0, passkeys = 0, providers = 0 } = owner.get(id) ?? {}
    return {
      ...account,
      enable_bucket_notification: account.enable_bucket_notification === 1,
      suspended: account.suspended === 1,
      require_sso: account.require_sso === 1,
      ...{ owner_name: name, owner_email: email },
      ...{
        owner_two_step: two_step === 1,
        owner_passkeys: Number(passkeys),
        owner_sso: Number(providers) > 0,
      },
      owner_invited_until: owner.get(id)?.invited_until ?? null,
      sub_users: subUsers.get(id) ?? 0,
    }
  })
}

/** Changes an account; false if there is none with this id. For a transaction: it counts a change for the storage. */
export async function changeCustomer(db: Transaction, id: string, change: CustomerChange): Promise<boolean> {
  const { enable_bucket_notification: notification, suspended, require_sso: sso, ...others } = change
  const { name, contract_code: code, ...terms } = others
  await lockAccount(db, id)
  const before = await db
    .selectFrom('accounts')
    .select(['name', 'contract_code'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!before) return false
  await db
    .updateTable('accounts')
    .set({
      ...terms,
      ...namedAccount(name ?? before.name, code ?? before.contract_code),
      ...(terms.expire_date !== undefined && { expired: 0 }),
      ...(notification !== undefined && { enable_bucket_notification: Number(notification) }),
      ...(suspended !== undefined && { suspended: Number(suspended) }),
      ...(sso === false && { require_sso: 0 }),
    })
    .where('id', '=', id)
    .execute()
  await bumpDesiredVersion(db, id, { quota: change.quota !== undefined })
  return true
}
