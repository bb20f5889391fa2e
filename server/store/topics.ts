import type { ExpressionBuilder, Insertable, Selectable, Updateable } from 'kysely'
import { lockAccount } from './accounts.ts'
import { fieldsOf } from './fields.ts'
import type { Database, Transaction } from './open.ts'
import type { Tables } from './schema.ts'

export type Topic = ReturnType<typeof topicOf>

function topicOf(row: Selectable<Tables['topics']>) {
  return { ...fieldsOf(row), incarnation: row.stamp, paused: row.paused === 1 }
}

/** The lock under which an account's topics are created, restored and deleted, and named in notifications. */
export const topicsLock = ({ accountId }: Pick<Topic, 'accountId'>) => `topics ${accountId}`

export async function listTopics(db: Database, accountId: string): Promise<Topic[]> {
  const rows = await db
    .selectFrom('topics')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('gone', '=', 0)
    .orderBy('name')
    .execute()
  return rows.map(topicOf)
}

export async function findTopic(db: Database, accountId: string, name: string): Promise<Topic | null> {
  const row = await db
    .selectFrom('topics')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row ? topicOf(row) : null
}

/** The account of a storage user; null if there is none. `mayNotify`: whether it may have notifications. */
export async function accountOfStorage(
  db: Database,
  storageUid: string,
): Promise<{ id: string; mayNotify: boolean } | null> {
  const row = await db
    .selectFrom('accounts')
    .select(['id', 'enable_bucket_notification'])
    .where('storage_uid', '=', storageUid)
    .executeTakeFirst()
  return row ? { id: row.id, mayNotify: row.enable_bucket_notification === 1 } : null
}

/** The accounts with topics whose keys the storage accepts. */
export async function accountsWithTopics(
  db: Database,
): Promise<{ accountId: string; storageUid: string; mayNotify: boolean }[]> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id as accountId', 'storage_uid as storageUid', 'enable_bucket_notification'])
    .where('suspended', '=', 0)
    .where('expired', '=', 0)
    .where('id', 'in', query => query.selectFrom('topics').select('account_id').where('gone', '=', 0))
    .execute()
  return rows.map(({ enable_bucket_notification, ...account }) => ({
    ...account,
    mayNotify: enable_bucket_notification === 1,
  }))
}

/** All topics, with the storage users of their accounts. */
export async function knownTopics(
  db: Database,
): Promise<
  (Pick<Topic, 'id' | 'accountId' | 'name' | 'incarnation' | 'address'> & { storageUid: string })[]
> {
  return db
    .selectFrom('topics')
    .innerJoin('accounts', 'accounts.id', 'topics.account_id')
    .select(['topics.id', 'topics.account_id as accountId', 'accounts.storage_uid as storageUid'])
    .select(['topics.name', 'topics.stamp as incarnation', 'topics.address'])
    .where('topics.gone', '=', 0)
    .execute()
}

/**
 * Adds a topic, replacing one of its name that no longer exists at the storage, with its deliveries. An existing one
 * keeps its id, secret and time, and what is not given; with an address it has no group.
 */
export async function putTopic(db: Transaction, topic: Insertable<Tables['topics']>): Promise<Topic> {
  const { id, account_id: accountId, name, stamp, secret, created_at, ...given } = topic
  await lockAccount(db, accountId)
  const found = await findTopic(db, accountId, name)
  if (found?.incarnation === stamp) {
    const group_id = given.group_id ?? (given.address === '' ? found.groupId : null)
    await updateTopic(db, found.id, { ...given, group_id })
    return (await findTopic(db, accountId, name)) ?? found
  }
  if (found) await deleteTopic(db, found.id)
  await db.insertInto('topics').values(topic).execute()
  return (await findTopic(db, accountId, name))!
}

/** From now on there is no such topic; `clearGone` removes its deliveries, which may be many, in steps. */
export async function deleteTopic(db: Database, id: string): Promise<void> {
  await db.updateTable('topics').set({ gone: 1, name: id, holder: null }).where('id', '=', id).execute()
}

export async function updateTopic(
  db: Database,
  id: string,
  values: Updateable<Tables['topics']>,
): Promise<void> {
  await db.updateTable('topics').set(values).where('id', '=', id).execute()
}

/** A condition: the account may have events, and is neither suspended nor over. `now`: unix seconds. */
function mayReceive(now: number) {
  return ({ eb, selectFrom }: ExpressionBuilder<Tables, 'topics'>) =>
    eb(
      'topics.account_id',
      'in',
      selectFrom('accounts')
        .select('accounts.id')
        .where('enable_bucket_notification', '=', 1)
        .where('suspended', '=', 0)
        .where(of => of.or([of('expire_date', '=', 0), of('expire_date', '>', now)])),
    )
}

/** Those of the topics whose events may be sent. `now`: unix seconds. */
export async function sendable(db: Database, ids: readonly string[], now: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('topics')
    .select('id')
    .where('id', 'in', ids)
    .where('gone', '=', 0)
    .where(mayReceive(now))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Ids of topics with pending events that may be sent and no process delivers, the longest due first; with `lost` also
 * those without pending events that lost some.
 */
export async function dueTopics(db: Database, now: number, lost: boolean): Promise<string[]> {
  const rows = await db
    .selectFrom('topics')
    .select('topics.id')
    .where(mayReceive(now))
    .where('gone', '=', 0)
    .where('paused', '=', 0)
    .where('retry_at', '<=', now)
    .where('lease_until', '<=', now)
    .where(({ and, eb, exists, or, selectFrom }) => {
      const due = exists(
        selectFrom('deliveries')
          .select('deliveries.id')
          .whereRef('deliveries.topic_id', '=', 'topics.id')
          .where('deliveries.state', '=', 'pending')
          .where('deliveries.head', '=', 1)
          .where('deliveries.due_at', '<=', now),
      )
      return lost ? or([due, and([eb('lost', '>', 0), eb('pending', '=', 0)])]) : due
    })
    .orderBy('lease_until')
    .orderBy('topics.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Claims a topic until `until`, or extends the claim. Null if another process holds it, or nothing may be sent now. */
export async function claimTopic(
  db: Database,
  id: string,
  holder: string,
  now: number,
  until: number,
): Promise<Topic | null> {
  const row = await db
    .updateTable('topics')
    .set({ holder, lease_until: until })
    .where('id', '=', id)
    .where(mayReceive(now))
    .where('gone', '=', 0)
    .where('paused', '=', 0)
    .where('retry_at', '<=', now)
    .where(({ or, eb }) => or([eb('lease_until', '<=', now), eb('holder', '=', holder)]))
    .returningAll()
    .executeTakeFirst()
  return row ? topicOf(row) : null
}

/** Releases a topic; it is the last of those that are due. */
export async function releaseTopic(db: Database, id: string, holder: string, now: number): Promise<void> {
  await db
    .updateTable('topics')
    .set({ holder: null, lease_until: now })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .execute()
}

/** Locks a topic until the transaction ends, and returns its secret, sealed; null if it has gone. */
export async function lockTopicSecret(db: Transaction, id: string): Promise<string | null> {
  const row = await db
    .updateTable('topics')
    .set({ gone: 0 })
    .where('id', '=', id)
    .where('gone', '=', 0)
    .returning('secret')
    .executeTakeFirst()
  return row?.secret ?? null
}

/** Locks a topic that this process holds; null if another one does. */
export async function holdTopic(db: Transaction, id: string, holder: string): Promise<Topic | null> {
  const row = await db
    .updateTable('topics')
    .set({ holder })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .returningAll()
    .executeTakeFirst()
  return row ? topicOf(row) : null
}
