import type { BucketNotification } from '../../openapi/schema.ts'
import type { MessageId } from '../i18n/messages.ts'

// The addresses of the screens of topics and bucket notifications.

export const topicsAddress = '/setting'

export const topicAddress = (name: string): string => `/setting/topic/${encodeURIComponent(name)}`

export const notificationsAddress = '/setting/notifications'

/** The sections of the settings, each with an address of its own. */
export const settingSections = [
  { address: topicsAddress, label: 'topics.title' },
  { address: notificationsAddress, label: 'notifications.title' },
] as const satisfies { address: string; label: MessageId }[]

export const notificationAddress = ({ bucket, name }: Pick<BucketNotification, 'bucket' | 'name'>): string =>
  `/setting/notifications/${encodeURIComponent(bucket)}/${encodeURIComponent(name)}`
