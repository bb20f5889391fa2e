import { dayWhenFull } from '../../domain/forecast.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import {
  accountSamples,
  dayOf,
  dayText,
  largestAccounts,
  type Sizes,
  sizeOfAll,
} from '../store/bucket-samples.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'
import { requireCustomer } from './accounts.ts'
import type { Services } from './services.ts'
import { bucketSizes, quotaOf, usageOfUsers, usedOf } from './usage.ts'

/** Days of growth that are shown, and days from which the trend is computed. */
const shownDays = 90
const trendDays = 30

export function dashboardOperations(
  services: Pick<Services, 'db' | 'now' | 'admin' | 'access' | 'background' | 'log'>,
) {
  const { db, access, admin, log } = services

  return {
    async getQuotaUser({ query, session: { user } }) {
      const account = await accountInView(db, user, query.account)
      await access.clientForAccount(account)
      return quotaOf(services, account)
    },

    /** An account's stored bytes by day, and the day on which its quota will be full. */
    async getGrowth({ query, session: { user } }) {
      const { accountId, storageUid } = await accountInView(db, user, query.account)
      const now = Math.floor(services.now() / 1000)
      const samples = await accountSamples(db, { accountId, now, days: shownDays })
      const usage = await admin.usage(storageUid).catch(error => {
        log.warn({ err: error }, 'The storage does not tell the usage of an account.')
        return null
      })
      const recent = samples.filter(({ day }) => day > dayOf(now) - trendDays)
      const full = usage?.quota ? dayWhenFull(recent, usage.quota - usage.counted) : null
      return {
        samples: samples.map(({ day, bytes, objects }) => ({ day: dayText(day), size: bytes, objects })),
        full_on: full === null ? null : dayText(full),
      }
    },

    /**
     * What all accounts hold, and the ten that were the largest when last measured. Those have their present sizes, as
     * on their own dashboards, also in the sum.
     */
    async summarizeAccounts() {
      const [all, measured] = await Promise.all([sizeOfAll(db), largestAccounts(db, 10)])
      const uids = measured.map(({ storageUid }) => storageUid)
      const usage = await usageOfUsers(services, uids)
      const largest = measured.map(({ storageUid, ...account }) => {
        const held = usage.get(storageUid)
        return held ? { ...account, size: usedOf(held), objects: held.objects } : account
      })
      function sum(of: keyof Sizes): number | null {
        if (largest.every(account => account[of] === null)) return all[of]
        const change = largest.map((account, at) => (account[of] ?? 0) - (measured[at]?.[of] ?? 0))
        return change.reduce((sum, each) => sum + each, all[of] ?? 0)
      }
      return {
        ...{ accounts: all.accounts, size: sum('size'), objects: sum('objects') },
        largest: largest.sort((one, other) => (other.size ?? -1) - (one.size ?? -1)),
      }
    },

    async listWorkers() {
      const workers = services.background.report().map(({ lastRun, lag, ...report }) => ({
        ...report,
        last_run: lastRun === null ? null : Math.floor(lastRun / 1000),
        lag: Math.floor(lag / 1000),
      }))
      return { workers: workers.sort((one, other) => (one.name < other.name ? -1 : 1)) }
    },

    async getDashboardAccount({ query }) {
      const { id, name, expire_date, storage_uid } = await requireCustomer(db, query.id)
      const sizes = await bucketSizes(services, storage_uid)
      const buckets = [...(sizes ?? [])].map(([name, { bytes, objects }]) => ({ name, size: bytes, objects }))
      return {
        ...{ id, name, expire_date },
        buckets: buckets.sort((one, other) => (one.name < other.name ? -1 : 1)),
      }
    },
  } satisfies Partial<Handlers>
}

/**
 * The account whose numbers are requested: the caller's own, or any for the super admin. PERMISSION_DENIED,
 * USER_NOT_FOUND.
 */
export async function accountInView(
  db: Database,
  user: User,
  account: string | undefined,
): Promise<{ accountId: string; storageUid: string }> {
  if (account === undefined) return user
  if (!user.isSupperAdmin) throw new Problem('PERMISSION_DENIED')
  return { accountId: account, storageUid: (await requireCustomer(db, account)).storage_uid }
}
