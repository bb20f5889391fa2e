// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, vi } from 'vitest'
import { createActor, type EventObject, fromCallback, type NonReducibleUnknown } from 'xstate'
import { actor } from '../../machines/actor.ts'
import { bulkJobMachine } from '../../machines/bulk-job/machine.ts'
import { selectConnected, selectFailure, selectJob } from '../../machines/bulk-job/selectors.ts'
import { type JobFeedNews, type JobsRead, jobFeedMachine } from '../../machines/job-feed/machine.ts'
import type { Job } from '../../openapi/schema.ts'
import type { JobFeed } from '../../src/jobs/feed.ts'
import { JobCard } from '../../src/jobs/job-card.tsx'
import { owner } from '../machines/support/users.ts'
import { bulkJobFlow, runningJob } from './bulk-job.flow.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { end } from './support/held-actors.ts'
import { press, show, signInAs, t } from './support/view-stage.tsx'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))
const readJobs = actor(async (): Promise<JobsRead['output']> => ({ ok: true, jobs: [], polledAt: 0 }))
const quiet = fromCallback<EventObject, NonReducibleUnknown, JobFeedNews>(() => undefined)
const feedMachine = jobFeedMachine.provide({ actors: { readJobs, followTabs: quiet, holdTurn: quiet } })
let feed: JobFeed
let jobs: readonly Job[]

/** Ends the next read of the jobs. */
function tell(output: { ok: false; code: 'NETWORK' } | { ok: true; jobs: readonly Job[] }) {
  if (output.ok) jobs = output.jobs
  feed.send({ type: 'refresh' })
  end({ actorId: 'readJobs', output: output.ok ? { ...output, polledAt: 0 } : output })
}

type Snapshot = Parameters<NonNullable<NonNullable<typeof bulkJobFlow.states>[string]>>[0]

const { bucket } = runningJob
const texts = (role: 'alert' | 'status') => screen.queryAllByRole(role).map(({ textContent }) => textContent)
const button = (id: 'common.cancel' | 'common.retry' | 'jobs.why' | 'jobs.hideWhy') => {
  const found = screen.queryByRole('button', { name: t(id) })
  return found && (found.getAttribute('aria-busy') === 'true' ? 'busy' : 'ready')
}

function Tray() {
  const [shown, setShown] = useState(true)
  return shown && <JobCard feed={feed} job={runningJob} onDismissed={() => setShown(false)} />
}

/** What the card says of the job, and why the last call failed. */
function seeCard(_: unknown, snapshot: Snapshot) {
  const { state, failed } = selectJob(snapshot)
  const end = state === 'done' ? (failed > 0 ? 'stayed' : 'done') : 'live'
  const failure = selectFailure(snapshot)
  expect(texts('status')).toContain(t(`jobs.delete-objects.${end}`, { bucket, name: bucket, several: 'yes' }))
  expect(texts('alert')).toEqual(failure ? [expect.stringContaining(t(`error.${failure.code}`))] : [])
}

const live = (cancel: 'ready' | 'busy') => (_: unknown, snapshot: Snapshot) => {
  seeCard(_, snapshot)
  expect([button('common.cancel'), button('common.retry')]).toEqual([cancel, null])
  expect(texts('status').includes(t('jobs.lost'))).toBe(!selectConnected(snapshot))
  const cancelling = screen.queryByText(t('jobs.cancelling')) !== null
  expect(cancelling).toBe(selectJob(snapshot).cancelling)
}

type Buttons = Record<'why' | 'hide' | 'retry', 'ready' | 'busy' | null>
const ended = (buttons: (failed: boolean) => Buttons) => (_: unknown, snapshot: Snapshot) => {
  seeCard(_, snapshot)
  const { done, failed } = selectJob(snapshot)
  screen.getByText(t('jobs.result', { done, failed, skipped: 0, act: 'delete' }))
  const seen = { why: button('jobs.why'), hide: button('jobs.hideWhy'), retry: button('common.retry') }
  expect(seen).toEqual(buttons(failed > 0))
  const shown = screen.queryByRole('region', { name: t('jobs.failures') })
  expect(shown && within(shown).getAllByRole('listitem').length).toBe(seen.hide && 1)
}

await describeFlowInView('bulk-job', bulkJobMachine, bulkJobFlow, {
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
    cancel: () => press(t('common.cancel')),
    'show failures': () => press(t('jobs.why')),
    'hide failures': () => press(t('jobs.hideWhy')),
    retry: () => press(t('common.retry')),
    dismiss: () => press(t('jobs.close', { bucket })),
  },
  states: {
    'live.running': live('ready'),
    'live.asking': live('busy'),
    'live.cancelling': live('busy'),
    'ended.summary': ended(failed =>
      failed ? { why: 'ready', hide: null, retry: 'ready' } : { why: null, hide: null, retry: null },
    ),
    'ended.loading': ended(() => ({ why: 'busy', hide: null, retry: null })),
    'ended.failures': ended(() => ({ why: null, hide: 'ready', retry: 'ready' })),
    'ended.retrying': ended(() => ({ why: null, hide: null, retry: 'busy' })),
    dismissed: () => expect(document.querySelector('article')).toBeNull(),
  },
})
