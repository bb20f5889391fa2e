import { createServer, type Server } from 'node:http'
import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { outcomeOf, outcomes } from '../../domain/traffic.ts'
import type { Background } from '../background/runner.ts'
import { isLoopback } from '../config.ts'
import type { Engine } from '../engine/engine.ts'
import type { AnsweredRequest } from '../log.ts'
import { version } from '../program.ts'
import type { Locks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'

export type Metrics = {
  answered(request: AnsweredRequest): void
  /** The metrics now, as Prometheus reads them. */
  text(): Promise<string>
  contentType: string
}

type Sample = { labels?: Record<string, string>; value: number }

export type MetricsOptions = {
  db: Database
  background: Background
  locks: LockCounts
  /** Null: another storage. */
  engine: Pick<Engine, 'measures'> | null
  /** Bytes free and in all on the data folder's disk, and those kept free. */
  disk: () => { free: number; total: number; reserve: number }
  /** When the last whole backup ended, in ms; 0: never. */
  backedUp: () => number
  /** Connections to PostgreSQL; null: SQLite. */
  pool: (() => { total: number; idle: number; waiting: number }) | null
  /** ms */
  now: () => number
}

/** What is measured of this process, its databases, and the work that waits in them. */
export function makeMetrics(options: MetricsOptions): Metrics {
  const { db, background, locks, engine, disk, backedUp, pool, now } = options
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Gauges with the suffix of counters, which linters refuse; each has another by type.
  for (const what of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${what}_total`)

  function gauge(name: string, help: string, labelNames: string[], read: () => Promise<Sample[]> | Sample[]) {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset()
        for (const { labels = {}, value } of await read()) this.set(labels, value)
      },
    })
  }

  const age = (unix: number | null) => (unix === null ? 0 : Math.max(0, now() / 1000 - unix))
  gauge('kho_info', 'The version; always 1.', ['version'], () => [{ labels: { version }, value: 1 }])

  const measures = engine && oncePerScrape(async () => engine.measures())
  const queues = oncePerScrape(async () => {
    const [ofDatabase, ofEngine] = await Promise.all([readQueues(db), measures?.()])
    return ofEngine ? [...ofDatabase, { queue: 'events', ...ofEngine.events }] : ofDatabase
  })
  gauge('kho_queue_size', 'Entries that wait, or are under way.', ['queue'], async () =>
    (await queues()).map(({ queue, size }) => ({ labels: { queue }, value: size })),
  )
  gauge(
    'kho_queue_oldest_seconds',
    'Seconds that the oldest entry has been due or waiting.',
    ['queue'],
    async () => (await queues()).map(({ queue, since }) => ({ labels: { queue }, value: age(since) })),
  )

  const workers = (value: (report: ReturnType<Background['report']>[number]) => number) => () =>
    background.report().map(report => ({ labels: { worker: report.name }, value: value(report) }))
  gauge(
    'kho_worker_failures',
    'Failed runs in a row.',
    ['worker'],
    workers(({ failures }) => failures),
  )
  gauge(
    'kho_worker_lag_seconds',
    'Seconds by which the last run began late, or the next one is late.',
    ['worker'],
    workers(({ lag }) => lag / 1000),
  )
  gauge(
    'kho_worker_last_run_seconds',
    'When the last run ended, unix seconds; 0: never.',
    ['worker'],
    workers(({ lastRun }) => (lastRun ?? 0) / 1000),
  )

  gauge('kho_disk_bytes', 'Bytes of the data folder’s disk.', ['of'], () =>
    Object.entries(disk()).map(([of, value]) => ({ labels: { of }, value })),
  )
  gauge('kho_backup_seconds', 'When the last whole backup ended, unix seconds; 0: never.', [], () => [
    { value: backedUp() / 1000 },
  ])
  gauge('kho_locks', 'Named locks that are held, and waited for.', ['state'], () => [
    { labels: { state: 'held' }, value: locks.held },
    { labels: { state: 'waiting' }, value: locks.waiting },
  ])
  if (pool)
    gauge('kho_database_connections', 'Connections to PostgreSQL, and requests for one.', ['state'], () =>
      Object.entries(pool()).map(([state, value]) => ({ labels: { state }, value })),
    )
  if (measures) {
    gauge('kho_engine_commits', 'Durable commits of the index since it was made.', [], async () => [
      { value: (await measures()).commits },
    ])
    gauge(
      'kho_scrub_began_seconds',
      'When the current or last check of all stored bytes began; 0: never.',
      [],
      async () => [{ value: (await measures()).scrub.began }],
    )
    gauge('kho_scrub_damaged', 'Damaged bodies that the check has found since the start.', [], async () => [
      { value: (await measures()).scrub.damaged },
    ])
    gauge('kho_names_waiting', 'Versions that the index of names does not have yet.', [], async () => [
      { value: (await measures()).names.waiting },
    ])
  }
  const answered = countRequests(registry)
  return { answered, text: () => registry.metrics(), contentType: registry.contentType }
}

type Queue = { queue: string; size: number; since: number | null }

/** Reads once for all metrics of a scrape: they ask at the same time, and share the answer. */
function oncePerScrape<T>(read: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | null = null
  return () => {
    last ??= read().finally(() => {
      last = null
    })
    return last
  }
}

async function readQueues(db: Database): Promise<Queue[]> {
  const jobs = db.selectFrom('jobs').where('state', 'in', ['queued', 'running'])
  const mails = db.selectFrom('mails')
  const topics = db.selectFrom('topics').where('gone', '=', 0).where('pending', '>', 0)
  const [jobRow, mailRow, deliveryRow] = await Promise.all([
    jobs
      .select(({ fn }) => [fn.countAll<number>().as('size'), fn.min('created_at').as('since')])
      .executeTakeFirstOrThrow(),
    mails
      .select(({ fn }) => [fn.countAll<number>().as('size'), fn.min('due_at').as('since')])
      .executeTakeFirstOrThrow(),
    topics
      .select([
        sql<number>`cast(coalesce(sum(pending), 0) as bigint)`.as('size'),
        // The first of each topic, by an index: rows may be hundreds of thousands.
        sql<
          number | null
        >`min((select created_at from deliveries where topic_id = topics.id and state = 'pending'
          order by number limit 1))`.as('since'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  const read = (queue: string, row: { size: number; since: number | null }): Queue => ({ queue, ...row })
  return [read('jobs', jobRow), read('mails', mailRow), read('deliveries', deliveryRow)]
}

export type LockCounts = { held: number; waiting: number }

/** The locks, and how many of them are held and waited for by this process. */
export function countLocks(locks: Locks): { locks: Locks; counts: LockCounts } {
  const counts = { held: 0, waiting: 0 }
  const hold: Locks['hold'] = async (name, work) => {
    counts.waiting += 1
    let waits = true
    const got = () => {
      if (waits) counts.waiting -= 1
      waits = false
    }
    try {
      return await locks.hold(name, async lock => {
        got()
        counts.held += 1
        return work(lock).finally(() => {
          counts.held -= 1
        })
      })
    } finally {
      got()
    }
  }
  return { locks: { hold, close: () => locks.close() }, counts }
}

/** Seconds; an upload's part on a slow line takes the longest. */
const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Counts requests by where they arrived, their route and outcome, with their times. */
function countRequests(registry: Registry): (request: AnsweredRequest) => void {
  const seconds = new Histogram({
    name: 'kho_request_duration_seconds',
    help: 'Seconds from the head of a request to the end of its answer.',
    labelNames: ['surface', 'route', 'outcome'],
    buckets,
    registers: [registry],
  })
  // Before the first failure their share is 0, not nothing.
  for (const outcome of outcomes) seconds.zero({ surface: 'page', route: 'page', outcome })
  return ({ surface, method, route, status, refused, ms }) => {
    const labels = { surface, route: surface === 'api' ? `${method} ${route}` : route }
    seconds.observe({ ...labels, outcome: refused ? 'refused' : outcomeOf(status) }, ms / 1000)
  }
}

/** Answers `GET /metrics`, and nothing else. `host`: where it listens; `failed` receives what could not be read. */
export function makeMetricsServer(metrics: Metrics, host: string, failed: (error: unknown) => void): Server {
  return createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    // Else a page could read them in a browser on this machine, by a name that it resolves to 127.0.0.1.
    const asked = URL.parse(`http://${request.headers.host}`)
    if (isLoopback(host) && !isLoopback(asked?.hostname ?? '')) {
      response.writeHead(403).end()
      return
    }
    metrics.text().then(
      text => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      error => {
        failed(error)
        response.writeHead(503).end()
      },
    )
  })
}
