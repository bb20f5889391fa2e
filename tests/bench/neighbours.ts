import { setTimeout as pause } from 'node:timers/promises'
import type { S3 } from '@aws-sdk/client-s3'
import { sql } from 'kysely'
import { hashSecret } from '../../server/auth/hash.ts'
import { storeMail } from '../../server/mail/queue.ts'
import { bucketEventsMail } from '../../server/mail/texts.ts'
import { newKeyPair } from '../../server/s3/keys.ts'
import { makeClient } from '../../server/storage/client.ts'
import { addKey } from '../../server/store/access-keys.ts'
import { createAccount } from '../../server/store/accounts.ts'
import { type Database, openDatabase } from '../../server/store/open.ts'
import { trafficColumns } from '../../server/store/traffic-columns.ts'
import { makeVault } from '../../server/vault/vault.ts'
import type { TestConsole } from '../server/support/console.ts'
import { makePeople, password, pin } from '../server/support/people.ts'
import { type Api, signInApi } from '../support/api.ts'
import { freePorts } from '../support/ceph.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { addSubUsers } from '../support/many-sub-users.ts'
import { startPostgres } from '../support/postgres.ts'
import { startReceiver } from '../support/receiver.ts'
import { withMethods } from '../support/s3.ts'
import { attributes, callSns } from '../support/sns.ts'

/** ms that no act of a customer may hold others. */
const most = 50
const accounts = 5000
const mails = 100_000
const topics = 100
const waiting = 100_000
const logged = 200_000
const people = 5000
const secret = 's'.repeat(32)
const now = () => Math.floor(Date.now() / 1000)

/** ms of the neighbour's calls. */
type Seen = { s3: number[]; pages: number[] }
/** `before`: what is not measured. */
type Act = { name: string; before?: () => Promise<unknown>; run: () => Promise<unknown> }

/**
 * `neighbours [seconds]`: one customer does, at the documented maxima, what once held everybody: a topic of 300,000 events
 * is resumed and deleted, 100,000 are resent, 500 events go to 100 topics, 100,000 mails wait, 5,000 keys of sub-users are
 * pushed, metrics and the traffic of 5,000 accounts are read. What another customer sees meanwhile: the 99th percentile of S3 and of pages, and the longest
 * block of the server's event loop, which is at most 50 ms, on SQLite and PostgreSQL.
 */
export async function benchNeighbours(seconds: number): Promise<boolean> {
  const postgres = await startPostgres()
  if ('missing' in postgres) throw new Error(postgres.missing)
  try {
    const onSqlite = await on('SQLite', null, seconds)
    return (await on('PostgreSQL', await postgres.database(), seconds)) && onSqlite
  } finally {
    await postgres.stop()
  }
}

async function on(name: string, url: string | null, seconds: number): Promise<boolean> {
  const receiver = await startReceiver()
  const [metricsPort, nobody] = await freePorts(2)
  const console = await startConsole({
    env: {
      ...{ KHO_SECRET: secret, KHO_METRICS_LISTEN: `127.0.0.1:${metricsPort}` },
      ...{ KHO_SMTP_URL: `smtp://127.0.0.1:${nobody}`, KHO_WEBHOOK_ALLOW: '127.0.0.0/8' },
      ...(url && { KHO_DATABASE_URL: url }),
    },
  })
  const closing: (() => Promise<unknown>)[] = [() => receiver.stop(), () => console.stop()]
  try {
    const db = await openDatabase({ url, dataDir: console.dataDir })
    closing.push(() => db.destroy())
    const [bad, good] = await makeCustomers(console, db)
    await makeTopics(console, bad, receiver.url)
    // The first event makes the console's records of the topics.
    await bad.client.putObject({ Bucket: bad.name, Key: 'first', Body: 'x' })
    await repeatUntil(async () => (await db.selectFrom('topics').select('id').execute()).length === topics)
    await console.kill()
    await fill(db, bad.accountId)
    await console.restart()
    const admin = await signInApi(console.url, owner.email, owner.password)
    const metrics = `http://127.0.0.1:${metricsPort}/metrics`
    const acts: Act[] = [
      { name: 'nothing else', run: () => pause(seconds * 1000) },
      { name: `${mails} waiting mails`, run: () => pause(seconds * 1000) },
      { name: 'metrics', run: () => repeat(10, () => read(metrics)) },
      { name: `500 events to ${topics} topics`, run: () => writeMany(bad, db) },
      { name: `resuming ${waiting} events`, run: () => resume(bad.api, seconds) },
      { name: `deleting ${waiting + logged} events`, run: () => remove(bad.api, db) },
      {
        name: `resending ${waiting} events`,
        before: () => fillTopic(db, bad.accountId, 'topic-1', waiting, 0),
        run: () => bad.api.call('POST', '/notification/topic/resend', { name: 'topic-1', id: null }),
      },
      {
        name: `the first push of ${people} keys`,
        before: () => addKeys(db, bad.accountId),
        run: () => makeKey(bad.api),
      },
      { name: `a key beside ${people}`, run: () => repeat(5, () => makeKey(bad.api)) },
      // Last, as it takes longer than the others' connections are kept.
      { name: `traffic of ${accounts} accounts`, run: () => readTraffic(console.url, admin) },
    ]
    // What the start compiles belongs to no act.
    const warm = AbortSignal.timeout(seconds * 1000)
    await watch(good, warm)
    let held = true
    for (const { name: act, before, run } of acts) {
      await before?.()
      await console.longestBlock()
      const stop = new AbortController()
      const seen = watch(good, stop.signal)
      // Where the act fails, its error is the one to see.
      seen.catch(() => undefined)
      const began = performance.now()
      await run()
      const took = (performance.now() - began) / 1000
      stop.abort()
      const { s3, pages } = await seen
      const block = await console.longestBlock()
      held &&= act === 'nothing else' || block <= most
      globalThis.console.log(
        `${name}, ${act} (${took.toFixed(1)} s): S3 ${p99(s3)} of ${s3.length}, pages ${p99(pages)} of ${pages.length}, longest block ${block.toFixed(0)} ms`,
      )
    }
    return held
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

async function repeatUntil(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(100)
}

const p99 = (times: number[]) =>
  `p99 ${(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0).toFixed(0)} ms`

async function repeat(times: number, run: () => Promise<unknown>): Promise<void> {
  for (let at = 0; at < times; at++) await run()
}

async function read(url: string, headers: Record<string, string> = {}): Promise<void> {
  const answer = await fetch(url, { headers })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
}

const readTraffic = (url: string, { cookie }: Api) =>
  read(`${url}/api/dashboard/traffic/csv?from=2026-01-01&to=2026-01-31&accounts=all`, { cookie })

type Customer = {
  name: string
  api: Api
  client: S3
  keys: { accessKey: string; secretKey: string }
  accountId: string
}

async function confirmed(url: string, email: string): Promise<Api> {
  const api = await signInApi(url, email, password)
  await api.call('POST', '/user/confirm-identity', { pin })
  return api
}

/** The one who does the acts, and the neighbour, each with a bucket of their name. */
async function makeCustomers(console: Console, db: Database): Promise<[Customer, Customer]> {
  const services = { db, hashSecret, now: () => Date.now() }
  const people = await makePeople({ url: console.url, kho: { services } } as unknown as TestConsole)
  const make = async (name: string): Promise<Customer> => {
    const { accountId, email } = await people.owner(name, { events: true })
    const api = await confirmed(console.url, email)
    type Made = { key: { access_key: string }; secret_key: string }
    const { key, secret_key } = await api.call<Made>('POST', '/user/access-key', { name: 'bench' })
    const keys = { accessKey: key.access_key, secretKey: secret_key }
    const client = withMethods(makeClient({ endpoint: console.s3Url, region: 'us-east-1', keys }))
    await client.createBucket({ Bucket: name })
    return { name, api, client, keys, accountId }
  }
  return [await make('khach'), await make('hang-xom')]
}

/** Topics of S3 that a bucket tells everything, the first one with the most events; `url`: their receiver. */
async function makeTopics({ s3Url }: Console, { name, keys, client }: Customer, url: string): Promise<void> {
  const names = Array.from({ length: topics }, (_, at) => `topic-${at}`)
  for (const Name of names) {
    const target = { url: s3Url, region: 'us-east-1', keys }
    const { status, xml } = await callSns(target, 'CreateTopic', {
      Name,
      ...attributes({ 'push-endpoint': url }),
    })
    if (status !== 200) throw new Error(xml)
  }
  const { Owner } = await client.listBuckets({})
  await client.putBucketNotificationConfiguration({
    Bucket: name,
    NotificationConfiguration: {
      TopicConfigurations: names.map(each => ({
        Id: each,
        TopicArn: `arn:aws:sns:us-east-1:${Owner!.ID}:${each}`,
        Events: ['s3:ObjectCreated:*' as const],
      })),
    },
  })
}

const numbers = (last: number) =>
  sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(last)})`

/** Events of a topic that is paused: the first failed, the others wait. */
async function fillTopic(db: Database, accountId: string, name: string, failed: number, pending: number) {
  const { id } = await db
    .selectFrom('topics')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  const record = { eventName: 'ObjectCreated:Put', s3: { object: { key: 'k' } }, more: 'x'.repeat(600) }
  const body = JSON.stringify({ Records: [record] })
  const [from, all] = [sql.lit(`${name}-`), numbers(failed + pending)]
  await sql`${all} insert into events (id, name, bucket, key, body, created_at)
    select ${from} || i, 's3:ObjectCreated:Put', 'khach', 'k' || i, ${body}, ${now()} from n`.execute(db)
  await sql`${all} insert into deliveries (id, topic_id, number, line, event_id, configuration, state,
      head, due_at, created_at, expires_at, ended_at)
    select 'msg_' || ${from} || i, ${id}, i, 'l' || i, ${from} || i, ${sql.lit(name)},
      case when i > ${sql.lit(failed)} then 'pending' else 'failed' end, case when i > ${sql.lit(failed)} then 1 else 0 end,
      ${sql.lit(now())}, ${sql.lit(now())}, ${sql.lit(now() + 86_400)},
      case when i > ${sql.lit(failed)} then null else ${sql.lit(now())} end from n`.execute(db)
  await db
    .updateTable('topics')
    .set({ paused: 1, pending, failed, last_number: failed + pending })
    .where('id', '=', id)
    .execute()
}

/** Fills the database: events of the first topic, mails, and accounts with traffic. */
async function fill(db: Database, accountId: string): Promise<void> {
  await fillTopic(db, accountId, 'topic-0', logged, waiting)
  const vault = makeVault(secret)
  await db.transaction().execute(async trx => {
    const events = [{ event: 's3:ObjectCreated:Put', bucket: 'khach', key: 'k' }]
    const mail = bucketEventsMail('en', 'nobody@example.com', 'topic-0', events, { more: 0, origin: null })
    for (let at = 0; at < mails; at++)
      await storeMail({ db: trx, vault }, { mail, link: null }, 86_400, now(), accountId)
  })
  for (let at = 0; at < accounts; at++) {
    const email = `account-${at}@example.com`
    const role = { isAdmin: true, isSupperAdmin: false, isSubUser: false, requireChangePass: false }
    const user = { ...role, permission: 'full-control' as const, email, name: email, passwordHash: '' }
    await createAccount(db, { name: email, now: now(), enableBucketNotification: false }, user)
  }
  const columns = sql.join(trafficColumns.map(name => sql.ref(name)))
  const values = sql.join(trafficColumns.map(() => sql.lit(12_345)))
  const before = sql.lit(Date.UTC(2026, 0, 1) / 86_400_000 - 1)
  await sql`${numbers(31)} insert into traffic_days (account_id, day, bucket, ${columns})
    select id, ${before} + i, 'b', ${values} from accounts, n`.execute(db)
}

/** Gives the account sub-users with a key each, in its database alone: the next push has them all. */
async function addKeys(db: Database, accountId: string): Promise<void> {
  await addSubUsers(db, accountId, people)
  const users = await db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('is_sub_user', '=', 1)
    .execute()
  const vault = makeVault(secret)
  await db.transaction().execute(async trx => {
    for (const { id: userId } of users) {
      const { accessKey, secretKey } = newKeyPair()
      const sealedSecret = vault.seal(secretKey, 'access_keys.secret_key', userId)
      await addKey(trx, { accessKey, sealedSecret, userId, name: 'bench', console: false, now: now() })
    }
  })
}

async function makeKey(api: Api): Promise<void> {
  type Made = { key: { access_key: string } }
  const { key } = await api.call<Made>('POST', '/user/access-key', { name: 'one more' })
  await api.call('DELETE', '/user/access-key', { access_key: key.access_key })
}

async function watch({ name, api, client }: Customer, stop: AbortSignal): Promise<Seen> {
  const seen: Seen = { s3: [], pages: [] }
  const timed = async (into: number[], act: () => Promise<unknown>) => {
    const began = performance.now()
    await act()
    into.push(performance.now() - began)
  }
  async function files(): Promise<void> {
    for (let at = 0; !stop.aborted; at++) {
      const named = { Bucket: name, Key: `${at % 100}` }
      await timed(seen.s3, () => client.putObject({ ...named, Body: 'x' }))
      await timed(seen.s3, async () => (await client.getObject(named)).Body!.transformToByteArray())
    }
  }
  async function pages(): Promise<void> {
    while (!stop.aborted) {
      await timed(seen.pages, () => api.call('GET', '/bucket'))
      await pause(20)
    }
  }
  await Promise.all([files(), pages()])
  return seen
}

/** 500 new objects, eight at a time; the act ends when each topic has its events. */
async function writeMany({ name, client }: Customer, db: Database): Promise<void> {
  const taken = async () => {
    const rows = await db.selectFrom('topics').select('last_number').execute()
    return rows.reduce((sum, row) => sum + Number(row.last_number), 0)
  }
  const before = await taken()
  const names = Array.from({ length: 500 }, (_, at) => `object-${at}`)
  const write = async () => {
    for (let Key = names.pop(); Key; Key = names.pop())
      await client.putObject({ Bucket: name, Key, Body: 'x' })
  }
  await Promise.all(Array.from({ length: 8 }, write))
  while ((await taken()) < before + 500 * topics) await pause(500)
}

async function resume(api: Api, seconds: number): Promise<void> {
  await api.call('PUT', '/notification/topic', { name: 'topic-0', paused: false })
  await pause(seconds * 1000)
}

/** The topic is gone at once; the act ends when its events are, too. */
async function remove(api: Api, db: Database): Promise<void> {
  await api.call('DELETE', '/notification/topic', { name: 'topic-0', typed: 'topic-0' })
  const gone = () => db.selectFrom('topics').select('id').where('gone', '=', 1).execute()
  while ((await gone()).length > 0) await pause(500)
}
