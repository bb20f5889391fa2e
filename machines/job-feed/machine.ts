import { assign, type SnapshotFrom, setup } from 'xstate'
import type { Job } from '../../openapi/schema.ts'
import { type Failure, outcome } from '../failure.ts'
import { placeholder, placeholderCallback } from '../placeholder.ts'

/** What the outside actors report. */
export type JobFeedReport =
  /** `holdLeadership`: no other tab has the stream. */
  | { type: 'became leader' }
  /** `followTabs`: what the tab with the stream has received. */
  | { type: 'jobs received'; jobs: readonly Job[] }
  | { type: 'jobs streamed'; jobs: readonly Job[] }
  | { type: 'stream lost' }

type JobFeedEvent =
  | JobFeedReport
  /** Read the jobs now: one was started, cancelled or dismissed. */
  | { type: 'refresh' }

type JobFeedContext = {
  /** Null before the first answer. */
  jobs: readonly Job[] | null
  /** Whether the server answered the last read. */
  connected: boolean
  /** Unix seconds of the last answer on the server's clock, as the browser's may be wrong. */
  polledAt: number
}

export type JobsRead = { output: { ok: true; jobs: readonly Job[]; polledAt: number } | Failure }

type News = { jobs: readonly Job[] }

/**
 * Reads the jobs and follows them while one is live. Of all tabs of a browser one has the stream of events, over HTTP/1.1 one
 * of six connections, and sends the others what it receives.
 *
 * Provide: actors `readJobs`, `holdLeadership`, `followTabs` and `followStream`; action `send to other tabs`; delay `between reads`
 * in ms (default 3 s).
 */
export const jobFeedMachine = setup({
  types: { context: {} as JobFeedContext, events: {} as JobFeedEvent },
  actors: {
    readJobs: placeholder<JobsRead['output']>('readJobs'),
    holdLeadership: placeholderCallback<JobFeedReport>('holdLeadership'),
    followTabs: placeholderCallback<JobFeedReport>('followTabs'),
    followStream: placeholderCallback<JobFeedReport>('followStream'),
  },
  actions: {
    'send to other tabs': (_, _news: News) => undefined,
    'keep answer': assign((_, outcome: JobsRead['output']) =>
      outcome.ok ? { jobs: outcome.jobs, connected: true, polledAt: outcome.polledAt } : {},
    ),
    'keep jobs': assign((_, { jobs }: News) => ({ jobs })),
    'keep loss': assign({ connected: false }),
  },
  guards: {
    succeeded: (_, outcome: JobsRead['output']) => outcome.ok,
    'answer has a live job': (_, outcome: JobsRead['output']) => outcome.ok && outcome.jobs.some(isLive),
    'a job is live': (_, { jobs }: News) => jobs.some(isLive),
  },
  delays: { 'between reads': 3000 },
}).createMachine({
  id: 'job-feed',
  description: 'Reads the jobs and follows them while one is live.',
  context: { jobs: null, connected: true, polledAt: 0 },
  initial: 'idle',
  on: { refresh: '.reading' },
  states: {
    idle: { description: 'No job is live, or none was read yet.' },
    reading: {
      description: 'Reading the jobs, which also renews the session. Answers to earlier reads are dropped.',
      invoke: {
        id: 'readJobs',
        src: 'readJobs',
        onDone: [
          {
            guard: { type: 'answer has a live job', params: outcome },
            target: 'following',
            actions: { type: 'keep answer', params: outcome },
          },
          {
            guard: { type: 'succeeded', params: outcome },
            target: 'idle',
            actions: { type: 'keep answer', params: outcome },
          },
          { target: 'waiting', actions: 'keep loss' },
        ],
        onError: { target: 'waiting', actions: 'keep loss' },
      },
    },
    following: {
      description: 'A job is live: its changes come as events.',
      invoke: [
        { id: 'followTabs', src: 'followTabs' },
        { id: 'holdLeadership', src: 'holdLeadership' },
      ],
      initial: 'listening',
      on: {
        'jobs received': [
          {
            guard: { type: 'a job is live', params: ({ event }) => event },
            actions: { type: 'keep jobs', params: ({ event }) => event },
          },
          { target: 'idle', actions: { type: 'keep jobs', params: ({ event }) => event } },
        ],
      },
      states: {
        listening: {
          description: 'Another tab has the stream.',
          on: { 'became leader': 'leading' },
        },
        leading: {
          description: 'This tab has the stream.',
          invoke: { id: 'followStream', src: 'followStream' },
          on: {
            'jobs streamed': [
              {
                guard: { type: 'a job is live', params: ({ event }) => event },
                actions: [
                  { type: 'keep jobs', params: ({ event }) => event },
                  { type: 'send to other tabs', params: ({ event }) => event },
                ],
              },
              {
                target: '#job-feed.idle',
                actions: [
                  { type: 'keep jobs', params: ({ event }) => event },
                  { type: 'send to other tabs', params: ({ event }) => event },
                ],
              },
            ],
            'stream lost': '#job-feed.waiting',
          },
        },
      },
    },
    waiting: {
      description: 'The server did not answer, or the stream broke off: the jobs are read again soon.',
      after: { 'between reads': 'reading' },
    },
  },
})

function isLive({ ended_at }: Job): boolean {
  return ended_at === null
}

type Snapshot = SnapshotFrom<typeof jobFeedMachine>

/** Null before the first answer. */
export function selectJobs(snapshot: Snapshot): readonly Job[] | null {
  return snapshot.context.jobs
}

export function selectConnected(snapshot: Snapshot): boolean {
  return snapshot.context.connected
}

/** Unix seconds of the server's clock. */
export function selectPolledAt(snapshot: Snapshot): number {
  return snapshot.context.polledAt
}
