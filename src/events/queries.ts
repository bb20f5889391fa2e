import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Delivery, DeliveryState } from '../../openapi/schema.ts'
import { read, readPages } from '../api/query.ts'

/** Ms after which pending deliveries are refetched. */
const soon = 3000

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

/** A topic's log, the newest first, page by page; null: in every state. */
export function useDeliveries(name: string, state: DeliveryState | null) {
  return useInfiniteQuery({
    ...readPages('/notification/topic/deliveries', { query: { name, ...(state !== null && { state }) } }),
    refetchInterval: ({ state: { data } }) => (data?.pages[0]?.deliveries.some(isPending) ? soon : false),
    refetchOnWindowFocus: true,
    meta: { quiet: true },
    gcTime: 0,
  })
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
