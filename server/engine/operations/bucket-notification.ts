import { noSuchTopic, notificationsXml, parseNotifications } from '../protocol/notifications.ts'
import { topicArn } from '../protocol/topic-names.ts'
import { document } from '../protocol/xml.ts'
import { sendEmpty, sendXml } from '../request/answers.ts'
import { readText } from '../request/body.ts'
import { bucketOf, type Context, causeOf } from '../request/context.ts'
import { setBucket } from '../store/buckets.ts'
import { notificationsOf } from '../store/notifications.ts'
import { findTopic } from '../store/topics.ts'

const MOST_BYTES = 512 * 1024

/**
 * GetBucketNotificationConfiguration.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketNotificationConfiguration.html
 */
export const getBucketNotification = (context: Context): void => {
  const bucket = bucketOf(context)
  const inner = notificationsXml(notificationsOf(bucket), context.engine.region, bucket.uid)
  sendXml(context, 200, document('NotificationConfiguration', inner))
}

/**
 * PutBucketNotificationConfiguration: an empty one removes them. Each topic of the new ones gets a test event.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketNotificationConfiguration.html
 * @throws S3Error as `parseNotifications`; InvalidArgument for a topic that the bucket's owner does not have
 */
export const putBucketNotification = async (context: Context): Promise<void> => {
  const { engine } = context
  const text = await readText(context, MOST_BYTES)
  const bucket = bucketOf(context)
  const notifications = parseNotifications(text, bucket.uid)
  const stored = notifications.length === 0 ? null : JSON.stringify(notifications)
  await setBucket(engine, causeOf(context), bucket, 'notification', stored, ({ test }) => {
    for (const { topic } of notifications) {
      if (!findTopic(engine, bucket.uid, topic)) noSuchTopic(topicArn(engine.region, bucket.uid, topic))
    }
    const targets = new Map(notifications.map(({ topic, id }) => [topic, { topic, configuration: id }]))
    test(bucket, [...targets.values()])
  })
  sendEmpty(context, 200)
}
