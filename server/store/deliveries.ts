import { type Expression, type SqlBool, sql } from 'kysely'
import type { DeliveryProblem, DeliveryState } from '../../openapi/schema.ts'
import type { Database } from './open.ts'

/** Seconds for which an event is retried, and for which the log of its delivery is kept. */
const day = 86_400
const kept = 30 * day
/** Maximum number of pending events of a topic, and of its last ones that are kept. */
export const mostWaiting = 100_000
const mostLogged = 200_000
/** Rows per statement. */
const batch = 500

/** An event to be delivered. `line`: events with the same one are sent in order. */
export type NewDelivery = {
  id: string
  line: string
  event: string
  bucket: string
  key: string
  body: string
}

export type Waiting = NewDelivery & { number: number; tries: number; expiresAt: number; createdAt: number }

/** How many events of a topic are in each state. */
export async function countDeliveries(db: Database, topicId: string): Promise<Record<DeliveryState, number>> {
  const rows = await db
    .selectFrom('deliveries')
    .select(({ fn }) => ['state', fn.countAll().as('count')])
    .where('topic_id', '=', topicId)
    .groupBy('state')
    .execute()
  const counts = { pending: 0, delivered: 0, failed: 0 }
  for (const { state, count } of rows) counts[state] = Number(count)
  return counts
}

async function countWaiting(db: Database, topicId: string): Promise<number> {
  const { count } = await db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('topic_id', '=', topicId)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Appends events to the topic's queue; an event whose id exists is skipped. Those beyond the queue's limit are counted
 * as lost. `db`: a transaction. `now`: unix seconds.
 */
export async function addDeliveries(
  db: Database,
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
    .returning('last_number')
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
  const room = Math.max(0, mostWaiting - (await countWaiting(db, topicId)))
  const taken = added.slice(0, room)
  if (added.length > room) {
    await db
      .updateTable('topics')
      .set(({ eb }) => ({ lost: eb('lost', '+', added.length - room) }))
      .where('id', '=', topicId)
      .execute()
  }
  if (taken.length === 0) return
  const waiting = await db
    .selectFrom('deliveries')
    .select('line')
    .distinct()
    .where('topic_id', '=', topicId)
    .where('state', '=', 'pending')
    .where('line', 'in', [...new Set(taken.map(({ line }) => line))])
    .execute()
  const lines = new Set(waiting.map(({ line }) => line))
  const first = Number(topic.last_number) - events.length + 1
  const rows = taken.map((event, index) => {
    const head = lines.has(event.line) ? 0 : 1
    lines.add(event.line)
    return {
      ...event,
      ...{ topic_id: topicId, number: first + index, state: 'pending' as const, head },
      ...{ due_at: now, created_at: now, expires_at: now + day },
    }
  })
  await db.insertInto('deliveries').values(rows).execute()
}

/**
 * The number of events that found the queue full, once there is room to report it; resets the count. `db`: a
 * transaction.
 */
export async function takeLost(db: Database, topicId: string): Promise<number> {
  const row = await db.selectFrom('topics').select('lost').where('id', '=', topicId).executeTakeFirst()
  const lost = Number(row?.lost ?? 0)
  if (lost === 0 || (await countWaiting(db, topicId)) >= mostWaiting) return 0
  await db
    .updateTable('topics')
    .set(({ eb }) => ({ lost: eb('lost', '-', lost) }))
    .where('id', '=', topicId)
    .execute()
  return lost
}

const waitingColumns = [
  ...(['id', 'line', 'event', 'bucket', 'key', 'body', 'number', 'tries'] as const),
  ...(['expires_at as expiresAt', 'created_at as createdAt'] as const),
]

/** The due events that are the first of their lines, the longest due first. */
export async function dueDeliveries(
  db: Database,
  topicId: string,
  now: number,
  limit: number,
): Promise<Waiting[]> {
  return db
    .selectFrom('deliveries')
    .select(waitingColumns)
    .where('topic_id', '=', topicId)
    .where('state', '=', 'pending')
    .where('head', '=', 1)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('number')
    .limit(limit)
    .execute()
}

/** All pending events, by number. */
export async function waitingDeliveries(db: Database, topicId: string, limit: number): Promise<Waiting[]> {
  return db
    .selectFrom('deliveries')
    .select(waitingColumns)
    .where('topic_id', '=', topicId)
    .where('state', '=', 'pending')
    .orderBy('number')
    .limit(limit)
    .execute()
}

/** The result of an attempt; `state` pending: it is retried at `nextAt`. `ms`: how long it took. */
export type Attempted = {
  delivery: Pick<Waiting, 'id' | 'line' | 'number' | 'tries'>
  state: DeliveryState
  at: number
  ms: number
  status: number | null
  problem: DeliveryProblem | null
  answer: string
  nextAt: number | null
}

/** Stores attempts at events of a topic, and makes the next of their lines ready to be sent. `db`: a transaction. */
export async function noteAttempts(
  db: Database,
  topicId: string,
  attempts: readonly Attempted[],
): Promise<void> {
  if (attempts.length === 0) return
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
  for (const { delivery, state } of attempts) {
    if (state !== 'pending') await advance(db, topicId, delivery.line)
  }
}

async function advance(db: Database, topicId: string, line: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ head: 1 })
    .where('topic_id', '=', topicId)
    .where('state', '=', 'pending')
    .where('line', '=', line)
    .where('number', '=', ({ selectFrom }) =>
      selectFrom('deliveries')
        .select(({ fn }) => fn.min('number').as('first'))
        .where('topic_id', '=', topicId)
        .where('state', '=', 'pending')
        .where('line', '=', line),
    )
    .execute()
}

/** Marks the first event of each line without a marked one. `db`: a transaction. */
async function advanceAll(db: Database, topicId: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ head: 1 })
    .where('topic_id', '=', topicId)
    .where('state', '=', 'pending')
    .where('head', '=', 0)
    .where(
      sql<SqlBool>`not exists (select 1 from deliveries other where other.topic_id = deliveries.topic_id
        and other.line = deliveries.line and other.state = 'pending'
        and (other.head = 1 or other.number < deliveries.number))` as Expression<SqlBool>,
    )
    .execute()
}

/** Drops the pending events that are older than a day. `db`: a transaction. */
export async function dropExpired(db: Database, topicId: string, now: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ state: 'failed', head: 0, ended_at: now })
    .where('topic_id', '=', topicId)
    .where('state', '=', 'pending')
    .where('expires_at', '<=', now)
    .execute()
  await advanceAll(db, topicId)
}

/** Ends pending events up to a number, as mailed or as failed. `db`: a transaction. */
export async function endWaiting(
  db: Database,
  topicId: string,
  upTo: number,
  state: Exclude<DeliveryState, 'pending'>,
  now: number,
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set(({ eb }) => ({ state, head: 0, ended_at: now, tries: eb('tries', '+', 1) }))
    .where('topic_id', '=', topicId)
    .where('state', '=', 'pending')
    .where('number', '<=', upTo)
    .execute()
  await advanceAll(db, topicId)
}

/** Makes all pending events due, for another day: after a topic was resumed, or its address works again. */
export async function hurry(
  db: Database,
  topicId: string,
  now: number,
  more: { renew: boolean } = { renew: false },
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ due_at: now, ...(more.renew && { expires_at: now + day }) })
    .where('topic_id', '=', topicId)
    .where('state', '=', 'pending')
    .$if(!more.renew, query => query.where('due_at', '>', now))
    .execute()
}

/** Resends ended events, with their ids: one, or all that failed. Returns how many. `db`: a transaction. */
export async function resendDeliveries(
  db: Database,
  topicId: string,
  which: { id: string } | 'failed',
  now: number,
): Promise<number> {
  await db.updateTable('topics').set({ id: topicId }).where('id', '=', topicId).execute()
  const room = Math.max(0, mostWaiting - (await countWaiting(db, topicId)))
  const result = await db
    .updateTable('deliveries')
    .set({ state: 'pending', head: 0, due_at: now, expires_at: now + day, ended_at: null })
    .where('topic_id', '=', topicId)
    .where('id', 'in', ({ selectFrom }) => {
      const ended = selectFrom('deliveries').select('id').where('topic_id', '=', topicId)
      return which === 'failed'
        ? ended.where('state', '=', 'failed').orderBy('number').limit(room)
        : ended.where('state', '!=', 'pending').where('id', '=', which.id).limit(Math.min(room, 1))
    })
    .executeTakeFirst()
  await advanceAll(db, topicId)
  return Number(result.numUpdatedRows)
}

export type Logged = {
  id: string
  number: number
  event: string
  bucket: string
  key: string
  state: DeliveryState
  tries: number
  status: number | null
  createdAt: number
  endedAt: number | null
  nextAt: number
}

const loggedColumns = [
  ...(['id', 'number', 'event', 'bucket', 'key', 'state', 'tries', 'status'] as const),
  ...(['created_at as createdAt', 'ended_at as endedAt', 'due_at as nextAt'] as const),
]

/** Events of a topic, the newest first, below `number`. */
export async function logOf(
  db: Database,
  topicId: string,
  options: { state: DeliveryState | null; below: number | null; limit: number },
): Promise<Logged[]> {
  const { state, below, limit } = options
  return db
    .selectFrom('deliveries')
    .select(loggedColumns)
    .where('topic_id', '=', topicId)
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
): Promise<(Logged & { body: string; attempts: Omit<Attempted, 'delivery' | 'state'>[] }) | null> {
  const row = await db
    .selectFrom('deliveries')
    .select([...loggedColumns, 'body'])
    .where('topic_id', '=', topicId)
    .where('id', '=', id)
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

/**
 * Drops events that ended long ago, and those beyond the log of a topic; up to 5,000 at once. False when nothing was
 * left to drop.
 */
export async function pruneDeliveries(db: Database, now: number): Promise<boolean> {
  const old = await db
    .deleteFrom('deliveries')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('deliveries')
        .select('id')
        .where('ended_at', '<', now - kept)
        .limit(5000),
    )
    .executeTakeFirst()
  if (old.numDeletedRows > 0n) return true
  const long = await db
    .deleteFrom('deliveries')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('deliveries')
        .innerJoin('topics', 'topics.id', 'deliveries.topic_id')
        .select('deliveries.id')
        .where('deliveries.ended_at', 'is not', null)
        .whereRef('deliveries.number', '<=', sql<number>`topics.last_number - ${sql.lit(mostLogged)}`)
        .limit(5000),
    )
    .executeTakeFirst()
  return long.numDeletedRows > 0n
}
