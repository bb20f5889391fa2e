import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Insertable } from 'kysely'
import type { Background, Turn, Worker } from '../background/runner.ts'
import type { EngineEvents } from '../engine/engine.ts'
import type { LostEvents, StoredEvent } from '../engine/store/events.ts'
import type { Topic as EngineTopic } from '../engine/store/topics.ts'
import { addDeliveries, type NewDelivery } from '../store/deliveries.ts'
import { addLost } from '../store/delivery-counts.ts'
import type { Database, Transaction } from '../store/open.ts'
import type { Tables } from '../store/schema.ts'
import {
  accountOfStorage,
  deleteTopic,
  knownTopics,
  listTopics,
  putTopic,
  type Topic,
} from '../store/topics.ts'
import type { Vault } from '../vault/vault.ts'
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

/** Events taken at once, and their deliveries: an event has one for each notification that it matches. */
const eventsAtOnce = 500
const deliveriesAtOnce = 2000
/** Deliveries made without letting others have their turns. */
const atOnce = 200
/** Topics of one transaction, which locks them: their deliveries wait for it. */
const topicsAtOnce = 10

/** The console's record of a topic of the storage. `db`: a transaction. `now`: ms. */
export function storedTopic(
  db: Transaction,
  vault: Vault,
  topic: Omit<Insertable<Tables['topics']>, 'id' | 'secret' | 'created_at'>,
  now: number,
): Promise<Topic> {
  const id = randomUUID()
  const secret = vault.seal(newSecret(), 'topics.secret', id)
  return putTopic(db, { ...topic, id, secret, created_at: Math.floor(now / 1000) })
}

/** The console's records of the engine's topics; each owner's are read once. */
function makeTopics({ db, vault, topics, now }: Deps) {
  const owners = new Map<string, ReturnType<typeof read>>()

  async function read(owner: string) {
    const account = await accountOfStorage(db, owner)
    if (!account) return null
    const [there, kept] = [topics(owner), await listTopics(db, account.id)]
    const byName = <T extends { name: string }>(list: T[]) => new Map(list.map(each => [each.name, each]))
    return { accountId: account.id, there: byName(there), kept: byName(kept) }
  }

  return async (owner: string, name: string): Promise<Topic | null> => {
    const known = owners.get(owner) ?? read(owner)
    owners.set(owner, known)
    const at = await known
    const found = at?.there.get(name)
    if (!at || !found) return null
    const { endpoint: address, created, opaque } = found
    const incarnation = String(created)
    let topic = at.kept.get(name)
    if (topic?.incarnation !== incarnation || topic.address !== address || topic.opaque !== opaque) {
      const made = { account_id: at.accountId, name, stamp: incarnation, address, opaque }
      topic = await db.transaction().execute(trx => storedTopic(trx, vault, made, now()))
      at.kept.set(name, topic)
    }
    // Without an address or a group there is no receiver.
    return address === '' && topic.groupId === null ? null : topic
  }
}

async function takeLost(deps: Deps, lost: readonly LostEvents[]): Promise<void> {
  const topicOf = makeTopics(deps)
  const counted: [string, number][] = []
  for (const { owner, topic: name, events } of lost) {
    const found = await topicOf(owner, name)
    if (found) counted.push([found.id, events])
  }
  await deps.db.transaction().execute(async trx => {
    for (const [id, events] of counted.sort()) await addLost(trx, id, events)
  })
}

async function take(deps: Deps, events: readonly StoredEvent[]): Promise<void> {
  const { db, now } = deps
  const topicOf = makeTopics(deps)
  const added = new Map<string, NewDelivery[]>()
  let made = 0
  for (const event of events) {
    made += event.targets.length
    if (made > atOnce) {
      made = 0
      await nextTurn()
    }
    const delivery = deliveriesOf({ ...event, mark: event.seq }, deps.events.region)
    for (const { topic: name, configuration } of event.targets) {
      const found = await topicOf(event.owner, name)
      if (!found) continue
      const list = added.get(found.id) ?? []
      list.push(delivery(found.id, configuration))
      added.set(found.id, list)
    }
  }
  const crowded = deps.crowded()
  const sorted = [...added].sort(([one], [other]) => (one < other ? -1 : 1))
  for (let from = 0; from < sorted.length; from += topicsAtOnce) {
    await db.transaction().execute(async trx => {
      for (const [topicId, deliveries] of sorted.slice(from, from + topicsAtOnce)) {
        if (crowded) await addLost(trx, topicId, deliveries.length)
        else await addDeliveries(trx, topicId, deliveries, Math.floor(now() / 1000))
      }
    })
  }
}

/** Deletes records of topics that no longer exist at the storage. */
async function forgetGone({ db, topics }: Deps): Promise<void> {
  const there = new Map<string, EngineTopic[]>()
  for (const { id, storageUid, name, incarnation } of await knownTopics(db)) {
    const all = there.get(storageUid) ?? topics(storageUid)
    there.set(storageUid, all)
    const found = all.find(each => each.name === name)
    if (String(found?.created) !== incarnation) await deleteTopic(db, id)
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
      await takeLost(deps, lost)
      await events.forgetLost(lost)
    }
    let any = lost.length > 0
    const next = () => events.after(0, eventsAtOnce, deliveriesAtOnce)
    for (let rows = next(); rows.length > 0 && !stopping.aborted; rows = next()) {
      await take(deps, rows)
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
