import { topicsPerAccount } from '../../domain/limits.ts'
import type { Topic as TopicBody } from '../../openapi/schema.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import type { Call, Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { isUnknownName, RefusedAddress } from '../events/address.ts'
import { rotation } from '../events/deliver.ts'
import { storedTopic } from '../events/intake.ts'
import { newSecret } from '../events/webhook.ts'
import { inTurns } from '../limits/in-turns.ts'
import { newIncarnation } from '../storage-admin/topics.ts'
import { storageUid } from '../store/accounts.ts'
import { countDeliveries } from '../store/delivery-counts.ts'
import { retryNow } from '../store/delivery-states.ts'
import { findGroup, listGroups } from '../store/notification-groups.ts'
import { deleteTopic, lockTopicSecret, type Topic, topicsLock, updateTopic } from '../store/topics.ts'
import type { User } from '../store/users.ts'
import { readTopics, requireTopic, topicsOfAccount, topicsThere } from './account-topics.ts'
import { bucketsNaming, deleteNotificationsNaming } from './bucket-notifications.ts'
import type { Services } from './services.ts'

/** Concurrent calls to the storage. */
const atOnce = 8

/** The address of a topic, or its group of mail addresses. */
type Receiver = Pick<Call<'createTopic'>['body'], 'address' | 'group_id'>

export function topicOperations(
  services: Pick<
    Services,
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
  >,
) {
  const { db, vault, locks } = services
  const seconds = () => Math.floor(services.now() / 1000)

  async function shown(topics: readonly Topic[], user: User): Promise<TopicBody[]> {
    const groups = await listGroups(db, user.accountId)
    const storage = await topicsOfAccount(services, user)
    return inTurns(atOnce, topics, async topic => {
      const group = groups.find(({ id }) => id === topic.groupId)
      return {
        name: topic.name,
        arn: await storage.arnOf(topic),
        address: topic.address === '' ? null : topic.address,
        group: group ? { id: group.id, name: group.name } : null,
        paused: topic.paused,
        failing_since: topic.failingSince,
        altered_at: topic.alteredAt,
        refused_at: topic.refusedAt,
        created_at: topic.createdAt,
      }
    })
  }

  async function shownOne(topic: Topic, user: User): Promise<TopicBody> {
    return (await shown([topic], user))[0]!
  }

  /** The URL as stored. ADDRESS_REFUSED; INVALID_REQUEST. */
  async function checkedAddress(text: string): Promise<string> {
    const url = new URL(text)
    await services.guard.check(url).catch(error => {
      if (!(error instanceof RefusedAddress || isUnknownName(error))) throw error
      throw new Problem('ADDRESS_REFUSED', {
        fields: [{ field: 'address', message: 'address-refused' }],
        cause: error,
      })
    })
    return url.href
  }

  /** What is stored of a receiver. ADDRESS_REFUSED, GROUP_NOT_FOUND. */
  async function checkedReceiver(
    user: User,
    { address, group_id: groupId }: Receiver,
  ): Promise<{ address: string; groupId: string | undefined }> {
    if (address !== null) return { address: await checkedAddress(address), groupId: undefined }
    if (groupId === null || !(await findGroup(db, user.accountId, groupId)))
      throw new Problem('GROUP_NOT_FOUND')
    return { address: '', groupId }
  }

  return {
    listTopics: async ({ session: { user } }) => ({
      topics: await shown(await readTopics(services, user), user),
    }),

    async createTopic({ body, by }) {
      const { name } = body
      const { user } = by
      const { accountId } = user
      const { list } = topicsThere(services)
      const storage = await topicsOfAccount(services, user)
      const topic = await locks.hold(topicsLock(user), async () => {
        const there = await readTopics(services, user)
        if (there.some(each => each.name === name)) throw new Problem('TOPIC_EXISTS')
        if (there.length >= topicsPerAccount) throw new Problem('LIMIT_REACHED')
        const { address, groupId } = await checkedReceiver(user, body)
        const token = newIncarnation()
        await storage.create({ name, address, incarnation: token })
        const found = (await list?.(storageUid(accountId)))?.find(each => each.name === name)
        const incarnation = list === null ? token : found?.incarnation
        if (incarnation === undefined) throw new Problem('STORAGE_UNAVAILABLE')
        return db.transaction().execute(async trx => {
          const stored = { account_id: accountId, name, stamp: incarnation, address, group_id: groupId }
          const detail = { kind: 'receiver', address: hostOf(address) } as const
          await audit(trx, by, 'TOPIC_CREATED', { target: name, detail })
          return storedTopic(trx, vault, stored, by.now)
        })
      })
      return shownOne(topic, user)
    },

    async getTopic({ query, session: { user } }) {
      const topic = await requireTopic(services, user, query.name)
      const [counts, buckets] = await Promise.all([
        countDeliveries(db, topic.id),
        bucketsNaming(services, user, topic.name),
      ])
      return { topic: await shownOne(topic, user), counts, buckets }
    },

    async changeTopic({ body: { name, ...wanted }, by }) {
      const { user } = by
      const storage = await topicsOfAccount(services, user)
      const before = await requireTopic(services, user, name)
      const moves = wanted.address !== undefined || wanted.group_id !== undefined
      const receiver = moves
        ? await checkedReceiver(user, { address: wanted.address ?? null, group_id: wanted.group_id ?? null })
        : { address: before.address, groupId: before.groupId ?? undefined }
      const { address } = receiver
      if (address !== before.address) await storage.setAddress({ ...before, address })
      const paused = wanted.paused ?? before.paused
      const detail = changes(
        { address: hostOf(before.address), paused: before.paused },
        { address: hostOf(address), paused },
      )
      await db.transaction().execute(async trx => {
        const resumed = before.paused && !paused
        await updateTopic(trx, before.id, {
          address,
          group_id: receiver.groupId ?? null,
          // A 410 may have paused it since it was read.
          ...(wanted.paused !== undefined && { paused: Number(paused) }),
          ...(resumed && { renewed_at: seconds() }),
          ...((resumed || moves) && { refused_at: null }),
          ...{ failures: 0, failing_since: null },
          // A group waits for its next mail all the same.
          ...((before.address !== '' || address !== '') && { retry_at: 0 }),
        })
        if (resumed || moves) await retryNow(trx, before.id, seconds())
        if (detail || moves) await audit(trx, by, 'TOPIC_CHANGED', { target: name, detail })
      })
      services.deliverer.wake()
      return shownOne(await requireTopic(services, user, name), user)
    },

    /** Deletes a topic, after the notifications that name it. */
    async deleteTopic({ body: { name, typed }, by }) {
      if (typed !== name) throw new Problem('NAME_MISMATCH')
      // Nobody restores it, or names it in a notification, meanwhile.
      await locks.hold(topicsLock(by.user), async () => {
        await requireTopic(services, by.user, name)
        await deleteNotificationsNaming(services, by, name)
        const storage = await topicsOfAccount(services, by.user)
        const topic = await requireTopic(services, by.user, name)
        await storage.remove(topic)
        await db.transaction().execute(async trx => {
          await deleteTopic(trx, topic.id)
          await audit(trx, by, 'TOPIC_DELETED', { target: name })
        })
      })
    },

    async revealTopicSecret({ body: { name }, by }) {
      const topic = await requireTopic(services, by.user, name)
      await audit(db, by, 'TOPIC_SECRET_SEEN', { target: name })
      const { id, secret, oldSecret, oldSecretUntil } = topic
      const signs = oldSecret !== null && oldSecretUntil > seconds()
      return { secret: vault.open(secret, 'topics.secret', id), old_until: signs ? oldSecretUntil : null }
    },

    async rotateTopicSecret({ body: { name }, by }) {
      const { id } = await requireTopic(services, by.user, name)
      const secret = newSecret()
      const until = seconds() + rotation
      await db.transaction().execute(async trx => {
        // Another rotation may have come in between: what it has returned signs on.
        const old = await lockTopicSecret(trx, id)
        if (old === null) throw new Problem('TOPIC_NOT_FOUND')
        const sealed = vault.seal(secret, 'topics.secret', id)
        // Sealed anew for its other column.
        const before = vault.seal(vault.open(old, 'topics.secret', id), 'topics.old_secret', id)
        await updateTopic(trx, id, { secret: sealed, old_secret: before, old_secret_until: until })
        await audit(trx, by, 'TOPIC_SECRET_ROTATED', { target: name })
      })
      return { secret, old_until: until }
    },
  } satisfies Partial<Handlers>
}

/** The part of an address for the audit log: its path may contain a secret of the receiver. */
function hostOf(address: string): string {
  return address === '' ? '' : new URL(address).origin
}
