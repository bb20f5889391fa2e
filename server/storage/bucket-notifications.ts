import {
  GetBucketNotificationConfigurationCommand,
  type NotificationConfiguration,
  PutBucketNotificationConfigurationCommand,
  type S3Client,
  type TopicConfiguration,
} from '@aws-sdk/client-s3'

import { differsFromS3, type StorageKind } from '../../domain/storage-differences.ts'
import { Problem } from '../errors/problem.ts'
import { plainCall } from './signed-request.ts'

/** One configuration of a bucket's notifications. `topic`: an ARN. */
export type Notification = { name: string; topic: string; events: string[]; prefix: string; suffix: string }

/** All notifications of a bucket, and those that name topics. */
export type Notifications = {
  topics: readonly Notification[]
  others: Omit<NotificationConfiguration, 'TopicConfigurations'>
}

function filterValue(configuration: TopicConfiguration, name: 'prefix' | 'suffix'): string {
  const rules = configuration.Filter?.Key?.FilterRules ?? []
  return rules.find(rule => rule.Name?.toLowerCase() === name)?.Value ?? ''
}

/** BUCKET_NOT_FOUND. Source: S3 API reference, GetBucketNotificationConfiguration. */
export async function readNotifications(client: S3Client, bucket: string): Promise<Notifications> {
  const answer = await client.send(new GetBucketNotificationConfigurationCommand({ Bucket: bucket }))
  const { $metadata, TopicConfigurations = [], ...others } = answer
  const topics = TopicConfigurations.map(configuration => ({
    name: configuration.Id ?? '',
    topic: configuration.TopicArn ?? '',
    events: (configuration.Events ?? []) as string[],
    prefix: filterValue(configuration, 'prefix'),
    suffix: filterValue(configuration, 'suffix'),
  }))
  return { topics, others }
}

/**
 * Changes the notifications of a bucket from `before`, which is current. BUCKET_NOT_FOUND.
 * Source: S3 API reference, PutBucketNotificationConfiguration.
 */
export async function writeNotifications(
  { client, kind }: { client: S3Client; kind: StorageKind },
  bucket: string,
  before: Notifications,
  topics: readonly Notification[],
): Promise<void> {
  const adds = differsFromS3(kind, 'notification-replace')
  const written = adds ? topics.filter(each => !before.topics.includes(each)) : topics
  if (adds) {
    const gone = before.topics.filter(each => !topics.includes(each))
    for (const { name } of gone) await removeOne(client, bucket, name)
  }
  if (adds && written.length === 0) return
  await putNotifications(client, bucket, { ...before, topics: written })
}

/**
 * On Ceph RGW these notifications are added, or replace those of their names, with copies of their topics of now.
 * BUCKET_NOT_FOUND.
 */
export async function putNotifications(
  client: S3Client,
  bucket: string,
  { topics, others }: Notifications,
): Promise<void> {
  const TopicConfigurations = topics.map(({ name, topic, events, prefix, suffix }) => {
    const rules = [
      { Name: 'prefix' as const, Value: prefix },
      { Name: 'suffix' as const, Value: suffix },
    ].filter(rule => rule.Value !== '')
    return {
      Id: name,
      TopicArn: topic,
      Events: events as TopicConfiguration['Events'],
      ...(rules.length > 0 && { Filter: { Key: { FilterRules: rules } } }),
    }
  })
  const NotificationConfiguration = { ...others, TopicConfigurations }
  await client.send(
    new PutBucketNotificationConfigurationCommand({ Bucket: bucket, NotificationConfiguration }),
  )
}

/** STORAGE_UNAVAILABLE. Source: Ceph documentation, "S3 Bucket Notifications Compatibility". */
async function removeOne(client: S3Client, bucket: string, name: string): Promise<void> {
  const query = { notification: name }
  const response = await plainCall(client, { method: 'DELETE', bucket, key: '', query, headers: {} })
  if (response === null) throw new Problem('STORAGE_UNAVAILABLE')
  response.resume()
}
