import { requestKinds } from '../../domain/traffic.ts'
import { dayOf, type Sample } from '../store/bucket-samples.ts'
import type { Database } from '../store/open.ts'
import { type BucketNumbers, keepTraffic } from '../store/traffic.ts'
import type { TrafficColumn } from '../store/traffic-columns.ts'

const days = 60
/** Rows per statement. */
const batch = 200

/** From 0 to 1, always the same for the same day and bucket. */
const chance = (day: number, at: number) => Math.abs(Math.sin(day * 12.9898 + at * 78.233) * 43_758.5453) % 1

/** Days since 1 January 1970 that are a Saturday or Sunday. */
const isWeekend = (day: number) => [2, 3].includes(day % 7)

/** What a bucket held `ago` days ago, of what it holds now: it grew in steps, each of a few days. */
function share(ago: number, at: number): number {
  const step = Math.floor(ago / (3 + at))
  return step === 0 ? 1 : 1 - (step * (3 + at)) / (days * 1.6) - 0.05 * chance(step, at)
}

function trafficOf({ bucket, bytes, objects }: Sample, day: number, at: number): BucketNumbers {
  const busy = (isWeekend(day) ? 0.35 : 1) * (0.5 + chance(day, at))
  const requests = (weight: number) => Math.round(busy * weight * (5 + objects))
  const good = {
    read: requests(4),
    write: requests(0.4),
    list: requests(1),
    delete: requests(0.05),
    other: 0,
  }
  const kinds = requestKinds.flatMap((kind): [TrafficColumn, number][] => [
    [`${kind}_good`, good[kind]],
    [`${kind}_client_error`, kind === 'read' ? requests(0.1) : 0],
    [`${kind}_server_error`, 0],
  ])
  return {
    bucket,
    ...(Object.fromEntries(kinds) as Record<TrafficColumn, number>),
    ...{ refused: 0, received: Math.round(busy * bytes * 0.06), sent: Math.round(busy * bytes * 0.35) },
    ...{ console_good: 0, console_client_error: 0, console_server_error: 0 },
  }
}

/**
 * Gives an account sizes and traffic of the last 60 days, which lead to what its buckets hold at `now` (unix seconds). Its
 * numbers follow from the day and the bucket alone.
 */
export async function seedHistory(
  db: Database,
  { accountId, now, held }: { accountId: string; now: number; held: readonly Sample[] },
): Promise<void> {
  const today = dayOf(now)
  const past = Array.from({ length: days }, (_, index) => today - days + index)
  const samples = [...past, today].flatMap(day =>
    held.map(({ bucket, bytes, objects }, at) => {
      const part = share(today - day, at)
      return {
        ...{ account_id: accountId, bucket, day, at: now },
        ...{ bytes: Math.round(bytes * part), objects: Math.round(objects * part) },
      }
    }),
  )
  const traffic = past.flatMap(day => held.map((each, at) => ({ day, numbers: trafficOf(each, day, at) })))
  const sum = (of: 'bytes' | 'objects') => held.reduce((all, each) => all + each[of], 0)
  await db.transaction().execute(async trx => {
    for (let from = 0; from < samples.length; from += batch)
      await trx
        .insertInto('bucket_samples')
        .values(samples.slice(from, from + batch))
        .onConflict(conflict => conflict.doNothing())
        .execute()
    for (let from = 0; from < traffic.length; from += batch)
      await trx
        .insertInto('traffic_days')
        .values(
          traffic
            .slice(from, from + batch)
            .map(({ day, numbers }) => ({ account_id: accountId, day, ...numbers }) as never),
        )
        .execute()
    await trx
      .updateTable('accounts')
      .set({ sampled_day: today, sampled_bytes: sum('bytes'), sampled_objects: sum('objects') })
      .where('id', '=', accountId)
      .execute()
  })
  // The months follow from their days.
  const months = new Map(traffic.map(({ day, ...rest }) => [monthAt(day), { day, ...rest }]))
  for (const { day } of months.values())
    await keepTraffic(
      db,
      accountId,
      day,
      traffic.filter(each => each.day === day).map(({ numbers }) => numbers),
    )
}

const monthAt = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 7)
