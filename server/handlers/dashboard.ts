import type { Handlers } from '../contract/call.ts'
import { countRequests, summarizeTraffic, trafficMonths } from '../services/traffic.ts'
import type { Services } from './services.ts'

type Operations =
  | 'getQuotaUser'
  | 'listTrafficYears'
  | 'listTrafficMonths'
  | 'summarizeTraffic'
  | 'countRequests'

export function dashboardHandlers(
  services: Pick<Services, 'db' | 'admin' | 'access' | 'now'>,
): Pick<Handlers, Operations> {
  const { admin, access } = services
  return {
    async getQuotaUser({ session: { user } }) {
      await access.clientForAccount(user)
      const usage = await admin.usage(user.storageUid)
      if (!usage) return { percentUse: 0, usage: null, total: null }
      const { bytes, quota } = usage
      const percentUse = quota ? Math.round((bytes / quota) * 10_000) / 100 : 0
      return { percentUse, usage: bytes, total: quota }
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
  }
}
