import { randomBytes } from 'node:crypto'
import { bucketEvents } from '../../domain/bucket-events.ts'
import { differsFromS3, type StorageKind } from '../../domain/storage-differences.ts'
import type { BucketEvent, BucketNotification } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { Problem } from '../errors/problem.ts'
import { testDelivery } from '../events/bodies.ts'
import { inTurns } from '../limits/in-turns.ts'
import {
  type Notification,
  type Notifications,
  readNotifications,
  writeNotifications,
} from '../storage/bucket-notifications.ts'
import { listBuckets } from '../storage/buckets.ts'
import type { AccountTopics } from '../storage-admin/topics.ts'
import { addDeliveries } from '../store/deliveries.ts'
import { topicsLock } from '../store/topics.ts'
import type { User } from '../store/users.ts'
import { deleteTopic, requireTopic, type TopicDeps, topicsOfAccount } from './topics.ts'

type Deps = TopicDeps & { storageKind: StorageKind }

/** Buckets that are read concurrently. */
const atOnce = 16
/** Maximum number of configurations of a bucket. */
const most = 100

/** A notification for one of the console's topics, with its name there. */
type Known = { there: Notification; shown: BucketNotification }

function known(bucket: string, { topics }: Notifications, { nameOf }: AccountTopics): Known[] {
  return topics.flatMap(there => {
    const topic = nameOf(there.topic)
    const { name, events, prefix, suffix } = there
    return topic === null
      ? []
      : [{ there, shown: { name, bucket, topic, events: events as BucketEvent[], prefix, suffix } }]
  })
}

/** The events that buckets of this storage can send. */
export function toldEvents(kind: StorageKind): BucketEvent[] {
  return differsFromS3(kind, 'notification-kinds')
    ? bucketEvents.filter(event => /^s3:Object(Created|Removed):/.test(event))
    : [...bucketEvents]
}

/** The notifications of all the account's buckets that name topics of the console, by bucket. NOT_SUPPORTED. */
export async function allNotifications(deps: TopicDeps, user: User): Promise<BucketNotification[]> {
  const storage = await topicsOfAccount(deps, user)
  const { client } = await deps.access.clientForAccount(user)
  const buckets = await listBuckets(client)
  const lists = await inTurns(atOnce, buckets, async ({ name }) => {
    const found = await readNotifications(client, name).catch(error => {
      // Deleted meanwhile.
      if (error instanceof Problem && error.code === 'BUCKET_NOT_FOUND') return { topics: [], others: {} }
      throw error
    })
    return known(name, found, storage).map(({ shown }) => shown)
  })
  return lists.flat()
}

/** BUCKET_NOT_FOUND, NOT_FOUND, NOT_SUPPORTED. */
export async function oneNotification(
  deps: TopicDeps,
  user: User,
  { bucket, name }: { bucket: string; name: string },
): Promise<BucketNotification> {
  const storage = await topicsOfAccount(deps, user)
  const { client } = await deps.access.clientForAccount(user)
  const all = known(bucket, await readNotifications(client, bucket), storage)
  const found = all.find(({ shown }) => shown.name === name)
  if (!found) throw new Problem('NOT_FOUND')
  return found.shown
}

/** BUCKET_NOT_FOUND, TOPIC_NOT_FOUND, LIMIT_REACHED, NOT_SUPPORTED. */
export async function setNotification(
  deps: Deps,
  by: By,
  wanted: Omit<BucketNotification, 'name'>,
): Promise<BucketNotification> {
  const { bucket, topic: topicName, events, prefix, suffix } = wanted
  const { storageKind: kind } = deps
  const storage = await topicsOfAccount(deps, by.user)
  const offered = toldEvents(kind)
  if (!events.every(event => offered.some(each => each === event))) throw new Problem('NOT_SUPPORTED')
  const { client } = await deps.access.clientForAccount(by.user)
  const set = async () => {
    const topic = await requireTopic(deps, by.user, topicName)
    const before = await readNotifications(client, bucket)
    if (before.topics.length >= most) throw new Problem('LIMIT_REACHED')
    const name = `${topicName.slice(0, 64)}-${randomBytes(2).toString('hex')}`
    const added = { name, topic: await storage.arnToCopy(topic), events, prefix, suffix }
    await writeNotifications({ client, kind }, bucket, before, [...before.topics, added])
    const detail = { kind: 'notification', topic: topicName, events, prefix, suffix } as const
    await deps.db.transaction().execute(async trx => {
      await audit(trx, by, 'BUCKET_NOTIFICATION_CREATED', { target: bucket, detail })
      // The embedded engine sends a test event itself.
      if (differsFromS3(kind, 'notification-test')) {
        await addDeliveries(trx, topic.id, [testDelivery(by.now, bucket)], Math.floor(by.now / 1000))
      }
    })
    deps.deliverer.wake()
    return { ...wanted, name }
  }
  return deps.locks.hold(topicsLock(by.user), () => deps.locks.hold(`bucket ${bucket}`, set))
}

/** BUCKET_NOT_FOUND, NOT_FOUND, NOT_SUPPORTED. */
export async function deleteNotification(
  deps: Deps,
  by: By,
  { bucket, name }: { bucket: string; name: string },
): Promise<void> {
  const gone = await removeSome(deps, by.user, bucket, each => each.name === name)
  if (gone.length === 0) throw new Problem('NOT_FOUND')
  await audit(deps.db, by, 'BUCKET_NOTIFICATION_DELETED', {
    target: bucket,
    detail: { kind: 'names', names: [name] },
  })
}

async function removeSome(
  deps: Deps,
  user: User,
  bucket: string,
  isGone: (each: BucketNotification) => boolean,
): Promise<BucketNotification[]> {
  const storage = await topicsOfAccount(deps, user)
  const { client } = await deps.access.clientForAccount(user)
  return deps.locks.hold(`bucket ${bucket}`, async () => {
    const before = await readNotifications(client, bucket)
    const gone = known(bucket, before, storage).filter(({ shown }) => isGone(shown))
    const kept = before.topics.filter(each => !gone.some(({ there }) => there === each))
    if (gone.length > 0) await writeNotifications({ client, kind: deps.storageKind }, bucket, before, kept)
    return gone.map(({ shown }) => shown)
  })
}

export async function bucketsOf(deps: TopicDeps, user: User, topic: string): Promise<string[]> {
  const all = await allNotifications(deps, user)
  return [...new Set(all.filter(each => each.topic === topic).map(({ bucket }) => bucket))]
}

/** Deletes a topic, after the notifications that name it. TOPIC_NOT_FOUND, NOT_SUPPORTED. */
export async function deleteTopicWithUses(deps: Deps, by: By, name: string): Promise<void> {
  // Nobody restores it, or names it in a notification, meanwhile.
  await deps.locks.hold(topicsLock(by.user), async () => {
    await requireTopic(deps, by.user, name)
    for (const bucket of await bucketsOf(deps, by.user, name)) {
      const gone = await removeSome(deps, by.user, bucket, each => each.topic === name)
      const names = gone.map(each => each.name)
      const detail = { kind: 'names', names } as const
      await audit(deps.db, by, 'BUCKET_NOTIFICATION_DELETED', { target: bucket, detail })
    }
    await deleteTopic(deps, by, name)
  })
}
