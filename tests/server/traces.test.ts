import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Job } from '../../openapi/schema.ts'
import { startReceiver } from '../support/receiver.ts'
import { type Collected, startCollector } from './support/collector.ts'
import { problem, startConsole, type TestConsole } from './support/console.ts'
import { endOf } from './support/jobs.ts'
import { clientOf, makePeople } from './support/people.ts'
import { request } from './support/requests.ts'

type Line = Record<string, unknown>
const caller = '00f067aa0ba902b7'

const consoles: TestConsole[] = []
const lines: Line[] = []
let recorded: Awaited<ReturnType<typeof withCollector>>
beforeAll(async () => {
  recorded = await withCollector()
})
afterAll(async () => {
  await Promise.all(consoles.map(console => console.stop()))
  await recorded.collector.stop()
})

/** A console that logs to `lines`, with the owner of a bucket with the file `khoa-rieng`. */
async function start(env: Record<string, string>) {
  const console = await startConsole(
    { KHO_LOG_REQUESTS: '1', KHO_LOG_LEVEL: 'info', KHO_WEBHOOK_ALLOW: '127.0.0.1', ...env },
    { logTo: { write: line => void lines.push(JSON.parse(line)) }, traceDelay: 1 },
  )
  consoles.push(console)
  const people = await makePeople(console)
  const owner = await people.owner('chu', { events: true })
  const visitor = await people.visit(owner, { confirmed: true })
  const client = await clientOf(console, owner)
  await client.createBucket({ Bucket: 'thung-rieng' })
  await client.putObject({ Bucket: 'thung-rieng', Key: 'khoa-rieng', Body: 'x' })
  return { console, visitor, client }
}

async function withCollector(env: Record<string, string> = {}) {
  const collector = await startCollector()
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
  const { visitor, collector } = recorded
  const { traceId, headers } = newTrace()
  const said = { values: { bucket: 'thung-rieng', limit: '10' } }
  expect((await request(visitor, 'listObjects', said, headers)).status).toBe(200)
  const route = 'GET /api/objects'
  const callsIn = (spans: readonly Collected[]) => named(spans, /^(S3|storage) /)
  await expect
    .poll(() => {
      const spans = collector.spans(traceId)
      return [named(spans, route).length, named(spans, /^s3 /).length > 0 && callsIn(spans).length]
    })
    .toEqual([1, 1])
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
  const calls = callsIn(spans)
  expect(calls.map(({ parentSpanId }) => parentSpanId)).toEqual(calls.map(() => api!.spanId))
  const engine = named(spans, /^s3 /)
  expect(engine.map(({ parentSpanId }) => parentSpanId).sort()).toEqual(calls.map(call => call.spanId).sort())
  expect(named(engine, 's3 list')).toEqual([expect.objectContaining({ kind: 2, traceState: 'v=1' })])
  expect(linesOf(traceId).map(({ surface }) => surface)).toEqual(expect.arrayContaining(['api', 's3']))
  const sent = collector.received.map(({ body }) => body).join('\n')
  expect(sent).not.toMatch(/rieng|chu@|X-Amz|Credential|AWS4/)
})

test('a request with a body keeps its trace', async () => {
  const { visitor, collector } = recorded
  const { traceId, headers } = newTrace()
  const made = await visitor.call('POST', '/bucket', { bucket: 'thung-moi' }, headers)
  expect(made.status).toBe(201)
  await expect.poll(() => named(collector.spans(traceId), 'POST /api/bucket').length).toBe(1)
  expect(named(collector.spans(traceId), 'S3 CreateBucket').length).toBe(1)
})

test('a malformed traceparent begins another trace; of an unsampled one, and with a ratio of 0, nothing is sent', async () => {
  const { visitor, collector } = await withCollector({ OTEL_TRACES_SAMPLER_ARG: '0' })
  onTestFinished(() => collector.stop())
  const unsampled = newTrace('00')
  const malformed = newTrace('0g')
  const last = newTrace()
  for (const { headers } of [unsampled, malformed, last])
    await visitor.call('GET', '/bucket', undefined, headers)
  const seen = await visitor.call('GET', '/bucket', undefined, last.headers)
  expect(seen.status).toBe(200)
  await expect.poll(() => named(collector.spans(last.traceId), 'GET /api/bucket').length).toBe(2)
  expect(collector.spans().filter(span => span.traceId !== last.traceId)).toEqual([])
  expect(linesOf(unsampled.traceId).map(({ surface }) => surface)).toEqual(
    expect.arrayContaining(['api', 's3']),
  )
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
  await sql`ALTER TABLE audit RENAME TO gone`.execute(console.kho.services.db)
  const failing = newTrace()
  const failed = await visitor.call('GET', '/audit', undefined, failing.headers)
  expect(problem(failed).code).toBe('UNKNOWN_ERROR')
  await expect
    .poll(() => linesOf(failing.traceId).map(({ msg }) => msg))
    .toEqual(expect.arrayContaining(['The request failed.', 'answered']))
})

test('a job has a trace of its own, with its steps and their calls', async () => {
  const { visitor, collector } = recorded
  const { traceId, headers } = newTrace()
  const body = { bucket: 'thung-rieng', name: 'thung-rieng' }
  const started = await visitor.call('DELETE', '/format-bucket', body, headers)
  expect(started.status).toBe(202)
  const { id } = started.body as Job
  await endOf(visitor, { id })
  await expect.poll(() => named(collector.spans(), 'job empty-bucket').length).toBe(1)
  const [turn] = named(collector.spans(), 'job empty-bucket')
  expect(turn).toMatchObject({ attributes: { 'kho.job.id': id } })
  expect([turn!.parentSpanId, turn!.traceId === traceId]).toEqual([undefined, false])
  const ofJob = collector.spans(turn!.traceId)
  const steps = named(ofJob, 'job step')
  expect(new Set(steps.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([turn!.spanId]))
  const calls = ofJob.filter(({ parentSpanId }) => steps.some(({ spanId }) => spanId === parentSpanId))
  expect(named(calls, 'S3 DeleteObjects').length).toBe(1)
})

test('each delivery of an event has a trace of its own, which its receiver gets', async () => {
  const { visitor, collector, client } = recorded
  const receiver = await startReceiver()
  onTestFinished(() => receiver.stop())
  const topic = { name: 'don-hang', address: receiver.url, group_id: null }
  expect((await request(visitor, 'createTopic', { body: topic })).status).toBe(201)
  const events = ['s3:ObjectCreated:*']
  const body = { bucket: 'thung-rieng', topic: 'don-hang', events, prefix: '', suffix: '' }
  expect((await request(visitor, 'setBucketNotification', { body })).status).toBeLessThan(300)
  await client.putObject({ Bucket: 'thung-rieng', Key: 'khoa-rieng', Body: 'y' })
  await expect.poll(() => receiver.events()).toEqual(['ObjectCreated:Put khoa-rieng'])
  const sent = () => receiver.received.map(({ id, headers }) => ({ id, traceparent: headers.traceparent }))
  const spans = () => named(collector.spans(), 'event delivery')
  await expect
    .poll(() =>
      spans().map(({ traceId, spanId, attributes }) => ({
        id: attributes['kho.delivery.id'],
        traceparent: `00-${traceId}-${spanId}-01`,
      })),
    )
    .toEqual(sent())
  expect(new Set(spans().map(({ traceId }) => traceId)).size).toBe(receiver.received.length)
  expect(spans().at(-1)).toMatchObject({ kind: 3, attributes: { 'http.response.status_code': '204' } })
})

test('while the collector is away requests are answered, and the log says so once', async () => {
  const collector = await startCollector()
  await collector.stop()
  const { visitor } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const warned = () =>
    lines.filter(({ msg }) => msg === 'The trace collector is unreachable or rejects spans.')
  await expect.poll(warned).toEqual([expect.objectContaining({ level: 40 })])
  const statuses = []
  for (let call = 0; call < 20; call++) statuses.push((await visitor.call('GET', '/bucket')).status)
  expect(statuses).toEqual(statuses.map(() => 200))
  expect(warned().length).toBe(1)
  expect(warned()[0]).not.toHaveProperty('trace_id')
})
