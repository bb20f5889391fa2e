import { fileBrand } from '../../domain/brand-file.ts'
import type { Handlers } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { allAccounts } from '../operations/all-accounts.ts'
import { growthOf } from '../operations/growth.ts'
import { quotaOf } from '../operations/quota.ts'
import type { Services } from '../operations/services.ts'
import { countRequests, hoursOfDay, summarizeTraffic, trafficMonths } from '../operations/traffic.ts'
import { trafficCsv } from '../operations/traffic-csv.ts'
import { bucketSizes } from '../operations/usage.ts'
import { type Customer, findCustomers } from '../store/customers.ts'
import { accountToExport } from '../store/traffic.ts'
import type { User } from '../store/users.ts'

type Operations =
  | 'getQuotaUser'
  | 'listTrafficYears'
  | 'listTrafficMonths'
  | 'summarizeTraffic'
  | 'countRequests'
  | 'listTrafficHours'
  | 'getGrowth'
  | 'exportTraffic'
  | 'summarizeAccounts'
  | 'getDashboardAccount'
  | 'listWorkers'

export function dashboardHandlers(
  services: Pick<Services, 'brand' | 'db' | 'now' | 'admin' | 'access' | 'background' | 'log' | 'rollUpNow'>,
): Pick<Handlers, Operations> {
  const { access } = services

  /** USER_NOT_FOUND. */
  async function accountOf(id: string): Promise<Customer & { accountId: string }> {
    const [found] = await findCustomers(services.db, [id])
    if (!found) throw new Problem('USER_NOT_FOUND')
    return { ...found, accountId: id }
  }

  /**
   * The account whose numbers are requested: the caller's own, or any for the super admin. PERMISSION_DENIED,
   * USER_NOT_FOUND.
   */
  async function subject(
    user: User,
    account: string | undefined,
  ): Promise<{ accountId: string; storageUid: string }> {
    if (account === undefined) return user
    if (!user.isSupperAdmin) throw new Problem('PERMISSION_DENIED')
    return accountOf(account)
  }

  return {
    async getQuotaUser({ query: { account }, session: { user } }) {
      const asked = await subject(user, account)
      await access.clientForAccount(asked)
      return quotaOf(services, asked)
    },

    async listTrafficYears({ query: { account }, session: { user } }) {
      const { accountId } = await subject(user, account)
      const months = await trafficMonths(services, accountId)
      return { years: [...new Set(months.map(({ year }) => year))] }
    },

    async listTrafficMonths({ params: { year }, query: { account }, session: { user } }) {
      const { accountId } = await subject(user, account)
      const months = await trafficMonths(services, accountId)
      return { months: months.filter(each => each.year === year).map(({ month }) => month) }
    },

    async summarizeTraffic({ body: { account, ...period }, session: { user } }) {
      const { accountId } = await subject(user, account)
      return summarizeTraffic(services, { ...period, accountId })
    },

    async countRequests({ params: { year, month }, query: { bucket, account }, session: { user } }) {
      const { accountId } = await subject(user, account)
      return countRequests(services, { accountId, year, month: month || undefined, bucket })
    },

    async listTrafficHours({ query: { day, bucket, account }, session: { user } }) {
      const { storageUid } = await subject(user, account)
      return hoursOfDay(services, { storageUid, day: dayIn('day', day), bucket })
    },

    getGrowth: async ({ query: { account }, session: { user } }) =>
      growthOf(services, await subject(user, account)),

    async exportTraffic({ query, session: { user }, disconnected }) {
      const all = query.accounts === 'all'
      if (all && !user.isSupperAdmin) throw new Problem('PERMISSION_DENIED')
      const [from, to] = [dayIn('from', query.from), dayIn('to', query.to)]
      if (from > to) throw invalid('to', 'before-from')
      const { accountId } = await subject(user, query.account)
      if (!all) await services.rollUpNow(accountId)
      const account = all ? null : await accountToExport(services.db, accountId)
      return {
        fileName: `${fileBrand(services.brand.name)}-traffic-${query.from}-${query.to}.csv`,
        pieces: trafficCsv(services.db, { account, from, to, signal: disconnected }),
      }
    },

    summarizeAccounts: () => allAccounts(services),

    listWorkers: async () => ({
      workers: services.background
        .report()
        .map(({ lastRun, lag, ...report }) => ({
          ...report,
          last_run: lastRun === null ? null : Math.floor(lastRun / 1000),
          lag: Math.floor(lag / 1000),
        }))
        .sort((one, other) => (one.name < other.name ? -1 : 1)),
    }),

    async getDashboardAccount({ query }) {
      const { id, name, expireDate, storageUid } = await accountOf(query.id)
      const sizes = await bucketSizes(services, storageUid)
      const buckets = [...(sizes ?? [])].map(([name, { bytes, objects }]) => ({ name, size: bytes, objects }))
      return {
        ...{ id, name, expire_date: expireDate },
        buckets: buckets.sort((one, other) => (one.name < other.name ? -1 : 1)),
      }
    },
  }
}

/** INVALID_REQUEST for a day that does not exist. */
function dayIn(field: string, text: string): number {
  const at = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text)
    throw invalid(field, 'no-such-day')
  return at / 86_400_000
}
