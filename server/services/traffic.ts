import { requestKinds } from '../../domain/traffic.ts'
import type { RequestTraffic, TrafficSummary } from '../../openapi/schema.ts'
import type { RollUpNow } from '../expiry/traffic.ts'
import type { Database } from '../store/open.ts'
import { monthOf, monthsWithTraffic, type Span, sumTraffic, trafficSeries } from '../store/traffic.ts'
import { dayText } from './day-text.ts'

type Deps = { db: Database; rollUpNow: RollUpNow }

/** `month` from 1; undefined: the whole year. `bucket` undefined: all, those deleted since included. */
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

/** Months with requests, of now too: what the storage has counted since the last roll-up is kept first. */
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
  }
}

const monthText = (month: number) =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`
