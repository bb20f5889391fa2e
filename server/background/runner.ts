import type { WorkerName } from '../../openapi/schema.ts'
import { carry, endSpan, makeTraces, type Traces } from '../tracing/trace.ts'

/** A recurring task. Any process may run it: it claims in the database what must be done once. */
export type Work = {
  /** Shown in the report. */
  name: WorkerName
  /** The log message of a failure. */
  problem: string
  /** ms between runs unless it is woken. */
  every: () => number
  /** ms from the start of all workers to its first run; 0 by default. */
  first?: number
  /** ms until the next run after a failure: doubles with each in a row, up to `every`. */
  retry: number
  /** Runs what is due. Returns the ms until the next run, if known. */
  run(turn: Turn): Promise<number | undefined>
}

/**
 * `stopping` aborts when the server stops. `failed` reports a part that failed, while the rest of the run continues.
 */
export type Turn = { stopping: AbortSignal; failed(error: unknown): void }

/** Runs `work` for each row, page by page: `list` returns those after an id. What fails is reported, and the rest goes on. */
export async function eachRow<Row extends { id: string }>(
  { stopping, failed }: Turn,
  list: (after: string) => Promise<Row[]>,
  work: (row: Row) => Promise<void>,
): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: Row[] = await list(after)
    for (const row of rows) {
      if (stopping.aborted) return
      await work(row).catch(failed)
    }
    after = rows.at(-1)?.id
  }
}

export type Worker = {
  /** Runs it in `wait` ms, if it does not run sooner. */
  wake(wait?: number): void
  /** Runs it now, or after the current run. A failure is logged, and retried. */
  run(): Promise<void>
}

/** The last run of a worker. `lag`: ms by which its run began late, or is late now. `failures`: runs in a row. */
type Report = {
  name: WorkerName
  running: boolean
  runs: number
  failures: number
  /** ms, unix; null before the first run has ended. */
  lastRun: number | null
  lag: number
}

export type Background = {
  /** Adds a worker, which runs once all are started. */
  add(work: Work): Worker
  start(): void
  report(): Report[]
  /** Starts no further run; resolves after the current ones. */
  stop(): Promise<void>
}

/** The one runner of all background work of the server; each run has a trace of its own. `now`: ms. */
export function makeBackground(options: {
  now: () => number
  log: { error(fields: { err: unknown; worker: string }, message: string): void }
  traces?: Traces
}): Background {
  const { traces = makeTraces() } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const all: { start(): void; report(): Report; end(): Promise<void> }[] = []

  function add(work: Work): Worker {
    const done = { running: false, runs: 0, failures: 0, lastRun: null as number | null, lag: 0 }
    let timer: NodeJS.Timeout | undefined
    /** When the timer fires, by `performance.now`. */
    let dueAt = Number.POSITIVE_INFINITY
    let queue: Promise<void> = Promise.resolve()

    const late = () => Math.max(0, performance.now() - dueAt)

    function wake(wait = 0): void {
      const at = performance.now() + wait
      if (signal.aborted || at >= dueAt) return
      clearTimeout(timer)
      dueAt = at
      timer = setTimeout(() => void run(), wait)
      timer.unref()
    }

    async function once(): Promise<void> {
      if (signal.aborted) return
      clearTimeout(timer)
      Object.assign(done, { running: true, lag: late() })
      dueAt = Number.POSITIVE_INFINITY
      let whole = true
      function failed(error: unknown): void {
        whole = false
        options.log.error({ err: error, worker: work.name }, work.problem)
      }
      const trace = traces.begin()
      const next = await carry(trace, () => work.run({ stopping: signal, failed }).catch(failed))
      // Workers that look for work every few seconds mostly find none.
      if (trace.hasChildren || !whole)
        endSpan(trace, { name: `worker ${work.name}`, kind: 'internal', failed: !whole })
      done.failures = whole ? 0 : done.failures + 1
      Object.assign(done, { running: false, runs: done.runs + 1, lastRun: options.now() })
      const pause = whole ? Number.POSITIVE_INFINITY : work.retry * 2 ** (done.failures - 1)
      wake(Math.min(work.every(), pause, Math.max(0, next ?? Number.POSITIVE_INFINITY)))
    }

    function run(): Promise<void> {
      queue = queue.then(once)
      return queue
    }

    all.push({
      start: () => wake(work.first),
      report: () => ({ name: work.name, ...done, ...(!done.running && late() > 0 && { lag: late() }) }),
      end() {
        clearTimeout(timer)
        return queue
      },
    })
    return { wake, run }
  }

  return {
    add,
    start() {
      for (const each of all) each.start()
    },
    report: () => all.map(each => each.report()),
    async stop() {
      stopping.abort()
      await Promise.all(all.map(each => each.end()))
    },
  }
}
