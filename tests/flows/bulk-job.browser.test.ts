import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { bulkJobMachine } from '../../machines/bulk-job/machine.ts'
import { selectConnected, selectFailure, selectJob } from '../../machines/bulk-job/selectors.ts'
import type { Job, JobFailure } from '../../openapi/schema.ts'
import { patience } from '../support/patience.ts'
import { texts } from '../support/screens.ts'
import { sharedBrowser } from '../support/shared.ts'
import { bulkJobFlow, runningJob } from './bulk-job.flow.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { type FlowConsole, startFlowConsole } from './support/flow-console.ts'
import { type Fate, HeldCalls } from './support/held-calls.ts'
import type { FlowEvent } from './support/paths.ts'

const t = texts('en')
const email = 'owner@example.com'
const password = 'Example#1'
const { id, bucket } = runningJob
const cancelPath = `/jobs/${id}/cancel`
const failuresPath = `/jobs/${id}/failures`
const retryPath = `/jobs/${id}/retry`
/** Ms between two reads of the jobs where events do not come. */
const pause = 3000

type Stage = { page: Page; held: HeldCalls }
type Snapshot = Parameters<NonNullable<NonNullable<typeof bulkJobFlow.states>[string]>>[0]

let browser: Browser
let kho: FlowConsole
let context: BrowserContext

beforeAll(async () => {
  ;[browser, kho] = await Promise.all([sharedBrowser(), startFlowConsole()])
  await kho.addOwner({ email, password, pin: '2580', firstPassword: false })
  context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })
  await context.addCookies([{ name: 'NEXT_LOCALE', value: 'en', url: kho.url }])
  await context.route('**/api/jobs/watch', route => route.abort())
  const page = await context.newPage()
  await page.goto(kho.url)
  await page.getByLabel(t('auth.email')).fill(email)
  await page.getByLabel(t('auth.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('auth.signIn'), exact: true }).click()
  await page.getByRole('heading', { level: 1, name: t('buckets.title') }).waitFor()
  await page.close()
})
afterAll(async () => {
  await context?.close()
  await kho?.close()
})

const json = (body: unknown): Fate => ({
  status: 200,
  body: JSON.stringify(body),
  type: 'application/json',
})

/** The job was started here before; the first read of the jobs finds it. */
async function open(): Promise<Stage> {
  const page = await context.newPage()
  await page.clock.install()
  await page.addInitScript(([name, ids]) => localStorage.setItem(name, ids), [
    `kho-jobs ${email}`,
    JSON.stringify([id]),
  ] as const)
  const held = new HeldCalls(context)
  await held.hold(page, ['/jobs', cancelPath, failuresPath, retryPath])
  await page.goto(`${kho.url}/bucket-management`)
  await tell({ page, held }, json({ jobs: [runningJob] }))
  return { page, held }
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
const endCancel = (end: (stage: Stage) => Promise<void>) => async (stage: Stage) => {
  stage.held.forget('/jobs')
  await end(stage)
  await stage.held.made('/jobs')
}

const tray = (page: Page) => page.getByRole('region', { name: t('jobs.tray') })
const button = (page: Page, name: Parameters<typeof t>[0]) =>
  tray(page).getByRole('button', { name: t(name), exact: true })

async function offline({ held }: Stage, path: string): Promise<void> {
  await held.meet(path, 'offline')
  await context.setOffline(false)
}

/** What the tray says of a job, and why the last call failed. */
async function seeCard({ page }: Stage, snapshot: Snapshot): Promise<void> {
  const { state, failed } = selectJob(snapshot)
  const end = state === 'done' ? (failed > 0 ? 'stayed' : 'done') : 'live'
  await tray(page)
    .getByRole('status')
    .getByText(t(`jobs.delete-objects.${end}`, { bucket, name: bucket, several: 'yes' }), { exact: true })
    .waitFor()
  const failure = selectFailure(snapshot)
  const told = tray(page).getByRole('alert')
  await expect.poll(() => told.count()).toBe(failure ? 1 : 0)
  if (failure) await told.getByText(t(`error.${failure.code}`)).waitFor()
}

async function seeProgress(stage: Stage, snapshot: Snapshot, busy: boolean): Promise<void> {
  await seeCard(stage, snapshot)
  const cancel = button(stage.page, 'common.cancel')
  await expect.poll(() => cancel.getAttribute('aria-busy')).toBe(busy ? 'true' : null)
  const lost = tray(stage.page).getByText(t('jobs.lost'))
  await expect.poll(() => lost.count()).toBe(selectConnected(snapshot) ? 0 : 1)
}

const failures = (page: Page) => tray(page).getByRole('region', { name: t('jobs.failures') })

await describeFlowInBrowser('bulk-job', bulkJobMachine, bulkJobFlow, {
  open,
  close: ({ page }) => page.close(),
  viewed: true,
  good: ['ended.summary', 'dismissed'],
  events: {
    'job changed': (stage, event: FlowEvent & { job?: Job }) => tell(stage, json({ jobs: [event.job] })),
    'job gone': stage => tell(stage, json({ jobs: [] })),
    'connection lost': stage => tell(stage, 'lost'),
    'connection back': stage => tell(stage, json({ jobs: [runningJob] })),
    async cancel({ page, held }) {
      await button(page, 'common.cancel').click()
      await held.made(cancelPath)
    },
    async 'show failures'({ page, held }) {
      await button(page, 'jobs.why').click()
      await held.made(failuresPath)
    },
    async retry({ page, held }) {
      await button(page, 'common.retry').click()
      await held.made(retryPath)
    },
    'hide failures': ({ page }) => button(page, 'jobs.hideWhy').click(),
    dismiss: ({ page }) =>
      tray(page)
        .getByRole('button', { name: t('jobs.close', { bucket }) })
        .click(),
    'cancelJob: ok': endCancel(({ held }) =>
      held.meet(cancelPath, json({ ...runningJob, cancelling: true })),
    ),
    'cancelJob: NETWORK': endCancel(stage => offline(stage, cancelPath)),
    'cancelJob: unexpected': endCancel(({ held }) => kho.broken(() => held.meet(cancelPath, 'answered'))),
    'readFailures: ok': ({ held }, event) =>
      held.meet(failuresPath, json({ failures: (event.output as { failures: JobFailure[] }).failures })),
    'retryJob: ok': async (stage, event) => {
      const { job } = event.output as { job: Job }
      await stage.held.meet(retryPath, json(job))
      // The tray goes on with the new job, which goes at once here.
      await tell(stage, json({ jobs: [] }))
    },
    'retryJob: NETWORK': stage => offline(stage, retryPath),
    'retryJob: unexpected': ({ held }) => kho.broken(() => held.meet(retryPath, 'answered')),
    'readFailures: NETWORK': stage => offline(stage, failuresPath),
    'readFailures: unexpected': ({ held }) => kho.broken(() => held.meet(failuresPath, 'answered')),
  },
  states: {
    'live.running': (stage, snapshot) => seeProgress(stage, snapshot, false),
    'live.asking': (stage, snapshot) => seeProgress(stage, snapshot, true),
    async 'live.cancelling'(stage, snapshot) {
      await seeProgress(stage, snapshot, true)
      await tray(stage.page).getByText(t('jobs.cancelling')).waitFor()
    },
    async 'ended.summary'(stage, snapshot) {
      await seeCard(stage, snapshot)
      const { done, failed } = selectJob(snapshot)
      await tray(stage.page)
        .getByText(t('jobs.result', { done, failed, skipped: 0, act: 'delete' }))
        .waitFor()
      await expect.poll(() => button(stage.page, 'jobs.why').count()).toBe(failed > 0 ? 1 : 0)
      await expect.poll(() => button(stage.page, 'common.retry').count()).toBe(failed > 0 ? 1 : 0)
      await failures(stage.page).waitFor({ state: 'detached' })
    },
    async 'ended.loading'(stage, snapshot) {
      await seeCard(stage, snapshot)
      await expect.poll(() => button(stage.page, 'jobs.why').getAttribute('aria-busy')).toBe('true')
    },
    async 'ended.failures'(stage) {
      await failures(stage.page).getByText('a', { exact: true }).first().waitFor()
      await expect.poll(() => failures(stage.page).getByRole('listitem').count()).toBe(1)
      await button(stage.page, 'jobs.hideWhy').waitFor()
    },
    async 'ended.retrying'(stage, snapshot) {
      await seeCard(stage, snapshot)
      await expect.poll(() => button(stage.page, 'common.retry').getAttribute('aria-busy')).toBe('true')
    },
    dismissed: ({ page }) => tray(page).waitFor({ state: 'detached' }),
  },
})
