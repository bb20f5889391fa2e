import { LRUCache } from 'lru-cache'
import type { Notification } from '../protocol/notifications.ts'
import type { BucketRow } from './buckets.ts'
import type { EventName, TopicTarget } from './events.ts'

const known = new LRUCache<number, { text: string; notifications: Notification[] }>({ max: 1000 })

/** The bucket's notifications, parsed once per text. */
export const notificationsOf = ({ id, notification }: Pick<BucketRow, 'id' | 'notification'>) => {
  if (notification === null) return []
  const found = known.get(id)
  if (found?.text === notification) return found.notifications
  const notifications = JSON.parse(notification) as Notification[]
  known.set(id, { text: notification, notifications })
  return notifications
}

const names = (wanted: string, name: EventName): boolean =>
  wanted.endsWith(':*') ? name.startsWith(wanted.slice(0, -1)) : wanted === name

/** The topics that receive an event, once for each matching configuration. */
export const targetsOf = (
  bucket: Pick<BucketRow, 'id' | 'notification'>,
  name: EventName,
  key: string,
): TopicTarget[] =>
  notificationsOf(bucket)
    .filter(
      ({ events, prefix, suffix }) =>
        key.startsWith(prefix) && key.endsWith(suffix) && events.some(wanted => names(wanted, name)),
    )
    .map(({ id, topic }) => ({ topic, configuration: id }))
