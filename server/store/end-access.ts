import type { Transaction } from './open.ts'
import { resetAccess } from './reset-access.ts'
import { bumpDesiredVersion } from './storage-users.ts'

type Owned = { user: string; name: string }

/** What ended. `user`: the owner's email. */
export type EndedAccess = {
  subUsers: { email: string; expireDate: number }[]
  keys: (Owned & { accessKey: string })[]
  clients: Owned[]
  /** `name`: the bucket and key of the file. */
  shares: Owned[]
  /** Names. */
  topics: string[]
}

/**
 * Ends what was created with a user's rights since `since`: S3 keys are disabled, API clients and shares deleted; for an owner
 * also those of all sub-users, sub-users added since expire `now`, and topics are paused. Unix seconds. For a transaction that locks the
 * user's row.
 */
export async function endAccessSince(
  db: Transaction,
  user: { id: string; accountId: string; isSubUser: boolean },
  since: number,
  now: number,
): Promise<EndedAccess> {
  const people = await db
    .selectFrom('users')
    .select(['id', 'email', 'expire_date', 'created_at', 'is_sub_user'])
    .where('account_id', '=', user.accountId)
    .$if(user.isSubUser, query => query.where('id', '=', user.id))
    .execute()
  const emails = new Map(people.map(({ id, email }) => [id, email]))
  const ids = [...emails.keys()]
  const keys = await db
    .updateTable('access_keys')
    .set({ enabled: 0 })
    .where('user_id', 'in', ids)
    .where('console', '=', 0)
    .where('enabled', '=', 1)
    .where('created_at', '>=', since)
    .returning(['user_id', 'access_key', 'name'])
    .execute()
  const clients = await db
    .deleteFrom('api_clients')
    .where('user_id', 'in', ids)
    .where('created_at', '>=', since)
    .returning(['user_id', 'name'])
    .execute()
  const shares = await db
    .deleteFrom('shares')
    .where('user_id', 'in', ids)
    .where('created_at', '>=', since)
    .returning(['user_id', 'bucket', 'path'])
    .execute()
  const made = user.isSubUser ? [] : people.filter(row => row.is_sub_user === 1 && row.created_at >= since)
  for (const { id } of made) {
    await db.updateTable('users').set({ expire_date: now, expired: 0 }).where('id', '=', id).execute()
    await resetAccess(db, id, { passwordHash: null, pin: false, twoStep: false })
  }
  const topics = user.isSubUser
    ? []
    : await db
        .updateTable('topics')
        .set({ paused: 1 })
        .where('account_id', '=', user.accountId)
        .where('gone', '=', 0)
        .where('paused', '=', 0)
        .where('created_at', '>=', since)
        .returning('name')
        .execute()
  if (keys.length + made.length > 0) await bumpDesiredVersion(db, user.accountId)
  const owned = (row: { user_id: string; name: string }) => ({
    user: emails.get(row.user_id)!,
    name: row.name,
  })
  return {
    subUsers: made.map(row => ({ email: row.email, expireDate: row.expire_date })),
    keys: keys.map(row => ({ ...owned(row), accessKey: row.access_key })),
    clients: clients.map(owned),
    shares: shares.map(row => owned({ ...row, name: `${row.bucket}/${row.path}` })),
    topics: topics.map(({ name }) => name).sort(),
  }
}
