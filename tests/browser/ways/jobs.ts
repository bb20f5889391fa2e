import { expect } from 'vitest'
import { running, several } from '../../support/job-screens.ts'
import { type Action, action } from './action.ts'
import { button } from './controls.ts'

const cancel = button('common.cancel')
const why = button('jobs.why')
const hideWhy = button('jobs.hideWhy')
const retry = button('common.retry')
const fold = button('jobs.fold')
const unfold = button('jobs.unfold')
const clear = button('jobs.clear')
const close = button('jobs.close', 'bucket')

export const jobs: readonly Action[] = [
  action('jobs: cancel one that runs', 'job-running', [cancel], async stage => {
    await stage.open('job-running')
    await stage.page.route('**/api/jobs/*/cancel', route =>
      route.fulfill({ json: { ...running, cancelling: true } }),
    )
    await stage.sends('POST', `/api/jobs/${running.id}/cancel`, () => stage.use(cancel))
    await stage.shows('jobs.cancelling')
  }),
  action(
    'jobs: hide what stayed, show it, and close the message',
    'job-stayed',
    [hideWhy, why, close],
    async stage => {
      await stage.open('job-stayed')
      const failures = stage.page.getByRole('region', { name: stage.t('jobs.failures') })
      await stage.use(hideWhy)
      await failures.waitFor({ state: 'detached' })
      await stage.use(why)
      await failures.getByText(stage.t('jobs.lock.legal-hold')).waitFor()
      await stage.use(close, 'website-static')
      await stage.page.getByRole('region', { name: stage.t('jobs.tray') }).waitFor({ state: 'detached' })
    },
  ),
  action(
    'jobs: retry what failed, collapse and expand the tray, and clear what has ended',
    'jobs-several',
    [retry, fold, unfold, clear],
    async stage => {
      await stage.open('jobs-several')
      const [live, stayed] = several
      await stage.page.route('**/api/jobs/*/retry', route => route.fulfill({ status: 202, json: live }))
      await stage.sends('POST', `/api/jobs/${stayed!.id}/retry`, () => stage.use(retry))
      const tray = stage.page.getByRole('region', { name: stage.t('jobs.tray') })
      await expect.poll(() => tray.getByRole('article').count()).toBe(2)
      await stage.use(fold)
      await expect.poll(() => tray.getByRole('article').count()).toBe(0)
      await stage.use(unfold)
      await expect.poll(() => tray.getByRole('article').count()).toBe(2)
      await stage.use(clear)
      await expect.poll(() => tray.getByRole('article').count()).toBe(1)
    },
  ),
]
