import { type Expression, type SqlBool, sql } from 'kysely'
import type { DeliveryProblem, DeliveryState } from '../../openapi/schema.ts'
import { addLost, addToCounts, type Counts, countOfAccount, none } from './delivery-counts.ts'
import type { Database, Transaction } from './open.ts'

/** Seconds for which an event is retried. */
const day = 86_400
/**
 * Maximum number of pending events of a topic and of an account, and of all that are kept of an account: more are lost,
 * until `delivery-log.ts` has shortened its log.
 */
export const mostWaiting = 100_000
export const mostWaitingOfAccount = 200_000
const mostOfAccount = 500_000
/** Rows per statement, and of one act: what is more is done in steps, between which others have their turns. */
const batch = 500
const step = 1000

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

async function addSome(db: Database, topicId: string, events: NewDelivery[], now: number): Promise<void> {
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

/** The result of an attempt; `state` pending: it is retried at `nextAt`. `ms`: how long it took. */
export type Attempted = {
  delivery: Pick<Waiting, 'id' | 'orderingKey' | 'number' | 'tries'>
  state: DeliveryState
  at: number
  ms: number
  status: number | null
  problem: DeliveryProblem | null
  answer: string
  nextAt: number | null
}

/** Stores attempts at events of a topic, and makes the next ones with their ordering keys ready to be sent. */
export async function noteAttempts(
  db: Transaction,
  topicId: string,
  attempts: readonly Attempted[],
): Promise<void> {
  if (attempts.length === 0) return
  const before = await db
    .selectFrom('deliveries')
    .select(['id', 'state'])
    .where(
      'id',
      'in',
      attempts.map(({ delivery }) => delivery.id),
    )
    .execute()
  const counts: Counts = { ...none }
  for (const { delivery, state } of attempts) {
    const was = before.find(({ id }) => id === delivery.id)?.state
    if (was === undefined || state === 'pending') continue
    counts[was] -= 1
    counts[state] += 1
  }
  await addToCounts(db, topicId, counts)
  for (const { delivery, state, at, status, nextAt } of attempts) {
    await db
      .updateTable('deliveries')
      .set(({ eb }) => ({
        tries: eb('tries', '+', 1),
        status,
        ...(state === 'pending' ? { due_at: nextAt! } : { state, head: 0, ended_at: at }),
      }))
      .where('id', '=', delivery.id)
      .execute()
  }
  const rows = attempts.map(({ delivery, at, ms, status, problem, answer, nextAt }) => ({
    ...{ delivery_id: delivery.id, number: delivery.tries + 1, at, ms, status, problem, answer },
    next_at: nextAt,
  }))
  await db
    .insertInto('delivery_attempts')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const ended = attempts.filter(({ state }) => state !== 'pending')
  await advance(
    db,
    topicId,
    ended.map(({ delivery }) => delivery.orderingKey),
  )
}

/** Marks the first event of each ordering key that has no marked one. */
async function advance(db: Transaction, topicId: string, orderingKeys: readonly string[]): Promise<void> {
  const all = [...new Set(orderingKeys)]
  for (let from = 0; from < all.length; from += batch)
    await db
      .updateTable('deliveries')
      .set({ head: 1 })
      .where('topic_id', '=', topicId)
      .where('state', '=', 'pending')
      .where('head', '=', 0)
      .where('line', 'in', all.slice(from, from + batch))
      .where(
        sql<SqlBool>`not exists (select 1 from deliveries other where other.topic_id = deliveries.topic_id
          and other.line = deliveries.line and other.state = 'pending'
          and (other.head = 1 or other.number < deliveries.number))` as Expression<SqlBool>,
      )
      .execute()
}

/** Moves deliveries from one state to another. */
async function move(
  db: Transaction,
  topicId: string,
  rows: readonly { id: string; orderingKey: string; state: DeliveryState }[],
  to: DeliveryState,
  values: { ended_at: number; tries?: number } | { due_at: number; expires_at: number; ended_at: null },
): Promise<void> {
  for (let from = 0; from < rows.length; from += batch) {
    const ids = rows.slice(from, from + batch).map(({ id }) => id)
    await db
      .updateTable('deliveries')
      .set({ state: to, head: 0, ...values })
      .where('id', 'in', ids)
      .execute()
  }
  const counts: Counts = { ...none }
  for (const { state } of rows) counts[state] -= 1
  counts[to] += rows.length
  await addToCounts(db, topicId, counts)
  await advance(
    db,
    topicId,
    rows.map(({ orderingKey }) => orderingKey),
  )
}

const movable = ['id', 'line as orderingKey', 'state'] as const

/** Drops pending events that are older than a day, a step of them; false: there was none. */
export async function dropExpired(db: Transaction, topicId: string, now: number): Promise<boolean> {
  const rows = await db
    .selectFrom('deliveries')
    .select(movable)
    .where('topic_id', '=', topicId)
    .where('state', '=', 'pending')
    .where('expires_at', '<=', now)
    .orderBy('number')
    .limit(step)
    .execute()
  await move(db, topicId, rows, 'failed', { ended_at: now })
  return rows.length > 0
}

/** Ends pending events, as mailed or as failed. */
export async function endWaiting(
  db: Transaction,
  topicId: string,
  events: readonly Pick<Waiting, 'id' | 'orderingKey'>[],
  state: Exclude<DeliveryState, 'pending'>,
  now: number,
): Promise<void> {
  const rows = events.map(({ id, orderingKey }) => ({ id, orderingKey, state: 'pending' as const }))
  await move(db, topicId, rows, state, { ended_at: now, tries: 1 })
}

/**
 * Makes all pending deliveries due immediately: after a topic was resumed, or its address works again. Of those with one
 * ordering key only the next was tried, and waits.
 */
export async function retryNow(db: Database, topicId: string, now: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ due_at: now })
    .where('topic_id', '=', topicId)
    .where('state', '=', 'pending')
    .where('head', '=', 1)
    .where('due_at', '>', now)
    .execute()
}

/** Makes a pending event the next one of its topic. */
export async function putFirst(db: Database, topicId: string, id: string): Promise<void> {
  const others = db
    .selectFrom('deliveries')
    .where('topic_id', '=', topicId)
    .where('state', '=', 'pending')
    .where('head', '=', 1)
  const earliest = others.select(({ eb, fn }) => eb(fn.min('due_at'), '-', 1).as('due_at'))
  await db.updateTable('deliveries').set({ due_at: earliest }).where('id', '=', id).execute()
}

/**
 * Resends ended events, with their ids: one, or a step of those that failed. Returns how many. `db`: a transaction.
 */
export async function resendDeliveries(
  db: Transaction,
  topicId: string,
  which: { id: string } | 'failed',
  now: number,
): Promise<number> {
  const topic = await db
    .updateTable('topics')
    .set({ id: topicId })
    .where('id', '=', topicId)
    .returning('pending')
    .executeTakeFirst()
  const room = Math.max(0, mostWaiting - Number(topic?.pending))
  const ended = db.selectFrom('deliveries').select(movable).where('topic_id', '=', topicId)
  const rows = await (which === 'failed'
    ? ended.where('state', '=', 'failed').orderBy('number').limit(Math.min(room, step))
    : ended.where('state', '!=', 'pending').where('id', '=', which.id).limit(Math.min(room, 1))
  ).execute()
  await move(db, topicId, rows, 'pending', { due_at: now, expires_at: now + day, ended_at: null })
  return rows.length
}
