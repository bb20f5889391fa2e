import { assign, setup } from 'xstate'
import { mayRetry } from '../../domain/jobs.ts'
import type { Job, JobFailure } from '../../openapi/schema.ts'
import { type Failure, outcome, unknownFailure } from '../failure.ts'
import { placeholder, placeholderCallback } from '../placeholder.ts'

type BulkJobInput = { job: Job }

/** What `followJob` reports. */
export type JobReport =
  | { type: 'job changed'; job: Job }
  /** The job no longer exists, or this user may not see it. */
  | { type: 'job gone' }
  /** The server does not respond; the job continues there. */
  | { type: 'connection lost' }
  | { type: 'connection back' }

type BulkJobEvent =
  | JobReport
  | { type: 'cancel' }
  | { type: 'show failures' }
  | { type: 'hide failures' }
  | { type: 'retry' }
  | { type: 'dismiss' }

type BulkJobContext = {
  job: Job
  connected: boolean
  /** The job's failures; null until requested. */
  failures: readonly JobFailure[] | null
  /** Why the last call failed; cleared by the next one. */
  failure: Failure | null
}

export type JobCancel = { input: { id: string }; output: { ok: true; job: Job } | Failure }

export type FailuresRead = {
  input: { id: string }
  output: { ok: true; failures: readonly JobFailure[] } | Failure
}

/** `job`: the new job, which finishes what the first left undone. */
export type JobRetry = { input: { id: string }; output: { ok: true; job: Job } | Failure }

type ChangedJob = Extract<JobReport, { type: 'job changed' }>

/**
 * Follows one job of the server from its start until the user has seen its end.
 *
 * Provide: actors `followJob`, `cancelJob`, `readFailures` and `retryJob`, and the actions `refresh jobs`,
 * `reload everything` and `report retry`.
 */
export const bulkJobMachine = setup({
  types: {
    context: {} as BulkJobContext,
    events: {} as BulkJobEvent,
    input: {} as BulkJobInput,
    tags: {} as 'busy',
  },
  actors: {
    followJob: placeholderCallback<JobReport>('followJob'),
    cancelJob: placeholder<JobCancel['output'], JobCancel['input']>('cancelJob'),
    readFailures: placeholder<FailuresRead['output'], FailuresRead['input']>('readFailures'),
    retryJob: placeholder<JobRetry['output'], JobRetry['input']>('retryJob'),
  },
  actions: {
    /** Has the jobs read again, where others see the cancelled one. */
    'refresh jobs': () => undefined,
    /** What is shown may be older than what the job has changed. */
    'reload everything': () => undefined,
    /** Accepts the started job. */
    'report retry': (_, _outcome: JobRetry['output']) => undefined,
    // A report may be older than the response of `cancelJob`: a cancelled job stays cancelled.
    'keep job': assign(({ context }, { job }: Pick<ChangedJob, 'job'>) => ({
      job: { ...job, cancelling: job.cancelling || context.job.cancelling },
      connected: true,
    })),
    'keep connection': assign((_, connected: boolean) => ({ connected })),
    'keep cancelled job': assign((_, outcome: JobCancel['output']) =>
      outcome.ok ? { job: outcome.job } : {},
    ),
    'keep failures': assign((_, outcome: FailuresRead['output']) =>
      outcome.ok ? { failures: outcome.failures } : {},
    ),
    'keep failure': assign((_, outcome: { ok: true } | Failure) => (outcome.ok ? {} : { failure: outcome })),
    'clear failure': assign({ failure: null }),
  },
  guards: {
    succeeded: (_, outcome: { ok: boolean }) => outcome.ok,
    'job has ended': (_, { job }: Pick<ChangedJob, 'job'>) => job.ended_at !== null,
    'job is cancelling': (_, { job }: Pick<ChangedJob, 'job'>) => job.cancelling,
    'has failures': ({ context }) => context.job.failed > 0,
    'may be retried': ({ context }) => mayRetry(context.job),
  },
}).createMachine({
  id: 'bulk-job',
  description: 'Follows one job of the server from its start until the user has seen its end.',
  context: ({ input }) => ({ job: input.job, connected: true, failures: null, failure: null }),
  initial: 'live',
  states: {
    live: {
      description: 'The job is queued or running; its progress is shown.',
      invoke: { id: 'followJob', src: 'followJob' },
      initial: 'running',
      on: {
        'job changed': [
          {
            guard: { type: 'job has ended', params: ({ event }) => event },
            target: 'ended',
            actions: [
              'clear failure',
              { type: 'keep job', params: ({ event }) => event },
              'reload everything',
            ],
          },
          {
            guard: { type: 'job is cancelling', params: ({ event }) => event },
            target: '.cancelling',
            actions: ['clear failure', { type: 'keep job', params: ({ event }) => event }],
          },
          { actions: { type: 'keep job', params: ({ event }) => event } },
        ],
        'job gone': 'dismissed',
        'connection lost': { actions: { type: 'keep connection', params: false } },
        'connection back': { actions: { type: 'keep connection', params: true } },
      },
      states: {
        running: {
          description: 'The job can be cancelled; a failed attempt to cancel is shown.',
          on: { cancel: { target: 'requestingCancel', actions: 'clear failure' } },
        },
        requestingCancel: {
          description: 'Asking the server to cancel the job.',
          tags: 'busy',
          invoke: {
            id: 'cancelJob',
            src: 'cancelJob',
            input: ({ context }) => ({ id: context.job.id }),
            onDone: [
              {
                guard: { type: 'succeeded', params: outcome },
                target: 'cancelling',
                actions: [{ type: 'keep cancelled job', params: outcome }, 'refresh jobs'],
              },
              { target: 'running', actions: [{ type: 'keep failure', params: outcome }, 'refresh jobs'] },
            ],
            onError: { target: 'running', actions: { type: 'keep failure', params: unknownFailure } },
          },
        },
        cancelling: {
          description: 'The job ends after its current batch.',
          tags: 'busy',
        },
      },
    },
    ended: {
      description: 'The job is done, failed or cancelled; its result is shown.',
      initial: 'summary',
      on: { dismiss: 'dismissed' },
      states: {
        summary: {
          description: 'The result in numbers: how much was done, and how much failed.',
          on: {
            'show failures': { guard: 'has failures', target: 'loading', actions: 'clear failure' },
            retry: { guard: 'may be retried', target: 'retrying', actions: 'clear failure' },
          },
        },
        loading: {
          description: 'Reading the failures.',
          tags: 'busy',
          invoke: {
            id: 'readFailures',
            src: 'readFailures',
            input: ({ context }) => ({ id: context.job.id }),
            onDone: [
              {
                guard: { type: 'succeeded', params: outcome },
                target: 'failures',
                actions: { type: 'keep failures', params: outcome },
              },
              { target: 'summary', actions: { type: 'keep failure', params: outcome } },
            ],
            onError: { target: 'summary', actions: { type: 'keep failure', params: unknownFailure } },
          },
        },
        failures: {
          description: 'The failures are listed with their reasons.',
          on: {
            'hide failures': 'summary',
            retry: { guard: 'may be retried', target: 'retrying', actions: 'clear failure' },
          },
        },
        retrying: {
          description: 'Asking the server to start a job for what is left.',
          tags: 'busy',
          invoke: {
            id: 'retryJob',
            src: 'retryJob',
            input: ({ context }) => ({ id: context.job.id }),
            onDone: [
              {
                guard: { type: 'succeeded', params: outcome },
                target: '#bulk-job.dismissed',
                actions: { type: 'report retry', params: outcome },
              },
              { target: 'summary', actions: { type: 'keep failure', params: outcome } },
            ],
            onError: { target: 'summary', actions: { type: 'keep failure', params: unknownFailure } },
          },
        },
      },
    },
    dismissed: {
      type: 'final',
      description: 'The user has seen the result, another job does the rest, or the job no longer exists.',
    },
  },
})
