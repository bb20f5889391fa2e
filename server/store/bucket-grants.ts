import type { Grantee } from '../../domain/policy/grants.ts'
import type { Scope, ScopeFolder } from '../../domain/scope.ts'
import type { Database } from './open.ts'

/** A column `scope`: JSON. */
export function scopeOf(column: string | null): Scope {
  return column === null ? null : (JSON.parse(column) as ScopeFolder[])
}

export function scopeColumn(scope: Scope): string | null {
  return scope === null ? null : JSON.stringify(scope)
}

/** The buckets of some scopes. */
export function bucketsOf(...scopes: Scope[]): string[] {
  return [...new Set(scopes.flatMap(scope => scope ?? []).map(folder => folder.bucket))].sort()
}

/** Counts a change of what the policies of these buckets must grant. Call it in the change's transaction. */
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

/** The account's sub-users that have a scope. */
export async function grantees(db: Database, accountId: string): Promise<Grantee[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'permission', 'scope'])
    .where('account_id', '=', accountId)
    .where('is_sub_user', '=', 1)
    .where('scope', 'is not', null)
    .execute()
  return rows.map(({ id, permission, scope }) => ({ name: id, permission, scope: scopeOf(scope)! }))
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

/** The accounts with such buckets, but for those whose keys are refused. */
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

/** The version of a bucket's grants that its policy should have; null where it never had any. */
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
