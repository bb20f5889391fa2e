import type { Page } from 'playwright'
import { beforeAll, expect, vi } from 'vitest'
import type { FlowEvent } from '../../flows/kit/paths.ts'
import { bulkJobMachine } from '../../machines/bulk-job/machine.ts'
import type { Job, JobFailure } from '../../openapi/schema.ts'
import { patience } from '../support/patience.ts'
import { followJobs } from '../support/visit.ts'
import { bulkJobFlow, runningJob } from './bulk-job.flow.ts'
import { bulkJobPlay } from './bulk-job.play.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { startVisit } from './support/flow-setup.ts'
import type { Fate } from './support/held-calls.ts'
import { t } from './support/play.ts'
import type { Stage } from './support/stage.ts'

const { id } = runningJob
const cancelPath = `/jobs/${id}/cancel`
const failuresPath = `/jobs/${id}/failures`
const retryPath = `/jobs/${id}/retry`
/** Ms between two reads of the jobs where events do not come. */
const pause = 3000

const visit = startVisit()
beforeAll(() => visit.context.route('**/api/jobs/watch', route => route.abort()))

const json = (body: unknown): Fate => ({
  status: 200,
  body: JSON.stringify(body),
  type: 'application/json',
})

/** The job was started here before; the first read of the jobs finds it. */
async function open(): Promise<Stage> {
  const stage = await visit.newPage()
  const { kho, page, held } = stage
  await page.clock.install()
  await page.addInitScript(followJobs, JSON.stringify([id]))
  await held.hold(page, ['/jobs', cancelPath, failuresPath, retryPath])
  await page.goto(`${kho.url}/bucket-management`)
  await tell(stage, json({ jobs: [runningJob] }))
  return stage
}

/** Gives the next read of the jobs to its fate: the time passes until it is made. */
async function tell({ page, held }: Stage, fate: Fate): Promise<void> {
  await vi.waitUntil(
    async () => {
      if (held.isHeld('/jobs')) return true
      await page.clock.fastForward(pause)
      return false
    },
    { timeout: patience, interval: 50 },
  )
  await held.meet('/jobs', fate, { all: true })
}

/** After an answer to it the page reads the jobs at once, and an earlier read does not count. */
async function endCancel(stage: Stage, end: () => Promise<unknown>): Promise<void> {
  stage.held.forget('/jobs')
  await end()
  await stage.held.made('/jobs')
}

const tray = (page: Page) => page.getByRole('region', { name: t('jobs.tray') })
const failures = (page: Page) => tray(page).getByRole('region', { name: t('jobs.failures') })

await describeFlowInBrowser('bulk-job', bulkJobMachine, bulkJobFlow, {
  play: bulkJobPlay,
  calls: { cancelJob: cancelPath, readFailures: failuresPath, retryJob: retryPath },
  open,
  close: ({ page }) => page.close(),
  viewed: true,
  good: ['ended.summary', 'dismissed'],
  events: {
    'job changed': (stage, event: FlowEvent & { job?: Job }) => tell(stage, json({ jobs: [event.job] })),
    'job gone': stage => tell(stage, json({ jobs: [] })),
    'connection lost': stage => tell(stage, 'lost'),
    'connection back': stage => tell(stage, json({ jobs: [runningJob] })),
    'cancelJob: ok': stage =>
      endCancel(stage, () => stage.held.meet(cancelPath, json({ ...runningJob, cancelling: true }))),
    'cancelJob: NETWORK': (stage, _, { act }) => endCancel(stage, act),
    'cancelJob: unexpected': (stage, _, { act }) => endCancel(stage, act),
    'readFailures: ok': ({ held }, event) =>
      held.meet(failuresPath, json({ failures: (event.output as { failures: JobFailure[] }).failures })),
    'retryJob: ok': async (stage, event) => {
      const { job } = event.output as { job: Job }
      await stage.held.meet(retryPath, json(job))
      // The tray goes on with the new job, which goes at once here.
      await tell(stage, json({ jobs: [] }))
    },
  },
  states: {
    'ended.summary': ({ page }) => failures(page).waitFor({ state: 'detached' }),
    async 'ended.failures'({ page }) {
      await failures(page).getByText('a', { exact: true }).first().waitFor()
      await expect.poll(() => failures(page).getByRole('listitem').count()).toBe(1)
    },
    dismissed: ({ page }) => tray(page).waitFor({ state: 'detached' }),
  },
})
