import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Delivery, DeliveryState } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { type ApiError, dataOf } from '../api/result.ts'

/** Prefix of the query keys of topics and of what hangs on them. */
export const eventsKey = ['events'] as const

/** Ms after which what is being delivered is read again. */
const soon = 3000

/** The account's topics, by name. */
export function useTopics() {
  return useQuery({
    queryKey: [...eventsKey, 'topics'],
    queryFn: async ({ signal }) => (await dataOf(api.GET('/notification/topics', { signal }))).topics,
  })
}

/** A topic with the counts of its log and the buckets that use it; read again as long as something is on its way. */
export function useTopic(name: string) {
  return useQuery({
    queryKey: [...eventsKey, 'topic', name],
    queryFn: ({ signal }) => dataOf(api.GET('/notification/topic', { params: { query: { name } }, signal })),
    refetchInterval: ({ state: { data } }) =>
      data && data.counts.pending > 0 && !data.topic.paused ? soon : false,
    // Whoever comes back from the receiver's window looks for what arrived.
    refetchOnWindowFocus: true,
    meta: { quiet: true },
  })
}

type Page = { deliveries: Delivery[]; next_token: string | null }

/** A topic's log, the newest first, page by page; null: in every state. */
export function useDeliveries(name: string, state: DeliveryState | null) {
  return useInfiniteQuery<Page, ApiError, InfiniteData<Page>, readonly unknown[], string | null>({
    queryKey: [...eventsKey, 'log', name, state],
    initialPageParam: null,
    queryFn: ({ pageParam, signal }) =>
      dataOf(
        api.GET('/notification/topic/deliveries', {
          params: {
            query: {
              name,
              ...(state !== null && { state }),
              ...(pageParam !== null && { next_token: pageParam }),
            },
          },
          signal,
        }),
      ),
    getNextPageParam: page => page.next_token,
    refetchInterval: ({ state: { data } }) => (data?.pages[0]?.deliveries.some(isPending) ? soon : false),
    refetchOnWindowFocus: true,
    meta: { quiet: true },
    gcTime: 0,
  })
}

const isPending = ({ state }: Delivery) => state === 'pending'

/** A delivery with its attempts and its body; read again until it has ended. */
export function useDelivery(name: string, id: string) {
  return useQuery({
    queryKey: [...eventsKey, 'delivery', name, id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/notification/topic/delivery', { params: { query: { name, id } }, signal })),
    refetchInterval: ({ state: { data } }) => (data && isPending(data.delivery) ? soon : false),
    meta: { quiet: true },
    gcTime: 0,
  })
}

/** The notifications of all buckets of the account, by bucket, and the events that buckets can tell of. */
export function useNotifications() {
  return useQuery({
    queryKey: [...eventsKey, 'notifications'],
    queryFn: ({ signal }) => dataOf(api.GET('/notification/', { signal })),
  })
}

export function useNotification(bucket: string, name: string) {
  return useQuery({
    queryKey: [...eventsKey, 'notification', bucket, name],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/notification', { params: { query: { bucket, name } }, signal })),
  })
}
