import { expect, test } from 'vitest'
import { createActor, type EventObject, fromCallback, type NonReducibleUnknown, waitFor } from 'xstate'
import { actor } from '../../machines/actor.ts'
import {
  bulkJobMachine,
  type FailuresRead,
  type JobCancel,
  type JobReport,
  type JobRetry,
} from '../../machines/bulk-job/machine.ts'
import {
  selectBusy,
  selectCanRetry,
  selectCanShowFailures,
  selectConnected,
  selectFailure,
  selectFailures,
  selectIsLive,
  selectJob,
} from '../../machines/bulk-job/selectors.ts'
import type { Job } from '../../openapi/schema.ts'

const running: Job = {
  ...{ id: 'job-1', kind: 'delete-bucket', bucket: 'anh', user: 'an@example.com', state: 'running' },
  ...{ source: null, sources: 0, target: null },
  ...{ cancelling: false, done: 0, failed: 0, skipped: 0, total: null, bytes: 0, error: null },
  ...{ created_at: 1, started_at: 1, updated_at: 1, ended_at: null },
}
const offline = { ok: false, code: 'NETWORK' } as const
const kept = { key: 'a', version_id: 'v', code: 'ACCESS_DENIED', lock: 'legal-hold', until: null } as const

/** A job that is followed, and the server that has it. */
function followed() {
  const server = {
    online: true,
    ends: 0,
    reads: 0,
    retries: [] as string[],
    tell: (_news: JobReport) => undefined as undefined | null,
  }
  const flow = createActor(
    bulkJobMachine.provide({
      actors: {
        followJob: fromCallback<EventObject, NonReducibleUnknown, JobReport>(({ sendBack }) => {
          server.tell = news => void sendBack(news)
          return () => {
            server.tell = () => null
          }
        }),
        cancelJob: actor(
          async (): Promise<JobCancel['output']> =>
            server.online ? { ok: true, job: { ...running, cancelling: true } } : offline,
        ),
        readFailures: actor(
          async (): Promise<FailuresRead['output']> =>
            server.online ? { ok: true, failures: [kept] } : offline,
        ),
        retryJob: actor(
          async (): Promise<JobRetry['output']> =>
            server.online ? { ok: true, job: { ...running, id: 'job-2' } } : offline,
        ),
      },
      actions: {
        'refresh jobs': () => {
          server.reads += 1
        },
        'reload everything': () => {
          server.ends += 1
        },
        'report retry': (_, outcome) => {
          if (outcome.ok) server.retries.push(outcome.job.id)
        },
      },
    }),
    { input: { job: running } },
  ).start()
  return { flow, server, now: () => flow.getSnapshot() }
}

test('a job is shown as it goes, and its end is told once', () => {
  const { server, now } = followed()
  server.tell({ type: 'job changed', job: { ...running, done: 1000, total: 3000 } })
  expect([selectJob(now()).done, selectIsLive(now())]).toEqual([1000, true])
  server.tell({ type: 'connection lost' })
  expect([selectConnected(now()), selectIsLive(now())]).toEqual([false, true])
  server.tell({ type: 'connection back' })
  expect(selectConnected(now())).toBe(true)
  server.tell({ type: 'connection lost' })
  server.tell({ type: 'job changed', job: { ...running, state: 'done', done: 3000, ended_at: 2 } })
  expect([selectConnected(now()), selectIsLive(now()), server.ends]).toEqual([true, false, 1])
  expect(server.tell({ type: 'connection lost' })).toBeNull()
})

test('a job that is cancelled goes on until the server says that it has ended, and each attempt reads the jobs again', async () => {
  const { flow, server, now } = followed()
  server.online = false
  flow.send({ type: 'cancel' })
  await waitFor(flow, snapshot => selectFailure(snapshot) !== null)
  expect(server.reads).toBe(1)
  server.online = true
  flow.send({ type: 'cancel' })
  const asked = await waitFor(flow, snapshot => selectJob(snapshot).cancelling)
  expect([selectBusy(asked), selectIsLive(asked), selectFailure(asked)]).toEqual([true, true, null])
  expect(server.reads).toBe(2)
  expect(asked.can({ type: 'cancel' })).toBe(false)
  server.tell({ type: 'job changed', job: running })
  expect([selectJob(now()).cancelling, now().can({ type: 'cancel' })]).toEqual([true, false])
  server.tell({ type: 'job changed', job: { ...running, state: 'cancelled', ended_at: 2 } })
  expect([selectIsLive(now()), server.ends]).toEqual([false, 1])
})

test('what a job could not do is read when asked for, and only where there is something', async () => {
  const { flow, server, now } = followed()
  server.tell({ type: 'job changed', job: { ...running, state: 'done', failed: 1, ended_at: 2 } })
  flow.send({ type: 'show failures' })
  const shown = await waitFor(flow, snapshot => selectFailures(snapshot) !== null)
  expect(selectFailures(shown)).toEqual([kept])
  flow.send({ type: 'hide failures' })
  expect([selectFailures(now()), selectCanShowFailures(now())]).toEqual([null, true])
  const clean = followed()
  clean.server.tell({ type: 'job changed', job: { ...running, state: 'done', ended_at: 2 } })
  expect(selectCanShowFailures(clean.now())).toBe(false)
})

test('a job that the server has forgotten is not followed any more', () => {
  const { server, now } = followed()
  server.tell({ type: 'job gone' })
  expect(now().status).toBe('done')
})

test('what a job could not do is retried by another job, which is followed in its place', async () => {
  const { flow, server, now } = followed()
  const copying: Job = { ...running, kind: 'copy-objects', ended_at: 2 }
  server.tell({ type: 'job changed', job: { ...copying, state: 'done', done: 9, failed: 1 } })
  server.online = false
  flow.send({ type: 'retry' })
  const refused = await waitFor(flow, snapshot => selectFailure(snapshot) !== null)
  expect([selectCanRetry(refused), server.retries]).toEqual([true, []])
  server.online = true
  flow.send({ type: 'retry' })
  await waitFor(flow, snapshot => snapshot.status === 'done')
  expect([now().matches('dismissed'), server.retries]).toEqual([true, ['job-2']])
})

test.each([
  ['that is done', { kind: 'copy-objects', state: 'done' }, false],
  ['that left some', { kind: 'move-objects', state: 'done', failed: 2 }, true],
  ['that was cancelled', { kind: 'delete-objects', state: 'cancelled' }, true],
  ['that failed', { kind: 'change-acl', state: 'failed' }, true],
  ['that empties a bucket', { kind: 'empty-bucket', state: 'failed' }, false],
] as const)('a job %s may be retried: %s', (_, change, may) => {
  const { server, now } = followed()
  server.tell({ type: 'job changed', job: { ...running, ...change, ended_at: 2 } })
  expect(selectCanRetry(now())).toBe(may)
})
