import { expect } from 'vitest'
import { type Action, action, press } from './action.ts'
import { button, type Control, link } from './controls.ts'

const bucket: Control = { role: 'link', data: 'row' }

export const dashboard: readonly Action[] = [
  action('dashboard: read it again', 'dashboard', [button('common.refresh')], async stage => {
    await stage.open('dashboard')
    const read = stage.page.waitForResponse('**/api/dashboard/get-year')
    await stage.use(button('common.refresh'))
    await read
  }),
  press('dashboard: go to all buckets', 'dashboard', link('dashboard.allBuckets'), stage =>
    stage.path('/bucket-management'),
  ),
  action('dashboard: open one of the largest buckets', 'dashboard', [bucket], async stage => {
    await stage.open('dashboard')
    await stage.use(bucket, 'website-static')
    await stage.path('/bucket-management/-/website-static/overview')
  }),
  action('dashboard: try again', 'dashboard-failed', [button('common.retry')], async stage => {
    await stage.open('dashboard-failed')
    await stage.page.unroute('**/api/dashboard/get-year')
    await stage.page.unroute('**/api/dashboard/quota-user')
    const failed = stage.page.getByRole('button', { name: stage.t('common.retry'), exact: true })
    const before = await failed.count()
    await stage.use(button('common.retry'))
    await expect.poll(() => failed.count()).toBeLessThan(before)
  }),
]
