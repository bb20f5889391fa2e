import type { FastifyBaseLogger } from 'fastify'
import type { HashCost } from './auth/hash.ts'
import type { Config } from './config.ts'
import { makeApp } from './http/app.ts'
import { closeServer, listen, makeServer, renewTls, type Tls, urlHost } from './http/servers.ts'
import { type AnsweredRequest, type LogStream, loggerOptions } from './log.ts'
import { unsafeSettings } from './maintenance/check.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Services } from './operations/services.ts'
import { type ConsoleSettings, openConsole } from './start/console.ts'
import { endRequest, openMetrics, openTraces } from './start/observe.ts'
import { openStorage, type StorageBackend } from './start/storage.ts'
import { type FirstUser, openStore } from './start/store.ts'
import { openWorkers, type WorkerSettings } from './start/workers.ts'
import { suspendStrangers } from './storage-admin/embedded.ts'
import { endUpgrade } from './upgrade.ts'

export type Kho = {
  consoleUrl: string
  /** The embedded engine's URL; null with another storage. */
  s3Url: string | null
  /** The address of the metrics; null: there is none. */
  metricsUrl: string | null
  /** Set on first run only. */
  firstUser: FirstUser | null
  services: Services
  /** New connections to the console and the embedded engine get this certificate. */
  renewTls(tls: NonNullable<Tls>): void
  /** Problems found at this start; `loud` if the engine may have lost writes. */
  findings: StorageBackend['findings']
  /**
   * Waits up to 12 s for batches of jobs, then up to 10 s for requests in flight. `/api/health` responds 503 from its
   * start.
   */
  close(): Promise<void>
}

export type KhoOptions = ConsoleSettings &
  WorkerSettings & {
    /** ms */
    now?: () => number
    /** The cost of hashing a password or pin; OWASP's by default. */
    hashCost?: HashCost | undefined
    /** The smallest part, except the last, that the engine accepts, in bytes; S3's 5 MiB by default. */
    minPartSize?: number
    /** ms from a span's end to sending it to the collector; 5 s by default. */
    traceDelay?: number
    /** The destination of the log; standard output by default. */
    logTo?: LogStream
    /** A commit or sync of the engine or the console failed: the process should end, to be restarted. */
    onHalt?: (message: string, cause: unknown) => void
  }

/** Starts everything. Throws, with nothing left running, if something cannot start. */
export async function startKho(config: Config, options: KhoOptions = {}): Promise<Kho> {
  await using starting = new AsyncDisposableStack()
  const now = options.now ?? Date.now
  let log: FastifyBaseLogger | undefined
  const onHalt = (message: string, cause: unknown) => {
    log?.fatal({ err: cause }, message)
    options.onHalt?.(message, cause)
  }
  const store = await openStore(starting, config, {
    hashCost: options.hashCost,
    now: () => Math.floor(now() / 1000),
    log: () => log,
    onHalt,
  })
  const { traces, close: closeTraces } = openTraces(config.traces, {
    delay: options.traceDelay,
    log: () => log,
  })
  starting.defer(closeTraces)
  let metrics: Metrics | undefined
  const answered = (request: AnsweredRequest) => {
    metrics?.answered(request)
    const { trace, ...line } = request
    log?.[config.logRequests ? 'info' : 'debug']({ ...line, trace_id: trace.traceId }, 'answered')
    endRequest(request)
  }
  const storage = await openStorage(config, store.vault, {
    minPartSize: options.minPartSize,
    log: (message, error) => log?.error({ err: error }, message),
    onHalt,
    traces,
    answered,
  })
  starting.defer(() => storage.close())
  const strangers = storage.engine ? await suspendStrangers(store.db, storage.engine.admin) : []
  if (store.upgrade !== null) await endUpgrade(config.dataDir)
  const app = makeApp({
    basePath: config.basePath,
    trustedProxies: config.trustedProxies,
    logger: loggerOptions(config.logLevel, options.logTo),
    serve: handle =>
      makeServer(config.tls, (request, response, awaitsContinue) => {
        if (storage.tryHandle(request, response, awaitsContinue)) return
        if (awaitsContinue) response.writeContinue()
        handle(request, response)
      }),
  })
  log = app.log
  for (const { loud, message } of storage.findings) app.log[loud ? 'error' : 'info'](message)
  for (const warning of unsafeSettings(config)) app.log.warn(warning)
  if (store.upgrade !== null) app.log.warn(store.upgrade)
  if (strangers.length > 0)
    app.log.warn({ users: strangers }, 'Users of the storage that have no account here were suspended.')
  starting.defer(() => app.close())
  const workers = await openWorkers(starting, config, {
    ...{ store, storage, app, traces, now, settings: options },
  })
  const stopping = new AbortController()
  const services = await openConsole(starting, config, {
    ...{ store, storage, workers, app, traces, answered, now, settings: options },
    stopping: stopping.signal,
  })
  const measured = await openMetrics(starting, config, {
    ...{ store, background: workers.background, engine: storage.engine, now, log: app.log },
  })
  metrics = measured?.metrics
  const port = await listen(app.server, config.host, config.port)
  starting.defer(() => closeServer(app.server))
  starting.defer(() => workers.stop())
  starting.defer(() => stopping.abort())
  workers.background.start()
  const running = starting.move()
  return {
    consoleUrl: `${config.tls ? 'https' : 'http'}://${urlHost(config.host)}:${port}`,
    s3Url: storage.s3Url,
    metricsUrl: measured?.url ?? null,
    firstUser: store.firstUser,
    services,
    renewTls(tls) {
      renewTls(app.server, tls)
      storage.renewTls(tls)
    },
    findings: storage.findings,
    close: () => running.disposeAsync(),
  }
}
