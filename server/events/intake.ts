import { randomUUID } from 'node:crypto'
import type { Background, Turn, Worker } from '../background/runner.ts'
import type { EngineEvents } from '../engine/engine.ts'
import type { LostEvents, StoredEvent } from '../engine/store/events.ts'
import type { Topic as EngineTopic } from '../engine/store/topics.ts'
import type { Vault } from '../secret.ts'
import { addDeliveries, type NewDelivery } from '../store/deliveries.ts'
import { addLost } from '../store/delivery-counts.ts'
import type { Database, Transaction } from '../store/open.ts'
import { accountOfStorage, deleteTopic, knownTopics, putTopic, type Topic } from '../store/topics.ts'
import { deliveriesOf } from './bodies.ts'
import { newSecret } from './webhook.ts'

type Deps = {
  db: Database
  vault: Vault
  events: EngineEvents
  topics: (uid: string) => EngineTopic[]
  /** Whether the disk has no room for events: they are counted as lost. */
  crowded: () => boolean
  now: () => number
}

/** Deliveries made in one transaction: an event has one for each notification that it matches. */
const batch = 500

/** The console's record of a topic of the storage. `db`: a transaction. `now`: ms. */
export function storedTopic(
  db: Transaction,
  vault: Vault,
  topic: {
    accountId: string
    name: string
    stamp: string
    address: string
    groupId?: string
    opaque?: string
  },
  now: number,
): Promise<Topic> {
  const id = randomUUID()
  const secret = vault.seal(newSecret(), 'topics.secret', id)
  return putTopic(db, { ...topic, id, secret, createdAt: Math.floor(now / 1000) })
}

/** The engine's topics by their user, each user's read once. */
function readOnce(topics: Deps['topics']): Deps['topics'] {
  const read = new Map<string, EngineTopic[]>()
  return uid => {
    const list = read.get(uid) ?? topics(uid)
    read.set(uid, list)
    return list
  }
}

/** The console's records of the engine's topics, each read once. */
function makeTopics({ vault, topics, now }: Deps, trx: Transaction) {
  const listed = readOnce(topics)
  const known = new Map<string, Promise<Topic | null>>()

  async function read(owner: string, name: string) {
    const found = listed(owner).find(each => each.name === name)
    const account = found && (await accountOfStorage(trx, owner))
    if (!found || !account) return null
    const { id: accountId } = account
    const { endpoint: address, created, opaque } = found
    const stamp = String(created)
    const topic = await storedTopic(trx, vault, { accountId, name, stamp, address, opaque }, now())
    // Without an address or a group there is no receiver.
    return address === '' && topic.groupId === null ? null : topic
  }

  return (owner: string, name: string) => {
    const text = JSON.stringify([owner, name])
    const topic = known.get(text) ?? read(owner, name)
    known.set(text, topic)
    return topic
  }
}

async function take(deps: Deps, events: readonly StoredEvent[], lost: readonly LostEvents[]): Promise<void> {
  const { db, now } = deps
  const { region } = deps.events
  await db.transaction().execute(async trx => {
    const topicOf = makeTopics(deps, trx)
    for (const { owner, topic: name, events: count } of lost) {
      const found = await topicOf(owner, name)
      if (found) await addLost(trx, found.id, count)
    }
    const added = new Map<string, NewDelivery[]>()
    const add = (topicId: string, delivery: NewDelivery) => {
      const list = added.get(topicId) ?? []
      list.push(delivery)
      added.set(topicId, list)
    }
    for (const event of events) {
      const delivery = deliveriesOf({ ...event, mark: event.seq }, region)
      for (const { topic: name, configuration } of event.targets) {
        const found = await topicOf(event.owner, name)
        if (!found) continue
        add(found.id, delivery(found.id, configuration))
      }
    }
    const crowded = deps.crowded()
    for (const [topicId, deliveries] of [...added].sort()) {
      if (crowded) await addLost(trx, topicId, deliveries.length)
      else await addDeliveries(trx, topicId, deliveries, Math.floor(now() / 1000))
    }
  })
}

/** Deletes records of topics that no longer exist at the storage. */
async function forgetGone({ db, topics }: Deps): Promise<void> {
  const listed = readOnce(topics)
  for (const { id, storageUid, name, stamp } of await knownTopics(db)) {
    const found = listed(storageUid).find(each => each.name === name)
    if (String(found?.created) !== stamp) await deleteTopic(db, id)
  }
}

/**
 * Moves events from the engine's outbox into the database, from where they are delivered. An event leaves the outbox
 * afterwards: after a crash in between it is moved twice, with the same id. `taken`: called when there is something to
 * deliver.
 */
export function addIntake(background: Background, deps: Deps, taken: () => void): Worker {
  const { events } = deps
  let tidied = 0

  async function run({ stopping }: Turn): Promise<undefined> {
    const lost = events.lost()
    if (lost.length > 0) {
      await take(deps, [], lost)
      await events.forgetLost(lost)
    }
    let any = lost.length > 0
    const next = () => events.after(0, batch)
    for (let rows = next(); rows.length > 0 && !stopping.aborted; rows = next()) {
      await take(deps, rows, [])
      await events.drop(rows.at(-1)!.seq)
      any = true
    }
    if (any) taken()
    if (deps.now() - tidied >= 60_000) {
      tidied = deps.now()
      await forgetGone(deps)
    }
  }

  const problem = 'Events of buckets could not be taken over from the engine.'
  const worker = background.add({ name: 'events', problem, every: () => 30_000, retry: 1000, run })
  events.onWritten(() => worker.wake())
  return worker
}
