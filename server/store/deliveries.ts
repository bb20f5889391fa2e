import { addLost, addToCounts, countOfAccount, none } from './delivery-counts.ts'
import type { Database, Transaction } from './open.ts'

/** Seconds for which an event is retried. */
export const day = 86_400

/**
 * Maximum number of pending events of a topic and of an account, and of all that are kept of an account: more are lost,
 * until `delivery-log.ts` has shortened its log.
 */
export const mostWaiting = 100_000

export const mostWaitingOfAccount = 200_000

const mostOfAccount = 500_000

/** Rows per statement, and of one act: what is more is done in steps, between which others have their turns. */
export const batch = 500

export const step = 1000

/**
 * What happened, stored once for all its deliveries. `body`: JSON, without what a delivery adds to it (see
 * `events/bodies.ts`).
 */
export type NewEvent = { id: string; name: string; bucket: string; key: string; body: string }

/**
 * An event to be delivered. `orderingKey`: those with the same one are sent in order. `configuration`: the id of the
 * notification that it matches; null: the event's body is all.
 */
export type NewDelivery = { id: string; orderingKey: string; configuration: string | null; event: NewEvent }

export type Waiting = {
  id: string
  orderingKey: string
  /** Its name. */
  event: string
  bucket: string
  key: string
  body: string
  configuration: string | null
  number: number
  tries: number
  expiresAt: number
}

/**
 * Appends events to the topic's queue, if it still exists; an event whose id exists is skipped. Those beyond the queue's
 * limit are counted as lost. `db`: a transaction. `now`: unix seconds.
 */
export async function addDeliveries(
  db: Transaction,
  topicId: string,
  events: readonly NewDelivery[],
  now: number,
): Promise<void> {
  for (let from = 0; from < events.length; from += batch) {
    await addSome(db, topicId, events.slice(from, from + batch), now)
  }
}

async function addSome(db: Transaction, topicId: string, events: NewDelivery[], now: number): Promise<void> {
  // Locks the topic, so that numbers are in the order of the commits.
  const topic = await db
    .updateTable('topics')
    .set(({ eb }) => ({ last_number: eb('last_number', '+', events.length) }))
    .where('id', '=', topicId)
    .where('gone', '=', 0)
    .returning(['account_id', 'last_number', 'pending'])
    .executeTakeFirst()
  if (!topic) return
  const there = await db
    .selectFrom('deliveries')
    .select('id')
    .where(
      'id',
      'in',
      events.map(({ id }) => id),
    )
    .execute()
  const ids = new Set(there.map(({ id }) => id))
  const added = events.filter(({ id }) => !ids.has(id))
  const taken = added.slice(0, Math.max(0, await roomFor(db, topic)))
  await addLost(db, topicId, added.length - taken.length)
  if (taken.length === 0) return
  const waiting = await db
    .selectFrom('deliveries')
    .select('line')
    .distinct()
    .where('topic_id', '=', topicId)
    .where('state', '=', 'pending')
    .where('line', 'in', [...new Set(taken.map(({ orderingKey }) => orderingKey))])
    .execute()
  const pendingKeys = new Set(waiting.map(({ line }) => line))
  const first = Number(topic.last_number) - events.length + 1
  const rows = taken.map(({ id, orderingKey, configuration, event }, index) => {
    const isNext = !pendingKeys.has(orderingKey)
    pendingKeys.add(orderingKey)
    return {
      ...{ id, line: orderingKey, configuration, event_id: event.id },
      ...{ topic_id: topicId, number: first + index, state: 'pending' as const },
      head: isNext ? 1 : 0,
      ...{ due_at: now, created_at: now, expires_at: now + day },
    }
  })
  const happened = new Map(taken.map(({ event }) => [event.id, { ...event, created_at: now }]))
  await db
    .insertInto('events')
    .values([...happened.values()])
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await db.insertInto('deliveries').values(rows).execute()
  await addToCounts(db, topicId, { ...none, pending: rows.length })
}

/** How many more events the topic may have. */
async function roomFor(db: Database, topic: { account_id: string; pending: number }): Promise<number> {
  const { pending, delivered, failed } = await countOfAccount(db, topic.account_id)
  return Math.min(
    mostWaiting - Number(topic.pending),
    mostWaitingOfAccount - pending,
    mostOfAccount - pending - delivered - failed,
  )
}

/**
 * The number of events that found the queue full, once there is room to report it; resets the count. `db`: a
 * transaction.
 */
export async function takeLost(db: Transaction, topicId: string): Promise<number> {
  const row = await db
    .selectFrom('topics')
    .select(['lost', 'pending', 'account_id'])
    .where('id', '=', topicId)
    .executeTakeFirst()
  const lost = Number(row?.lost ?? 0)
  if (lost === 0 || (await roomFor(db, row!)) <= 0) return 0
  await db
    .updateTable('topics')
    .set(({ eb }) => ({ lost: eb('lost', '-', lost) }))
    .where('id', '=', topicId)
    .execute()
  return lost
}

/** Deliveries with their events. */
const told = (db: Database, topicId: string) =>
  db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .where('topic_id', '=', topicId)

const waitingColumns = [
  ...([
    'deliveries.id',
    'line as orderingKey',
    'name as event',
    'bucket',
    'key',
    'body',
    'configuration',
  ] as const),
  ...(['number', 'tries', 'expires_at as expiresAt'] as const),
]

/** The due events that are next for their ordering keys, the longest due first. */
export async function dueDeliveries(
  db: Database,
  topicId: string,
  now: number,
  limit: number,
): Promise<Waiting[]> {
  return told(db, topicId)
    .select(waitingColumns)
    .where('state', '=', 'pending')
    .where('head', '=', 1)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('number')
    .limit(limit)
    .execute()
}

/** All pending events, by number, without their bodies. */
export async function waitingDeliveries(
  db: Database,
  topicId: string,
  limit: number,
): Promise<Pick<Waiting, 'id' | 'orderingKey' | 'event' | 'bucket' | 'key'>[]> {
  return told(db, topicId)
    .select(['deliveries.id', 'line as orderingKey', 'name as event', 'bucket', 'key'])
    .where('state', '=', 'pending')
    .orderBy('number')
    .limit(limit)
    .execute()
}
