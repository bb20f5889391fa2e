import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Background, makeBackground, type Turn } from '../../server/background/runner.ts'

let background: Background
let logged: string[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  logged = []
  background = makeBackground({
    now: () => 7,
    log: { error: ({ err, worker }, message) => logged.push(`${worker}: ${message} ${err}`) },
  })
})
afterEach(async () => {
  vi.useRealTimers()
  await background.stop()
})

/** A worker that runs every minute, and counts its runs. */
function add(run: (turn: Turn) => Promise<number | undefined> | undefined) {
  const counted = { runs: 0 }
  const worker = background.add({
    ...{ name: 'mails', problem: 'It failed.', every: () => 60_000, retry: 1000 },
    async run(turn) {
      counted.runs++
      return run(turn)
    },
  })
  return Object.assign(counted, worker)
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a worker runs when it is woken, then every so often; waking never postpones a run', async () => {
  const worker = add(() => undefined)
  worker.wake(500)
  worker.wake(20_000)
  await pass(499)
  expect(worker.runs).toBe(0)
  await pass(1)
  expect(worker.runs).toBe(1)
  await pass(60_000)
  expect(worker.runs).toBe(2)
})

test('it runs sooner where more is due, and after a failure, with longer pauses up to its own', async () => {
  const due = [10]
  const worker = add(async () => due.shift())
  worker.wake()
  await pass(10)
  expect(worker.runs).toBe(2)

  const began = performance.now()
  const starts: number[] = []
  const broken = add(() => {
    starts.push(performance.now() - began)
    return Promise.reject(new Error('away'))
  })
  broken.wake()
  await pass(190_000)
  // The pauses double from one second to the minute of the worker itself.
  expect(starts).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183].map(second => 1000 * second))
  expect(logged[0]).toBe('mails: It failed. Error: away')
  expect(background.report()[1]).toMatchObject({ failures: broken.runs, runs: broken.runs, lastRun: 7 })
})

test('a part that failed makes the whole run again soon; a whole run ends the count', async () => {
  let fails = true
  const worker = add(async ({ failed }) => {
    if (fails) failed(new Error('one of two'))
    return undefined
  })
  await worker.run()
  expect([logged.length, background.report()[0]?.failures]).toEqual([1, 1])
  fails = false
  await pass(1000)
  expect([worker.runs, background.report()[0]?.failures]).toEqual([2, 0])
})

test('one run at a time; one that is due meanwhile follows, and says how late it is', async () => {
  const end = Promise.withResolvers<undefined>()
  const worker = add(() => (worker.runs === 1 ? end.promise : undefined))
  const first = worker.run()
  await pass(0)
  worker.wake()
  await pass(3000)
  expect([worker.runs, background.report()[0]]).toMatchObject([1, { running: true, runs: 0, lag: 0 }])
  end.resolve(undefined)
  await first
  await pass(0)
  expect([worker.runs, background.report()[0]]).toMatchObject([2, { running: false, runs: 2, lag: 3000 }])
})

test('the stop tells the run under way, waits for it, and lets none begin', async () => {
  const end = Promise.withResolvers<undefined>()
  let told = false
  const worker = add(({ stopping }) => {
    stopping.addEventListener('abort', () => {
      told = true
    })
    return end.promise
  })
  void worker.run()
  void worker.run()
  await pass(0)
  let stopped = false
  const stop = background.stop().then(() => {
    stopped = true
  })
  await pass(0)
  expect([told, stopped]).toEqual([true, false])
  end.resolve(undefined)
  await stop
  worker.wake()
  await pass(60_000)
  expect(worker.runs).toBe(1)
})
