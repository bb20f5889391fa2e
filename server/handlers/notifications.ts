import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { bodyOf } from '../events/bodies.ts'
import {
  allNotifications,
  bucketsOf,
  deleteNotification,
  deleteTopicWithUses,
  oneNotification,
  setNotification,
  toldEvents,
} from '../operations/bucket-notifications.ts'
import type { Services } from '../operations/services.ts'
import {
  allTopics,
  changeTopic,
  createTopic,
  requireTopic,
  resend,
  revealSecret,
  rotateSecret,
  sendTest,
  showTopic,
} from '../operations/topics.ts'
import { countDeliveries } from '../store/delivery-counts.ts'
import { findDelivery, type Logged, logOf } from '../store/delivery-log.ts'
import type { Topic } from '../store/topics.ts'

type NotificationOperation =
  | 'listTopics'
  | 'createTopic'
  | 'getTopic'
  | 'changeTopic'
  | 'deleteTopic'
  | 'revealTopicSecret'
  | 'rotateTopicSecret'
  | 'testTopic'
  | 'listDeliveries'
  | 'getDelivery'
  | 'resendDeliveries'
  | 'listBucketNotifications'
  | 'setBucketNotification'
  | 'getBucketNotification'
  | 'deleteBucketNotification'

type Needed =
  | 'db'
  | 'vault'
  | 'access'
  | 'admin'
  | 'storageEndpoint'
  | 'storageKind'
  | 'region'
  | 'guard'
  | 'deliverer'
  | 'locks'
  | 'now'

const pageSize = 50

function requireTyped(typed: string, name: string): void {
  if (typed !== name) throw new Problem('NAME_MISMATCH')
}

function shown(delivery: Logged, topic: Topic) {
  const { id, event, bucket, key, state, tries, status, problem, createdAt, endedAt, nextAt } = delivery
  return {
    ...{ id, event, bucket, key, state, tries, status, problem },
    ...{ created_at: createdAt, ended_at: endedAt },
    next_at: state === 'pending' && !topic.paused ? Math.max(nextAt, topic.retryAt) : null,
  }
}

export function notificationHandlers(
  services: Pick<Services, Needed>,
): Pick<Handlers, NotificationOperation> {
  const { db } = services
  return {
    async listTopics({ session }) {
      return { topics: await allTopics(services, session.user) }
    },

    async createTopic(call) {
      const { name, address, group_id: groupId } = call.body
      return createTopic(services, call.by, name, { address, groupId })
    },

    async getTopic({ query, session: { user } }) {
      const topic = await requireTopic(services, user, query.name)
      const [counts, buckets] = await Promise.all([
        countDeliveries(db, topic.id),
        bucketsOf(services, user, topic.name),
      ])
      return { topic: await showTopic(services, user, topic), counts, buckets }
    },

    async changeTopic(call) {
      const { name, address, group_id: groupId, paused } = call.body
      return changeTopic(services, call.by, name, {
        ...(address !== undefined && { address }),
        ...(groupId !== undefined && { groupId }),
        paused,
      })
    },

    async deleteTopic(call) {
      requireTyped(call.body.typed, call.body.name)
      await deleteTopicWithUses(services, call.by, call.body.name)
    },

    revealTopicSecret: call => revealSecret(services, call.by, call.body.name),

    rotateTopicSecret: call => rotateSecret(services, call.by, call.body.name),

    async testTopic(call) {
      return { id: await sendTest(services, call.by, call.body.name) }
    },

    async listDeliveries({ query, session: { user } }) {
      const topic = await requireTopic(services, user, query.name)
      const below = query.next_token === undefined ? null : Number(query.next_token)
      const rows = await logOf(db, topic.id, { state: query.state ?? null, below, limit: pageSize + 1 })
      const page = rows.slice(0, pageSize)
      return {
        deliveries: page.map(each => shown(each, topic)),
        next_token: rows.length > pageSize ? String(page.at(-1)!.number) : null,
      }
    },

    async getDelivery({ query, session: { user } }) {
      const topic = await requireTopic(services, user, query.name)
      const found = await findDelivery(db, topic.id, query.id)
      if (!found) throw new Problem('NOT_FOUND')
      const attempts = found.attempts.map(({ nextAt, ...attempt }) => ({ ...attempt, next_at: nextAt }))
      return { delivery: shown(found, topic), body: bodyOf(found, topic), attempts }
    },

    async resendDeliveries(call) {
      return { count: await resend(services, call.by, call.body.name, call.body.id) }
    },

    async listBucketNotifications({ session }) {
      const notifications = await allNotifications(services, session.user)
      return { notifications, events: toldEvents(services.storageKind) }
    },

    setBucketNotification: call => setNotification(services, call.by, call.body),

    getBucketNotification: ({ query, session: { user } }) => oneNotification(services, user, query),

    async deleteBucketNotification(call) {
      requireTyped(call.body.typed, call.body.name)
      await deleteNotification(services, call.by, call.body)
    },
  }
}
