import type { Page } from 'playwright'
import type { Job, JobFailure } from '../../openapi/schema.ts'
import { owner } from './console.ts'
import type { MakeScreen, Screen } from './screens.ts'
import { followJobs } from './visit.ts'

type At = Parameters<Screen['open']>[1]
/** A job that deletes all data of a bucket. */
export const running: Job = {
  ...{ id: '3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d11', kind: 'empty-bucket', bucket: 'website-static' },
  ...{ user: owner.email, state: 'running', cancelling: false },
  ...{ source: null, sources: 0, target: null, done: 12_400, failed: 0, skipped: 0, total: 31_000 },
  ...{ bytes: 0, error: null, created_at: 1_790_000_000, started_at: 1_790_000_000 },
  ...{ updated_at: 1_790_000_060, ended_at: null },
}
const stayed: Job = { ...running, state: 'done', done: 30_998, failed: 2, ended_at: 1_790_000_090 }
const target = { bucket: 'kho-anh', key: 'Tết 2026/' }
/** Of several jobs, one that runs, one of which some failed, and one that is done. */
export const several: readonly Job[] = [
  {
    ...{ ...running, id: '3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d12', kind: 'move-objects', target },
    ...{ source: 'ảnh/2025/', sources: 3, done: 1200, total: 4800 },
  },
  {
    ...{ ...stayed, id: '3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d13', kind: 'delete-objects' },
    ...{ source: 'ảnh/2019/', sources: 1 },
  },
  {
    ...{ ...stayed, id: '3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d14', kind: 'copy-objects', target },
    ...{ source: 'bìa.png', sources: 1, done: 48, failed: 0 },
  },
]
const failures: JobFailure[] = [
  {
    ...{ key: 'hop-dong/2026/hop-dong-thue-kho-so-12-da-ky.pdf', version_id: 'v1' },
    ...{ code: 'ACCESS_DENIED', lock: 'compliance', until: 1_820_000_000 },
  },
  { key: 'index.html', version_id: 'v2', code: 'ACCESS_DENIED', lock: 'legal-hold', until: null },
]

/** Opens the list of buckets with the tray of jobs that were started here. */
async function showJobs(page: Page, goto: At['goto'], ...jobs: Job[]): Promise<void> {
  await page.route('**/api/jobs', route => route.fulfill({ json: { jobs } }))
  await page.route('**/api/jobs/watch', route => route.abort())
  await page.route('**/api/jobs/*/failures', route => route.fulfill({ json: { failures } }))
  await goto('/robots.txt')
  await page.evaluate(followJobs, JSON.stringify(jobs.map(({ id }) => id)))
  await goto('/bucket-management')
}

/** Deleting all data of a bucket: the question, and the tray of its job. */
export const jobScreens = (screen: MakeScreen): Screen[] => [
  screen('bucket-format', async (page, { goto, t }) => {
    await goto('/bucket-management')
    await page.getByRole('button', { name: t('common.actionsFor', { name: 'website-static' }) }).click()
    await page.getByText(t('buckets.format'), { exact: true }).last().click()
    await page.getByLabel(t('format.name', { name: 'website-static' })).fill('website')
    await page.getByText(t('contents.allGoes')).waitFor()
    await page.getByRole('button', { name: t('format.do') }).click()
    await page.getByText(t('issue.wrong-name')).waitFor()
  }),
  screen('job-running', async (page, { goto, t }) => {
    await showJobs(page, goto, running)
    await page.getByText(t('jobs.progress', { done: 12_400, total: 31_000 })).waitFor()
  }),
  screen('job-stayed', async (page, { goto, t }) => {
    await showJobs(page, goto, stayed)
    await page.getByRole('button', { name: t('jobs.why') }).click()
    await page.getByRole('region', { name: t('jobs.failures') }).waitFor()
  }),
  screen('jobs-several', async (page, { goto, t }) => {
    await showJobs(page, goto, ...several)
    await page.getByRole('button', { name: t('jobs.clear') }).waitFor()
  }),
]
