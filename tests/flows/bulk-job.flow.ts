import { expect } from 'vitest'
import type { Flow } from '../../flows/kit/flow.ts'
import type { bulkJobMachine } from '../../machines/bulk-job/machine.ts'
import type { Job } from '../../openapi/schema.ts'

const unexpected = [{ ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-1' }] as const
const lost = { ok: false, code: 'NETWORK' } as const

export const runningJob: Job = {
  ...{ id: 'job-1', kind: 'delete-objects', bucket: 'anh', user: 'an@example.com', state: 'running' },
  ...{ source: null, sources: 0, target: null },
  ...{ cancelling: false, done: 1000, failed: 0, skipped: 0, total: 3000, bytes: 5000, error: null },
  ...{ created_at: 1, started_at: 1, updated_at: 2, ended_at: null },
}
const cancelling: Job = { ...runningJob, cancelling: true }
/** To come, so that the tray does not fold. */
const endedAt = Math.floor(Date.now() / 1000) + 86_400
const done: Job = { ...runningJob, state: 'done', done: 3000, ended_at: endedAt }
const stayed: Job = { ...done, done: 2999, failed: 1 }
const failures = [
  { key: 'a', version_id: 'v1', code: 'ACCESS_DENIED', lock: 'compliance', until: 9 },
] as const

/** What can happen to a job that the user has started. */
export const bulkJobFlow: Flow<typeof bulkJobMachine> = {
  starts: { 'of a job that runs': { job: runningJob } },
  events: {
    'job changed': [
      { type: 'job changed', job: runningJob },
      { type: 'job changed', job: cancelling },
      { type: 'job changed', job: done },
      { type: 'job changed', job: stayed },
    ],
    'job gone': [{ type: 'job gone' }],
    'connection lost': [{ type: 'connection lost' }],
    'connection back': [{ type: 'connection back' }],
    cancel: [{ type: 'cancel' }],
    'show failures': [{ type: 'show failures' }],
    'hide failures': [{ type: 'hide failures' }],
    retry: [{ type: 'retry' }],
    dismiss: [{ type: 'dismiss' }],
  },
  // Failures are shown only of what has failed, and of this kind of job that may be retried.
  certain: ['ended.failures: retry → ended.retrying [may be retried] does not let pass'],
  outcomes: {
    cancelJob: { ok: [{ ok: true, job: cancelling }], NETWORK: [lost], unexpected },
    readFailures: { ok: [{ ok: true, failures }], NETWORK: [lost], unexpected },
    retryJob: { ok: [{ ok: true, job: { ...runningJob, id: 'job-2' } }], NETWORK: [lost], unexpected },
  },
  leads: {
    'job gone': 'dismissed',
    cancel: 'live.requestingCancel',
    'show failures': 'ended.loading',
    'hide failures': 'ended.summary',
    retry: 'ended.retrying',
    dismiss: 'dismissed',
    cancelJob: 'live.running',
    'cancelJob: ok': 'live.cancelling',
    readFailures: 'ended.summary',
    'readFailures: ok': 'ended.failures',
    retryJob: 'ended.summary',
    'retryJob: ok': 'dismissed',
  },
  // Nothing is shown of it any more.
  failures: { except: ['job gone', 'dismiss'] },
  states: {
    'live.running': ({ context: { job }, children }) =>
      expect([job.ended_at, job.cancelling, Object.keys(children)]).toEqual([null, false, ['followJob']]),
    'live.cancelling': ({ context }) =>
      expect([context.job.cancelling, context.failure]).toEqual([true, null]),
    'ended.summary': ({ context, children }) =>
      expect([context.job.ended_at, Object.keys(children)]).toEqual([endedAt, []]),
    'ended.loading': ({ context }) => expect([context.job.failed, context.failure]).toEqual([1, null]),
    'ended.failures': ({ context }) => expect(context.failures).toEqual(failures),
    'ended.retrying': ({ context }) => expect([context.job.failed, context.failure]).toEqual([1, null]),
    dismissed: ({ children }) => expect(Object.keys(children)).toEqual([]),
  },
}
