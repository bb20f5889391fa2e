import { type Expression, type SqlBool, sql } from 'kysely'
import type { DeliveryProblem, DeliveryState } from '../../openapi/schema.ts'
import type { Database } from './open.ts'

/** Seconds for which an event is retried, and for which the log of its delivery is kept. */
const day = 86_400
const kept = 30 * day
/** Maximum number of pending events of a topic, and of its last ones that are kept. */
export const mostWaiting = 100_000
const mostLogged = 200_000
/** Rows per statement, and of one act: what is more is done in steps, between which others have their turns. */
const batch = 500
const step = 1000

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

type Counts = Record<DeliveryState, number>

/** How many events of a topic are in each state. */
export async function countDeliveries(db: Database, topicId: string): Promise<Counts> {
  const row = await db
    .selectFrom('topics')
    .select(['pending', 'delivered', 'failed'])
    .where('id', '=', topicId)
    .executeTakeFirst()
  const { pending = 0, delivered = 0, failed = 0 } = row ?? {}
  return { pending: Number(pending), delivered: Number(delivered), failed: Number(failed) }
}

/** Keeps a topic's counts. `db`: the transaction that changes its rows. */
async function addToCounts(db: Database, topicId: string, more: Counts): Promise<void> {
  await db
    .updateTable('topics')
    .set(({ eb }) => ({
      pending: eb('pending', '+', more.pending),
      delivered: eb('delivered', '+', more.delivered),
      failed: eb('failed', '+', more.failed),
    }))
    .where('id', '=', topicId)
    .execute()
}

const none: Counts = { pending: 0, delivered: 0, failed: 0 }

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
    .returning(['last_number', 'pending'])
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
  const room = Math.max(0, mostWaiting - Number(topic.pending))
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
  await addToCounts(db, topicId, { ...none, pending: rows.length })
}

/**
 * The number of events that found the queue full, once there is room to report it; resets the count. `db`: a
 * transaction.
 */
export async function takeLost(db: Database, topicId: string): Promise<number> {
  const row = await db
    .selectFrom('topics')
    .select(['lost', 'pending'])
    .where('id', '=', topicId)
    .executeTakeFirst()
  const lost = Number(row?.lost ?? 0)
  if (lost === 0 || Number(row?.pending) >= mostWaiting) return 0
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
  const before = await db
    .selectFrom('deliveries')
    .select(['id', 'state'])
    .where(
      'id',
      'in',
      attempts.map(({ delivery }) => delivery.id),
    )
    .execute()
  const counts = { ...none }
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
    ended.map(({ delivery }) => delivery.line),
  )
}

/** Marks the first event of each of these lines without a marked one. `db`: a transaction. */
async function advance(db: Database, topicId: string, lines: readonly string[]): Promise<void> {
  const all = [...new Set(lines)]
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

/** Moves deliveries from one state to another. `db`: a transaction. */
async function move(
  db: Database,
  topicId: string,
  rows: readonly { id: string; line: string; state: DeliveryState }[],
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
  const counts = { ...none }
  for (const { state } of rows) counts[state] -= 1
  counts[to] += rows.length
  await addToCounts(db, topicId, counts)
  await advance(
    db,
    topicId,
    rows.map(({ line }) => line),
  )
}

const movable = ['id', 'line', 'state'] as const

/** Drops pending events that are older than a day, a step of them; false: there was none. `db`: a transaction. */
export async function dropExpired(db: Database, topicId: string, now: number): Promise<boolean> {
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

/** Ends pending events, as mailed or as failed. `db`: a transaction. */
export async function endWaiting(
  db: Database,
  topicId: string,
  events: readonly Pick<Waiting, 'id' | 'line'>[],
  state: Exclude<DeliveryState, 'pending'>,
  now: number,
): Promise<void> {
  const rows = events.map(({ id, line }) => ({ id, line, state: 'pending' as const }))
  await move(db, topicId, rows, state, { ended_at: now, tries: 1 })
}

/**
 * Makes all pending events due: after a topic was resumed, or its address works again. Only the first of a line was
 * tried, and waits.
 */
export async function hurry(db: Database, topicId: string, now: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ due_at: now })
    .where('topic_id', '=', topicId)
    .where('state', '=', 'pending')
    .where('head', '=', 1)
    .where('due_at', '>', now)
    .execute()
}

/**
 * Resends ended events, with their ids: one, or a step of those that failed. Returns how many. `db`: a transaction.
 */
export async function resendDeliveries(
  db: Database,
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
 * Drops a step of the events that ended long ago, or are beyond the log of their topic. False when nothing was left to
 * drop.
 */
export async function pruneDeliveries(db: Database, now: number): Promise<boolean> {
  const columns = ['id', 'topic_id', 'state'] as const
  const old = await db
    .selectFrom('deliveries')
    .select(columns)
    .where('ended_at', '<', now - kept)
    .limit(step)
    .execute()
  if (old.length > 0) return remove(db, old)
  const topics = await db
    .selectFrom('topics')
    .select(['id', 'last_number'])
    .where('last_number', '>', mostLogged)
    .execute()
  for (const { id, last_number } of topics) {
    const long = await db
      .selectFrom('deliveries')
      .select(columns)
      .where('topic_id', '=', id)
      .where('number', '<=', Number(last_number) - mostLogged)
      .where('ended_at', 'is not', null)
      .limit(step)
      .execute()
    if (long.length > 0) return remove(db, long)
  }
  return false
}

/** Removes a step of the events of deleted topics, and these at the end. False when there is none left. */
export async function clearGone(db: Database): Promise<boolean> {
  const topic = await db.selectFrom('topics').select('id').where('gone', '=', 1).limit(1).executeTakeFirst()
  if (!topic) return false
  const rows = await db
    .selectFrom('deliveries')
    .select(['id', 'topic_id', 'state'])
    .where('topic_id', '=', topic.id)
    .limit(step)
    .execute()
  if (rows.length > 0) return remove(db, rows)
  await db.deleteFrom('topics').where('id', '=', topic.id).execute()
  return true
}

async function remove(
  db: Database,
  rows: readonly { id: string; topic_id: string; state: DeliveryState }[],
): Promise<true> {
  await db.transaction().execute(async trx => {
    for (let from = 0; from < rows.length; from += batch) {
      const ids = rows.slice(from, from + batch).map(({ id }) => id)
      await trx.deleteFrom('deliveries').where('id', 'in', ids).execute()
    }
    for (const [topicId, removed] of [...Map.groupBy(rows, row => row.topic_id)].sort()) {
      const counts = { ...none }
      for (const { state } of removed) counts[state] -= 1
      await addToCounts(trx, topicId, counts)
    }
  })
  return true
}
