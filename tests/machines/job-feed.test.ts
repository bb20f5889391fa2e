import { expect, test } from 'vitest'
import {
  createActor,
  type EventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  SimulatedClock,
} from 'xstate'
import {
  type JobFeedReport,
  type JobsRead,
  jobFeedMachine,
  selectConnected,
  selectJobs,
  selectPolledAt,
} from '../../machines/job-feed/machine.ts'
import type { Job } from '../../openapi/schema.ts'

const live = { id: 'live', ended_at: null } as Job
const ended = { id: 'live', ended_at: 9 } as Job
const answer = (jobs: Job[], polledAt = 1): JobsRead['output'] => ({ ok: true, jobs, polledAt })

/** A feed, and what it does outside: `reads` answers a read by its number, `runs` are the callbacks that run. */
function open() {
  const reads: ((output: JobsRead['output'] | Promise<never>) => void)[] = []
  const runs = new Map<string, (news: JobFeedReport) => void>()
  const told: (readonly Job[])[] = []
  const callback = (name: string) =>
    fromCallback<EventObject, NonReducibleUnknown, JobFeedReport>(({ sendBack }) => {
      runs.set(name, sendBack)
      return () => runs.delete(name)
    })
  const clock = new SimulatedClock()
  const feed = createActor(
    jobFeedMachine.provide({
      actors: {
        readJobs: fromPromise<JobsRead['output']>(() => new Promise(resolve => reads.push(resolve))),
        followTabs: callback('tabs'),
        holdLeadership: callback('turn'),
        followStream: callback('stream'),
      },
      actions: { 'send to other tabs': (_, { jobs }) => told.push(jobs) },
    }),
    { clock },
  ).start()
  const now = () => feed.getSnapshot()
  return {
    ...{ feed, reads, runs, told, clock },
    shown: () => [selectJobs(now()), selectConnected(now())],
    polledAt: () => selectPolledAt(now()),
    refresh: () => feed.send({ type: 'refresh' }),
    async read(output: JobsRead['output'] | Promise<never>, number = reads.length) {
      reads[number - 1]!(output)
      await new Promise(resolve => setImmediate(resolve))
    },
    tell: (name: string, news: JobFeedReport) => runs.get(name)!(news),
  }
}

/** A feed that has the stream. */
async function leading() {
  const stage = open()
  stage.refresh()
  await stage.read(answer([live]))
  stage.tell('turn', { type: 'became leader' })
  return stage
}

test('nothing is read before the first request, and nothing followed without a live job', async () => {
  const { reads, runs, refresh, read, shown, polledAt, clock } = open()
  clock.increment(60_000)
  expect([reads.length, shown()]).toEqual([0, [null, true]])
  refresh()
  await read(answer([ended], 70))
  expect([shown(), polledAt(), [...runs.keys()]]).toEqual([[[ended], true], 70, []])
  clock.increment(60_000)
  expect(reads.length).toBe(1)
})

test('a late answer to an earlier read does not hide a job that was started since', async () => {
  const { reads, refresh, read, shown } = open()
  refresh()
  refresh()
  expect(reads.length).toBe(2)
  await read(answer([ended]), 2)
  await read(answer([]), 1)
  expect(shown()).toEqual([[ended], true])
})

test('while the server does not answer, the jobs are read every three seconds and stay shown', async () => {
  const { reads, read, shown, clock, tell } = await leading()
  tell('stream', { type: 'stream lost' })
  expect(shown()).toEqual([[live], true])
  for (const number of [2, 3]) {
    clock.increment(2999)
    expect(reads.length).toBe(number - 1)
    clock.increment(1)
    expect(reads.length).toBe(number)
    await read({ ok: false, code: 'NETWORK' })
    expect(shown()).toEqual([[live], false])
  }
  clock.increment(3000)
  await read(answer([ended]))
  expect(shown()).toEqual([[ended], true])
})

test('a read that fails in an unknown way is a lost connection too', async () => {
  const { refresh, read, shown, clock, reads } = open()
  refresh()
  await read(Promise.reject(new Error('a bug')))
  expect(shown()).toEqual([null, false])
  clock.increment(3000)
  expect(reads.length).toBe(2)
})

test('a tab without the stream shows what the tab with it has received', async () => {
  const { reads, runs, refresh, read, shown, told, tell, clock } = open()
  refresh()
  await read(answer([live]))
  const further = { ...live, done: 7 }
  tell('tabs', { type: 'jobs received', jobs: [further] })
  expect([shown(), told, [...runs.keys()]]).toEqual([[[further], true], [], ['tabs', 'turn']])
  tell('tabs', { type: 'jobs received', jobs: [ended] })
  expect([shown(), [...runs.keys()]]).toEqual([[[ended], true], []])
  clock.increment(60_000)
  expect(reads.length).toBe(1)
})

test('the tab with the stream sends the others what it receives, and gives up its turn with the last live job', async () => {
  const { reads, runs, shown, told, tell, clock } = await leading()
  expect([...runs.keys()]).toEqual(['tabs', 'turn', 'stream'])
  tell('stream', { type: 'jobs streamed', jobs: [ended, live] })
  expect(shown()).toEqual([[ended, live], true])
  tell('stream', { type: 'jobs streamed', jobs: [ended] })
  expect([shown(), told, [...runs.keys()]]).toEqual([[[ended], true], [[ended, live], [ended]], []])
  clock.increment(60_000)
  expect(reads.length).toBe(1)
})

test('a refresh closes the stream, and a tray that is closed reads nothing more', async () => {
  const { feed, reads, runs, refresh, read, clock } = await leading()
  refresh()
  expect([reads.length, runs.size]).toEqual([2, 0])
  await read({ ok: false, code: 'NETWORK' })
  feed.stop()
  clock.increment(60_000)
  expect(reads.length).toBe(2)
})
