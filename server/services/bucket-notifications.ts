import { randomBytes } from 'node:crypto'
import type { BucketNotification } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { Problem } from '../errors/problem.ts'
import { inTurns } from '../in-turns.ts'
import { type Notification, readNotifications, writeNotifications } from '../storage/bucket-notifications.ts'
import { listBuckets } from '../storage/buckets.ts'
import type { Locks } from '../store/locks.ts'
import type { User } from '../store/users.ts'
import { deleteTopic, requireTopic, type TopicDeps, topicArn } from './topics.ts'

type Deps = TopicDeps & { locks: Pick<Locks, 'hold'> }

/** Buckets that are read at once. */
const atOnce = 16
/** Configurations of one bucket. */
const most = 100

function shown(bucket: string, { name, topic, events, prefix, suffix }: Notification): BucketNotification {
  return { name, bucket, topic: topic.slice(topic.lastIndexOf(':') + 1), events, prefix, suffix }
}

/** The notifications of all buckets of the account that name topics, by bucket. NOT_SUPPORTED. */
export async function allNotifications(deps: TopicDeps, user: User): Promise<BucketNotification[]> {
  if (deps.admin.topics === null) throw new Problem('NOT_SUPPORTED')
  const { client } = await deps.access.clientForAccount(user)
  const buckets = await listBuckets(client)
  const lists = await inTurns(atOnce, buckets, async ({ name }) => {
    const { topics } = await readNotifications(client, name).catch(error => {
      // Deleted meanwhile.
      if (error instanceof Problem && error.code === 'BUCKET_NOT_FOUND') return { topics: [] }
      throw error
    })
    return topics.map(each => shown(name, each))
  })
  return lists.flat()
}

/** BUCKET_NOT_FOUND, NOT_FOUND, NOT_SUPPORTED. */
export async function oneNotification(
  deps: TopicDeps,
  user: User,
  { bucket, name }: { bucket: string; name: string },
): Promise<BucketNotification> {
  if (deps.admin.topics === null) throw new Problem('NOT_SUPPORTED')
  const { client } = await deps.access.clientForAccount(user)
  const { topics } = await readNotifications(client, bucket)
  const found = topics.find(each => each.name === name)
  if (!found) throw new Problem('NOT_FOUND')
  return shown(bucket, found)
}

/** BUCKET_NOT_FOUND, TOPIC_NOT_FOUND, LIMIT_REACHED, NOT_SUPPORTED. */
export async function setNotification(
  deps: Deps,
  by: By,
  wanted: Omit<BucketNotification, 'name'>,
): Promise<BucketNotification> {
  const { bucket, topic, events, prefix, suffix } = wanted
  await requireTopic(deps, by.user, topic)
  const { client } = await deps.access.clientForAccount(by.user)
  return deps.locks.hold(`bucket ${bucket}`, async () => {
    const { topics, others } = await readNotifications(client, bucket)
    if (topics.length >= most) throw new Problem('LIMIT_REACHED')
    const name = `${topic.slice(0, 64)}-${randomBytes(2).toString('hex')}`
    const added = { name, topic: topicArn(deps.region, by.user.accountId, topic), events, prefix, suffix }
    await writeNotifications(client, bucket, { topics: [...topics, added], others })
    const filter = [prefix && `${prefix}*`, suffix && `*${suffix}`].filter(Boolean)
    const detail = [topic, ...events, ...filter].join(' ')
    await audit(deps.db, by, 'BUCKET_NOTIFICATION_CREATED', { target: bucket, detail })
    return shown(bucket, added)
  })
}

/** BUCKET_NOT_FOUND, NOT_FOUND, NOT_SUPPORTED. */
export async function deleteNotification(
  deps: Deps,
  by: By,
  { bucket, name }: { bucket: string; name: string },
): Promise<void> {
  if (deps.admin.topics === null) throw new Problem('NOT_SUPPORTED')
  const gone = await removeSome(deps, by.user, bucket, each => each.name === name)
  if (gone.length === 0) throw new Problem('NOT_FOUND')
  await audit(deps.db, by, 'BUCKET_NOTIFICATION_DELETED', { target: bucket, detail: name })
}

async function removeSome(
  { access, locks }: Deps,
  user: User,
  bucket: string,
  isGone: (each: Notification) => boolean,
): Promise<Notification[]> {
  const { client } = await access.clientForAccount(user)
  return locks.hold(`bucket ${bucket}`, async () => {
    const { topics, others } = await readNotifications(client, bucket)
    const gone = topics.filter(isGone)
    const kept = topics.filter(each => !isGone(each))
    if (gone.length > 0) await writeNotifications(client, bucket, { topics: kept, others })
    return gone
  })
}

/** The buckets whose notifications name the topic. */
export async function bucketsOf(deps: TopicDeps, user: User, topic: string): Promise<string[]> {
  const all = await allNotifications(deps, user)
  return [...new Set(all.filter(each => each.topic === topic).map(({ bucket }) => bucket))]
}

/** Deletes a topic, after the notifications that name it. TOPIC_NOT_FOUND, NOT_SUPPORTED. */
export async function deleteTopicWithUses(deps: Deps, by: By, name: string): Promise<void> {
  await requireTopic(deps, by.user, name)
  const arn = topicArn(deps.region, by.user.accountId, name)
  for (const bucket of await bucketsOf(deps, by.user, name)) {
    const gone = await removeSome(deps, by.user, bucket, each => each.topic === arn)
    const detail = gone.map(each => each.name).join(', ')
    await audit(deps.db, by, 'BUCKET_NOTIFICATION_DELETED', { target: bucket, detail })
  }
  await deleteTopic(deps, by, name)
}
