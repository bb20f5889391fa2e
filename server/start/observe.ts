import { statSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { closeServer, listen, urlHost } from '../http/servers.ts'
import type { AnsweredRequest } from '../log.ts'
import { lastBackup } from '../maintenance/backup.ts'
import { type Metrics, type MetricsOptions, makeMetrics, makeMetricsServer } from '../metrics/metrics.ts'
import { version } from '../program.ts'
import { exportSpans } from '../tracing/otlp.ts'
import { endSpan, makeTraces, type Traces } from '../tracing/trace.ts'
import type { Store } from './store.ts'

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

/** The metrics, on a listener of their own; null: none is configured. `now`: ms. */
export async function openMetrics(
  stack: AsyncDisposableStack,
  config: Config,
  options: Pick<MetricsOptions, 'background' | 'engine' | 'now'> & {
    store: Pick<Store, 'db' | 'disk' | 'lockCounts' | 'pool'>
    log: Pick<FastifyBaseLogger, 'error'>
  },
): Promise<{ metrics: Metrics; url: string } | null> {
  if (config.metrics === null) return null
  const { background, engine, now, log } = options
  const { db, disk, lockCounts, pool } = options.store
  const metrics = makeMetrics({
    ...{ db, background, engine, disk: disk.space, now, locks: lockCounts },
    backedUp: () => statSync(lastBackup(config.dataDir), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    pool: pool ? () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }) : null,
  })
  const { host, port } = config.metrics
  const server = makeMetricsServer(metrics, host, error =>
    log.error({ err: error }, 'The metrics could not be read.'),
  )
  const url = `http://${urlHost(host)}:${await listen(server, host, port)}/metrics`
  stack.defer(() => closeServer(server))
  return { metrics, url }
}
