import type { Scope } from '../../domain/scope.ts'
import type { Permission } from '../../openapi/schema.ts'
import { scopeColumn, scopeOf } from './bucket-grants.ts'
import { fieldsOf } from './fields.ts'
import { namedUser } from './name-order.ts'
import type { Database, Transaction } from './open.ts'
import { signInWays } from './sign-in-ways.ts'
import { bumpDesiredVersion } from './storage-users.ts'

/** `group`: whose rights they are; null: the sub-user's own. `invitedUntil`: when the invitation expires or expired (unix seconds); null: the sub-user has a password. */
export type SubUser = ReturnType<typeof subUserOf>

export type SubUserChange = {
  name?: string | undefined
  permission?: Permission | undefined
  scope?: Scope | undefined
  groupId?: string | null | undefined
  phone?: string | undefined
  expireDate?: number | undefined
}

/** The rows of the account's sub-users, for `subUserOf`. */
export function selectSubUsers(db: Database, accountId: string) {
  return db
    .selectFrom('users')
    .leftJoin('invitations', 'invitations.user_id', 'users.id')
    .leftJoin('sub_user_groups', 'sub_user_groups.id', 'users.group_id')
    .select([
      'users.id',
      'email',
      'users.name',
      'users.permission',
      'users.scope',
      'group_id',
      'sub_user_groups.name as group_name',
      'phone',
      'expire_date',
      'users.created_at',
      'last_sign_in_at',
      'two_step',
      'invitations.expires_at as invited_until',
      ...signInWays,
    ])
    .where('users.account_id', '=', accountId)
    .where('is_sub_user', '=', 1)
}

/** The account's sub-users, by name. */
export async function listSubUsers(db: Database, accountId: string): Promise<SubUser[]> {
  const rows = await selectSubUsers(db, accountId).execute()
  const byName = new Intl.Collator('vi').compare
  return rows.map(subUserOf).sort((a, b) => byName(a.name, b.name) || (a.email < b.email ? -1 : 1))
}

/** The account's sub-user with this id, or null. */
export async function findSubUser(db: Database, accountId: string, id: string): Promise<SubUser | null> {
  const row = await selectSubUsers(db, accountId).where('users.id', '=', id).executeTakeFirst()
  return row ? subUserOf(row) : null
}

/** Those of the account's sub-users who have one of these ids or email addresses, by it. */
export async function subUsersBy(
  db: Database,
  accountId: string,
  key: 'id' | 'email',
  values: readonly string[],
): Promise<Map<string, SubUser>> {
  const rows = await selectSubUsers(db, accountId).where(`users.${key}`, 'in', values).execute()
  return new Map(rows.map(row => [row[key], subUserOf(row)]))
}

export async function countSubUsers(db: Database, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select(query => query.fn.countAll<number | string>().as('count'))
    .where('account_id', '=', accountId)
    .where('is_sub_user', '=', 1)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/**
 * Changes a sub-user; false if the account has none with this id. For a transaction: it counts a change for the
 * storage.
 */
export async function changeSubUser(
  db: Transaction,
  accountId: string,
  id: string,
  change: SubUserChange,
): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({
      ...(change.name !== undefined && namedUser(change.name)),
      ...(change.permission !== undefined && { permission: change.permission }),
      ...(change.scope !== undefined && { scope: scopeColumn(change.scope) }),
      ...(change.groupId !== undefined && { group_id: change.groupId }),
      ...(change.phone !== undefined && { phone: change.phone }),
      ...(change.expireDate !== undefined && { expire_date: change.expireDate, expired: 0 }),
    })
    .where('account_id', '=', accountId)
    .where('is_sub_user', '=', 1)
    .where('id', '=', id)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return false
  await bumpDesiredVersion(db, accountId)
  return true
}

/** Deletes a sub-user and everything that belongs to them; false if the account has none with this id. */
export async function deleteSubUser(db: Database, accountId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('users')
    .where('account_id', '=', accountId)
    .where('is_sub_user', '=', 1)
    .where('id', '=', id)
    .executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

type Row = Awaited<ReturnType<ReturnType<typeof selectSubUsers>['executeTakeFirstOrThrow']>>

export function subUserOf(row: Row) {
  const { groupId, groupName, providers, ...fields } = fieldsOf(row)
  const group = groupId === null || groupName === null ? null : { id: groupId, name: groupName }
  return {
    ...fields,
    group,
    scope: scopeOf(row.scope),
    twoStep: row.two_step === 1,
    passkeys: Number(row.passkeys),
    sso: Number(providers) > 0,
  }
}
