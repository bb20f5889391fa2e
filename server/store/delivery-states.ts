import { type Expression, type SqlBool, sql } from 'kysely'
import type { DeliveryProblem, DeliveryState } from '../../openapi/schema.ts'
import { batch, day, mostWaiting, step, type Waiting } from './deliveries.ts'
import { addToCounts, type Counts, none } from './delivery-counts.ts'
import type { Database, Transaction } from './open.ts'

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
