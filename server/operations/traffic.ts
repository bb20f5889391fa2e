import { fileBrand } from '../../domain/brand-file.ts'
import { csvCell } from '../../domain/csv.ts'
import { hoursKept, requestKinds } from '../../domain/traffic.ts'
import type { RequestTraffic, TrafficSummary } from '../../openapi/schema.ts'
import type { Handlers } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { inTurns } from '../limits/in-turns.ts'
import { dayOf, dayText } from '../store/bucket-samples.ts'
import type { Database } from '../store/open.ts'
import {
  accountsToExport,
  accountToExport,
  type BucketDay,
  bucketDays,
  monthOf,
  monthsWithTraffic,
  type Span,
  sumTraffic,
  trafficSeries,
} from '../store/traffic.ts'
import { consoleColumns, trafficColumns } from '../store/traffic-columns.ts'
import type { User } from '../store/users.ts'
import { accountInView } from './dashboard.ts'
import type { Services } from './services.ts'

/** Concurrent calls to the storage. */
const atOnce = 4

export function trafficOperations(services: Pick<Services, 'brand' | 'db' | 'now' | 'admin' | 'rollUpNow'>) {
  const { db, admin } = services

  /** Months with requests, up to now: first stores what the storage has counted since the last roll-up. */
  async function months(user: User, account: string | undefined) {
    const { accountId } = await accountInView(db, user, account)
    await services.rollUpNow(accountId)
    return monthsWithTraffic(db, accountId)
  }

  return {
    async listTrafficYears({ query, session: { user } }) {
      const found = await months(user, query.account)
      return { years: [...new Set(found.map(({ year }) => year))] }
    },

    async listTrafficMonths({ params: { year }, query, session: { user } }) {
      const found = await months(user, query.account)
      return { months: found.filter(each => each.year === year).map(({ month }) => month) }
    },

    async summarizeTraffic({ body: { account, ...period }, session: { user } }) {
      const { accountId } = await accountInView(db, user, account)
      return summarizeTraffic(db, { ...period, accountId })
    },

    async countRequests({ params: { year, month }, query: { bucket, account }, session: { user } }) {
      const { accountId } = await accountInView(db, user, account)
      return countRequests(db, { accountId, year, month: month || undefined, bucket })
    },

    /** A day (UTC) by hour, as currently counted by the storage. */
    async listTrafficHours({ query, session: { user } }) {
      const { storageUid } = await accountInView(db, user, query.account)
      const day = dayIn('day', query.day)
      const now = services.now()
      const kept = day > dayOf(now / 1000) - hoursKept
      const begun = Math.min((day + 1) * 24, Math.floor(now / 3_600_000) + 1) - day * 24
      const wanted = kept ? Array.from({ length: Math.max(0, begun) }, (_, hour) => hour) : []
      const hours = await inTurns(atOnce, wanted, async hour => {
        const sum = { hour, received: 0, sent: 0, requests: 0 }
        for (const row of (await admin.traffic(storageUid, day * 24 + hour, day * 24 + hour + 1)) ?? []) {
          if (row.kind === 'console' || (query.bucket !== undefined && row.bucket !== query.bucket)) continue
          sum.received += row.received
          sum.sent += row.sent
          sum.requests += row.good + (row.client_error ?? 0) + (row.server_error ?? 0)
        }
        return sum
      })
      return { kept, hours: hours.filter(({ received, sent, requests }) => received + sent + requests > 0) }
    },

    async exportTraffic({ query, session: { user }, disconnected }) {
      const all = query.accounts === 'all'
      if (all && !user.isSupperAdmin) throw new Problem('PERMISSION_DENIED')
      const [from, to] = [dayIn('from', query.from), dayIn('to', query.to)]
      if (from > to) throw invalid('to', 'before-from')
      const { accountId } = await accountInView(db, user, query.account)
      if (!all) await services.rollUpNow(accountId)
      const account = all ? null : await accountToExport(db, accountId)
      return {
        fileName: `${fileBrand(services.brand.name)}-traffic-${query.from}-${query.to}.csv`,
        pieces: trafficCsv(db, { account, from, to, signal: disconnected }),
      }
    },
  } satisfies Partial<Handlers>
}

/** INVALID_REQUEST for a day that does not exist. */
function dayIn(field: string, text: string): number {
  const at = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text)
    throw invalid(field, 'no-such-day')
  return at / 86_400_000
}

/** `month` from 1; undefined: the whole year. `bucket` undefined: all, including deleted ones. */
type Period = {
  accountId: string
  year: number
  month?: number | undefined
  bucket?: string | undefined
}

function spanOf({ accountId, bucket, year, month }: Period): Span {
  const from = monthOf(year, month ?? 1)
  return { accountId, bucket, from, to: month === undefined ? from + 12 : from + 1 }
}

export async function summarizeTraffic(db: Database, period: Period): Promise<TrafficSummary> {
  const span = spanOf(period)
  const days = period.month !== undefined
  const [sums, points] = await Promise.all([sumTraffic(db, span), trafficSeries(db, span, days)])
  return {
    received: sums.received ?? 0,
    sent: sums.sent ?? 0,
    points: points.map(({ at, ...bytes }) => ({ at: days ? dayText(at) : monthText(at), ...bytes })),
  }
}

export async function countRequests(db: Database, period: Period): Promise<RequestTraffic> {
  const sums = await sumTraffic(db, spanOf(period))
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

const monthText = (month: number) =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`

type Account = { id: string; name: string; contract_code: string }

const csvHead = [
  ...['account_id', 'account', 'contract_code', 'day', 'bucket', 'stored_bytes', 'objects'],
  ...trafficColumns.map(name => (name === 'received' || name === 'sent' ? `${name}_bytes` : name)),
  'console_requests',
]

/** Maximum days of an account in memory. */
const daysAtOnce = 31

/** Days from `from` to `to` (included), since 1 January 1970, of one account; null: of all. */
type Export = { account: Account | null; from: number; to: number; signal: AbortSignal }

/** A line for each account, bucket and day with any requests or stored bytes, in pieces. Source: RFC 4180. */
export async function* trafficCsv(db: Database, wanted: Export): AsyncGenerator<string> {
  yield `\ufeff${csvHead.join(',')}\r\n`
  for await (const account of wanted.account ? [wanted.account] : allAccounts(db)) {
    for (let day = wanted.from; day <= wanted.to; day += daysAtOnce) {
      if (wanted.signal.aborted) return
      const rows = await bucketDays(db, account.id, day, Math.min(wanted.to, day + daysAtOnce - 1))
      if (rows.length > 0) yield rows.map(row => line(account, row)).join('')
    }
  }
}

function line(
  { id, name, contract_code }: Account,
  { day, bucket, bytes, objects, ...numbers }: BucketDay,
): string {
  const text = [id, name, contract_code, dayText(day), bucket].map(csvCell)
  const own = consoleColumns.map(column => numbers[column])
  const requests = own.includes(null) ? null : own.reduce((sum, each) => sum! + each!, 0)
  const figures = [bytes, objects, ...trafficColumns.map(column => numbers[column]), requests]
  return `${[...text, ...figures.map(figure => figure ?? '')].join(',')}\r\n`
}

async function* allAccounts(db: Database): AsyncGenerator<Account> {
  for (let after = ''; ; ) {
    const accounts = await accountsToExport(db, after)
    yield* accounts
    const last = accounts.at(-1)
    if (!last) return
    after = last.id
  }
}
