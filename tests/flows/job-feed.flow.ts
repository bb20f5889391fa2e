import { expect } from 'vitest'
import type { Flow } from '../../flows/kit/flow.ts'
import type { jobFeedMachine } from '../../machines/job-feed/machine.ts'
import { runningJob } from './bulk-job.flow.ts'

const live = [runningJob]
const ended = [{ ...runningJob, ended_at: 2 }]
const leading = { following: 'leading' } as const

/** What can happen to the jobs that a tab shows. */
export const jobFeedFlow: Flow<typeof jobFeedMachine> = {
  starts: { 'when the tray opens': undefined },
  events: {
    refresh: [{ type: 'refresh' }],
    'became leader': [{ type: 'became leader' }],
    'jobs received': [
      { type: 'jobs received', jobs: live },
      { type: 'jobs received', jobs: ended },
    ],
    'jobs streamed': snapshot =>
      snapshot.matches(leading) ? [live, ended].map(jobs => ({ type: 'jobs streamed', jobs })) : [],
    'stream lost': snapshot => (snapshot.matches(leading) ? [{ type: 'stream lost' }] : []),
  },
  outcomes: {
    readJobs: {
      ok: [
        { ok: true, jobs: live, polledAt: 10 },
        { ok: true, jobs: ended, polledAt: 10 },
        { ok: true, jobs: [], polledAt: 10 },
      ],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected: [{ ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-1' }],
    },
  },
  leads: {
    refresh: 'reading',
    'became leader': 'following.leading',
    'stream lost': 'waiting',
    'readJobs: NETWORK': 'waiting',
    'readJobs: unexpected': 'waiting',
    'readJobs: bug': 'waiting',
    'after between reads': 'reading',
  },
  states: {
    idle: ({ context, children }) =>
      expect([context.connected, context.jobs ?? [], Object.keys(children)]).toEqual([
        true,
        expect.not.arrayContaining(live),
        [],
      ]),
    reading: ({ children }) => expect(Object.keys(children)).toEqual(['readJobs']),
    'following.listening': ({ context, children }) =>
      expect([context.connected, context.jobs, Object.keys(children)]).toEqual([
        true,
        live,
        ['followTabs', 'holdLeadership'],
      ]),
    'following.leading': ({ context, children }) =>
      expect([context.connected, context.jobs, Object.keys(children)]).toEqual([
        true,
        live,
        ['followTabs', 'holdLeadership', 'followStream'],
      ]),
    waiting: ({ children }) => expect(Object.keys(children)).toEqual([]),
  },
}
