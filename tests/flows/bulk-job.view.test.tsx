// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, vi } from 'vitest'
import { createActor, type EventObject, fromCallback, type NonReducibleUnknown } from 'xstate'
import { actor } from '../../machines/actor.ts'
import { bulkJobMachine } from '../../machines/bulk-job/machine.ts'
import { type JobFeedReport, type JobsRead, jobFeedMachine } from '../../machines/job-feed/machine.ts'
import type { Job } from '../../openapi/schema.ts'
import type { JobFeed } from '../../src/jobs/feed.ts'
import { JobCard } from '../../src/jobs/job-card.tsx'
import { owner } from '../machines/support/users.ts'
import { bulkJobFlow, runningJob } from './bulk-job.flow.ts'
import { bulkJobPlay } from './bulk-job.play.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { end } from './support/held-actors.ts'
import { t } from './support/play.ts'
import { show, signInAs } from './support/view-stage.tsx'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))
const readJobs = actor(async (): Promise<JobsRead['output']> => ({ ok: true, jobs: [], polledAt: 0 }))
const quiet = fromCallback<EventObject, NonReducibleUnknown, JobFeedReport>(() => undefined)
const feedMachine = jobFeedMachine.provide({ actors: { readJobs, followTabs: quiet, holdLeadership: quiet } })
let feed: JobFeed
let jobs: readonly Job[]

/** Ends the next read of the jobs. */
function tell(output: { ok: false; code: 'NETWORK' } | { ok: true; jobs: readonly Job[] }) {
  if (output.ok) jobs = output.jobs
  feed.send({ type: 'refresh' })
  end({ actorId: 'readJobs', output: output.ok ? { ...output, polledAt: 0 } : output })
}

function Tray() {
  const [shown, setShown] = useState(true)
  return shown && <JobCard feed={feed} job={runningJob} onDismissed={() => setShown(false)} />
}

/** So many failures are listed. */
const listed = (count: number) => () => {
  const shown = screen.queryByRole('region', { name: t('jobs.failures') })
  expect(shown ? within(shown).getAllByRole('listitem').length : 0).toBe(count)
}

await describeFlowInView('bulk-job', bulkJobMachine, bulkJobFlow, {
  play: bulkJobPlay,
  async open() {
    feed = createActor(feedMachine).start()
    jobs = [runningJob]
    await signInAs(owner)
    show(<Tray />)
  },
  events: {
    'job changed': (_, event) => tell({ ok: true, jobs: [(event as unknown as { job: Job }).job] }),
    'job gone': () => tell({ ok: true, jobs: [] }),
    'connection lost': () => tell({ ok: false, code: 'NETWORK' }),
    'connection back': () => tell({ ok: true, jobs }),
  },
  states: {
    'ended.summary': listed(0),
    'ended.loading': listed(0),
    'ended.failures': listed(1),
    'ended.retrying': listed(0),
    dismissed: () => expect(document.querySelector('article')).toBeNull(),
  },
})
