import type { S3Client } from '@aws-sdk/client-s3'
import type { FastifyBaseLogger } from 'fastify'
import type { Background, Turn, Worker } from '../background/runner.ts'
import { Problem } from '../errors/problem.ts'
import {
  type Notification,
  type Notifications,
  putNotifications,
  readNotifications,
  writeNotifications,
} from '../storage/bucket-notifications.ts'
import { listBuckets } from '../storage/buckets.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import { type AccountTopics, accountTopics, type HeldTopic, rgwTopics } from '../storage-admin/topics.ts'
import type { Locks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'
import { accountsWithTopics, listTopics, type Topic, topicsLock, updateTopic } from '../store/topics.ts'

const minute = 60_000

type Keeper = {
  db: Database
  access: Pick<AccountAccess, 'clientForAccount'>
  locks: Pick<Locks, 'hold'>
  /** The URL to which RGW sends events; null: the console has no topics there. */
  inbox: string | null
  endpoint: string
  region: string
  /** ms */
  now: () => number
  log: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Compares Ceph RGW's topics with the console's. Restores those that another key has changed or deleted, and removes
 * those of accounts that may not have them (any more).
 */
export function addTopicKeeper(background: Background, keeper: Keeper): Worker {
  async function run({ stopping, failed }: Turn): Promise<undefined> {
    for (const account of await accountsWithTopics(keeper.db)) {
      if (stopping.aborted) return
      await keeper.locks.hold(topicsLock(account), () => keepAccount(keeper, account)).catch(failed)
    }
  }

  const problem = 'The topics of an account could not be kept in the storage.'
  return background.add({ name: 'topics', problem, every: () => minute, retry: minute, run })
}

/** With the account's lock `topics`. */
async function keepAccount(
  keeper: Keeper,
  { accountId, storageUid: uid, mayNotify }: { accountId: string; storageUid: string; mayNotify: boolean },
): Promise<void> {
  const { db, access, endpoint, region } = keeper
  const inbox = mayNotify ? keeper.inbox : null
  const topics = (await listTopics(db, accountId)).filter(topic => inbox !== null || topic.inbox !== null)
  if (topics.length === 0) return
  const { client, keys } = await access.clientForAccount({ accountId })
  const there = rgwTopics(inbox ?? '')
  const storage = accountTopics({ there, endpoint, region, uid, keys })
  const held = await storage.held().catch(async error => {
    // RGW lists no topics over HTTP while one of them, of any user, has a password in its endpoint.
    if (inbox !== null) for (const topic of topics) await storage.create(topic)
    throw error
  })
  const copiesOf = (topic: Topic) => {
    const name = there.nameOf(uid, topic.name)
    return { own: held.find(each => each.name === name), copies: held.filter(endsWith(`_${name}`)) }
  }
  const found = topics.map(topic => ({ topic, ...copiesOf(topic) }))
  await (inbox === null
    ? removeTopics(keeper, { client, storage }, found)
    : restoreTopics(keeper, { client, storage }, found, inbox))
}

type There = { client: S3Client; storage: AccountTopics }
/** A topic, and what RGW holds of it: itself, and the copies in notifications. */
type TopicCopies = { topic: Topic; own: HeldTopic | undefined; copies: HeldTopic[] }

const endsWith = (end: string) => (topic: HeldTopic) => topic.name.endsWith(end)

function isAsWritten(held: HeldTopic, topic: Topic, inbox: string): boolean {
  const written = Object.entries(rgwTopics(inbox).attributesOf(topic))
  return written.every(([name, value]) => held.attributes[name] === value)
}

async function restoreTopics(
  { db, locks, now, log }: Keeper,
  { client, storage }: There,
  found: readonly TopicCopies[],
  inbox: string,
): Promise<void> {
  const restored: TopicCopies[] = []
  for (const each of found) {
    const { topic, own, copies } = each
    const before = topic.inbox || inbox
    const altered =
      topic.inbox !== null && !(own && [own, ...copies].every(held => isAsWritten(held, topic, before)))
    if (altered) {
      const { accountId: account, name } = topic
      const state = own ? 'changed' : 'deleted'
      log.warn({ account, topic: name, state }, 'A topic was changed at Ceph RGW, and is restored.')
      await updateTopic(db, topic.id, { altered_at: Math.floor(now() / 1000) })
    }
    if (!altered && topic.inbox !== null && before === inbox) {
      if (topic.inbox !== inbox) await updateTopic(db, topic.id, { inbox })
      continue
    }
    await storage.create(topic)
    restored.push(each)
  }
  if (restored.length === 0) return
  const written = new Set<string>()
  await eachBucket({ client, locks }, async (bucket, { topics, others }) => {
    const mine = topics.filter(names(storage, restored))
    if (mine.length > 0) await putNotifications(client, bucket, { topics: mine, others })
    for (const { name } of mine) written.add(name)
  })
  for (const { topic, copies } of restored) {
    // Copies without a notification: of deleted buckets, or made to look like one.
    const isWritten = ({ name }: HeldTopic) => written.has(name.slice(0, name.lastIndexOf('_')))
    for (const copy of copies) if (!isWritten(copy)) await storage.removeHeld(copy)
    await updateTopic(db, topic.id, { inbox })
  }
}

async function removeTopics(
  { db, locks, log }: Keeper,
  { client, storage }: There,
  found: readonly TopicCopies[],
): Promise<void> {
  // RGW refuses changes of buckets whose notifications name a topic that is gone.
  await eachBucket({ client, locks }, async (bucket, before) => {
    const isGone = names(storage, found)
    const kept = before.topics.filter(each => !isGone(each))
    if (kept.length < before.topics.length)
      await writeNotifications({ client, kind: 'rgw' }, bucket, before, kept)
  })
  for (const { topic, own, copies } of found) {
    for (const held of own ? [...copies, own] : copies) await storage.removeHeld(held)
    await updateTopic(db, topic.id, { inbox: null })
    log.warn(
      { account: topic.accountId, topic: topic.name },
      'A topic was removed from Ceph RGW, with the notifications that name it.',
    )
  }
}

/** Whether a notification names one of these topics. */
function names(
  storage: AccountTopics,
  found: readonly TopicCopies[],
): (notification: Notification) => boolean {
  const known = new Set<string | null>(found.map(({ topic }) => topic.name))
  return ({ topic }) => known.has(storage.nameOf(topic))
}

async function eachBucket(
  { client, locks }: { client: S3Client; locks: Pick<Locks, 'hold'> },
  work: (bucket: string, before: Notifications) => Promise<void>,
): Promise<void> {
  for (const { name } of await listBuckets(client)) {
    await locks
      .hold(`bucket ${name}`, async () => work(name, await readNotifications(client, name)))
      .catch(error => {
        // Deleted meanwhile.
        if (!(error instanceof Problem && error.code === 'BUCKET_NOT_FOUND')) throw error
      })
  }
}
