import { type Attributes, carry, type Span, type SpanKind, type SpanSink } from './trace.ts'

export type OtlpOptions = {
  /** The base URL of a collector; spans go to `/v1/traces` below it. */
  endpoint: string
  headers: Record<string, string>
  version: string
  log(level: 'warn' | 'info', fields: object, message: string): void
  /** ms from a first span to sending it; 5 s by default. */
  delay?: number
  /** ms that a close waits for the collector; 2 s by default. */
  closeTime?: number
}

/** Those of OpenTelemetry's batch processor. */
const most = 2048
const batch = 512
const timeout = 10_000
/** ms of the longest pause after failures. */
const longestPause = 60_000

const kinds: Record<SpanKind, number> = { internal: 1, server: 2, client: 3 }

/**
 * Sends spans to a collector, in batches, by OTLP over HTTP in JSON. While it fails, up to 2,048 spans wait, and further
 * ones are dropped; the log says so once, and when it is over.
 * Source: https://opentelemetry.io/docs/specs/otlp/
 */
export function exportSpans(options: OtlpOptions): SpanSink & { close(): Promise<void> } {
  const { endpoint, headers, log, delay = 5_000, closeTime = 2_000 } = options
  const url = `${endpoint}/v1/traces`
  const closing = new AbortController()
  let waiting: Span[] = []
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | null = null
  let failures = 0
  let dropped = 0

  function add(span: Span): void {
    if (waiting.length >= most) dropped += 1
    else waiting.push(span)
    if (waiting.length >= batch && failures === 0) send()
    else schedule(delay)
  }

  function schedule(wait: number): void {
    if (timer || sending || closing.signal.aborted) return
    // Outside the trace of the request that has just ended.
    timer = carry(undefined, () => setTimeout(send, wait)).unref()
  }

  function send(): void {
    if (sending) return
    clearTimeout(timer)
    timer = undefined
    sending = carry(undefined, sendBatch).finally(() => {
      sending = null
      if (waiting.length > 0) schedule(Math.min(longestPause, delay * 2 ** failures))
    })
  }

  async function sendBatch(): Promise<void> {
    const spans = waiting.slice(0, batch)
    const failure = await post(spans)
    if (failure?.passing) {
      failures += 1
    } else {
      waiting = waiting.slice(spans.length)
      if (failure) dropped += spans.length
      else failures = 0
    }
    tell(failure)
  }

  type Failure = { passing: boolean; reason: object }

  let told = false
  function tell(failure: Failure | null): void {
    if (failure && !told) log('warn', failure.reason, 'The trace collector is unreachable or rejects spans.')
    if (!failure && told) log('info', { dropped }, 'OTEL_EXPORTER_OTLP_ENDPOINT takes traces again.')
    told = failure !== null
    if (!failure) dropped = 0
  }

  async function post(spans: Span[]): Promise<Failure | null> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(requestOf(spans, options.version)),
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(timeout)]),
      })
      await response.body?.cancel()
      if (response.ok) return null
      // All others mean that the same spans would be refused again.
      const passing = [429, 502, 503, 504].includes(response.status)
      return { passing, reason: { status: response.status } }
    } catch (error) {
      return { passing: true, reason: { err: error } }
    }
  }

  return {
    add,
    async close() {
      const end = setTimeout(() => closing.abort(), closeTime)
      await sending
      while (waiting.length > 0 && failures === 0 && !closing.signal.aborted) {
        send()
        await sending
      }
      clearTimeout(end)
      clearTimeout(timer)
      closing.abort()
    },
  }
}

/** An ExportTraceServiceRequest. */
function requestOf(spans: readonly Span[], version: string) {
  const resource = { 'service.name': 'kho', 'service.version': version, 'process.pid': process.pid }
  const scope = { name: 'kho', version }
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope, spans: spans.map(spanOf) }],
      },
    ],
  }
}

function spanOf({ traceId, spanId, parentId, state, name, kind, start, end, attributes, failed }: Span) {
  return {
    ...{ traceId, spanId },
    ...(parentId !== null && { parentSpanId: parentId }),
    ...(state !== null && { traceState: state }),
    ...{ name, kind: kinds[kind], startTimeUnixNano: nanoseconds(start), endTimeUnixNano: nanoseconds(end) },
    attributes: attributesOf(attributes),
    status: failed ? { code: 2 } : {},
  }
}

/** A number would lose digits. */
const nanoseconds = (ms: number): string => `${Math.round(ms * 1000)}000`

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
