import type { BucketNotification } from '../../openapi/schema.ts'

// The addresses of the screens of topics and bucket notifications.

export const topicsAddress = '/setting'

export const topicAddress = (name: string): string => `/setting/topic/${encodeURIComponent(name)}`

export const notificationsAddress = '/setting/notifications'

export const notificationAddress = ({ bucket, name }: Pick<BucketNotification, 'bucket' | 'name'>): string =>
  `/setting/notifications/${encodeURIComponent(bucket)}/${encodeURIComponent(name)}`
