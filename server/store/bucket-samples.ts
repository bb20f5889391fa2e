import { sql } from 'kysely'
import type { Database } from './open.ts'

/** Seconds of a day. */
const daySeconds = 86_400
/** Days that samples are kept. */
const kept = 400
/** Rows of one statement. */
const batch = 500

export type Sample = { bucket: string; bytes: number; objects: number }

/** The day of a time in unix seconds: days since 1 January 1970, UTC. */
export function dayOf(seconds: number): number {
  return Math.floor(seconds / daySeconds)
}

/** Accounts without samples of this day, by id, after `after`; 100 at most. */
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

/** Adds the account's samples of a day, unless another process has; drops its oldest. `at`: unix seconds. */
export async function addSamples(
  db: Database,
  accountId: string,
  at: number,
  samples: readonly Sample[],
): Promise<void> {
  const day = dayOf(at)
  await db.transaction().execute(async trx => {
    const claimed = await trx
      .updateTable('accounts')
      .set({ sampled_day: day })
      .where('id', '=', accountId)
      .where('sampled_day', '<', day)
      .executeTakeFirst()
    if (Number(claimed.numUpdatedRows) === 0) return
    for (let from = 0; from < samples.length; from += batch) {
      await trx
        .insertInto('bucket_samples')
        .values(samples.slice(from, from + batch).map(each => ({ account_id: accountId, day, at, ...each })))
        .execute()
    }
    await trx
      .deleteFrom('bucket_samples')
      .where('account_id', '=', accountId)
      .where('day', '<', day - kept)
      .execute()
  })
}

/**
 * The samples of a bucket in the `days` days up to `now`, oldest first. `since`: when the bucket was made; one of its
 * name that was there before is another one. Times in unix seconds.
 */
export async function samplesOf(
  db: Database,
  { accountId, bucket, since, now, days }: SamplesOf,
): Promise<{ day: number; bytes: number; objects: number }[]> {
  return db
    .selectFrom('bucket_samples')
    .select(['day', 'bytes', 'objects'])
    .where('account_id', '=', accountId)
    .where('bucket', '=', bucket)
    .where('day', '>', dayOf(now) - days)
    .where('at', '>=', since)
    .orderBy('day')
    .execute()
}

type SamplesOf = { accountId: string; bucket: string; since: number; now: number; days: number }

/** What all buckets of an account held on each measured day of `days` up to `now` (unix seconds), oldest first. */
export async function accountSamples(
  db: Database,
  { accountId, now, days }: { accountId: string; now: number; days: number },
): Promise<{ day: number; bytes: number; objects: number }[]> {
  return db
    .selectFrom('bucket_samples')
    .select('day')
    .select(({ fn }) => [fn.sum<number>('bytes').as('bytes'), fn.sum<number>('objects').as('objects')])
    .where('account_id', '=', accountId)
    .where('day', '>', dayOf(now) - days)
    .groupBy('day')
    .orderBy('day')
    .execute()
    .then(rows =>
      rows.map(({ day, bytes, objects }) => ({ day, bytes: Number(bytes), objects: Number(objects) })),
    )
}

type AccountSize = { id: string; name: string; quota: number | null; size: number; objects: number }

/** What each account held when it was last measured, the largest first; `most` at most. */
export async function largestAccounts(db: Database, most: number): Promise<AccountSize[]> {
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('bucket_samples', join =>
      join
        .onRef('bucket_samples.account_id', '=', 'accounts.id')
        .onRef('bucket_samples.day', '=', 'accounts.sampled_day'),
    )
    .select(['accounts.id', 'accounts.name', 'accounts.quota'])
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('bucket_samples.bytes'), sql<number>`0`).as('size'),
      fn.coalesce(fn.sum<number>('bucket_samples.objects'), sql<number>`0`).as('objects'),
    ])
    .groupBy(['accounts.id', 'accounts.name', 'accounts.quota'])
    .orderBy('size', 'desc')
    .orderBy('accounts.id')
    .limit(most)
    .execute()
  return rows.map(row => ({ ...row, size: Number(row.size), objects: Number(row.objects) }))
}

/** How many accounts there are, and what they held when they were last measured. */
export async function sizeOfAll(db: Database): Promise<{ accounts: number; size: number; objects: number }> {
  const { accounts } = await db
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll<number>().as('accounts'))
    .executeTakeFirstOrThrow()
  const { size, objects } = await db
    .selectFrom('accounts')
    .innerJoin('bucket_samples', join =>
      join
        .onRef('bucket_samples.account_id', '=', 'accounts.id')
        .onRef('bucket_samples.day', '=', 'accounts.sampled_day'),
    )
    .select(({ fn }) => [
      fn.sum<number | null>('bucket_samples.bytes').as('size'),
      fn.sum<number | null>('bucket_samples.objects').as('objects'),
    ])
    .executeTakeFirstOrThrow()
  return { accounts: Number(accounts), size: Number(size ?? 0), objects: Number(objects ?? 0) }
}
