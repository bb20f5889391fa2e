import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Background, Turn, Worker } from '../background/runner.ts'
import { checkEvery } from '../limits/at-intervals.ts'
import { makePool } from '../limits/pool.ts'
import { addDeliveries, dueDeliveries, takeLost, type Waiting } from '../store/deliveries.ts'
import { trimDeliveries } from '../store/delivery-log.ts'
import { type Attempted, dropExpired, noteAttempts, retryNow } from '../store/delivery-states.ts'
import type { Database, Transaction } from '../store/open.ts'
import {
  claimTopic,
  dueTopics,
  holdTopic,
  releaseTopic,
  sendable,
  type Topic,
  updateTopic,
} from '../store/topics.ts'
import { inTrace, type Traces } from '../tracing/trace.ts'
import type { Vault } from '../vault/vault.ts'
import { bodyOf, lostDelivery } from './bodies.ts'
import { mailEvents, tellOfRefusal } from './mail.ts'
import type { WebhookClient } from './webhook.ts'

/** Concurrent requests to one address: one at first and after a failure, one more after each success. */
const widest = 8
/** Concurrent requests to addresses that respond, and to those that fail: the former never wait for the latter. */
const healthy = 64
const failing = 16
/** Concurrent transactions and statements of all topics: the console's other ones wait behind them. */
const storing = 2
/** Maximum number of topics served at once, each with its pending events in memory. */
const mostServed = 500
/** ms after which a topic yields to waiting ones. */
const turnTime = 30_000
/** Maximum number of a topic's events in memory. */
const ahead = 64
/** Seconds that a process holds a topic; longer than an attempt. */
const lease = 30
/** The answer of an address that wants no more events. Source: Standard Webhooks, "Deliverability and reliability". */
const gone = 410
/** Seconds that an address must have failed for before events older than a day are dropped, tried or not. */
const day = 86_400

type Deps = {
  db: Database
  vault: Vault
  sender: WebhookClient
  /** Whether the disk has no room for events: what was lost is reported later. */
  crowded: () => boolean
  /** See `ownOrigin`. */
  origin: string | null
  /** ms */
  now: () => number
  traces: Traces
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

export type Deliverer = {
  /** Schedules a delivery of pending events. */
  wake(): void
  /** Delivers pending events now, and resolves when none are left. */
  run(): Promise<void>
  /** Starts nothing further; resolves after cutting off the current attempts. */
  stop(): Promise<void>
}

/** The secrets that currently sign for the topic. */
function secretsOf(vault: Vault, topic: Topic, now: number): string[] {
  const { id, secret, oldSecret, oldSecretUntil } = topic
  const first = vault.open(secret, 'topics.secret', id)
  return oldSecret !== null && oldSecretUntil > now
    ? [first, vault.open(oldSecret, 'topics.old_secret', id)]
    : [first]
}

/**
 * Delivers events of topics: at least once, in order for each object, each topic at its own pace. One process serves a
 * topic at a time.
 */
export function addDeliveryWorker(background: Background, deps: Deps): Deliverer {
  const { db, vault, sender, log } = deps
  const holder = randomUUID()
  const seconds = () => Math.floor(deps.now() / 1000)
  const stopping = new AbortController()
  /** `ending`: aborted once the topic's events may not be sent any more. */
  const served = new Map<string, { serving: Promise<void>; ending: AbortController }>()
  /** Whether something of our own has failed since the last run: not what an address answers. */
  let faulty = false
  const pools = { healthy: makePool(healthy), failing: makePool(failing) }
  const stores = makePool(storing)
  const inStore = <T>(topicId: string, work: () => Promise<T>) => stores.use(topicId, work)
  const transact = <T>(topicId: string, work: (trx: Transaction) => Promise<T>) =>
    inStore(topicId, () => db.transaction().execute(work))

  /** Attempts begin one in each turn of the event loop: sixty at once would hold up every request. */
  let turns: Promise<unknown> = Promise.resolve()
  const turn = () => {
    turns = turns.then(() => nextTurn())
    return turns
  }

  const claim = (id: string, now: number) => inStore(id, () => claimTopic(db, id, holder, now, now + lease))

  async function attempt(topic: Topic, delivery: Waiting, cut: AbortSignal): Promise<Attempted> {
    const at = seconds()
    const began = performance.now()
    const { id } = delivery
    const body = bodyOf(delivery, topic)
    const secrets = secretsOf(vault, topic, at)
    const { address } = topic
    const span = { name: 'event delivery', kind: 'client', attributes: { 'kho.delivery.id': id } } as const
    const answer = await inTrace(deps.traces.begin(), span, async tell => {
      const answer = await sender.send({ address, id, time: at, body, secrets }, cut)
      if (answer.status !== null) tell({ 'http.response.status_code': answer.status })
      if (answer.problem !== null) tell({ 'error.type': answer.problem })
      return answer
    })
    const ended = seconds()
    const ms = Math.round(performance.now() - began)
    const { status, problem } = answer
    const told = { delivery, at: ended, ms, status, problem, answer: answer.answer }
    if (problem === null) return { ...told, state: 'delivered', nextAt: null }
    if (ended >= Math.max(delivery.expiresAt, topic.renewedAt + day))
      return { ...told, state: 'failed', nextAt: null }
    const nextAt = ended + Math.max(retryAfter(delivery.tries + 1), answer.retryAfter)
    return { ...told, state: 'pending', nextAt }
  }

  /**
   * Stores the results of attempts, and the health of the address. Returns the topic after that; null: it is paused, or
   * another process holds it.
   */
  async function note(topic: Topic, attempts: readonly Attempted[]): Promise<Topic | null> {
    const now = seconds()
    let { failures, failingSince } = topic
    let recovered = false
    for (const { problem } of attempts) {
      if (problem === null) {
        recovered ||= failures >= topicFails
        failures = 0
        failingSince = null
      } else {
        failures += 1
        failingSince ??= now
      }
    }
    const retryAt = failures >= topicFails ? now + retryAfter(failures - topicFails + 1) : 0
    const after = await transact(topic.id, async trx => {
      const held = await holdTopic(trx, topic.id, holder)
      if (held === null) return null
      await noteAttempts(trx, topic.id, attempts)
      const refused = held.address === topic.address && attempts.some(({ status }) => status === gone)
      if (refused) {
        await updateTopic(trx, topic.id, { paused: 1, refused_at: now })
        await tellOfRefusal({ ...deps, db: trx }, topic, now)
        return null
      }
      if (failures !== topic.failures || failingSince !== topic.failingSince) {
        await updateTopic(trx, topic.id, { failures, failing_since: failingSince, retry_at: retryAt })
      }
      if (recovered) await retryNow(trx, topic.id, now)
      return held.paused ? null : { ...held, failures, failingSince }
    })
    if (after !== null && failingSince !== null && failingSince <= now - day) await dropAll(topic.id, now)
    return after
  }

  /** Drops, in steps, what is older than a day. */
  async function dropAll(topicId: string, now: number): Promise<void> {
    const drop = () =>
      transact(topicId, async trx => {
        const held = await holdTopic(trx, topicId, holder)
        return held !== null && (await dropExpired(trx, topicId, now))
      })
    while (await drop());
  }

  async function reportLost(topic: Topic): Promise<void> {
    if (topic.lost === 0 || deps.crowded()) return
    await transact(topic.id, async trx => {
      const lost = await takeLost(trx, topic.id)
      if (lost > 0) await addDeliveries(trx, topic.id, [lostDelivery(lost, deps.now())], seconds())
    })
  }

  /** Sends pending events to the topic's address until none are left, one fails, its turn is over, or `cut` aborts. */
  async function post(claimed: Topic, cut: AbortSignal): Promise<void> {
    let topic: Topic | null = claimed
    let width = 1
    let ready: Waiting[] = []
    let empty = false
    let failed = false
    let renewed = seconds()
    let broken: { error: unknown } | null = null
    const flying = new Map<string, Promise<void>>()
    const ended: Attempted[] = []
    const ends = performance.now() + turnTime

    /** Extends the lease in time; null: another process holds the topic, or nothing may be sent now. */
    const renew = async (current: Topic): Promise<Topic | null> => {
      const now = seconds()
      if (now - renewed < lease / 4) return current
      const held = await claim(current.id, now)
      if (held !== null) renewed = now
      return held
    }

    const launch = (delivery: Waiting, current: Topic): void => {
      const pool = current.failures > 0 ? pools.failing : pools.healthy
      const flight = pool.use(current.accountId, async () => {
        if (cut.aborted) return
        // It may have waited here for longer than the lease.
        if ((await renew(current)) === null) return
        await turn()
        const attempted = await attempt(current, delivery, cut)
        // An attempt that was cut off does not count.
        if (!cut.aborted || attempted.problem === null) ended.push(attempted)
      })
      flying.set(
        delivery.id,
        flight
          .catch((error: unknown) => {
            broken ??= { error }
          })
          .finally(() => flying.delete(delivery.id)),
      )
    }

    while (topic !== null) {
      const over = served.size >= mostServed && performance.now() > ends
      const stalled = cut.aborted || broken !== null || over || (failed && topic.failures >= topicFails)
      if (!stalled) {
        topic = await renew(topic)
        if (topic === null) break
      }
      if (!stalled && !empty && ready.length === 0 && flying.size < width) {
        const { id } = topic
        const due = await inStore(id, () => dueDeliveries(db, id, seconds(), ahead + flying.size))
        const noted = new Set(ended.map(({ delivery }) => delivery.id))
        ready = due.filter(({ id }) => !flying.has(id) && !noted.has(id))
        empty = ready.length === 0
      }
      while (!stalled && flying.size < width && ready.length > 0) launch(ready.shift()!, topic)
      if (ended.length > 0) {
        const attempts = ended.splice(0)
        for (const { problem } of attempts) width = problem === null ? Math.min(widest, width + 1) : 1
        failed ||= attempts.some(({ problem }) => problem !== null)
        topic = await note(topic, attempts)
        empty = false
        continue
      }
      if (flying.size === 0) break
      await Promise.race(flying.values())
    }
    await Promise.all(flying.values())
    if (broken !== null) throw (broken as { error: unknown }).error
  }

  async function serve(id: string, ending: AbortSignal): Promise<void> {
    const now = seconds()
    const topic = await claim(id, now)
    if (topic === null) return
    try {
      await reportLost(topic)
      if (topic.address === '') await inStore(id, () => mailEvents({ ...deps, holder }, topic, now))
      else await post(topic, AbortSignal.any([stopping.signal, ending]))
    } finally {
      await inStore(id, () => releaseTopic(db, id, holder, seconds()))
    }
  }

  async function start(): Promise<Promise<void>[]> {
    const begun: Promise<void>[] = []
    for (const id of await dueTopics(db, seconds(), !deps.crowded())) {
      if (stopping.signal.aborted || served.size >= mostServed) break
      if (served.has(id)) continue
      const ending = new AbortController()
      const serving = serve(id, ending.signal)
        .catch(error => {
          faulty = true
          log.error({ err: error, topic: id }, 'The events of a topic could not be delivered.')
        })
        .finally(() => served.delete(id))
      served.set(id, { serving, ending })
      begun.push(serving)
    }
    return begun
  }

  async function endForbidden(): Promise<void> {
    const allowed = await sendable(db, [...served.keys()], seconds())
    for (const [id, { ending }] of served) if (!allowed.has(id)) ending.abort()
  }

  const allServed = () => Promise.all([...served.values()].map(({ serving }) => serving))

  async function run({ failed }: Turn): Promise<undefined> {
    if (served.size > 0) await endForbidden()
    if (faulty) failed(new Error('The events of topics could not be delivered.'))
    faulty = false
    await start()
    if (await trimDeliveries(db)) worker.wake()
  }

  const problem = 'Waiting events could not be delivered.'
  const worker: Worker = background.add({
    name: 'deliveries',
    problem,
    every: () => checkEvery,
    retry: 1000,
    run,
  })
  return {
    wake: () => worker.wake(),
    async run() {
      for (let begun = await start(); begun.length > 0 || served.size > 0; begun = await start()) {
        await allServed()
      }
    },
    async stop() {
      stopping.abort()
      await allServed()
      sender.close()
    },
  }
}

/** Seconds until an event is retried after this many failures; also until a topic is, if its address fails for all. */
export function retryAfter(failures: number): number {
  return Math.min(600, 5 * 2 ** Math.min(failures - 1, 10))
}

/** Failures in a row after which the whole topic waits: before that the event itself may be the cause. */
const topicFails = 3

/** Seconds that the previous secret continues to sign after a rotation. */
export const rotation = 86_400
