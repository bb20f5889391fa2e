import { expect, onTestFinished, test } from 'vitest'
import { exportSpans } from '../../server/tracing/otlp.ts'
import type { Span } from '../../server/tracing/trace.ts'
import { startCollector } from './support/collector.ts'

const span = (number: number, more: Partial<Span> = {}): Span => ({
  ...{ traceId: 'a'.repeat(32), spanId: String(number).padStart(16, '0'), parentId: null, state: null },
  ...{ name: 'a name', kind: 'internal', start: 1_700_000_000_000.25, end: 1_700_000_000_001 },
  ...{ attributes: {}, failed: false, ...more },
})

async function start(options: { delay?: number; closeTime?: number } = {}) {
  const collector = await startCollector()
  const lines: { level: string; message: string; fields: object }[] = []
  const exporter = exportSpans({
    ...{ endpoint: `${collector.url}/base`, headers: { 'x-key': 'a key' }, version: '1.2.3', delay: 1 },
    log: (level, fields, message) => lines.push({ level, fields, message }),
    ...options,
  })
  onTestFinished(async () => {
    await exporter.close()
    await collector.stop()
  })
  return { collector, exporter, lines }
}

test('spans are sent to the collector in the JSON of OTLP, with its headers [V16.2.3]', async () => {
  const { collector, exporter } = await start()
  const attributes = { text: 'đ', number: 200 }
  exporter.add(span(1, { kind: 'server', parentId: 'b'.repeat(16), state: 'v=1', attributes, failed: true }))
  exporter.add(span(2, { kind: 'client' }))
  await expect.poll(() => collector.spans().length).toBe(2)
  const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = collector.received
  expect([path, headers['x-key'], headers['content-type']]).toEqual([
    ...['/base/v1/traces', 'a key', 'application/json'],
  ])
  const time = { startTimeUnixNano: '1700000000000250000', endTimeUnixNano: '1700000000001000000' }
  expect(JSON.parse(body)).toEqual({
    resourceSpans: [
      {
        resource: {
          attributes: [
            { key: 'service.name', value: { stringValue: 'kho' } },
            { key: 'service.version', value: { stringValue: '1.2.3' } },
            { key: 'process.pid', value: { intValue: String(process.pid) } },
          ],
        },
        scopeSpans: [
          {
            scope: { name: 'kho', version: '1.2.3' },
            spans: [
              {
                ...{ traceId: 'a'.repeat(32), spanId: '0000000000000001', parentSpanId: 'b'.repeat(16) },
                ...{ traceState: 'v=1', name: 'a name', kind: 2, ...time, status: { code: 2 } },
                attributes: [
                  { key: 'text', value: { stringValue: 'đ' } },
                  { key: 'number', value: { intValue: '200' } },
                ],
              },
              {
                ...{ traceId: 'a'.repeat(32), spanId: '0000000000000002', name: 'a name', kind: 3, ...time },
                ...{ attributes: [], status: {} },
              },
            ],
          },
        ],
      },
    ],
  })
})

test('while the collector is away 2,048 spans wait, further ones are dropped, and the log says so once', async () => {
  const { collector, exporter, lines } = await start()
  collector.answer = response => response.writeHead(503).end()
  for (let number = 1; number <= 3000; number++) exporter.add(span(number))
  await expect.poll(() => collector.asked).toBeGreaterThan(2)
  expect(lines).toEqual([
    {
      level: 'warn',
      fields: { status: 503 },
      message: 'The trace collector is unreachable or rejects spans.',
    },
  ])
  collector.answer = response => response.writeHead(200).end()
  await expect.poll(() => collector.spans().length).toBe(2048)
  expect(collector.received.map(({ body }) => body.match(/"spanId"/g)!.length)).toEqual([512, 512, 512, 512])
  expect(lines.slice(1)).toEqual([
    {
      ...{ level: 'info', fields: { dropped: 952 } },
      message: 'OTEL_EXPORTER_OTLP_ENDPOINT takes traces again.',
    },
  ])
})

test('spans that the collector refuses for good are not sent again', async () => {
  const { collector, exporter, lines } = await start()
  collector.answer = response => response.writeHead(400).end()
  exporter.add(span(1))
  await expect.poll(() => lines).toEqual([expect.objectContaining({ fields: { status: 400 } })])
  collector.answer = response => response.writeHead(200).end()
  exporter.add(span(2))
  await expect.poll(() => collector.spans().map(({ spanId }) => spanId)).toEqual(['0000000000000002'])
})

test('a close sends what waits, and does not wait for a collector that does not answer', async () => {
  const { collector, exporter } = await start({ delay: 3600_000 })
  for (let number = 1; number <= 700; number++) exporter.add(span(number))
  await exporter.close()
  expect(collector.spans().length).toBe(700)
  const silent = await start({ delay: 3600_000, closeTime: 50 })
  silent.collector.answer = () => undefined
  silent.exporter.add(span(1))
  await silent.exporter.close()
  expect([silent.collector.asked, silent.lines.length]).toEqual([1, 1])
})
