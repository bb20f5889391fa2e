import { beforeEach, expect, test } from 'vitest'
import { makeBackground } from '../../server/background/runner.ts'
import { addDeliveryWorker } from '../../server/events/deliver.ts'
import type { WebhookClient } from '../../server/events/webhook.ts'
import { createAccount } from '../../server/store/accounts.ts'
import {
  addDeliveries,
  dueDeliveries,
  mostWaiting,
  mostWaitingOfAccount,
  takeLost,
  type Waiting,
  waitingDeliveries,
} from '../../server/store/deliveries.ts'
import { addLost, addToCounts, countDeliveries } from '../../server/store/delivery-counts.ts'
import {
  findDelivery,
  logOf,
  mostLogged,
  pruneDeliveries,
  trimDeliveries,
} from '../../server/store/delivery-log.ts'
import {
  dropExpired,
  endWaiting,
  noteAttempts,
  resendDeliveries,
  retryNow,
} from '../../server/store/delivery-states.ts'
import type { Database, Transaction } from '../../server/store/open.ts'
import {
  claimTopic,
  deleteTopic,
  dueTopics,
  findTopic,
  holdTopic,
  putTopic,
  releaseTopic,
} from '../../server/store/topics.ts'
import { makeTraces } from '../../server/tracing/trace.ts'
import { makeVault } from '../../server/vault/vault.ts'
import { alone } from './support/alone.ts'
import { onEachStore } from './support/stores.ts'

const now = 1_800_000_000
const vault = makeVault('secret of the tests')
type Answer = Awaited<ReturnType<WebhookClient['send']>>
const taken: Answer = { status: 200, problem: null, answer: '', retryAfter: 0 }
const day = 86_400
const id = 'topic'

onEachStore((_kind, open) => {
  let db: Database
  let accountId: string

  beforeEach(async context => {
    db = await open(context, () => undefined)
    const made = await createAccount(
      db,
      { name: 'Kho nhà', now, enableBucketNotification: true },
      {
        ...{ email: 'an@example.com', name: 'An', passwordHash: 'hash' },
        ...{ isAdmin: true, isSupperAdmin: false, isSubUser: false },
        ...{ permission: 'full-control', requireChangePass: false },
      },
    )
    accountId = made!.accountId
    await put('1')
  })

  const inOne = <T>(act: (trx: Transaction) => Promise<T>) => db.transaction().execute(act)
  const put = (incarnation: string, address = 'https://example.com/', topicId = id) =>
    inOne(trx =>
      putTopic(trx, {
        ...{ id: topicId, account_id: accountId, name: 'orders', stamp: incarnation, address },
        ...{ secret: 'sealed', created_at: now },
      }),
    )
  const putOther = () =>
    inOne(trx =>
      putTopic(trx, {
        ...{
          id: 'other',
          account_id: accountId,
          name: 'invoices',
          stamp: '1',
          address: 'https://example.com/',
        },
        ...{ secret: 'sealed', created_at: now },
      }),
    )
  const event = (name: string, orderingKey: string) => ({
    ...{ id: name, orderingKey, configuration: null },
    event: { id: name, name: 's3:ObjectCreated:Put', bucket: 'b', key: orderingKey, body: '{}' },
  })
  const add = (...names: [name: string, orderingKey: string][]) =>
    inOne(trx =>
      addDeliveries(
        trx,
        id,
        names.map(([name, orderingKey]) => event(name, orderingKey)),
        now,
      ),
    )
  const due = async (at = now) => (await dueDeliveries(db, id, at, 10)).map(each => each.id)
  const note = async (delivery: string, state: 'delivered' | 'pending' | 'failed', at = now) => {
    const found = (await dueDeliveries(db, id, at, 10)).find(each => each.id === delivery) as Waiting
    const problem = state === 'delivered' ? null : ('STATUS' as const)
    const told = { delivery: found, state, at, ms: 5, status: 500, problem, answer: 'no' }
    const nextAt = state === 'pending' ? at + 5 : null
    await inOne(trx => noteAttempts(trx, id, [{ ...told, nextAt }]))
  }

  /** The deliverer of one process. `at`: unix seconds. */
  function process(at: () => number, send: WebhookClient['send']) {
    const log: unknown[] = []
    const each = { warn: () => undefined, error: ({ err }: { err: unknown }) => void log.push(err) }
    const background = makeBackground({ now: () => at() * 1000, log: each })
    const sender = { send, close: () => undefined }
    const deps = {
      db,
      vault,
      sender,
      origin: null,
      crowded: () => false,
      now: () => at() * 1000,
      traces: makeTraces(),
      log: each as never,
    }
    return { log, deliverer: addDeliveryWorker(background, deps) }
  }
  const makeTopics = async (count: number, failures: number) => {
    await db.deleteFrom('topics').execute()
    for (let each = 0; each < count; each++) {
      const topicId = `topic-${each}`
      const secret = vault.seal('whsec_AAAA', 'topics.secret', topicId)
      const topic = { id: topicId, account_id: accountId, name: topicId, stamp: '1', secret, created_at: now }
      await inOne(trx => putTopic(trx, { ...topic, address: `https://example.com/${each}` }))
      await db.updateTable('topics').set({ failures }).where('id', '=', topicId).execute()
    }
  }

  test('an event that waited for a place longer than its topic was held is left to the process that holds it', async () => {
    await makeTopics(17, 1)
    let at = now
    const places = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const sent: string[] = []
    const first = process(
      () => at,
      async ({ id }) => {
        sent.push(id)
        if (sent.length === 16) begun.resolve()
        await places.promise
        return taken
      },
    )
    for (let each = 0; each < 17; each++)
      await inOne(trx => addDeliveries(trx, `topic-${each}`, [event(`event-${each}`, 'one')], now))
    const ran = first.deliverer.run()
    await begun.promise
    const left = Array.from({ length: 17 }, (_, each) => each).find(each => !sent.includes(`event-${each}`))!
    at += 31
    expect(await claimTopic(db, `topic-${left}`, 'other', at, at + 30)).not.toBe(null)
    places.resolve()
    at += 1
    await db.updateTable('topics').set({ paused: 1 }).execute()
    await ran
    expect(sent).not.toContain(`event-${left}`)
    const { holder } = await db
      .selectFrom('topics')
      .select('holder')
      .where('id', '=', `topic-${left}`)
      .executeTakeFirstOrThrow()
    expect([holder, first.log]).toEqual(['other', []])
  })

  test('an attempt that breaks while others are noted ends the turn of its topic, and is logged', async () => {
    await makeTopics(1, 0)
    const held = Promise.withResolvers<void>()
    const error = new Error('The secret cannot be opened.')
    const one = process(
      () => now,
      async ({ id }) => {
        if (id === '3') await held.promise
        if (id !== '4') return taken
        held.resolve()
        throw error
      },
    )
    await inOne(trx =>
      addDeliveries(
        trx,
        'topic-0',
        ['1', '2', '3', '4'].map(name => event(name, name)),
        now,
      ),
    )
    const before = one.log.length
    const tick = one.deliverer.run()
    await expect.poll(() => one.log.length).toBeGreaterThan(before)
    await db.updateTable('topics').set({ paused: 1 }).execute()
    await tick
    expect(one.log[0]).toBe(error)
    // The worker's next run counts it as a failure, which an alert hears of.
    one.deliverer.wake()
    await expect
      .poll(() => one.log.map(String))
      .toContain('Error: The events of topics could not be delivered.')
  })

  test('the first event of each ordering key is due, and the next one once it has ended', async () => {
    await add(['a1', 'a'], ['b1', 'b'], ['a2', 'a'])
    await add(['a3', 'a'], ['a1', 'a'])
    expect(await due()).toEqual(['a1', 'b1'])
    await note('a1', 'pending')
    expect(await due()).toEqual(['b1'])
    expect(await due(now + 5)).toEqual(['b1', 'a1'])
    await note('a1', 'delivered', now + 5)
    expect(await due(now + 5)).toEqual(['b1', 'a2'])
    await note('a2', 'failed')
    expect(await due()).toEqual(['b1', 'a3'])
    expect(await countDeliveries(db, id)).toEqual({ pending: 2, delivered: 1, failed: 1 })
    expect((await findDelivery(db, id, 'a1'))?.attempts).toEqual([
      { at: now + 5, ms: 5, status: 500, problem: null, answer: 'no', nextAt: null },
      { at: now, ms: 5, status: 500, problem: 'STATUS', answer: 'no', nextAt: now + 5 },
    ])
    const log = await logOf(db, id, { state: 'pending', below: null, limit: 10 })
    expect(log.map(each => each.id)).toEqual(['a3', 'b1'])
    const older = await logOf(db, id, { state: null, below: log[0]!.number, limit: 2 })
    expect(older.map(each => each.id)).toEqual(['a2', 'b1'])
  })

  test('events whose day is over are dropped, resent ones wait behind those with their ordering key', async () => {
    await add(['a1', 'a'], ['a2', 'a'])
    await inOne(trx => dropExpired(trx, id, now + day - 1))
    expect(await due()).toEqual(['a1'])
    await inOne(trx => dropExpired(trx, id, now + day))
    expect(await countDeliveries(db, id)).toEqual({ pending: 0, delivered: 0, failed: 2 })
    await add(['a3', 'a'])
    expect(await inOne(trx => resendDeliveries(trx, id, { id: 'a1' }, now))).toBe(1)
    expect(await inOne(trx => resendDeliveries(trx, id, { id: 'a1' }, now))).toBe(0)
    expect(await inOne(trx => resendDeliveries(trx, id, 'failed', now))).toBe(1)
    expect(await due()).toEqual(['a3'])
    await note('a3', 'delivered')
    expect(await due()).toEqual(['a1'])
    await note('a1', 'pending')
    await retryNow(db, id, now)
    expect(await due()).toEqual(['a1'])
    const waiting = await waitingDeliveries(db, id, 99)
    await inOne(trx => endWaiting(trx, id, waiting, 'delivered', now))
    expect(await countDeliveries(db, id)).toEqual({ pending: 0, delivered: 3, failed: 0 })
    expect(await pruneDeliveries(db, now + 31 * day)).toBe(true)
    expect(await pruneDeliveries(db, now + 31 * day)).toBe(false)
    expect(await countDeliveries(db, id)).toEqual({ pending: 0, delivered: 0, failed: 0 })
  })

  test('one process at a time has a topic, and none while it is paused or waits, or its account may have no events', async () => {
    expect(await dueTopics(db, now, true)).toEqual([])
    await add(['a1', 'a'])
    expect(await dueTopics(db, now, true)).toEqual([id])
    expect(await claimTopic(db, id, 'one', now, now + 30)).toMatchObject({ name: 'orders' })
    expect(await claimTopic(db, id, 'two', now, now + 30)).toBeNull()
    expect(await dueTopics(db, now, true)).toEqual([])
    expect(await holdTopic(alone(db), id, 'two')).toBeNull()
    expect(await claimTopic(db, id, 'two', now + 30, now + 60)).toMatchObject({ name: 'orders' })
    expect(await holdTopic(alone(db), id, 'one')).toBeNull()
    await releaseTopic(db, id, 'two', now)
    for (const stop of [{ paused: 1 }, { retry_at: now + 1 }]) {
      await db.updateTable('topics').set(stop).execute()
      expect([await dueTopics(db, now, true), await claimTopic(db, id, 'one', now, now + 30)]).toEqual([
        [],
        null,
      ])
      await db.updateTable('topics').set({ paused: 0, retry_at: 0 }).execute()
    }
    const good = { enable_bucket_notification: 1, suspended: 0, expire_date: 0 }
    for (const stop of [{ enable_bucket_notification: 0 }, { suspended: 1 }, { expire_date: now }]) {
      await claimTopic(db, id, 'one', now, now + 30)
      await db.updateTable('accounts').set(stop).execute()
      expect(await claimTopic(db, id, 'one', now, now + 60)).toBeNull()
      await releaseTopic(db, id, 'one', now)
      expect(await dueTopics(db, now, true)).toEqual([])
      await db.updateTable('accounts').set(good).execute()
    }
    expect(await dueTopics(db, now, true)).toEqual([id])
  })

  test('a topic of the same name that came later takes the place of one that has gone, with its events', async () => {
    await add(['a1', 'a'])
    expect(await put('1', 'https://example.com/other', 'another')).toMatchObject({
      ...{ id, address: 'https://example.com/other' },
    })
    expect(await put('2', 'https://example.com/', 'another')).toMatchObject({ id: 'another' })
    expect(await findTopic(db, accountId, 'orders')).toMatchObject({ id: 'another', incarnation: '2' })
    while (await trimDeliveries(db));
    expect(await countDeliveries(db, id)).toEqual({ pending: 0, delivered: 0, failed: 0 })
  })

  test('what is done to all events of a topic is done in steps, and counted', async () => {
    const counted = async () => {
      const rows = await db
        .selectFrom('deliveries')
        .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
        .where('topic_id', '=', id)
        .groupBy('state')
        .execute()
      const counts = { pending: 0, delivered: 0, failed: 0 }
      for (const { state, count } of rows) counts[state] = Number(count)
      expect(await countDeliveries(db, id)).toEqual(counts)
      return counts
    }
    await add(...Array.from({ length: 2500 }, (_, at) => [`e${at}`, `${at}`] as [string, string]))
    expect(await counted()).toEqual({ pending: 2500, delivered: 0, failed: 0 })
    expect(await inOne(trx => dropExpired(trx, id, now + day))).toBe(true)
    expect(await counted()).toEqual({ pending: 1500, delivered: 0, failed: 1000 })
    while (await inOne(trx => dropExpired(trx, id, now + day)));
    expect(await inOne(trx => resendDeliveries(trx, id, 'failed', now))).toBe(1000)
    expect(await counted()).toEqual({ pending: 1000, delivered: 0, failed: 1500 })
    expect(await due()).toHaveLength(10)
    expect(await pruneDeliveries(db, now + 32 * day)).toBe(true)
    expect(await counted()).toEqual({ pending: 1000, delivered: 0, failed: 500 })
    await deleteTopic(db, id)
    let steps = 0
    while (await trimDeliveries(db)) steps += 1
    expect(steps).toBe(3)
    expect(await counted()).toEqual({ pending: 0, delivered: 0, failed: 0 })
  })

  test('events beyond the bounds of their topic or account are counted, until there is room to tell of them', async () => {
    await inOne(trx => addToCounts(trx, id, { pending: mostWaiting - 1, delivered: 0, failed: 0 }))
    await add(['a1', 'a'], ['a2', 'a'], ['a3', 'a'])
    expect(await countDeliveries(db, id)).toMatchObject({ pending: mostWaiting })
    expect(await findTopic(db, accountId, 'orders')).toMatchObject({ lost: 2 })
    expect(await inOne(trx => takeLost(trx, id))).toBe(0)
    await putOther()
    await inOne(trx => addToCounts(trx, 'other', { pending: mostWaitingOfAccount, delivered: 0, failed: 0 }))
    await inOne(trx => addToCounts(trx, id, { pending: -mostWaiting, delivered: 0, failed: 0 }))
    await add(['a4', 'a'])
    expect(await inOne(trx => takeLost(trx, id))).toBe(0)
    await inOne(trx => addToCounts(trx, 'other', { pending: -1, delivered: 0, failed: 0 }))
    expect(await inOne(trx => takeLost(trx, id))).toBe(3)
    expect(await inOne(trx => takeLost(trx, id))).toBe(0)
  })

  test('a topic whose only events were lost is due, to tell of them', async () => {
    await inOne(trx => addLost(trx, id, 2))
    expect(await dueTopics(db, now, true)).toEqual([id])
    expect(await dueTopics(db, now, false)).toEqual([])
  })

  test('an event is stored once for all its topics, and as long as one of them has it', async () => {
    const bodies = async () => (await db.selectFrom('events').select('body').execute()).length
    await putOther()
    await add(['a1', 'a'], ['a2', 'a'])
    const same = { ...event('a1', 'a'), id: 'b1', configuration: 'rule' }
    await inOne(trx => addDeliveries(trx, 'other', [same], now))
    expect(await bodies()).toBe(2)
    await deleteTopic(db, id)
    while (await trimDeliveries(db));
    expect(await bodies()).toBe(1)
    expect(await dueDeliveries(db, 'other', now, 1)).toMatchObject([{ body: '{}', configuration: 'rule' }])
    await deleteTopic(db, 'other')
    while (await trimDeliveries(db));
    expect(await bodies()).toBe(0)
  })

  test('of an account’s longest log, the oldest events beyond its bound go', async () => {
    await add(['a1', 'a'], ['b1', 'b'], ['c1', 'c'], ['d1', 'd'])
    for (const name of ['a1', 'b1', 'c1']) await note(name, 'delivered')
    await inOne(trx => addToCounts(trx, id, { pending: 0, delivered: mostLogged - 1, failed: 0 }))
    while (await trimDeliveries(db));
    const log = await logOf(db, id, { state: null, below: null, limit: 9 })
    expect(log.map(each => each.id)).toEqual(['d1', 'c1'])
  })
})
