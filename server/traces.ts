import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { AnsweredRequest } from './log.ts'
import { version } from './program.ts'
import { exportSpans } from './tracing/otlp.ts'
import { endSpan, makeTraces, type Traces } from './tracing/trace.ts'

/** The traces of this process; recorded for the collector, if one is configured. `log`: once there is one; `delay`: ms. */
export function openTraces(
  config: Config['traces'],
  {
    log,
    delay,
  }: { log: () => Pick<FastifyBaseLogger, 'info' | 'warn'> | undefined; delay?: number | undefined },
): { traces: Traces; close(): Promise<void> } {
  if (config === null) return { traces: makeTraces(), close: async () => undefined }
  const { endpoint, headers, ratio } = config
  const exporter = exportSpans({
    ...{ endpoint, headers, version, ...(delay !== undefined && { delay }) },
    log: (level, fields, message) => log()?.[level](fields, message),
  })
  return { traces: makeTraces(exporter, ratio), close: exporter.close }
}

/** Ends the span of a request that was answered; neither addresses nor names are in it. */
export function endRequest({ trace, surface, method, route, status }: AnsweredRequest): void {
  endSpan(trace, {
    name: surface === 'api' ? `${method} ${route}` : `${surface} ${route}`,
    kind: 'server',
    attributes: {
      'kho.surface': surface,
      'http.request.method': method,
      [surface === 'api' ? 'http.route' : 'kho.kind']: route,
      'http.response.status_code': status,
    },
    failed: status >= 500,
  })
}
