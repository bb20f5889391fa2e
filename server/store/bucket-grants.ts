import { type Rights, rightsOfKey } from '../../domain/key-rights.ts'
import type { Grantee } from '../../domain/policy/grants.ts'
import type { Scope, ScopeFolder } from '../../domain/scope.ts'
import type { Permission } from '../../openapi/schema.ts'
import type { Database } from './open.ts'

/** A column `scope`: JSON. */
export function scopeOf(column: string | null): Scope {
  return column === null ? null : (JSON.parse(column) as ScopeFolder[])
}

export function scopeColumn(scope: Scope): string | null {
  return scope === null ? null : JSON.stringify(scope)
}

export function userRights(row: {
  is_sub_user: number
  permission: Permission
  scope: string | null
}): Rights {
  if (row.is_sub_user === 0) return { permission: 'full-control', scope: null }
  return { permission: row.permission, scope: scopeOf(row.scope) }
}

/** The limit of a key, by its row; null: none. */
export function keyLimit(row: { permission: Permission | null; scope: string | null }): Rights | null {
  return row.permission && { permission: row.permission, scope: scopeOf(row.scope) }
}

export function bucketsOf(...scopes: Scope[]): string[] {
  return [...new Set(scopes.flatMap(scope => scope ?? []).map(folder => folder.bucket))].sort()
}

/**
 * Counts a change of the grants that the policies of these buckets must contain. Call it in the change's transaction.
 */
export async function bumpGrants(db: Database, accountId: string, buckets: string[]): Promise<void> {
  for (const bucket of buckets)
    await db
      .insertInto('bucket_grants')
      .values({ account_id: accountId, bucket, desired_version: 1 })
      .onConflict(conflict =>
        conflict.columns(['account_id', 'bucket']).doUpdateSet(({ eb, ref }) => ({
          desired_version: eb(ref('bucket_grants.desired_version'), '+', 1),
        })),
      )
      .execute()
}

export type Limits = Rights & { name: string }

/**
 * The account's sub-users with a scope, and its keys with one, or whose users have one. A key's sub-user at the storage
 * has the name of the key. `changed`: take the place of their stored versions.
 */
export async function grantees(
  db: Database,
  accountId: string,
  changed: readonly Limits[] = [],
): Promise<Grantee[]> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'is_sub_user', 'permission', 'scope'])
    .where('account_id', '=', accountId)
    .execute()
  const keys = await db
    .selectFrom('access_keys')
    .innerJoin('users', 'users.id', 'access_keys.user_id')
    .select(['access_key', 'user_id', 'access_keys.permission', 'access_keys.scope'])
    .where('users.account_id', '=', accountId)
    .where('access_keys.permission', 'is not', null)
    .execute()
  const byUser = new Map(users.map(row => [row.id, userRights(row)]))
  for (const each of changed) if (byUser.has(each.name)) byUser.set(each.name, each)
  const byName = new Map<string, Rights | null>(byUser)
  for (const row of keys) byName.set(row.access_key, rightsOfKey(byUser.get(row.user_id)!, keyLimit(row)!))
  for (const each of changed) byName.set(each.name, each)
  return [...byName].flatMap(([name, rights]) =>
    rights?.scope ? [{ name, permission: rights.permission, scope: rights.scope }] : [],
  )
}

export async function scopesOfKeys(db: Database, userIds: readonly string[]): Promise<Scope[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('access_keys')
    .select('scope')
    .where('user_id', 'in', userIds)
    .where('scope', 'is not', null)
    .execute()
  return rows.map(row => scopeOf(row.scope))
}

/** The account's buckets whose policies are not in step. */
export async function pendingGrants(db: Database, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('bucket_grants')
    .select('bucket')
    .where('account_id', '=', accountId)
    .whereRef('desired_version', '!=', 'applied_version')
    .orderBy('bucket')
    .execute()
  return rows.map(row => row.bucket)
}

/** The accounts with such buckets, except those whose keys are refused. */
export async function accountsWithPendingGrants(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('bucket_grants')
    .innerJoin('accounts', 'accounts.id', 'bucket_grants.account_id')
    .select('account_id')
    .distinct()
    .where('accounts.suspended', '=', 0)
    .where('accounts.expired', '=', 0)
    .whereRef('desired_version', '!=', 'applied_version')
    .execute()
  return rows.map(row => row.account_id)
}

export type GrantedBucket = { accountId: string; bucket: string }

/** The next buckets that have, or had, grants and are in step, except for accounts whose keys are refused. */
export async function grantedBuckets(
  db: Database,
  after: GrantedBucket | null,
  count: number,
): Promise<GrantedBucket[]> {
  return db
    .selectFrom('bucket_grants')
    .innerJoin('accounts', 'accounts.id', 'bucket_grants.account_id')
    .select(['account_id as accountId', 'bucket'])
    .where('accounts.suspended', '=', 0)
    .where('accounts.expired', '=', 0)
    .whereRef('desired_version', '=', 'applied_version')
    .$if(after !== null, query =>
      query.where(({ eb, and, or }) =>
        or([
          eb('account_id', '>', after!.accountId),
          and([eb('account_id', '=', after!.accountId), eb('bucket', '>', after!.bucket)]),
        ]),
      ),
    )
    .orderBy('account_id')
    .orderBy('bucket')
    .limit(count)
    .execute()
}

/** The version of a bucket's grants that its policy should have; null if it never had any. */
export async function grantsVersion(db: Database, accountId: string, bucket: string): Promise<number | null> {
  const row = await db
    .selectFrom('bucket_grants')
    .select('desired_version')
    .where('account_id', '=', accountId)
    .where('bucket', '=', bucket)
    .executeTakeFirst()
  return row?.desired_version ?? null
}

/** Records that the policy has this version. */
export async function endGrants(
  db: Database,
  accountId: string,
  bucket: string,
  version: number,
): Promise<void> {
  await db
    .updateTable('bucket_grants')
    .set({ applied_version: version })
    .where('account_id', '=', accountId)
    .where('bucket', '=', bucket)
    .execute()
}
