import { hoursKept, requestKinds } from '../../domain/traffic.ts'
import type { RequestTraffic, TrafficSummary } from '../../openapi/schema.ts'
import type { RollUpNow } from '../expiry/traffic.ts'
import { inTurns } from '../limits/in-turns.ts'
import type { StorageAdmin } from '../storage-admin/storage-admin.ts'
import { dayOf } from '../store/bucket-samples.ts'
import type { Database } from '../store/open.ts'
import { monthOf, monthsWithTraffic, type Span, sumTraffic, trafficSeries } from '../store/traffic.ts'
import { dayText } from './day-text.ts'

type Deps = { db: Database; rollUpNow: RollUpNow }

/** `month` from 1; undefined: the whole year. `bucket` undefined: all, including deleted ones. */
export type Asked = {
  accountId: string
  year: number
  month?: number | undefined
  bucket?: string | undefined
}

function spanOf({ accountId, bucket, year, month }: Asked): Span {
  const from = monthOf(year, month ?? 1)
  return { accountId, bucket, from, to: month === undefined ? from + 12 : from + 1 }
}

/** Months with requests, up to now: first stores what the storage has counted since the last roll-up. */
export async function trafficMonths(
  { db, rollUpNow }: Deps,
  accountId: string,
): Promise<{ year: number; month: number }[]> {
  await rollUpNow(accountId)
  return monthsWithTraffic(db, accountId)
}

export async function summarizeTraffic({ db }: Pick<Deps, 'db'>, asked: Asked): Promise<TrafficSummary> {
  const span = spanOf(asked)
  const days = asked.month !== undefined
  const [sums, points] = await Promise.all([sumTraffic(db, span), trafficSeries(db, span, days)])
  return {
    received: sums.received ?? 0,
    sent: sums.sent ?? 0,
    points: points.map(({ at, ...bytes }) => ({ at: days ? dayText(at) : monthText(at), ...bytes })),
  }
}

export async function countRequests({ db }: Pick<Deps, 'db'>, asked: Asked): Promise<RequestTraffic> {
  const sums = await sumTraffic(db, spanOf(asked))
  return {
    kinds: requestKinds.map(kind => ({
      kind,
      good: sums[`${kind}_good`] ?? 0,
      client_error: sums[`${kind}_client_error`],
      server_error: sums[`${kind}_server_error`],
    })),
    refused: sums.refused ?? 0,
    console:
      sums.console_good === null
        ? null
        : {
            good: sums.console_good,
            client_error: sums.console_client_error ?? 0,
            server_error: sums.console_server_error ?? 0,
          },
  }
}

type Hour = { hour: number; received: number; sent: number; requests: number }

/** Concurrent calls to the storage. */
const atOnce = 4

/**
 * A day by hour, as currently counted by the storage; `day`: since 1 January 1970, UTC. Without empty hours. `now`: ms.
 */
export async function hoursOfDay(
  { admin, now }: { admin: Pick<StorageAdmin, 'traffic'>; now: () => number },
  { storageUid, day, bucket }: { storageUid: string; day: number; bucket?: string | undefined },
): Promise<{ kept: boolean; hours: Hour[] }> {
  const today = dayOf(now() / 1000)
  const kept = day > today - hoursKept
  const begun = Math.min((day + 1) * 24, Math.floor(now() / 3_600_000) + 1) - day * 24
  const asked = kept ? Array.from({ length: Math.max(0, begun) }, (_, hour) => hour) : []
  const hours = await inTurns(atOnce, asked, async hour => {
    const sum = { hour, received: 0, sent: 0, requests: 0 }
    for (const row of (await admin.traffic(storageUid, day * 24 + hour, day * 24 + hour + 1)) ?? []) {
      if (row.kind === 'console' || (bucket !== undefined && row.bucket !== bucket)) continue
      sum.received += row.received
      sum.sent += row.sent
      sum.requests += row.good + (row.client_error ?? 0) + (row.server_error ?? 0)
    }
    return sum
  })
  return { kept, hours: hours.filter(({ received, sent, requests }) => received + sent + requests > 0) }
}

const monthText = (month: number) =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`
