import { topicsPerAccount } from '../../domain/limits.ts'
import type { TopicSecret, Topic as TopicShown } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { Problem } from '../errors/problem.ts'
import { type Guard, isUnknownName, RefusedAddress } from '../events/address.ts'
import { testDelivery } from '../events/bodies.ts'
import type { Deliverer } from '../events/deliver.ts'
import { rotation } from '../events/deliver.ts'
import { storedTopic } from '../events/intake.ts'
import { newSecret } from '../events/webhook.ts'
import { inTurns } from '../limits/in-turns.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import type { StorageAdmin } from '../storage-admin/storage-admin.ts'
import { type AccountTopics, accountTopics, newStamp, type TopicsThere } from '../storage-admin/topics.ts'
import { storageUid } from '../store/accounts.ts'
import { addDeliveries, hurry, putFirst, resendDeliveries } from '../store/deliveries.ts'
import { countDeliveries } from '../store/delivery-counts.ts'
import type { Locks } from '../store/locks.ts'
import { findGroup, listGroups } from '../store/notification-groups.ts'
import type { Database, Transaction } from '../store/open.ts'
import {
  deleteTopic as deleteRow,
  listTopics as listRows,
  lockTopicSecret,
  type Topic,
  topicsLock,
  updateTopic,
} from '../store/topics.ts'
import type { User } from '../store/users.ts'
import type { Vault } from '../vault/vault.ts'

export type TopicDeps = {
  db: Database
  vault: Vault
  access: AccountAccess
  admin: Pick<StorageAdmin, 'topics'>
  storageEndpoint: string
  region: string
  guard: Guard
  deliverer: Pick<Deliverer, 'wake'>
  locks: Pick<Locks, 'hold'>
  now: () => number
}

type Target = { address: string | null; groupId: string | null }

/** Concurrent calls to the storage. */
const atOnce = 8

const seconds = ({ now }: Pick<TopicDeps, 'now'>) => Math.floor(now() / 1000)

/** NOT_SUPPORTED. */
function topicsThere({ admin }: Pick<TopicDeps, 'admin'>): TopicsThere {
  if (admin.topics === null) throw new Problem('NOT_SUPPORTED')
  return admin.topics
}

/** NOT_SUPPORTED. */
export async function topicsOfAccount(
  deps: Pick<TopicDeps, 'access' | 'admin' | 'storageEndpoint' | 'region'>,
  user: Pick<User, 'accountId'>,
): Promise<AccountTopics> {
  const there = topicsThere(deps)
  const { keys } = await deps.access.clientForAccount(user)
  const { storageEndpoint: endpoint, region } = deps
  return accountTopics({ there, endpoint, region, uid: storageUid(user.accountId), keys })
}

/** The account's current topics at the storage; topics created with its keys become the console's. */
async function readTopics(deps: TopicDeps, user: User): Promise<Topic[]> {
  const { db, vault, now } = deps
  const { accountId } = user
  const { list } = topicsThere(deps)
  if (list === null) return listRows(db, accountId)
  // Rows first: a topic that is made meanwhile has none to be deleted.
  const rows = await listRows(db, accountId)
  const there = await list(storageUid(accountId))
  const topics: Topic[] = []
  for (const { name, stamp, address } of there) {
    const row = rows.find(each => each.name === name)
    const same = row?.stamp === stamp && (row.address === address || (row.groupId !== null && address === ''))
    topics.push(
      same
        ? row
        : await db
            .transaction()
            .execute(trx => storedTopic(trx, vault, { accountId, name, stamp, address }, now())),
    )
  }
  for (const row of rows) if (!there.some(({ name }) => name === row.name)) await deleteRow(db, row.id)
  return topics
}

/** TOPIC_NOT_FOUND, NOT_SUPPORTED. */
export async function requireTopic(deps: TopicDeps, user: User, name: string): Promise<Topic> {
  const topic = (await readTopics(deps, user)).find(each => each.name === name)
  if (!topic) throw new Problem('TOPIC_NOT_FOUND')
  return topic
}

async function shown(deps: TopicDeps, topics: readonly Topic[], user: User): Promise<TopicShown[]> {
  const groups = await listGroups(deps.db, user.accountId)
  const storage = await topicsOfAccount(deps, user)
  return inTurns(atOnce, topics, async topic => {
    const { name, address, groupId, paused, failingSince, alteredAt, refusedAt, createdAt } = topic
    const group = groups.find(({ id }) => id === groupId)
    return {
      name,
      arn: await storage.arnOf(topic),
      address: address === '' ? null : address,
      group: group ? { id: group.id, name: group.name } : null,
      paused,
      failing_since: failingSince,
      altered_at: alteredAt,
      refused_at: refusedAt,
      created_at: createdAt,
    }
  })
}

export async function showTopic(deps: TopicDeps, user: User, topic: Topic): Promise<TopicShown> {
  return (await shown(deps, [topic], user))[0]!
}

export async function allTopics(deps: TopicDeps, user: User): Promise<TopicShown[]> {
  return shown(deps, await readTopics(deps, user), user)
}

/** The URL as stored. ADDRESS_REFUSED; INVALID_REQUEST. */
async function checkedAddress(guard: Guard, text: string): Promise<string> {
  const url = new URL(text)
  await guard.check(url).catch(error => {
    if (!(error instanceof RefusedAddress || isUnknownName(error))) throw error
    throw new Problem('ADDRESS_REFUSED', {
      fields: [{ field: 'address', message: 'address-refused' }],
      cause: error,
    })
  })
  return url.href
}

/** ADDRESS_REFUSED, GROUP_NOT_FOUND. */
async function checkedTarget(
  deps: TopicDeps,
  user: User,
  { address, groupId }: Target,
): Promise<{ address: string; groupId: string | undefined }> {
  if (address !== null) return { address: await checkedAddress(deps.guard, address), groupId: undefined }
  if (groupId === null || !(await findGroup(deps.db, user.accountId, groupId))) {
    throw new Problem('GROUP_NOT_FOUND')
  }
  return { address: '', groupId }
}

/** TOPIC_EXISTS, ADDRESS_REFUSED, GROUP_NOT_FOUND, LIMIT_REACHED, NOT_SUPPORTED. */
export async function createTopic(
  deps: TopicDeps,
  by: By,
  name: string,
  wanted: Target,
): Promise<TopicShown> {
  const { db, vault } = deps
  const { user } = by
  const { accountId } = user
  const { list } = topicsThere(deps)
  const storage = await topicsOfAccount(deps, user)
  const topic = await deps.locks.hold(topicsLock(user), async () => {
    const there = await readTopics(deps, user)
    if (there.some(each => each.name === name)) throw new Problem('TOPIC_EXISTS')
    if (there.length >= topicsPerAccount) throw new Problem('LIMIT_REACHED')
    const { address, groupId } = await checkedTarget(deps, user, wanted)
    const token = newStamp()
    await storage.create({ name, address, stamp: token })
    const found = (await list?.(storageUid(accountId)))?.find(each => each.name === name)
    const stamp = list === null ? token : found?.stamp
    if (stamp === undefined) throw new Problem('STORAGE_UNAVAILABLE')
    return db.transaction().execute(async trx => {
      const stored = { accountId, name, stamp, address, ...(groupId !== undefined && { groupId }) }
      await audit(trx, by, 'TOPIC_CREATED', {
        target: name,
        detail: { kind: 'receiver', address: hostOf(address) },
      })
      return storedTopic(trx, vault, stored, by.now)
    })
  })
  return showTopic(deps, user, topic)
}

/** The part of an address for the audit log: its path may contain a secret of the receiver. */
function hostOf(address: string): string {
  return address === '' ? '' : new URL(address).origin
}

/** TOPIC_NOT_FOUND, ADDRESS_REFUSED, GROUP_NOT_FOUND, NOT_SUPPORTED. */
export async function changeTopic(
  deps: TopicDeps,
  by: By,
  name: string,
  wanted: Partial<Target> & { paused?: boolean | undefined },
): Promise<TopicShown> {
  const { db } = deps
  const { user } = by
  const storage = await topicsOfAccount(deps, user)
  const before = await requireTopic(deps, user, name)
  const moves = wanted.address !== undefined || wanted.groupId !== undefined
  const target = moves
    ? await checkedTarget(deps, user, { address: wanted.address ?? null, groupId: wanted.groupId ?? null })
    : { address: before.address, groupId: before.groupId ?? undefined }
  if (target.address !== before.address) {
    await storage.setAddress({ ...before, address: target.address })
  }
  const paused = wanted.paused ?? before.paused
  const detail = changes(
    { address: hostOf(before.address), paused: before.paused },
    { address: hostOf(target.address), paused },
  )
  await db.transaction().execute(async trx => {
    const resumed = before.paused && !paused
    await updateTopic(trx, before.id, {
      address: target.address,
      group_id: target.groupId ?? null,
      // A 410 may have paused it since it was read.
      ...(wanted.paused !== undefined && { paused: Number(paused) }),
      ...(resumed && { renewed_at: seconds(deps) }),
      ...((resumed || moves) && { refused_at: null }),
      ...{ failures: 0, failing_since: null },
      // A group waits for its next mail all the same.
      ...((before.address !== '' || target.address !== '') && { retry_at: 0 }),
    })
    if (resumed || moves) await hurry(trx, before.id, seconds(deps))
    if (detail || moves) await audit(trx, by, 'TOPIC_CHANGED', { target: name, detail })
  })
  deps.deliverer.wake()
  return showTopic(deps, user, await requireTopic(deps, user, name))
}

/** Deletes the topic at the storage and here; delete its notifications first. TOPIC_NOT_FOUND, NOT_SUPPORTED. */
export async function deleteTopic(deps: TopicDeps, by: By, name: string): Promise<void> {
  const storage = await topicsOfAccount(deps, by.user)
  const topic = await requireTopic(deps, by.user, name)
  await storage.remove(topic)
  await deps.db.transaction().execute(async trx => {
    await deleteRow(trx, topic.id)
    await audit(trx, by, 'TOPIC_DELETED', { target: name })
  })
}

/** TOPIC_NOT_FOUND, NOT_SUPPORTED. */
export async function revealSecret(deps: TopicDeps, by: By, name: string): Promise<TopicSecret> {
  const topic = await requireTopic(deps, by.user, name)
  await audit(deps.db, by, 'TOPIC_SECRET_SEEN', { target: name })
  const { id, secret, oldSecret, oldSecretUntil } = topic
  const signs = oldSecret !== null && oldSecretUntil > seconds(deps)
  return { secret: deps.vault.open(secret, 'topics.secret', id), old_until: signs ? oldSecretUntil : null }
}

/** TOPIC_NOT_FOUND, NOT_SUPPORTED. */
export async function rotateSecret(deps: TopicDeps, by: By, name: string): Promise<TopicSecret> {
  const { id } = await requireTopic(deps, by.user, name)
  const secret = newSecret()
  const until = seconds(deps) + rotation
  await deps.db.transaction().execute(async trx => {
    // Another rotation may have come in between: what it has returned signs on.
    const old = await lockTopicSecret(trx, id)
    if (old === null) throw new Problem('TOPIC_NOT_FOUND')
    const sealed = deps.vault.seal(secret, 'topics.secret', id)
    // Sealed anew for its other column.
    const before = deps.vault.seal(deps.vault.open(old, 'topics.secret', id), 'topics.old_secret', id)
    await updateTopic(trx, id, { secret: sealed, old_secret: before, old_secret_until: until })
    await audit(trx, by, 'TOPIC_SECRET_ROTATED', { target: name })
  })
  return { secret, old_until: until }
}

/** Returns the event's id. TOPIC_NOT_FOUND, NOT_SUPPORTED. */
export async function sendTest(deps: TopicDeps, by: By, name: string): Promise<string> {
  const topic = await requireTopic(deps, by.user, name)
  const delivery = testDelivery(by.now)
  await deps.db.transaction().execute(async trx => {
    await addDeliveries(trx, topic.id, [delivery], seconds(deps))
    // An address that failed is tried at once, with this event; a group waits for its next mail.
    if (topic.address !== '') {
      await putFirst(trx, topic.id, delivery.id)
      await updateTopic(trx, topic.id, { retry_at: 0 })
    }
    await audit(trx, by, 'TOPIC_TESTED', { target: name })
  })
  deps.deliverer.wake()
  return delivery.id
}

/** Returns how many. `id` null: all that failed. TOPIC_NOT_FOUND, NOTHING_TO_RETRY, NOT_SUPPORTED. */
export async function resend(deps: TopicDeps, by: By, name: string, id: string | null): Promise<number> {
  const topic = await requireTopic(deps, by.user, name)
  // What fails again meanwhile is not sent a third time.
  const { failed } = await countDeliveries(deps.db, topic.id)
  const send = (trx: Transaction) =>
    resendDeliveries(trx, topic.id, id === null ? 'failed' : { id }, seconds(deps))
  let count = await deps.db.transaction().execute(async trx => {
    const sent = await send(trx)
    if (sent === 0) throw new Problem('NOTHING_TO_RETRY')
    await updateTopic(trx, topic.id, { retry_at: 0 })
    const detail = { kind: 'events', count: id === null ? failed : 1 } as const
    await audit(trx, by, 'TOPIC_EVENTS_RESENT', { target: name, detail })
    return sent
  })
  deps.deliverer.wake()
  for (let sent = count; id === null && sent > 0 && count < failed; count += sent)
    sent = await deps.db.transaction().execute(send)
  return count
}
