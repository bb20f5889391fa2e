import type { Handlers } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { growthOf } from '../services/growth.ts'
import { quotaOf } from '../services/quota.ts'
import { countRequests, summarizeTraffic, trafficMonths } from '../services/traffic.ts'
import { trafficCsv } from '../services/traffic-csv.ts'
import { largestAccounts, sizeOfAll } from '../store/bucket-samples.ts'
import { accountToExport } from '../store/traffic.ts'
import type { Services } from './services.ts'

type Operations =
  | 'getQuotaUser'
  | 'listTrafficYears'
  | 'listTrafficMonths'
  | 'summarizeTraffic'
  | 'countRequests'
  | 'getGrowth'
  | 'exportTraffic'
  | 'summarizeAccounts'

export function dashboardHandlers(
  services: Pick<Services, 'db' | 'admin' | 'access' | 'now' | 'log' | 'rollUpNow'>,
): Pick<Handlers, Operations> {
  const { access } = services
  return {
    async getQuotaUser({ session: { user } }) {
      await access.clientForAccount(user)
      return quotaOf(services, user)
    },

    async listTrafficYears({ session: { user } }) {
      const months = await trafficMonths(services, user.accountId)
      return { years: [...new Set(months.map(({ year }) => year))] }
    },

    async listTrafficMonths({ params: { year }, session: { user } }) {
      const months = await trafficMonths(services, user.accountId)
      return { months: months.filter(each => each.year === year).map(({ month }) => month) }
    },

    summarizeTraffic: ({ body, session: { user } }) =>
      summarizeTraffic(services, { ...body, accountId: user.accountId }),

    countRequests: ({ params: { year, month }, query: { bucket }, session: { user } }) =>
      countRequests(services, { accountId: user.accountId, year, month: month || undefined, bucket }),

    getGrowth: ({ session: { user } }) => growthOf(services, user),

    async exportTraffic({ query, session: { user }, disconnected }) {
      const all = query.accounts === 'all'
      if (all && !user.isSupperAdmin) throw new Problem('PERMISSION_DENIED')
      const [from, to] = [dayIn('from', query.from), dayIn('to', query.to)]
      if (from > to) throw invalid('to', 'before-from')
      if (!all) await services.rollUpNow(user.accountId)
      const account = all ? null : await accountToExport(services.db, user.accountId)
      return {
        fileName: `kho-traffic-${query.from}-${query.to}.csv`,
        pieces: trafficCsv(services.db, { account, from, to, signal: disconnected }),
      }
    },

    summarizeAccounts: async () => ({
      ...(await sizeOfAll(services.db)),
      largest: await largestAccounts(services.db, 10),
    }),
  }
}

/** INVALID_REQUEST for a day that no month has. */
function dayIn(field: string, text: string): number {
  const at = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text)
    throw invalid(field, 'no-such-day')
  return at / 86_400_000
}
