import { randomBytes } from 'node:crypto'
import { bucketEvents } from '../../domain/bucket-events.ts'
import { differsFromS3, type StorageKind } from '../../domain/storage-differences.ts'
import type { BucketEvent, BucketNotification } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import type { Handlers } from '../contract/call.ts'
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
import { requireTopic, topicsOfAccount } from './account-topics.ts'
import type { Services } from './services.ts'

type Needed = Pick<
  Services,
  | 'db'
  | 'vault'
  | 'access'
  | 'admin'
  | 'storageEndpoint'
  | 'storageKind'
  | 'region'
  | 'deliverer'
  | 'locks'
  | 'now'
>

/** Buckets that are read concurrently. */
const atOnce = 16
/** Maximum number of configurations of a bucket. */
const most = 100

export function bucketNotificationOperations(services: Needed) {
  const { db, access, locks, storageKind: kind } = services

  return {
    async listBucketNotifications({ session: { user } }) {
      return { notifications: await allNotifications(services, user), events: supportedEvents(kind) }
    },

    async getBucketNotification({ query: { bucket, name }, session: { user } }) {
      const storage = await topicsOfAccount(services, user)
      const { client } = await access.clientForAccount(user)
      const all = known(bucket, await readNotifications(client, bucket), storage)
      const found = all.find(({ shown }) => shown.name === name)
      if (!found) throw new Problem('NOT_FOUND')
      return found.shown
    },

    async setBucketNotification({ body, by }) {
      const { bucket, topic: topicName, events, prefix, suffix } = body
      const storage = await topicsOfAccount(services, by.user)
      const supported = supportedEvents(kind)
      if (!events.every(event => supported.includes(event))) throw new Problem('NOT_SUPPORTED')
      const { client } = await access.clientForAccount(by.user)
      const set = async () => {
        const topic = await requireTopic(services, by.user, topicName)
        const before = await readNotifications(client, bucket)
        if (before.topics.length >= most) throw new Problem('LIMIT_REACHED')
        const name = `${topicName.slice(0, 64)}-${randomBytes(2).toString('hex')}`
        const added = { name, topic: await storage.arnToCopy(topic), events, prefix, suffix }
        await writeNotifications({ client, kind }, bucket, before, [...before.topics, added])
        const detail = { kind: 'notification', topic: topicName, events, prefix, suffix } as const
        await db.transaction().execute(async trx => {
          await audit(trx, by, 'BUCKET_NOTIFICATION_CREATED', { target: bucket, detail })
          // The embedded engine sends a test event itself.
          if (differsFromS3(kind, 'notification-test'))
            await addDeliveries(trx, topic.id, [testDelivery(by.now, bucket)], Math.floor(by.now / 1000))
        })
        services.deliverer.wake()
        return { ...body, name }
      }
      return locks.hold(topicsLock(by.user), () => locks.hold(`bucket ${bucket}`, set))
    },

    async deleteBucketNotification({ body: { bucket, name, typed }, by }) {
      if (typed !== name) throw new Problem('NAME_MISMATCH')
      const gone = await remove(services, by, bucket, each => each.name === name)
      if (gone === 0) throw new Problem('NOT_FOUND')
    },
  } satisfies Partial<Handlers>
}

/** The events that buckets of this storage can send. */
function supportedEvents(kind: StorageKind): BucketEvent[] {
  return differsFromS3(kind, 'notification-kinds')
    ? bucketEvents.filter(event => /^s3:Object(Created|Removed):/.test(event))
    : [...bucketEvents]
}

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

/** The notifications of all the account's buckets that name topics of the console, by bucket. NOT_SUPPORTED. */
async function allNotifications(services: Needed, user: User): Promise<BucketNotification[]> {
  const storage = await topicsOfAccount(services, user)
  const { client } = await services.access.clientForAccount(user)
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

/** Deletes some of a bucket's notifications, on record; returns how many. BUCKET_NOT_FOUND, NOT_SUPPORTED. */
async function remove(
  services: Needed,
  by: By,
  bucket: string,
  isGone: (each: BucketNotification) => boolean,
): Promise<number> {
  const { storageKind: kind } = services
  const storage = await topicsOfAccount(services, by.user)
  const { client } = await services.access.clientForAccount(by.user)
  const names = await services.locks.hold(`bucket ${bucket}`, async () => {
    const before = await readNotifications(client, bucket)
    const gone = known(bucket, before, storage).filter(({ shown }) => isGone(shown))
    const kept = before.topics.filter(each => !gone.some(({ there }) => there === each))
    if (gone.length > 0) await writeNotifications({ client, kind }, bucket, before, kept)
    return gone.map(({ shown }) => shown.name)
  })
  const detail = { kind: 'names', names } as const
  if (names.length > 0)
    await audit(services.db, by, 'BUCKET_NOTIFICATION_DELETED', { target: bucket, detail })
  return names.length
}

/** The buckets of which notifications name the topic. NOT_SUPPORTED. */
export async function bucketsNaming(services: Needed, user: User, topic: string): Promise<string[]> {
  const all = await allNotifications(services, user)
  return [...new Set(all.filter(each => each.topic === topic).map(({ bucket }) => bucket))]
}

/** Deletes the notifications that name the topic. NOT_SUPPORTED. */
export async function deleteNotificationsNaming(services: Needed, by: By, topic: string): Promise<void> {
  for (const bucket of await bucketsNaming(services, by.user, topic))
    await remove(services, by, bucket, each => each.topic === topic)
}
