import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { dataOf } from '../api/result.ts'

/** A year, or a month of it, from 1; of one bucket, or all. */
export type Period = { year: number; month: number | null; bucket: string | null }

/** Of the account; numbers are refreshed with the screen. */
export function useYears() {
  return useQuery({
    queryKey: ['traffic', 'years'],
    queryFn: ({ signal }) => dataOf(api.GET('/dashboard/get-year', { signal })),
  })
}

export function useMonths(year: number) {
  return useQuery({
    queryKey: ['traffic', 'months', year],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/dashboard/get-month/{year}', { params: { path: { year } }, signal })),
    meta: { quiet: true },
  })
}

export function useTraffic({ year, month, bucket }: Period) {
  return useQuery({
    queryKey: ['traffic', 'summary', year, month, bucket],
    queryFn: ({ signal }) =>
      dataOf(
        api.POST('/dashboard/summary-traffic', {
          body: { year, ...(month !== null && { month }), ...(bucket !== null && { bucket }) },
          signal,
        }),
      ),
  })
}

export function useRequests({ year, month, bucket }: Period) {
  return useQuery({
    queryKey: ['traffic', 'requests', year, month, bucket],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/dashboard/request-traffic/{month}/{year}', {
          params: { path: { year, month: month ?? 0 }, ...(bucket !== null && { query: { bucket } }) },
          signal,
        }),
      ),
  })
}

export function useQuota() {
  return useQuery({
    queryKey: ['quota', 'dashboard'],
    queryFn: ({ signal }) => dataOf(api.GET('/dashboard/quota-user', { signal })),
    meta: { sizes: true },
  })
}

export function useGrowth() {
  return useQuery({
    queryKey: ['quota', 'growth'],
    queryFn: ({ signal }) => dataOf(api.GET('/dashboard/growth', { signal })),
  })
}

/** For the super admin. */
export function useAllAccounts() {
  return useQuery({
    queryKey: ['quota', 'accounts'],
    queryFn: ({ signal }) => dataOf(api.GET('/dashboard/accounts', { signal })),
  })
}
