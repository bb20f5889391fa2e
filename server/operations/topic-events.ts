import { audit } from '../audit/record.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { bodyOf, testDelivery } from '../events/bodies.ts'
import { addDeliveries } from '../store/deliveries.ts'
import { countDeliveries } from '../store/delivery-counts.ts'
import { findDelivery, type Logged, logOf } from '../store/delivery-log.ts'
import { putFirst, resendDeliveries } from '../store/delivery-states.ts'
import type { Transaction } from '../store/open.ts'
import { type Topic, updateTopic } from '../store/topics.ts'
import { requireTopic } from './account-topics.ts'
import type { Services } from './services.ts'

const pageSize = 50

export function topicEventOperations(
  services: Pick<
    Services,
    'db' | 'vault' | 'access' | 'admin' | 'storageEndpoint' | 'region' | 'deliverer' | 'now'
  >,
) {
  const { db, deliverer } = services
  const seconds = () => Math.floor(services.now() / 1000)

  return {
    async testTopic({ body: { name }, by }) {
      const topic = await requireTopic(services, by.user, name)
      const delivery = testDelivery(by.now)
      await db.transaction().execute(async trx => {
        await addDeliveries(trx, topic.id, [delivery], seconds())
        // An address that failed is tried at once, with this event; a group waits for its next mail.
        if (topic.address !== '') {
          await putFirst(trx, topic.id, delivery.id)
          await updateTopic(trx, topic.id, { retry_at: 0 })
        }
        await audit(trx, by, 'TOPIC_TESTED', { target: name })
      })
      deliverer.wake()
      return { id: delivery.id }
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

    /** One event, or (`id` null) all that failed. */
    async resendDeliveries({ body: { name, id }, by }) {
      const topic = await requireTopic(services, by.user, name)
      // What fails again meanwhile is not sent a third time.
      const { failed } = await countDeliveries(db, topic.id)
      const send = (trx: Transaction) =>
        resendDeliveries(trx, topic.id, id === null ? 'failed' : { id }, seconds())
      let count = await db.transaction().execute(async trx => {
        const sent = await send(trx)
        if (sent === 0) throw new Problem('NOTHING_TO_RETRY')
        await updateTopic(trx, topic.id, { retry_at: 0 })
        const detail = { kind: 'events', count: id === null ? failed : 1 } as const
        await audit(trx, by, 'TOPIC_EVENTS_RESENT', { target: name, detail })
        return sent
      })
      deliverer.wake()
      for (let sent = count; id === null && sent > 0 && count < failed; count += sent)
        sent = await db.transaction().execute(send)
      return { count }
    },
  } satisfies Partial<Handlers>
}

function shown(delivery: Logged, topic: Topic) {
  const { id, event, bucket, key, state, tries, status, problem, createdAt, endedAt, nextAt } = delivery
  return {
    ...{ id, event, bucket, key, state, tries, status, problem },
    ...{ created_at: createdAt, ended_at: endedAt },
    next_at: state === 'pending' && !topic.paused ? Math.max(nextAt, topic.retryAt) : null,
  }
}
