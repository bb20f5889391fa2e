import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { api } from '../api/client.ts'
import { keyOf, read } from '../api/query.ts'
import { dataOf } from '../api/result.ts'
import { useBuckets } from '../buckets/queries.ts'
import { useUser } from '../session/flow.ts'

/** A year, or a month of it, from 1; for one bucket, or all. */
export type Period = { year: number; month: number | null; bucket: string | null }

/** The account whose numbers are shown; undefined: the user's own. */
const Subject = createContext<string | undefined>(undefined)
export const SubjectProvider = Subject.Provider
export const useSubject = () => useContext(Subject)

/** `account`, for requests: omitted if it is the user's own. */
function useAsked(): { account?: string } {
  const account = useSubject()
  return account === undefined ? {} : { account }
}

/** Refetched with the screen. */
export function useYears() {
  return useQuery(read('/dashboard/get-year', { query: useAsked() }))
}

/** The account that the super admin has opened. */
export function useAccount() {
  const id = useSubject()
  return useQuery({ ...read('/dashboard/account', { query: { id: id ?? '' } }), enabled: id !== undefined })
}

/** The name of the account whose numbers are shown; of the user's own, the user's. */
export function useSubjectName(): string {
  const { name, email } = useUser()
  return useAccount().data?.name ?? (name || email)
}

type Held = { name: string; size: number | null; objects: number | null }

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
    ...read('/dashboard/get-month/{year}', { path: { year }, query }),
    meta: { quiet: true },
  })
}

export function useTraffic({ year, month, bucket }: Period) {
  const body = {
    ...{ year, ...useAsked() },
    ...(month !== null && { month }),
    ...(bucket !== null && { bucket }),
  }
  return useQuery({
    queryKey: keyOf('/dashboard/summary-traffic', body),
    queryFn: ({ signal }) => dataOf(api.POST('/dashboard/summary-traffic', { body, signal })),
  })
}

/** `day`: YYYY-MM-DD, UTC. */
export function useHours(day: string, bucket: string | null) {
  const query = { day, ...useAsked(), ...(bucket !== null && { bucket }) }
  return useQuery(read('/dashboard/traffic/hours', { query }))
}

export function useRequests({ year, month, bucket }: Period) {
  const query = { ...useAsked(), ...(bucket !== null && { bucket }) }
  const path = { year, month: month ?? 0 }
  return useQuery(read('/dashboard/request-traffic/{month}/{year}', { path, query }))
}

export function useQuota() {
  return useQuery(read('/dashboard/quota-user', { query: useAsked() }))
}

export function useGrowth() {
  return useQuery(read('/dashboard/growth', { query: useAsked() }))
}

/** For the super admin. */
export function useAllAccounts() {
  return useQuery(read('/dashboard/accounts'))
}

/** Ms after which the workers are refetched. */
const soon = 10_000

/** For the super admin: the server's background work. */
export function useWorkers() {
  return useQuery({
    ...read('/dashboard/workers'),
    select: ({ workers }) => workers,
    refetchInterval: soon,
    meta: { quiet: true },
  })
}

export const numbers = [
  '/bucket',
  '/dashboard/account',
  '/dashboard/accounts',
  '/dashboard/get-month/{year}',
  '/dashboard/get-year',
  '/dashboard/growth',
  '/dashboard/quota-user',
  '/dashboard/request-traffic/{month}/{year}',
  '/dashboard/summary-traffic',
  '/dashboard/traffic/hours',
] as const
