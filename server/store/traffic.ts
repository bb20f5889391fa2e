import { sql } from 'kysely'
import { bucketSamples, dayOf } from './bucket-samples.ts'
import type { Database } from './open.ts'
import { type ConsoleColumn, countedColumns, type TrafficColumn } from './traffic-columns.ts'

/** Requests and bytes of a bucket; an `…_error` or `console_…` is null if the storage does not report it. */
export type BucketNumbers = { bucket: string } & Record<TrafficColumn, number | null> &
  Partial<Record<ConsoleColumn, number | null>>

/** Months since January of the year 0. */
export const monthOf = (year: number, month: number): number => year * 12 + month - 1
const yearOf = (month: number): number => Math.floor(month / 12)

function monthOfDay(day: number): number {
  const date = new Date(day * 86_400_000)
  return monthOf(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

const firstDay = (month: number): number => dayOf(Date.UTC(yearOf(month), month % 12) / 1000)

/** Rows per statement. */
const batch = 200

/**
 * Stores the numbers of a day, and of its month. They only increase, so that two processes may do it at once, and a log
 * that was trimmed meanwhile reduces nothing.
 */
export async function keepTraffic(
  db: Database,
  accountId: string,
  day: number,
  numbers: readonly BucketNumbers[],
): Promise<void> {
  const month = monthOfDay(day)
  const larger = Object.fromEntries(
    countedColumns.map(name => {
      const [old, fresh] = [sql.ref(`traffic_days.${name}`), sql.ref(`excluded.${name}`)]
      return [name, sql<number>`case when ${fresh} > ${old} then ${fresh} else ${old} end`]
    }),
  )
  const fresh = Object.fromEntries(countedColumns.map(name => [name, sql.ref(`excluded.${name}`)]))
  for (let from = 0; from < numbers.length; from += batch) {
    const some = numbers.slice(from, from + batch)
    await db.transaction().execute(async trx => {
      await trx
        .insertInto('traffic_days')
        .values(some.map(each => ({ account_id: accountId, day, ...each }) as never))
        .onConflict(conflict => conflict.columns(['account_id', 'day', 'bucket']).doUpdateSet(larger))
        .execute()
      await trx
        .insertInto('traffic_months')
        .columns(['account_id', 'month', 'bucket', ...countedColumns])
        .expression(
          trx
            .selectFrom('traffic_days')
            .select([
              sql.val(accountId).as('account_id'),
              sql<number>`cast(${month} as integer)`.as('month'),
              'bucket',
            ])
            .select(sums())
            .where('account_id', '=', accountId)
            .where('day', '>=', firstDay(month))
            .where('day', '<', firstDay(month + 1))
            .where(
              'bucket',
              'in',
              some.map(each => each.bucket),
            )
            .groupBy('bucket') as never,
        )
        .onConflict(conflict =>
          conflict.columns(['account_id', 'month', 'bucket']).doUpdateSet(fresh as never),
        )
        .execute()
    })
  }
}

/** `from`: the first day whose numbers are not complete. `limited`: by a quota. */
export type ToRollUp = { id: string; storageUid: string; from: number; limited: boolean }

/** Accounts by id, after `after`; at most 100. */
export async function accountsToRollUp(db: Database, after: string): Promise<ToRollUp[]> {
  const rows = await forRollUp(db).where('id', '>', after).orderBy('id').limit(100).execute()
  return rows.map(toRollUp)
}

export async function accountToRollUp(db: Database, id: string): Promise<ToRollUp> {
  return toRollUp(await forRollUp(db).where('id', '=', id).executeTakeFirstOrThrow())
}

const forRollUp = (db: Database) =>
  db.selectFrom('accounts').select(['id', 'storage_uid as storageUid', 'traffic_day', 'created_at', 'quota'])

function toRollUp(row: {
  id: string
  storageUid: string
  traffic_day: number
  created_at: number
  quota: number | null
}): ToRollUp {
  const { id, storageUid, quota } = row
  return { id, storageUid, from: Math.max(row.traffic_day, dayOf(row.created_at)), limited: quota !== null }
}

/** Records that the account's days before `day` are complete. */
export async function noteRolledUp(db: Database, accountId: string, day: number): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ traffic_day: day })
    .where('id', '=', accountId)
    .where('traffic_day', '<', day)
    .execute()
}

/** The sum of each column; null if a row does not have it. */
const sums = () =>
  countedColumns.map(name => {
    const column = sql.ref(name)
    const sum = sql`case when count(*) = count(${column}) then coalesce(sum(${column}), 0) end`
    return sql<number | null>`cast(${sum} as bigint)`.as(name)
  })

/** Months in which the account had traffic, oldest first. */
export async function monthsWithTraffic(
  db: Database,
  accountId: string,
): Promise<{ year: number; month: number }[]> {
  const rows = await db
    .selectFrom('traffic_months')
    .select('month')
    .distinct()
    .where('account_id', '=', accountId)
    .where(sql<number>`received + sent + refused`, '>', 0)
    .orderBy('month')
    .execute()
  return rows.map(({ month }) => ({ year: yearOf(month), month: (month % 12) + 1 }))
}

/** Months from `from` to `to` (excluded), of one bucket or all. */
export type Span = { accountId: string; bucket?: string | undefined; from: number; to: number }

type Sums = Record<TrafficColumn | ConsoleColumn, number | null>

/**
 * The sums of a span; zero without traffic. Failures, and the console's requests, are null if the storage did not report
 * all of them.
 */
export async function sumTraffic(db: Database, { accountId, bucket, from, to }: Span): Promise<Sums> {
  const row = await db
    .selectFrom('traffic_months')
    .select(sums())
    .where('account_id', '=', accountId)
    .where('month', '>=', from)
    .where('month', '<', to)
    .$if(bucket !== undefined, query => query.where('bucket', '=', bucket!))
    .executeTakeFirstOrThrow()
  return row as Sums
}

export type Point = { at: number; received: number; sent: number }

/** Bytes by month, or by day if `days`; `at` as in the tables. Without empty ones. */
export async function trafficSeries(
  db: Database,
  { accountId, bucket, from, to }: Span,
  days: boolean,
): Promise<Point[]> {
  const [table, span] = days ? (['traffic_days', 'day'] as const) : (['traffic_months', 'month'] as const)
  const [first, end] = days ? [firstDay(from), firstDay(to)] : [from, to]
  const rows = await db
    .selectFrom(table)
    .select(sql<number>`${sql.ref(span)}`.as('at'))
    .select(sql<number>`cast(sum(received) as bigint)`.as('received'))
    .select(sql<number>`cast(sum(sent) as bigint)`.as('sent'))
    .where('account_id', '=', accountId)
    .where(sql<number>`${sql.ref(span)}`, '>=', first)
    .where(sql<number>`${sql.ref(span)}`, '<', end)
    .$if(bucket !== undefined, query => query.where('bucket', '=', bucket!))
    .groupBy(sql.ref(span))
    .having(sql<number>`sum(received + sent)`, '>', 0)
    .orderBy(sql.ref(span))
    .execute()
  return rows
}

/** The contents and traffic of a bucket on a day; null if it was not measured, or the storage does not report it. */
export type BucketDay = {
  day: number
  bucket: string
  bytes: number | null
  objects: number | null
} & Sums

/** A row for each day and bucket of an account with contents or traffic from `from` to `to` (included). */
export async function bucketDays(
  db: Database,
  accountId: string,
  from: number,
  to: number,
): Promise<BucketDay[]> {
  const [traffic, samples] = await Promise.all([
    db
      .selectFrom('traffic_days')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('day', '>=', from)
      .where('day', '<=', to)
      .execute(),
    bucketSamples(db, { accountId, from, to }),
  ])
  const none = Object.fromEntries(countedColumns.map(name => [name, 0])) as Sums
  const rows = new Map<string, BucketDay>()
  for (const { account_id: _, ...row } of traffic)
    rows.set(`${row.day}/${row.bucket}`, { ...row, bytes: null, objects: null })
  for (const { day, bucket, bytes, objects } of samples) {
    const key = `${day}/${bucket}`
    rows.set(key, { ...(rows.get(key) ?? { ...none, day, bucket }), bytes, objects })
  }
  return [...rows.values()].sort((a, b) => a.day - b.day || (a.bucket < b.bucket ? -1 : 1))
}

const forExport = (db: Database) => db.selectFrom('accounts').select(['id', 'name', 'contract_code'])
type Exported = { id: string; name: string; contract_code: string }

/** Accounts by id, after `after`; at most 100. */
export async function accountsToExport(db: Database, after: string): Promise<Exported[]> {
  return forExport(db).where('id', '>', after).orderBy('id').limit(100).execute()
}

export async function accountToExport(db: Database, id: string): Promise<Exported> {
  return forExport(db).where('id', '=', id).executeTakeFirstOrThrow()
}
