import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import type { TopicDetail } from '../../openapi/schema.ts'
import { makeClient } from '../../server/storage/client.ts'
import { signInApi } from './api.ts'
import { freePorts, type OwnCeph } from './ceph.ts'
import { type Console, owner, startConsole } from './console.ts'
import { type Receiver, startReceiver, verify } from './receiver.ts'
import { withMethods } from './s3.ts'

/** Objects, each overwritten again and again. */
const keys = 64
const bucket = 'su-kien'
/** ms that the slow address takes to answer. */
const slowness = 20
/** ms without an event after which RGW's queue is taken for stuck, and ms until another RGW may take it over (its lock: 90 s). */
const stuck = 15_000
const takeOver = 150_000

/** What came to one address. */
export type Delivered = {
  /** Acknowledged writes that it was not told of. */
  missing: number
  /** Writes of an object that it was told of before earlier ones. */
  disorder: number
  /** Requests for events that had come before. */
  repeated: number
  /** Requests whose signature npm's `standardwebhooks` refuses. */
  unsigned: number
}

export type DeliveredWithKills = {
  writes: number
  kills: number
  good: Delivered
  /** Of an address that fails, hangs and answers slowly before it comes back. */
  bad: Delivered
  /** Bytes of the server's memory at most. */
  memory: number
  ms: number
}

/** V8 lets a heap grow with the machine's memory; in this one, what the server holds on to must find room. */
const smallHeap = '--max-old-space-size=192 --max-semi-space-size=16'

/**
 * Writes objects whose events go to two addresses, while the server is killed; gives what came once all is delivered.
 * `ceph`: the storage, in place of the embedded engine. One of RGW 16's pushes is sometimes never answered inside RGW when the
 * inbox goes away, and its topic's queue waits for it until RGW is started again: so it is here.
 */
export async function deliverWithKills(
  events: number,
  kills: number,
  ceph: Omit<OwnCeph, 'stop'> | null = null,
): Promise<DeliveredWithKills> {
  const receiver = await startReceiver()
  const onRgw = ceph && {
    KHO_S3_KIND: 'rgw',
    KHO_S3_ENDPOINT: ceph.endpoint,
    KHO_S3_ADMIN_KEY: ceph.accessKey,
    KHO_S3_ADMIN_SECRET: ceph.secretKey,
    KHO_S3_INBOX_URL: `http://127.0.0.1:${(await freePorts(1))[0]}`,
    KHO_S3_ONE_CUSTOMER: '1',
  }
  const kho = await startConsole({
    env: { KHO_WEBHOOK_ALLOW: '127.0.0.1', NODE_OPTIONS: smallHeap, ...onRgw },
  })
  try {
    return await run(kho, receiver, {
      events,
      kills,
      endpoint: ceph?.endpoint ?? kho.s3Url,
      unstick: ceph?.restartGateway,
    })
  } finally {
    await kho.stop()
    await receiver.stop()
  }
}

async function run(
  kho: Console,
  receiver: Receiver,
  {
    events,
    kills,
    endpoint,
    unstick,
  }: { events: number; kills: number; endpoint: string; unstick: (() => Promise<void>) | undefined },
): Promise<DeliveredWithKills> {
  const began = performance.now()
  inDatabase(kho, db => db.exec('UPDATE accounts SET enable_bucket_notification = 1'))
  let api = await signInApi(kho.url, owner.email, owner.password)
  await api.call('POST', '/user/confirm-identity', { pin: owner.pin })
  await api.call('POST', '/bucket', { bucket })
  const secrets = new Map<string, string>()
  for (const name of ['good', 'bad']) {
    await api.call('POST', '/notification/topic', {
      name,
      address: `${receiver.url}/${name}`,
      group_id: null,
    })
    const { secret } = await api.call<{ secret: string }>('POST', '/notification/topic/secret', { name })
    secrets.set(`/${name}`, secret)
    const events = ['s3:ObjectCreated:*']
    await api.call('POST', '/notification/', { bucket, topic: name, events, prefix: '', suffix: '' })
  }
  const came: { path: string; id: string; key: string; size: number }[] = []
  let unsigned = { '/good': 0, '/bad': 0 } as Record<string, number>
  let lastCame = 0
  let way: 'good' | 'fails' | 'hangs' | 'slow' = 'good'
  receiver.answer = (received, response) => {
    const { path } = received
    try {
      verify(secrets.get(path) ?? '', received)
    } catch {
      unsigned = { ...unsigned, [path]: (unsigned[path] ?? 0) + 1 }
    }
    if (path === '/bad' && way === 'hangs') return
    if (path === '/bad' && way === 'fails') {
      response.writeHead(500).end()
      return
    }
    const object = JSON.parse(received.body).Records?.[0].s3.object
    if (object) {
      came.push({ path, id: received.id, key: object.key, size: object.size })
      lastCame = performance.now()
    }
    receiver.received.length = 0
    setTimeout(() => response.writeHead(204).end(), path === '/bad' && way === 'slow' ? slowness : 0)
  }

  let memory = 0
  let killed = 0
  let written = 0
  const acknowledged = new Map<string, number[]>()
  let up = Promise.resolve()
  const client = withMethods(makeClient({ endpoint, region: 'us-east-1', keys: await kho.keys() }))
  // RGW begins with a new topic after half a minute.
  await client.putObject({ Bucket: bucket, Key: 'first', Body: 'x' })
  const begun = (path: string) => came.some(each => each.path === path)
  while (!begun('/good') || !begun('/bad')) await pause(200)
  came.length = 0
  way = 'fails'

  /** Each body is a byte longer than the one before: the sizes of an object are the order of its writes. */
  async function write(key: string, most: number): Promise<void> {
    const done: number[] = []
    acknowledged.set(key, done)
    for (let size = 1; size <= most; size++) {
      await up
      const put = new PutObjectCommand({ Bucket: bucket, Key: key, Body: 'x'.repeat(size) })
      const good = await client.send(put).then(
        () => true,
        () => false,
      )
      if (good) done.push(size)
      written += 1
      memory = Math.max(memory, memoryOf(kho))
      way = written < events / 4 ? 'fails' : written < events / 2 ? 'hangs' : 'slow'
      if (killed < kills && written >= ((killed + 1) * events) / (kills + 1)) {
        killed += 1
        up = kill(kho)
        await up
      }
    }
  }
  const each = Math.ceil(events / keys)
  await Promise.all(Array.from({ length: keys }, (_, at) => write(`k${at}`, each)))
  client.destroy()
  way = 'good'
  api = await signInApi(kho.url, owner.email, owner.password)
  const missing = (path: string) => {
    const told = new Set(came.filter(each => each.path === path).map(({ key, size }) => `${key} ${size}`))
    return [...acknowledged].flatMap(([key, sizes]) => sizes.filter(size => !told.has(`${key} ${size}`)))
  }
  let deadline = performance.now() + 60_000
  let restarted = false
  for (const name of ['good', 'bad']) {
    // As who has mended the address would: what waits is tried at once.
    for (const paused of [true, false]) await api.call('PUT', '/notification/topic', { name, paused })
    const waiting = async () =>
      (await api.call<TopicDetail>('GET', `/notification/topic?name=${name}`)).counts.pending
    while ((await waiting()) > 0 || (missing(`/${name}`).length > 0 && performance.now() < deadline)) {
      memory = Math.max(memory, memoryOf(kho))
      if (unstick && !restarted && performance.now() - lastCame > stuck) {
        restarted = true
        await unstick()
        deadline = performance.now() + takeOver
      }
      await pause(200)
    }
  }
  const delivered = (path: string): Delivered => {
    const mine = came.filter(each => each.path === path)
    const seen = new Set<string>()
    const last = new Map<string, number>()
    let disorder = 0
    let repeated = 0
    for (const { id, key, size } of mine) {
      if (seen.has(id)) {
        repeated += 1
        continue
      }
      seen.add(id)
      if (size < (last.get(key) ?? 0)) disorder += 1
      last.set(key, size)
    }
    return { missing: missing(path).length, disorder, repeated, unsigned: unsigned[path] ?? 0 }
  }
  const writes = [...acknowledged.values()].reduce((sum, { length }) => sum + length, 0)
  return {
    ...{ writes, kills: killed, good: delivered('/good'), bad: delivered('/bad'), memory },
    ms: performance.now() - began,
  }
}

/** Kills the server, and starts it again, without waiting for the leases of the dead one. */
async function kill(kho: Console): Promise<void> {
  await kho.kill()
  inDatabase(kho, db => db.exec('UPDATE topics SET lease_until = 0'))
  await kho.restart()
}

function inDatabase({ dataDir }: Console, act: (db: DatabaseSync) => void): void {
  const db = new DatabaseSync(join(dataDir, 'kho.sqlite'))
  db.exec('PRAGMA busy_timeout = 5000')
  act(db)
  db.close()
}

function memoryOf(kho: Console): number {
  try {
    const status = readFileSync(`/proc/${kho.pid()}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
