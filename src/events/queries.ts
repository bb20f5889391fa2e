import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Delivery, DeliveryState } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { keyOf, read, readPages, refetchFirstPages, refresh } from '../api/query.ts'
import { dataOf, result } from '../api/result.ts'
import { showFailure } from '../shell/show-failure.ts'
import { showToast } from '../shell/toast.ts'

/** Ms after which it is looked whether there is something new. */
const soon = 2000

export function useTopics() {
  return useQuery({ ...read('/notification/topics'), select: ({ topics }) => topics })
}

/** A topic with the counts of its log and the buckets that use it; refetched while events are pending. */
export function useTopic(name: string) {
  return useQuery({
    ...read('/notification/topic', { query: { name } }),
    refetchInterval: ({ state: { data } }) =>
      data && data.counts.pending > 0 && !data.topic.paused ? soon : false,
    // A user who returns from the receiver's window looks for what arrived.
    refetchOnWindowFocus: true,
    meta: { quiet: true },
  })
}

const logPath = '/notification/topic/deliveries'
type Log = { name: string; state?: DeliveryState }
type Page = { deliveries: Delivery[]; next_token: string | null }

/** The newest events of a log, read every `every` ms: the storage sends them without the console. */
function useNewest(log: Log, every: number | false) {
  return useQuery({
    queryKey: keyOf(logPath, { newest: log }),
    queryFn: ({ signal }) => dataOf(api.GET(logPath, { params: { query: log }, signal })),
    refetchInterval: every,
    refetchOnWindowFocus: true,
    staleTime: soon,
    meta: { quiet: true },
    gcTime: 0,
  }).data
}

/** Reads a topic again once its newest events have changed: it asks the storage about every bucket. */
export function useFollowedTopic(name: string): void {
  const client = useQueryClient()
  const newest = useNewest({ name }, soon)
  const seen = useRef(newest)
  useEffect(() => {
    const isNew = seen.current !== undefined && seen.current !== newest
    seen.current = newest
    if (isNew) void refresh(client, ['/notification/topic'])
  }, [client, newest])
}

/** Ms after which older pages are read again, which may be many. */
const later = 30_000

/**
 * A topic's log, the newest first, page by page; null: in every state. Only its newest events are read again every two
 * seconds: in every state, by `useFollowedTopic`.
 */
export function useDeliveries(name: string, state: DeliveryState | null) {
  const query: Log = { name, ...(state !== null && { state }) }
  const newest = useNewest(query, state === null ? false : soon)
  const log = useInfiniteQuery({
    ...readPages(logPath, { query }),
    select: rowsOf,
    refetchInterval: ({ state: { data } }) => (data && rowsOf(data).some(isPending) ? later : false),
    refetchOnWindowFocus: true,
    meta: { quiet: true },
    gcTime: 0,
  })
  const { data, refetch } = log
  const rows = useMemo(() => data && newest && withNewest(data, newest), [data, newest])
  const afterGap = rows === null && newest
  useEffect(() => {
    if (afterGap) void refetch({ cancelRefetch: false })
  }, [afterGap, refetch])
  return { ...log, data: rows ?? data }
}

const rowsOf = ({ pages }: { pages: Page[] }) => pages.flatMap(page => page.deliveries)

/** A log with its newest page read again; null: more events have come than that page has. */
export function withNewest(rows: Delivery[], newest: Page): Delivery[] | null {
  const { deliveries, next_token } = newest
  if (next_token === null) return deliveries
  const at = rows.findIndex(({ id }) => id === deliveries.at(-1)?.id)
  return at === -1 ? null : [...deliveries, ...rows.slice(at + 1)]
}

/** Reads a topic and the first page of its log again. */
export async function refreshTopic(client: QueryClient, name: string): Promise<void> {
  await Promise.all([
    refresh(client, ['/notification/topic']),
    client.invalidateQueries({ queryKey: keyOf(logPath, { newest: { name } }) }),
    refetchFirstPages(
      client,
      keyOf(logPath, { query: { name } }),
      ([, params]: readonly [string, { query: Log }]) => readPages(logPath, params),
    ),
  ])
}

const isPending = ({ state }: Delivery) => state === 'pending'

/** A delivery with its attempts and its body; refetched until it has ended. */
export function useDelivery(name: string, id: string) {
  return useQuery({
    ...read('/notification/topic/delivery', { query: { name, id } }),
    refetchInterval: ({ state: { data } }) => (data && isPending(data.delivery) ? soon : false),
    meta: { quiet: true },
    gcTime: 0,
  })
}

/** The notifications of all buckets of the account, by bucket, and the events that buckets can send. */
export function useNotifications() {
  return useQuery(read('/notification/'))
}

export function useNotification(bucket: string, name: string) {
  return useQuery(read('/notification', { query: { bucket, name } }))
}

/** Resends one event of a topic's log, or all that failed (null); failures are toasts. */
export function useResend(name: string) {
  const [busy, setBusy] = useState(false)
  async function resend(id: string | null) {
    setBusy(true)
    const outcome = await result(api.POST('/notification/topic/resend', { body: { name, id } }))
    if (outcome.ok) {
      showToast('topics.resent', { values: { count: outcome.data.count } })
    } else showFailure(outcome)
    setBusy(false)
  }
  return { busy, resend }
}
