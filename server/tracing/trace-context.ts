import type { IncomingHttpHeaders } from 'node:http'

/** What `traceparent` and `tracestate` of a request say. `state` null: there was none, or it was malformed. */
export type TraceContext = { traceId: string; spanId: string; sampled: boolean; state: string | null }

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
