import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import * as v from 'valibot'
import { addDeliveries, type NewDelivery } from '../store/deliveries.ts'
import { addLost } from '../store/delivery-counts.ts'
import type { Database, Transaction } from '../store/open.ts'
import { accountOfStorage, findTopic, type Topic } from '../store/topics.ts'
import { deliveriesOf } from './bodies.ts'

/** Bytes of a request; Ceph RGW sends one event of a few KiB. */
const longest = 1024 * 1024
/**
 * ms without another event after which the events received for a topic are stored, and ms after which they are stored
 * anyway: RGW sends up to 1024 of a topic in parallel, and waits for all responses. They are stored in the order of
 * their changes.
 */
const quiet = 200
const longestGathering = 2000
/** ms before responding to a failure: RGW resends the event at once. */
const failurePause = 1000
/** ms between warnings. */
const warningPause = 60_000

const text = v.pipe(v.string(), v.maxLength(4096))
/** Source: Ceph documentation, "S3 Bucket Notifications Compatibility", Event Record. */
const record = v.object({
  eventTime: v.pipe(v.string(), v.isoTimestamp()),
  eventName: text,
  userIdentity: v.object({ principalId: text }),
  requestParameters: v.object({ sourceIPAddress: text }),
  responseElements: v.object({ 'x-amz-request-id': text }),
  s3: v.object({
    configurationId: text,
    bucket: v.object({ name: text, ownerIdentity: v.object({ principalId: text }) }),
    object: v.object({
      key: text,
      size: v.optional(v.number()),
      eTag: v.optional(text, ''),
      versionId: v.optional(text, ''),
      sequencer: text,
    }),
  }),
  eventId: v.optional(text, ''),
  opaqueData: text,
})
type PostedRecord = v.InferOutput<typeof record>
const posted = v.object({ Records: v.pipe(v.array(record), v.maxLength(1000)) })

type Deps = {
  db: Database
  region: string
  /** Whether the disk has no room for events: they are counted as lost. */
  crowded: () => boolean
  /** ms */
  now: () => number
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** Called when there is something to deliver. */
  taken: () => void
  /** Resolves after some ms. */
  pause?: (ms: number) => Promise<unknown>
}

type Inbox = (request: IncomingMessage, response: ServerResponse) => void

/** RGW writes both numbers of a time with their lowest byte first; S3's can be compared as text. */
export function comparableSequencer(hex: string): string {
  if (!/^[0-9A-F]{16}$/i.test(hex)) return hex
  const number = (from: number) =>
    Buffer.from(hex.slice(from, from + 8), 'hex')
      .reverse()
      .toString('hex')
  return (number(0) + number(8)).toUpperCase()
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > longest) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function parsed(body: string): PostedRecord[] | null {
  try {
    const { success, output } = v.safeParse(posted, JSON.parse(body))
    return success ? output.Records : null
  } catch {
    return null
  }
}

function isToken(given: string, kept: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(kept)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function deliveryFor(record: PostedRecord, topicId: string, region: string): NewDelivery {
  const { configurationId: configuration, bucket, object } = record.s3
  const removed = record.eventName.includes('ObjectRemoved')
  const event = {
    mark: `${record.eventId} ${object.sequencer} ${object.versionId}`,
    at: Date.parse(record.eventTime),
    name: `s3:${record.eventName.replace(/^s3:/, '')}`,
    bucket: bucket.name,
    owner: bucket.ownerIdentity.principalId,
    key: object.key,
    versionId: object.versionId || null,
    size: removed ? null : (object.size ?? null),
    etag: removed ? null : object.eTag || null,
    sequencer: comparableSequencer(object.sequencer),
    requestId: record.responseElements['x-amz-request-id'],
    uid: record.userIdentity.principalId,
    subUser: null,
    address: record.requestParameters.sourceIPAddress,
  }
  return deliveriesOf(event, region)(topicId, configuration)
}

/**
 * Stores events that Ceph RGW sends for topics of the console (see `rgwTopics`) in the database, from where they are
 * delivered. The response is sent once an event is stored. Events with a wrong token, of a bucket of another account
 * than the topic's, or of an account without the right to notifications are dropped: otherwise RGW would resend them
 * forever.
 */
export function makeInbox({ db, region, crowded, now, log, taken, pause = setTimeout }: Deps): Inbox {
  type Waiting = { records: PostedRecord[]; done: PromiseWithResolvers<void> }
  type Group = { waiting: Waiting[]; last: number }
  /** By the topics' tokens. */
  const groups = new Map<string, Group>()
  let dropped = 0
  let warned = Number.NEGATIVE_INFINITY

  function drop(): void {
    dropped += 1
    if (now() - warned < warningPause) return
    log.warn(
      { events: dropped },
      'Dropped inbox events that match no topic of an account with notifications.',
    )
    warned = now()
    dropped = 0
  }

  async function topicOf(trx: Transaction, owner: string, opaque: string): Promise<Topic | null> {
    const dot = opaque.indexOf('.')
    const account = await accountOfStorage(trx, owner)
    const topic = account?.mayNotify ? await findTopic(trx, account.id, opaque.slice(0, dot)) : null
    return topic !== null && isToken(opaque.slice(dot + 1), topic.incarnation) ? topic : null
  }

  async function take(records: readonly PostedRecord[]): Promise<void> {
    await db.transaction().execute(async trx => {
      const topics = new Map<string, Topic | null>()
      const added = new Map<string, NewDelivery[]>()
      for (const each of records) {
        const owner = each.s3.bucket.ownerIdentity.principalId
        const name = JSON.stringify([owner, each.opaqueData])
        const topic = topics.get(name) ?? (await topicOf(trx, owner, each.opaqueData))
        topics.set(name, topic)
        if (topic === null) drop()
        // Without an address or a group there is no receiver.
        else if (topic.address !== '' || topic.groupId !== null) {
          const deliveries = added.get(topic.id) ?? []
          deliveries.push(deliveryFor(each, topic.id, region))
          added.set(topic.id, deliveries)
        }
      }
      const full = crowded()
      for (const [topicId, deliveries] of [...added].sort()) {
        if (full) await addLost(trx, topicId, deliveries.length)
        else await addDeliveries(trx, topicId, deliveries, Math.floor(now() / 1000))
      }
    })
    taken()
  }

  async function gathered(group: Group): Promise<Waiting[]> {
    const began = performance.now()
    for (;;) {
      const now = performance.now()
      const wait = Math.min(group.last + quiet, began + longestGathering) - now
      if (wait <= 0) return group.waiting.splice(0)
      await setTimeout(wait)
    }
  }

  async function takeGroup(group: Group): Promise<void> {
    const batch = await gathered(group)
    const order = ({ s3 }: PostedRecord) => comparableSequencer(s3.object.sequencer)
    const records = batch.flatMap(({ records }) => records)
    const sorted = records.toSorted((one, other) => (order(one) < order(other) ? -1 : 1))
    await take(sorted).then(
      () => {
        for (const { done } of batch) done.resolve()
      },
      error => {
        log.error({ err: error }, 'Events could not be taken from the storage.')
        for (const { done } of batch) done.reject(error)
      },
    )
  }

  async function serve(token: string, group: Group): Promise<void> {
    while (group.waiting.length > 0) await takeGroup(group)
    groups.delete(token)
  }

  function add(records: PostedRecord[]): Promise<void> {
    const token = records[0]?.opaqueData ?? ''
    const done = Promise.withResolvers<void>()
    const known = groups.get(token)
    const group = known ?? { waiting: [], last: 0 }
    group.waiting.push({ records, done })
    group.last = performance.now()
    groups.set(token, group)
    if (!known) void serve(token, group)
    return done.promise
  }

  async function respond(request: IncomingMessage): Promise<number> {
    if (request.method !== 'POST') return 405
    const body = await readBody(request)
    if (body === null) return 413
    const records = parsed(body)
    if (records === null) return 400
    return add(records).then(
      () => 200,
      async () => {
        await pause(failurePause)
        return 503
      },
    )
  }

  return (request, response) => {
    const answer = (status: number) => {
      // The rest of a refused body is not read.
      const close = status === 413 ? { connection: 'close' } : {}
      response.writeHead(status, { 'content-length': 0, ...close }).end()
    }
    respond(request).then(answer, () => response.destroy())
  }
}
