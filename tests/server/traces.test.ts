import { randomBytes } from 'node:crypto'
import { CreateBucketCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import { sql } from 'kysely'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import type { Job } from '../../openapi/schema.ts'
import { startReceiver } from '../support/receiver.ts'
import { type Collected, type Collector, startCollector } from './support/collector.ts'
import { problem, startConsole, type TestConsole } from './support/console.ts'
import { endOf } from './support/jobs.ts'
import { clientOf, makePeople } from './support/people.ts'
import { request } from './support/requests.ts'

type Line = Record<string, unknown>
const caller = '00f067aa0ba902b7'

let console: TestConsole | undefined
let lines: Line[] = []
afterEach(async () => {
  await console?.stop()
  console = undefined
  lines = []
})

/** A console whose log is `lines`, with the owner of a bucket with the file `khoa-rieng`. */
async function start(env: Record<string, string>) {
  console = await startConsole(
    { KHO_LOG_REQUESTS: '1', KHO_LOG_LEVEL: 'info', KHO_WEBHOOK_ALLOW: '127.0.0.1', ...env },
    { logTo: { write: line => void lines.push(JSON.parse(line)) }, traceDelay: 1 },
  )
  const people = await makePeople(console)
  const owner = await people.owner('chu', { events: true })
  const visitor = await people.visit(owner, { confirmed: true })
  const client = await clientOf(console, owner)
  await client.send(new CreateBucketCommand({ Bucket: 'thung-rieng' }))
  await client.send(new PutObjectCommand({ Bucket: 'thung-rieng', Key: 'khoa-rieng', Body: 'x' }))
  return { console, visitor, client }
}

async function withCollector(env: Record<string, string> = {}) {
  const collector = await startCollector()
  onTestFinished(() => collector.stop())
  const started = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env })
  return { ...started, collector }
}

const newTrace = (flags = '01') => {
  const traceId = randomBytes(16).toString('hex')
  return { traceId, headers: { traceparent: `00-${traceId}-${caller}-${flags}`, tracestate: 'v=1' } }
}

const linesOf = (traceId: string) => lines.filter(({ trace_id }) => trace_id === traceId)
const named = (spans: readonly Collected[], name: string | RegExp) =>
  spans.filter(span => (typeof name === 'string' ? span.name === name : name.test(span.name)))

test('a request with a traceparent, its calls to the storage and what the engine does for them are one trace', async () => {
  const { visitor, collector } = await withCollector()
  const { traceId, headers } = newTrace()
  const said = { values: { bucket: 'thung-rieng', limit: '10' } }
  expect((await request(visitor, 'listObjects', said, headers)).status).toBe(200)
  const route = 'GET /api/objects'
  await expect.poll(() => named(collector.spans(traceId), route).length).toBe(1)
  const spans = collector.spans(traceId)
  const [api] = named(spans, route)
  expect(api).toMatchObject({
    ...{ parentSpanId: caller, traceState: 'v=1', kind: 2, status: {} },
    attributes: {
      'kho.surface': 'api',
      'http.request.method': 'GET',
      'http.route': '/api/objects',
      'http.response.status_code': '200',
    },
  })
  const calls = named(spans, /^(S3|storage) /)
  expect(calls.map(({ parentSpanId }) => parentSpanId)).toEqual(calls.map(() => api!.spanId))
  const engine = named(spans, /^s3 /)
  expect(engine.map(({ parentSpanId }) => parentSpanId).sort()).toEqual(calls.map(call => call.spanId).sort())
  expect(named(engine, 's3 list')).toEqual([expect.objectContaining({ kind: 2, traceState: 'v=1' })])
  expect(linesOf(traceId).map(({ surface }) => surface)).toEqual(expect.arrayContaining(['api', 's3']))
  const sent = collector.received.map(({ body }) => body).join('\n')
  expect(sent).not.toMatch(/rieng|chu@|X-Amz|Credential|AWS4/)
})

test('a request with a body keeps its trace', async () => {
  const { visitor, collector } = await withCollector()
  const { traceId, headers } = newTrace()
  const made = await visitor.call('POST', '/bucket', { bucket: 'thung-moi' }, headers)
  expect(made.status).toBe(201)
  await expect.poll(() => named(collector.spans(traceId), 'POST /api/bucket').length).toBe(1)
  expect(named(collector.spans(traceId), 'S3 CreateBucket').length).toBe(1)
})

test('a malformed traceparent begins another trace; of an unsampled one, and with a ratio of 0, nothing is sent', async () => {
  const { visitor, collector } = await withCollector({ OTEL_TRACES_SAMPLER_ARG: '0' })
  const unsampled = newTrace('00')
  const malformed = newTrace('0g')
  const last = newTrace()
  for (const { headers } of [unsampled, malformed, last]) await visitor.call('GET', '/bucket', undefined, headers)
  const seen = await visitor.call('GET', '/bucket', undefined, last.headers)
  expect(seen.status).toBe(200)
  await expect.poll(() => named(collector.spans(last.traceId), 'GET /api/bucket').length).toBe(2)
  expect(collector.spans().filter(span => span.traceId !== last.traceId)).toEqual([])
  expect(linesOf(unsampled.traceId).map(({ surface }) => surface)).toEqual(expect.arrayContaining(['api', 's3']))
  expect(linesOf(malformed.traceId)).toEqual([])
  const own = lines.filter(({ route }) => route === '/api/bucket').map(({ trace_id }) => trace_id)
  expect(own).toEqual(own.map(() => expect.stringMatching(/^(?!0{32})[0-9a-f]{32}$/)))
})

test('without a collector the engine sees the trace too, and a failure says which', async () => {
  const { visitor, console } = await start({})
  const { traceId, headers } = newTrace()
  await visitor.call('GET', '/bucket', undefined, headers)
  await expect
    .poll(() => linesOf(traceId).map(({ surface, status }) => `${surface} ${status}`))
    .toEqual(expect.arrayContaining(['api 200', 's3 200']))
  await sql`DROP TABLE buckets_samples`.execute(console.kho.services.db).catch(() => undefined)
  await sql`ALTER TABLE audit RENAME TO gone`.execute(console.kho.services.db)
  const failing = newTrace()
  const failed = await visitor.call('GET', '/audit', undefined, failing.headers)
  expect(problem(failed).code).toBe('UNKNOWN_ERROR')
  await expect
    .poll(() => linesOf(failing.traceId).map(({ msg }) => msg))
    .toEqual(expect.arrayContaining(['The request failed.', 'answered']))
})

test('each step of a job, and each delivery of an event, is in a trace of its own, which the receiver gets', async () => {
  const { visitor, collector, client } = await withCollector()
  const receiver = await startReceiver()
  onTestFinished(() => receiver.stop())
  const topic = await request(visitor, 'createTopic', {
    body: { name: 'don-hang', address: receiver.url, type: 'webhook' },
  })
  expect([topic.status, topic.body]).toEqual([201, topic.body])
  const { traceId, headers } = newTrace()
  const body = { bucket: 'thung-rieng', name: 'thung-rieng' }
  const job = await visitor.call('DELETE', '/format-bucket', body, headers)
  expect(job.status).toBe(202)
  await endOf(visitor, (job.body as Job).id)
  await expect.poll(() => named(collector.spans(), 'job EMPTY_BUCKET').length).toBe(1)
  const [turn] = named(collector.spans(), 'job EMPTY_BUCKET')
  const ofJob = collector.spans(turn!.traceId)
  expect(turn!.parentSpanId).toBe(undefined)
  expect(turn!.traceId).not.toBe(traceId)
  const [step] = named(ofJob, 'job step')
  expect(step!.parentSpanId).toBe(turn!.spanId)
  expect(ofJob.filter(({ parentSpanId }) => parentSpanId === step!.spanId).length).toBeGreaterThan(0)
  await client.send(new ListObjectsV2Command({ Bucket: 'thung-rieng' }))
})
