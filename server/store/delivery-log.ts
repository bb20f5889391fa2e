import { sql } from 'kysely'
import type { DeliveryProblem, DeliveryState } from '../../openapi/schema.ts'
import type { Waiting } from './deliveries.ts'
import { addToCounts, type Counts, none } from './delivery-counts.ts'
import type { Attempted } from './delivery-states.ts'
import type { Database } from './open.ts'

/** Seconds for which the log of a delivery is kept. */
const day = 86_400
const kept = 30 * day
/** Maximum number of an account's ended events that are kept. */
export const mostLogged = 200_000
/** Rows per statement, and of one act: what is more is done in steps, between which others have their turns. */
const batch = 500
const step = 1000

export type Logged = {
  id: string
  number: number
  event: string
  bucket: string
  key: string
  state: DeliveryState
  tries: number
  status: number | null
  /** Of the last attempt. */
  problem: DeliveryProblem | null
  createdAt: number
  endedAt: number | null
  nextAt: number
}

const loggedColumns = [
  ...(['deliveries.id', 'number', 'name as event', 'bucket', 'key', 'state', 'tries', 'status'] as const),
  ...(['deliveries.created_at as createdAt', 'ended_at as endedAt', 'due_at as nextAt'] as const),
]

const logged = (db: Database, topicId: string) =>
  db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .select(loggedColumns)
    .select(({ selectFrom }) =>
      selectFrom('delivery_attempts')
        .select('problem')
        .whereRef('delivery_id', '=', 'deliveries.id')
        .orderBy('number', 'desc')
        .limit(1)
        .as('problem'),
    )
    .where('topic_id', '=', topicId)

/** Events of a topic, the newest first, below `number`. */
export async function logOf(
  db: Database,
  topicId: string,
  options: { state: DeliveryState | null; below: number | null; limit: number },
): Promise<Logged[]> {
  const { state, below, limit } = options
  return logged(db, topicId)
    .$if(state !== null, query => query.where('state', '=', state!))
    .$if(below !== null, query => query.where('number', '<', below!))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
}

export async function findDelivery(
  db: Database,
  topicId: string,
  id: string,
): Promise<
  | (Logged & Pick<Waiting, 'body' | 'configuration'> & { attempts: Omit<Attempted, 'delivery' | 'state'>[] })
  | null
> {
  const row = await logged(db, topicId)
    .select(['body', 'configuration'])
    .where('deliveries.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const attempts = await db
    .selectFrom('delivery_attempts')
    .select(['at', 'ms', 'status', 'problem', 'answer', 'next_at as nextAt'])
    .where('delivery_id', '=', id)
    .orderBy('number', 'desc')
    .limit(50)
    .execute()
  return { ...row, attempts }
}

/** Drops a step of the events that ended long ago. False when there was none. */
export async function pruneDeliveries(db: Database, now: number): Promise<boolean> {
  const old = await db
    .selectFrom('deliveries')
    .select(removable)
    .where('ended_at', '<', now - kept)
    .limit(step)
    .execute()
  if (old.length > 0) await remove(db, old)
  // Two processes can remove the last two deliveries of an event at once, and none of them the event.
  else await removeEvents(db, await oldEvents(db, now - kept - day))
  return old.length > 0
}

/** Drops a step of the events of deleted topics, or of what is beyond the log of an account. False when there was none. */
export async function trimDeliveries(db: Database): Promise<boolean> {
  const gone = await db.selectFrom('topics').select('id').where('gone', '=', 1).limit(1).executeTakeFirst()
  const rows = await (gone ? ofTopic(db, gone.id).limit(step).execute() : beyondLog(db))
  if (rows.length > 0) await remove(db, rows)
  else if (gone) await db.deleteFrom('topics').where('id', '=', gone.id).execute()
  return gone !== undefined || rows.length > 0
}

const removable = ['id', 'event_id', 'topic_id', 'state'] as const
type Removable = { id: string; event_id: string; topic_id: string; state: DeliveryState }

const ofTopic = (db: Database, topicId: string) =>
  db.selectFrom('deliveries').select(removable).where('topic_id', '=', topicId)

/** The first ended events of the longest log of an account with more of them than are kept. */
async function beyondLog(db: Database): Promise<Removable[]> {
  const ended = sql<number>`topics.delivered + topics.failed`
  const account = await db
    .selectFrom('topics')
    .select(['account_id', sql<number>`sum(${ended})`.as('ended')])
    .groupBy('account_id')
    .having(sql<number>`sum(${ended})`, '>', mostLogged)
    .limit(1)
    .executeTakeFirst()
  if (!account) return []
  const longest = await db
    .selectFrom('topics')
    .select('id')
    .where('account_id', '=', account.account_id)
    .orderBy(ended, 'desc')
    .limit(1)
    .executeTakeFirst()
  return ofTopic(db, longest!.id)
    .where('ended_at', 'is not', null)
    .orderBy('number')
    .limit(Math.min(step, Number(account.ended) - mostLogged))
    .execute()
}

async function oldEvents(db: Database, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('deliveries').select('id').whereRef('event_id', '=', 'events.id'))),
    )
    .limit(step)
    .execute()
  return rows.map(({ id }) => id)
}

/** Removes those of these events that have no delivery any more. */
async function removeEvents(db: Database, all: readonly string[]): Promise<void> {
  for (let from = 0; from < all.length; from += batch)
    await db
      .deleteFrom('events')
      .where('id', 'in', all.slice(from, from + batch))
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('deliveries').select('id').whereRef('event_id', '=', 'events.id'))),
      )
      .execute()
}

async function remove(db: Database, rows: readonly Removable[]): Promise<void> {
  await db.transaction().execute(async trx => {
    for (let from = 0; from < rows.length; from += batch) {
      const ids = rows.slice(from, from + batch).map(({ id }) => id)
      await trx.deleteFrom('deliveries').where('id', 'in', ids).execute()
    }
    await removeEvents(trx, [...new Set(rows.map(row => row.event_id))])
    for (const [topicId, removed] of [...Map.groupBy(rows, row => row.topic_id)].sort()) {
      const counts: Counts = { ...none }
      for (const { state } of removed) counts[state] -= 1
      await addToCounts(trx, topicId, counts)
    }
  })
}
