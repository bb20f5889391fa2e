import { expect, test } from 'vitest'
import {
  inSpan,
  inTrace,
  makeTraces,
  readTraceContext,
  type Span,
  traceHeaders,
  writeTraceContext,
} from '../../server/tracing/trace.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'
const traceparent = `00-${traceId}-${spanId}-01`

test.each([
  [traceparent, true],
  [`00-${traceId}-${spanId}-00`, false],
  ['flags of later versions', true, `00-${traceId}-${spanId}-ff`],
  ['a later version', true, `cc-${traceId}-${spanId}-01`],
  ['a later version with more fields', false, `01-${traceId}-${spanId}-02-what-the-future-is`],
])('%s is read', (name, sampled, given = name) => {
  expect(readTraceContext({ traceparent: given })).toEqual({ traceId, spanId, sampled, state: null })
})

test.each([
  undefined,
  '',
  `ff-${traceId}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId.slice(1)}-${spanId}-01`,
  `00-${traceId}-${spanId}-1`,
  `00-${traceId}-${spanId}-01-more`,
  `cc-${traceId}-${spanId}-01.more`,
  ` ${traceparent}`,
  // Two headers, as Node joins them.
  `${traceparent}, ${traceparent}`,
])('the traceparent %j begins another trace', given => {
  expect(readTraceContext({ traceparent: given })).toBe(null)
  const made = makeTraces().receive({ traceparent: given, tracestate: 'kept=no' })
  expect(made).toMatchObject({ parentId: null, sampled: false, state: null, sink: null })
  expect(writeTraceContext(made)).toEqual({ traceparent: `00-${made.traceId}-${made.spanId}-00` })
  expect(readTraceContext(writeTraceContext(made))).not.toBe(null)
  expect(made.traceId).not.toBe(traceId)
})

test.each([
  ['vendor=a1,tenant@other=b 2~', 'vendor=a1,tenant@other=b 2~'],
  [' vendor=a1 ,, other=b,', 'vendor=a1,other=b'],
  ['', null],
  ['vendor', null],
  ['Vendor=a', null],
  ['vendor=a=b', null],
  ['vendor=đ', null],
  [`vendor=${'a'.repeat(256)},other=${'b'.repeat(256)}`, null],
  [Array.from({ length: 33 }, (_, index) => `v${index}=a`).join(','), null],
])('of the tracestate %j %j is passed on', (tracestate, state) => {
  const read = readTraceContext({ traceparent, tracestate })
  expect(read?.state).toBe(state)
  expect(writeTraceContext(read!)).toEqual(
    state === null ? { traceparent } : { traceparent, tracestate: state },
  )
})

test('a trace that is not recorded is passed on as it came; one that is gets a span of its own', () => {
  const sink = { add: (_: Span) => undefined }
  const off = makeTraces().receive({ traceparent })
  const unsampled = makeTraces(sink).receive({ traceparent: traceparent.replace(/1$/, '0') })
  const recorded = makeTraces(sink, 0).receive({ traceparent })
  expect([off.spanId, unsampled.spanId, recorded.parentId]).toEqual([spanId, spanId, spanId])
  expect([off.sink, unsampled.sink, recorded.sink]).toEqual([null, null, sink])
  expect(recorded.spanId).not.toBe(spanId)
})

test('of the traces that begin here the ratio is recorded', () => {
  const recorded = (ratio: number) => {
    const traces = makeTraces({ add: () => undefined }, ratio)
    return Array.from({ length: 4000 }, () => traces.begin()).filter(({ sampled }) => sampled).length
  }
  expect([recorded(0), recorded(1)]).toEqual([0, 4000])
  // Nine standard deviations to each side.
  expect(Math.abs(recorded(0.25) - 1000)).toBeLessThan(250)
})

test('spans are children of the one around them, and fail by a rejection, an error or a status', async () => {
  const spans: Span[] = []
  const traces = makeTraces({ add: span => void spans.push(span) })
  const inside: unknown[] = []
  const call = (name: string, end: () => Promise<Record<string, string | number>>) =>
    inSpan({ name, kind: 'client' }, async tell => {
      inside.push(traceHeaders().traceparent)
      tell(await end())
    })
  const trace = traces.begin()
  await inTrace(trace, { name: 'turn', kind: 'internal' }, async () => {
    await call('good', async () => ({ 'http.response.status_code': 204 }))
    await call('refused', async () => ({ 'http.response.status_code': 403 }))
    await call('lost', async () => ({ 'error.type': 'TIMEOUT' }))
    await call('broken', () => Promise.reject(new RangeError('secret'))).catch(() => undefined)
  })
  const told = spans.map(({ name, parentId, failed, attributes }) => ({
    name,
    parentId,
    failed,
    ...attributes,
  }))
  const { traceId, spanId } = trace
  expect(told).toEqual([
    { name: 'good', parentId: spanId, failed: false, 'http.response.status_code': 204 },
    { name: 'refused', parentId: spanId, failed: true, 'http.response.status_code': 403 },
    { name: 'lost', parentId: spanId, failed: true, 'error.type': 'TIMEOUT' },
    { name: 'broken', parentId: spanId, failed: true, 'error.type': 'RangeError' },
    { name: 'turn', parentId: null, failed: false },
  ])
  expect(inside).toEqual(spans.slice(0, 4).map(span => `00-${traceId}-${span.spanId}-01`))
  expect([traceHeaders(), trace.hasChildren]).toEqual([{}, true])
})
