import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { api } from '../api/client.ts'
import { dataOf } from '../api/result.ts'
import { useBuckets } from '../buckets/use-buckets.ts'

/** A year, or a month of it, from 1; of one bucket, or all. */
export type Period = { year: number; month: number | null; bucket: string | null }

/** The account whose numbers are shown; undefined: the user's own. */
const Subject = createContext<string | undefined>(undefined)
export const SubjectProvider = Subject.Provider
export const useSubject = () => useContext(Subject)

/** `account`, for requests: nothing where it is the user's own. */
function useAsked(): { account?: string } {
  const account = useSubject()
  return account === undefined ? {} : { account }
}

/** Numbers are refreshed with the screen. */
export function useYears() {
  const query = useAsked()
  return useQuery({
    queryKey: ['traffic', 'years', query],
    queryFn: ({ signal }) => dataOf(api.GET('/dashboard/get-year', { params: { query }, signal })),
  })
}

/** The account that the super admin has opened. */
export function useAccount() {
  const id = useSubject()
  return useQuery({
    queryKey: ['quota', 'account', id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/dashboard/account', { params: { query: { id: id! } }, signal })),
    enabled: id !== undefined,
  })
}

type Held = { name: string; size: number | null; objects: number | null }

/** What each bucket holds. */
export function useHeld(): { buckets: readonly Held[] | undefined; failed: boolean } {
  const own = useBuckets()
  const other = useAccount()
  return useSubject() === undefined
    ? { buckets: own.data, failed: own.isError }
    : { buckets: other.data?.buckets, failed: other.isError }
}

export function useMonths(year: number) {
  const query = useAsked()
  return useQuery({
    queryKey: ['traffic', 'months', year, query],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/dashboard/get-month/{year}', { params: { path: { year }, query }, signal })),
    meta: { quiet: true },
  })
}

export function useTraffic({ year, month, bucket }: Period) {
  const asked = useAsked()
  return useQuery({
    queryKey: ['traffic', 'summary', year, month, bucket, asked],
    queryFn: ({ signal }) =>
      dataOf(
        api.POST('/dashboard/summary-traffic', {
          body: { year, ...(month !== null && { month }), ...(bucket !== null && { bucket }), ...asked },
          signal,
        }),
      ),
  })
}

/** `day`: YYYY-MM-DD, UTC. */
export function useHours(day: string, bucket: string | null) {
  const asked = useAsked()
  return useQuery({
    queryKey: ['traffic', 'hours', day, bucket, asked],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/dashboard/traffic/hours', {
          params: { query: { day, ...asked, ...(bucket !== null && { bucket }) } },
          signal,
        }),
      ),
  })
}

export function useRequests({ year, month, bucket }: Period) {
  const asked = useAsked()
  return useQuery({
    queryKey: ['traffic', 'requests', year, month, bucket, asked],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/dashboard/request-traffic/{month}/{year}', {
          params: {
            path: { year, month: month ?? 0 },
            query: { ...asked, ...(bucket !== null && { bucket }) },
          },
          signal,
        }),
      ),
  })
}

export function useQuota() {
  const query = useAsked()
  return useQuery({
    queryKey: ['quota', 'dashboard', query],
    queryFn: ({ signal }) => dataOf(api.GET('/dashboard/quota-user', { params: { query }, signal })),
    meta: { sizes: true },
  })
}

export function useGrowth() {
  const query = useAsked()
  return useQuery({
    queryKey: ['quota', 'growth', query],
    queryFn: ({ signal }) => dataOf(api.GET('/dashboard/growth', { params: { query }, signal })),
  })
}

/** For the super admin. */
export function useAllAccounts() {
  return useQuery({
    queryKey: ['quota', 'accounts'],
    queryFn: ({ signal }) => dataOf(api.GET('/dashboard/accounts', { signal })),
  })
}

/** Ms after which the workers are read again. */
const soon = 10_000

/** For the super admin: what the server does by itself. */
export function useWorkers() {
  return useQuery({
    queryKey: ['workers'],
    queryFn: async ({ signal }) => (await dataOf(api.GET('/dashboard/workers', { signal }))).workers,
    refetchInterval: soon,
    meta: { quiet: true },
  })
}
