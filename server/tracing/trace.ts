import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const pool = Buffer.alloc(4096)
let used = pool.length

/** As many random bytes, at most 32, in lower-case hex. One call of the generator serves a hundred. */
export function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes
  return pool.toString('hex', used - bytes, used)
}

/** What `traceparent` and `tracestate` of a request say. `state` null: there was none, or it was malformed. */
type TraceContext = { traceId: string; spanId: string; sampled: boolean; state: string | null }

const parent = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const key = '[a-z0-9][a-z0-9_*/-]{0,255}(?:@[a-z][a-z0-9_*/-]{0,13})?'
const value = '[\\x20-\\x2b\\x2d-\\x3c\\x3e-\\x7e]{0,255}[\\x21-\\x2b\\x2d-\\x3c\\x3e-\\x7e]'
const member = new RegExp(`^(?:${key}=${value})?$`)
const mostMembers = 32
/** Characters of a `tracestate` that are passed on; longer ones are dropped. */
const longestState = 512

/**
 * The context of a request, or null if `traceparent` is missing or malformed. Source: W3C Trace Context, "Header field values".
 */
export function readTraceContext({ traceparent, tracestate }: IncomingHttpHeaders): TraceContext | null {
  if (typeof traceparent !== 'string') return null
  const [, version, traceId, spanId, flags = '', more] = parent.exec(traceparent) ?? []
  // Later versions may add fields at the end.
  if (!traceId || !spanId || (version === '00' && more !== undefined)) return null
  const sampled = (Number.parseInt(flags, 16) & 1) === 1
  return { traceId, spanId, sampled, state: typeof tracestate === 'string' ? stateOf(tracestate) : null }
}

function stateOf(given: string): string | null {
  const members = given.split(',').map(each => each.trim())
  const good = given.length <= longestState && members.length <= mostMembers
  return good && members.every(each => member.test(each)) ? members.filter(Boolean).join(',') || null : null
}

/** The headers of a request that continues the trace. */
export function writeTraceContext({ traceId, spanId, sampled, state }: TraceContext): Record<string, string> {
  const traceparent = `00-${traceId}-${spanId}-0${sampled ? 1 : 0}`
  return state === null ? { traceparent } : { traceparent, tracestate: state }
}

export type Attributes = Record<string, string | number>

/** Who began it: a request from outside, this process, or this process with a request to another. */
export type SpanKind = 'server' | 'internal' | 'client'

/** A span that has ended. `start` and `end`: unix ms. */
export type Span = {
  traceId: string
  spanId: string
  /** Null: the trace begins with it. */
  parentId: string | null
  state: string | null
  name: string
  kind: SpanKind
  start: number
  end: number
  attributes: Attributes
  failed: boolean
}

export type SpanSink = { add(span: Span): void }

/**
 * A trace at one of its spans, which is under way. If it is not recorded, the span is the caller's: what the storage
 * records is then a child of that.
 */
export type Trace = TraceContext & {
  parentId: string | null
  /** By `performance.now`. */
  began: number
  /** Unix ms, less `performance.now`, if it is recorded. */
  clock: number
  /** Receives the trace's spans; null: they are not recorded. */
  sink: SpanSink | null
  /** Whether a child has ended. */
  hasChildren: boolean
}

/** Where traces begin in this process. */
export type Traces = {
  /** The trace that a request's headers name; one of its own if they name none, or are malformed. */
  receive(headers: IncomingHttpHeaders): Trace
  begin(): Trace
}

/** `sink` null: nothing is recorded, but ids are passed on. `ratio`: of the traces that begin here, those recorded. */
export function makeTraces(sink: SpanSink | null = null, ratio = 1): Traces {
  function traceFrom(given: TraceContext | null): Trace {
    const began = performance.now()
    const random = randomHex(24)
    const traceId = given?.traceId ?? random.slice(16)
    const sampled = given?.sampled ?? (sink !== null && inRatio(traceId, ratio))
    const recorded = sampled ? sink : null
    return {
      traceId,
      spanId: given && !recorded ? given.spanId : random.slice(0, 16),
      parentId: given?.spanId ?? null,
      sampled,
      state: given?.state ?? null,
      began,
      clock: recorded ? Date.now() - began : 0,
      sink: recorded,
      hasChildren: false,
    }
  }
  return { receive: headers => traceFrom(readTraceContext(headers)), begin: () => traceFrom(null) }
}

/** The same for each process that sees the trace: by the random bits at its end, of which a number holds 52. */
function inRatio(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-13), 16) < ratio * 2 ** 52
}

const carried = new AsyncLocalStorage<Trace | undefined>()

/** Runs `work`, and what it begins, in the trace; undefined: in none. */
export function carry<T>(trace: Trace | undefined, work: () => T): T {
  return carried.run(trace, work)
}

export function traceNow(): Trace | undefined {
  return carried.getStore()
}

/** Headers for requests to other services; they are not signed, as proxies may replace them. */
export function traceHeaders(): Record<string, string> {
  const trace = carried.getStore()
  return trace ? writeTraceContext(trace) : {}
}

type Told = { name: string; kind: SpanKind; attributes?: Attributes; failed?: boolean }

/** Ends the trace's span, now. */
export function endSpan(trace: Trace, { name, kind, attributes = {}, failed = false }: Told): void {
  const { traceId, spanId, parentId, state, began, clock, sink } = trace
  if (!sink) return
  const [start, end] = [clock + began, clock + performance.now()]
  sink.add({ traceId, spanId, parentId, state, name, kind, start, end, attributes, failed })
}

/**
 * Runs `work` in the trace, and ends the trace's span with it. `tell` adds attributes. The span has failed if `work` rejects,
 * or tells an `error.type` or an HTTP status from 400 on.
 */
export async function inTrace<T>(
  trace: Trace,
  told: Omit<Told, 'failed'>,
  work: (tell: (more: Attributes) => void) => Promise<T>,
): Promise<T> {
  const attributes: Attributes = { ...told.attributes }
  try {
    return await carry(trace, () => work(more => void Object.assign(attributes, more)))
  } catch (error) {
    attributes['error.type'] = error instanceof Error ? error.name : typeof error
    throw error
  } finally {
    const refused = Number(attributes['http.response.status_code'] ?? 0) >= 400
    endSpan(trace, { ...told, attributes, failed: refused || 'error.type' in attributes })
  }
}

/** Runs `work` as a child span of the current trace, if that is recorded. */
export async function inSpan<T>(
  told: Omit<Told, 'failed'>,
  work: (tell: (more: Attributes) => void) => Promise<T>,
): Promise<T> {
  const trace = carried.getStore()
  if (!trace?.sink) return work(() => undefined)
  trace.hasChildren = true
  const began = performance.now()
  const child = { ...trace, spanId: randomHex(8), parentId: trace.spanId, began, hasChildren: false }
  return inTrace(child, told, work)
}
