import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Delivery, DeliveryState } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { keyOf, read, readPages, refresh } from '../api/query.ts'
import { dataOf } from '../api/result.ts'

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

/**
 * Reads a topic and its log again once an event has come, or gone on: the storage sends them without the console. Only
 * the newest events are looked at, as the topic itself asks the storage about every bucket.
 */
export function useFollowedTopic(name: string): void {
  const client = useQueryClient()
  const { data: newest } = useQuery({
    queryKey: keyOf(logPath, { query: { name }, newest: true }),
    queryFn: ({ signal }) => dataOf(api.GET(logPath, { params: { query: { name } }, signal })),
    refetchInterval: soon,
    meta: { quiet: true },
    gcTime: 0,
  })
  const seen = useRef(newest)
  useEffect(() => {
    const isNew = seen.current !== undefined && seen.current !== newest
    seen.current = newest
    if (isNew) void refresh(client, ['/notification/topic', logPath])
  }, [client, newest])
}

/** A topic's log, the newest first, page by page; null: in every state. */
export function useDeliveries(name: string, state: DeliveryState | null) {
  return useInfiniteQuery({
    ...readPages(logPath, { query: { name, ...(state !== null && { state }) } }),
    select: ({ pages }) => pages.flatMap(page => page.deliveries),
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
