import type { DeliveryState } from '../../openapi/schema.ts'
import type { Database, Transaction } from './open.ts'

export type Counts = Record<DeliveryState, number>

export const none: Counts = { pending: 0, delivered: 0, failed: 0 }

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

/** Those of all topics of an account, deleted ones included. */
export async function countOfAccount(db: Database, accountId: string): Promise<Counts> {
  const row = await db
    .selectFrom('topics')
    .select(({ fn }) => [
      fn.sum<number | null>('pending').as('pending'),
      fn.sum<number | null>('delivered').as('delivered'),
      fn.sum<number | null>('failed').as('failed'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const { pending, delivered, failed } = row ?? none
  return { pending: Number(pending ?? 0), delivered: Number(delivered ?? 0), failed: Number(failed ?? 0) }
}

/** Keeps a topic's counts. `db`: the transaction that changes its rows. */
export async function addToCounts(db: Transaction, topicId: string, more: Counts): Promise<void> {
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

/** Counts events that are not kept, until they are reported. */
export async function addLost(db: Database, topicId: string, events: number): Promise<void> {
  if (events === 0) return
  await db
    .updateTable('topics')
    .set(({ eb }) => ({ lost: eb('lost', '+', events) }))
    .where('id', '=', topicId)
    .execute()
}
