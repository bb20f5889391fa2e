import { randomUUID } from 'node:crypto'
import type { Rights } from '../../domain/key-rights.ts'
import { scopeColumn, scopeOf } from './bucket-grants.ts'
import type { Database, Transaction } from './open.ts'
import { bumpDesiredVersion } from './storage-users.ts'

/** `members`: how many sub-users have its rights. */
export type SubUserGroup = Rights & { id: string; name: string; members: number }

function selectGroups(db: Database, accountId: string) {
  return db
    .selectFrom('sub_user_groups')
    .select(({ selectFrom, fn }) => [
      'id',
      'name',
      'permission',
      'scope',
      selectFrom('users')
        .select(fn.countAll<number | string>().as('count'))
        .whereRef('users.group_id', '=', 'sub_user_groups.id')
        .as('members'),
    ])
    .where('account_id', '=', accountId)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectGroups>['executeTakeFirstOrThrow']>>

function groupOf(row: Row): SubUserGroup {
  return { ...row, scope: scopeOf(row.scope), members: Number(row.members) }
}

/** The account's groups of sub-users, in no order. */
export async function listSubUserGroups(db: Database, accountId: string): Promise<SubUserGroup[]> {
  return (await selectGroups(db, accountId).execute()).map(groupOf)
}

/** The account's group with this id, or null. */
export async function findSubUserGroup(
  db: Database,
  accountId: string,
  id: string,
): Promise<SubUserGroup | null> {
  const row = await selectGroups(db, accountId).where('id', '=', id).executeTakeFirst()
  return row ? groupOf(row) : null
}

/** The rights of those of these groups that the account has, by id. */
export async function rightsOfGroups(
  db: Database,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Rights & { name: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('sub_user_groups')
    .select(['id', 'name', 'permission', 'scope'])
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, name, permission, scope }) => [id, { name, permission, scope: scopeOf(scope) }]),
  )
}

/** Whether another group of the account than `except` has the name. */
export async function isGroupName(
  db: Database,
  accountId: string,
  name: string,
  except = '',
): Promise<boolean> {
  const found = await db
    .selectFrom('sub_user_groups')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .where('id', '!=', except)
    .executeTakeFirst()
  return found !== undefined
}

/** Adds a group, and returns its id. `now`: unix seconds. */
export async function addSubUserGroup(
  db: Transaction,
  accountId: string,
  { name, permission, scope }: Rights & { name: string },
  now: number,
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('sub_user_groups')
    .values({ id, account_id: accountId, name, permission, scope: scopeColumn(scope), created_at: now })
    .execute()
  return id
}

/** Stores a group of the account, and its rights as those of all members. It counts a change for the storage. */
export async function storeSubUserGroup(
  db: Transaction,
  accountId: string,
  { id, name, permission, scope }: Omit<SubUserGroup, 'members'>,
): Promise<void> {
  const rights = { permission, scope: scopeColumn(scope) }
  await db
    .updateTable('sub_user_groups')
    .set({ name, ...rights })
    .where('id', '=', id)
    .execute()
  await db.updateTable('users').set(rights).where('group_id', '=', id).execute()
  await bumpDesiredVersion(db, accountId)
}

export async function deleteSubUserGroup(db: Database, id: string): Promise<void> {
  await db.deleteFrom('sub_user_groups').where('id', '=', id).execute()
}

/** The ids of a group's members. */
export async function membersOf(db: Database, id: string): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('group_id', '=', id).execute()
  return rows.map(row => row.id)
}
