import type { FastifyServerOptions } from 'fastify'
import type { Config } from './config.ts'
import { type Trace, traceNow } from './tracing/trace.ts'

type Logged = { type: string; message: string; stack: string; code?: string; cause?: Logged }

/** An answered request; on a broken connection `status` is 499. `route`: the path's template, or the kind of an S3 request. */
export type AnsweredRequest = {
  surface: 'api' | 'page' | 's3'
  method: string
  route: string
  status: number
  ms: number
  requestId: string
  address: string
  /** The id of the user, or the storage user of the key; null: nobody. */
  user: string | null
  /** Whether a limit of requests or attempts refused it. */
  refused: boolean
  /** The request's own span. */
  trace: Trace
}

export type LogStream = { write(line: string): void }

/**
 * Lines of JSON on standard output, or on `to`. Only the fields named here are logged of an error: database and S3
 * clients attach whole requests, with their secrets. Each line has the trace in which it was written, if any, by the name
 * that OpenTelemetry gives it in logs.
 */
export function loggerOptions(level: Config['logLevel'], to?: LogStream): FastifyServerOptions['logger'] {
  const serializers = { err: (error: unknown) => describe(error) as never }
  const mixin = () => {
    const trace = traceNow()
    return trace ? { trace_id: trace.traceId } : {}
  }
  return { level, serializers, mixin, ...(to && { stream: to }) }
}

function describe(error: unknown, depth = 0): Logged {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  return {
    type: error.name,
    message: error.message,
    stack: error.stack ?? '',
    ...code,
    ...(error.cause !== undefined && depth < 4 && { cause: describe(error.cause, depth + 1) }),
  }
}
