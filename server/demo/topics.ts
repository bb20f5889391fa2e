import { setTimeout as pause } from 'node:timers/promises'
import type { BucketEvent } from '../../openapi/schema.ts'
import { deliveriesOf } from '../events/bodies.ts'
import { retryAfter } from '../events/deliver.ts'
import { storedTopic } from '../events/intake.ts'
import { topicsOfAccount } from '../operations/account-topics.ts'
import type { Services } from '../operations/services.ts'
import { readNotifications, writeNotifications } from '../storage/bucket-notifications.ts'
import { newIncarnation } from '../storage-admin/topics.ts'
import { storageUid } from '../store/accounts.ts'
import { addDeliveries, waitingDeliveries } from '../store/deliveries.ts'
import { type Attempted, noteAttempts } from '../store/delivery-states.ts'
import type { Transaction } from '../store/open.ts'
import { updateTopic } from '../store/topics.ts'
import type { User } from '../store/users.ts'

type Deps = Pick<
  Services,
  'db' | 'vault' | 'access' | 'admin' | 'region' | 'storageEndpoint' | 'storageKind' | 'now'
>
type File = { bucket: string; key: string; size: number }

const hour = 3600
const day = 24 * hour

type DemoTopic = {
  name: string
  /** On this machine: where the operator allows no such address, nothing is sent, and nothing looked up. */
  address: string
  bucket: string
  events: BucketEvent[]
  prefix: string
  suffix: string
  /** How many of its last events its address does not take. */
  fails: number
}

const topics: readonly DemoTopic[] = [
  {
    ...{ name: 'xu-ly-anh', address: 'http://127.0.0.1:8701/anh-moi', fails: 0 },
    ...{ bucket: 'anh-gia-dinh', events: ['s3:ObjectCreated:*'] },
    ...{ prefix: 'Tết Bính Ngọ 2026/', suffix: '.png' },
  },
  {
    ...{ name: 'ke-toan', address: 'http://127.0.0.1:8702/kho/su-kien', fails: 2 },
    ...{ bucket: 'tai-lieu-cong-ty', events: ['s3:ObjectCreated:*', 's3:ObjectRemoved:*'] },
    ...{ prefix: 'Báo cáo/', suffix: '.csv' },
  },
]

const configurationOf = ({ name }: DemoTopic) => `${name}-demo`

type Tried = Omit<Attempted, 'delivery'>
const good = (at: number): Tried => ({
  ...{ state: 'delivered', at, ms: 40 + (at % 140) },
  ...{ status: 200, problem: null, answer: 'OK', nextAt: null },
})
const busy = (at: number, nextAt: number | null): Tried => ({
  ...{ state: nextAt === null ? 'failed' : 'pending', at, ms: 900 + (at % 140) },
  ...{ status: 503, problem: 'STATUS', answer: 'Service Unavailable', nextAt },
})
const unconnected = (at: number, nextAt: number): Tried => ({
  ...{ state: 'pending', at, ms: 2 },
  ...{ status: null, problem: 'CONNECTION_FAILED', answer: '', nextAt },
})

/** The attempts at an event, which happened `at` (unix seconds). */
function attempts(fate: 'good' | 'late' | 'failed' | 'pending', at: number, now: number): Tried[] {
  if (fate === 'late') return [busy(at, at + 5), good(at + 6)]
  // The receiver asks for an hour each time.
  if (fate === 'failed')
    return Array.from({ length: 25 }, (_, hours) =>
      busy(at + hours * hour, hours === 24 ? null : at + (hours + 1) * hour),
    )
  if (fate === 'good') return [good(at)]
  const tried: Tried[] = []
  for (let next = at; next <= now; next = tried.at(-1)!.nextAt!)
    tried.push(unconnected(next, next + retryAfter(tried.length + 1)))
  return tried
}

type Failing = { failures: number; failing_since: number | null; retry_at: number }

/** Stores deliveries of the last five days about these files. Returns the health of the address. */
async function seedDeliveries(
  trx: Transaction,
  topicId: string,
  demo: DemoTopic,
  { owner, region, now, files }: { owner: string; region: string; now: number; files: readonly File[] },
): Promise<Failing> {
  const health: Failing = { failures: 0, failing_since: null, retry_at: 0 }
  for (const [index, { bucket, key, size }] of files.entries()) {
    const left = files.length - 1 - index
    const at = now - hour - Math.round((left * 5 * day) / files.length)
    const hex = at.toString(16).toUpperCase()
    const event = {
      ...{ mark: key, at: at * 1000, name: 's3:ObjectCreated:Put', bucket, key, size, etag: null },
      ...{ versionId: null, owner, uid: owner, subUser: null, requestId: hex, address: '127.0.0.1' },
      sequencer: hex.padStart(16, '0'),
    }
    const delivery = deliveriesOf(event, region)(topicId, configurationOf(demo))
    await addDeliveries(trx, topicId, [delivery], at)
    const { id, orderingKey } = delivery
    const fails = left < demo.fails
    const tried = attempts(fails ? 'pending' : demo.fails > 0 ? 'good' : (fates[index] ?? 'good'), at, now)
    for (const [tries, each] of tried.entries())
      await noteAttempts(trx, topicId, [{ ...each, delivery: { id, orderingKey, number: index + 1, tries } }])
    if (!fails) continue
    health.failures += tried.length
    health.failing_since ??= at
    health.retry_at = Math.max(health.retry_at, tried.at(-1)!.nextAt!)
  }
  return health
}

/** What becomes of some of the events whose address works, by their index. */
const fates: Record<number, 'late' | 'failed'> = { 3: 'failed', 9: 'late' }

/** How often, and ms between, it is looked whether the engine's test event has come. */
const looks = 100
const lookEvery = 50

/**
 * Gives the user's account two topics with notifications and deliveries: one whose address works, and one whose address
 * has failed for hours. On storages whose topics are the console's own, as they are read by nobody else.
 */
export async function seedTopics(deps: Deps, user: User, held: readonly File[]): Promise<void> {
  const { db, vault, admin, region, storageKind: kind } = deps
  const list = admin.topics?.list
  if (!list) return
  const storage = await topicsOfAccount(deps, user)
  const { client } = await deps.access.clientForAccount(user)
  const { accountId } = user
  const owner = storageUid(accountId)
  for (const demo of topics) {
    const { name, address, bucket, events, prefix, suffix, fails } = demo
    const arn = await storage.create({ name, address, incarnation: newIncarnation() })
    const incarnation = (await list(owner)).find(each => each.name === name)?.incarnation
    if (incarnation === undefined) continue
    const now = Math.floor(deps.now() / 1000)
    const files = held
      .filter(({ bucket: its, key }) => its === bucket && key.startsWith(prefix) && key.endsWith(suffix))
      .slice(-14)
    const { id, health } = await db.transaction().execute(async trx => {
      const { id } = await storedTopic(
        trx,
        vault,
        { account_id: accountId, name, stamp: incarnation, address },
        deps.now(),
      )
      // Paused until its history is complete: no attempt comes between.
      await updateTopic(trx, id, { paused: 1, created_at: now - 6 * day })
      return { id, health: await seedDeliveries(trx, id, demo, { owner, region, now, files }) }
    })
    const added = { name: configurationOf(demo), topic: arn, events, prefix, suffix }
    const before = await readNotifications(client, bucket)
    await writeNotifications({ client, kind }, bucket, before, [...before.topics, added])
    // The engine sends a test event, which the address has answered, too.
    const isTest = ({ event }: { event: string }) => event === 's3:TestEvent'
    let test = (await waitingDeliveries(db, id, files.length + 1)).find(isTest)
    for (let look = 0; test === undefined && look < looks; look++) {
      await pause(lookEvery)
      test = (await waitingDeliveries(db, id, files.length + 1)).find(isTest)
    }
    await db.transaction().execute(async trx => {
      if (test && fails === 0)
        await noteAttempts(trx, id, [{ ...good(now), delivery: { ...test, number: 0, tries: 0 } }])
      await updateTopic(trx, id, { paused: 0, ...health })
    })
  }
}
