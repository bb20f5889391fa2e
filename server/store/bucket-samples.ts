import { type RawBuilder, sql } from 'kysely'
import type { Database } from './open.ts'

const daySeconds = 86_400
/** Days for which samples are kept. */
const kept = 400
/** Rows per statement. */
const batch = 500

export type Sample = { bucket: string; bytes: number; objects: number }
/** The contents of a bucket on a day since 1 January 1970, UTC. */
type DaySample = { day: number; bytes: number; objects: number }

/** The day of a time in unix seconds: days since 1 January 1970, UTC. */
export function dayOf(seconds: number): number {
  return Math.floor(seconds / daySeconds)
}

/** A day as YYYY-MM-DD. */
export const dayText = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** Accounts without samples of this day, by id, after `after`; at most 100. */
export async function accountsToSample(
  db: Database,
  day: number,
  after: string,
): Promise<{ id: string; storageUid: string }[]> {
  return db
    .selectFrom('accounts')
    .select(['id', 'storage_uid as storageUid'])
    .where('sampled_day', '<', day)
    .where('id', '>', after)
    .orderBy('id')
    .limit(100)
    .execute()
}

/**
 * Adds the account's samples of a day, unless another process has; drops its oldest. A bucket gets a row when it
 * changed, and one without numbers when it ended or was not measured. `at`: unix seconds.
 */
export async function addSamples(
  db: Database,
  accountId: string,
  at: number,
  samples: readonly Sample[],
): Promise<void> {
  const day = dayOf(at)
  const sum = (of: 'bytes' | 'objects') => samples.reduce((all, each) => all + each[of], 0)
  await db.transaction().execute(async trx => {
    const account = await trx
      .selectFrom('accounts')
      .select('sampled_day')
      .where('id', '=', accountId)
      .executeTakeFirst()
    if (!account) return
    const last = account.sampled_day
    const claimed = await trx
      .updateTable('accounts')
      .set({ sampled_day: day, sampled_bytes: sum('bytes'), sampled_objects: sum('objects') })
      .where('id', '=', accountId)
      .where('sampled_day', '=', last)
      .where('sampled_day', '<', day)
      .executeTakeFirst()
    if (Number(claimed.numUpdatedRows) === 0) return
    const before = new Map(
      (await runsOf(trx, { accountId, from: last, to: last })).map(run => [run.bucket, run]),
    )
    const gap = last < day - 1
    const there = new Set(samples.map(({ bucket }) => bucket))
    const changed = samples.filter(({ bucket, bytes, objects }) => {
      const run = before.get(bucket)
      return gap || !run || run.bytes !== bytes || run.objects !== objects
    })
    const ended = [...before.keys()].filter(bucket => gap || !there.has(bucket))
    const none = { day: last + 1, bytes: null, objects: null }
    const rows = [
      ...ended.map(bucket => ({ account_id: accountId, at, bucket, ...none })),
      ...changed.map(each => ({ account_id: accountId, at, day, ...each })),
    ]
    for (let from = 0; from < rows.length; from += batch)
      await trx
        .insertInto('bucket_samples')
        .values(rows.slice(from, from + batch))
        .execute()
    // Keep the row that is in effect on the first day kept.
    await trx
      .deleteFrom('bucket_samples')
      .where('account_id', '=', accountId)
      .where('day', '<', day - kept)
      .where(({ eb, or, exists, selectFrom }) =>
        or([
          eb('bytes', 'is', null),
          exists(
            selectFrom('bucket_samples as later')
              .select('later.day')
              .whereRef('later.account_id', '=', 'bucket_samples.account_id')
              .whereRef('later.bucket', '=', 'bucket_samples.bucket')
              .whereRef('later.day', '>', 'bucket_samples.day')
              .where('later.day', '<=', day - kept),
          ),
        ]),
      )
      .execute()
  })
}

/**
 * Days from `first` to `last` (included) on which a bucket's contents were the same. `at`: when that was first seen, in
 * unix seconds.
 */
type Run = { bucket: string; at: number; first: number; last: number; bytes: number; objects: number }

type Asked = { accountId: string; bucket?: string; from: number; to: number }

/** The rows of an account's buckets, or of one, in effect on the day `from` (as of that day) or starting until `to`. */
function rowsIn(db: Database, { accountId, bucket, from, to }: Asked) {
  const stored = db
    .selectFrom('bucket_samples')
    .where('account_id', '=', accountId)
    .$if(bucket !== undefined, query => query.where('bucket', '=', bucket!))
  const last = stored
    .select(['bucket', ({ fn }) => fn.max('day').as('day')])
    .where('day', '<=', from)
    .groupBy('bucket')
  return stored
    .select(['bucket', 'at', 'bytes', 'objects'])
    .select(sql<number>`case when day < ${from} then ${from} else day end`.as('day'))
    .where('day', '<=', to)
    .where(({ or, eb, refTuple }) =>
      or([eb('day', '>', from), eb(refTuple('bucket', 'day'), 'in', last.$asTuple('bucket', 'day'))]),
    )
    .as('rows')
}

async function lastMeasured(db: Database, accountId: string): Promise<number> {
  const account = await db
    .selectFrom('accounts')
    .select('sampled_day')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return account?.sampled_day ?? 0
}

/** The runs of an account's buckets, or of one, cut to the measured days from `from` to `to` (included). */
async function runsOf(db: Database, asked: Asked): Promise<Run[]> {
  const measured = await lastMeasured(db, asked.accountId)
  const rows = await db.selectFrom(rowsIn(db, asked)).selectAll().orderBy('bucket').orderBy('day').execute()
  const end = Math.min(asked.to, measured)
  return rows.flatMap(({ bucket, at, day, bytes, objects }, index) => {
    const next = rows[index + 1]
    const last = next?.bucket === bucket ? next.day - 1 : end
    return bytes === null || objects === null || day > last
      ? []
      : [{ bucket, at, first: day, last, bytes, objects }]
  })
}

/**
 * The samples of a bucket in the `days` days up to `now`, oldest first. `since`: when the bucket was created; an
 * earlier one of its name is ignored. Times in unix seconds.
 */
export async function samplesOf(
  db: Database,
  { accountId, bucket, since, now, days }: SamplesOf,
): Promise<DaySample[]> {
  const [made, today] = [dayOf(since), dayOf(now)]
  const runs = await runsOf(db, { accountId, bucket, from: today - days + 1, to: today })
  // The sample of the day on which it was created may be of the earlier one.
  return runs
    .flatMap(run => daysOf(run).filter(({ day }) => day > made || (day === made && run.at >= since)))
    .sort((a, b) => a.day - b.day)
}

type SamplesOf = { accountId: string; bucket: string; since: number; now: number; days: number }

function daysOf({ first, last, bytes, objects }: Run): DaySample[] {
  return Array.from({ length: last - first + 1 }, (_, index) => ({ day: first + index, bytes, objects }))
}

/** The total of all buckets of an account on each measured day of `days` up to `now` (unix seconds), oldest first. */
export async function accountSamples(
  db: Database,
  { accountId, now, days }: { accountId: string; now: number; days: number },
): Promise<DaySample[]> {
  const [from, today] = [dayOf(now) - days + 1, dayOf(now)]
  const figures = ['bytes', 'objects', 'buckets'] as const
  const change = (value: RawBuilder<number>) =>
    sql<number>`${value} - coalesce(lag(${value}) over (partition by bucket order by day), 0)`
  const changes = await db
    .selectFrom(
      db
        .selectFrom(rowsIn(db, { accountId, from, to: today }))
        .select([
          'day',
          change(sql`coalesce(bytes, 0)`).as('bytes'),
          change(sql`coalesce(objects, 0)`).as('objects'),
          change(sql`case when bytes is null then 0 else 1 end`).as('buckets'),
        ])
        .as('changes'),
    )
    .select('day')
    .select(({ fn }) => figures.map(name => fn.sum<number>(name).as(name)))
    .groupBy('day')
    .execute()
  const end = Math.min(today, await lastMeasured(db, accountId))
  const byDay = new Map(changes.map(change => [Number(change.day), change]))
  const held = { bytes: 0, objects: 0, buckets: 0 }
  const samples: DaySample[] = []
  for (let day = from; day <= end; day++) {
    for (const name of figures) held[name] += Number(byDay.get(day)?.[name] ?? 0)
    if (held.buckets > 0) samples.push({ day, bytes: held.bytes, objects: held.objects })
  }
  return samples
}

/** The contents of each bucket of an account on the measured days from `from` to `to` (included). */
export async function bucketSamples(
  db: Database,
  asked: { accountId: string; from: number; to: number },
): Promise<(Sample & DaySample)[]> {
  return (await runsOf(db, asked)).flatMap(run => daysOf(run).map(each => ({ bucket: run.bucket, ...each })))
}

/** `size` and `objects`: null before the account was measured. */
type AccountSize = { id: string; name: string; storageUid: string; quota: number | null } & Sizes
export type Sizes = { size: number | null; objects: number | null }

/** The last measured size of each account, the largest first; at most `most`. */
export async function largestAccounts(db: Database, most: number): Promise<AccountSize[]> {
  const rows = await db
    .selectFrom('accounts')
    .select([
      'id',
      'name',
      'storage_uid as storageUid',
      'quota',
      'sampled_bytes as size',
      'sampled_objects as objects',
      'sampled_day as day',
    ])
    .orderBy('sampled_bytes', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ day, ...row }) => (day > 0 ? row : { ...row, size: null, objects: null }))
}

/** The number of accounts, and their total size when last measured; null before any was. */
export async function sizeOfAll(db: Database): Promise<{ accounts: number } & Sizes> {
  const all = await db
    .selectFrom('accounts')
    .select(({ fn }) => [
      fn.countAll<number>().as('accounts'),
      fn.max('sampled_day').as('day'),
      fn.sum<number | null>('sampled_bytes').as('size'),
      fn.sum<number | null>('sampled_objects').as('objects'),
    ])
    .executeTakeFirstOrThrow()
  const measured = Number(all.day) > 0
  return {
    accounts: Number(all.accounts),
    size: measured ? Number(all.size) : null,
    objects: measured ? Number(all.objects) : null,
  }
}
