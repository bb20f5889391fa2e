import { expect } from 'vitest'
import { type Action, action, press } from './action.ts'
import { button, type Control, link, options, slider } from './controls.ts'

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
  action('dashboard: save the numbers as CSV', 'dashboard', [link('dashboard.csv')], async stage => {
    await stage.open('dashboard')
    const download = stage.page.waitForEvent('download')
    await stage.use(link('dashboard.csv'))
    expect((await download).suggestedFilename()).toBe('kho-traffic-2026-01-01-2026-12-31.csv')
  }),
  action(
    'dashboard: save the numbers of all accounts',
    'dashboard',
    [link('dashboard.csvOfAll')],
    async stage => {
      await stage.open('dashboard')
      const download = stage.page.waitForEvent('download')
      await stage.use(link('dashboard.csvOfAll'))
      expect((await download).url()).toContain('accounts=all')
    },
  ),
  action('dashboard: save a chart as a picture', 'dashboard', [button('dashboard.picture')], async stage => {
    await stage.open('dashboard')
    const download = stage.page.waitForEvent('download')
    await stage.use(button('dashboard.picture'))
    expect((await download).suggestedFilename()).toBe('kho-growth.png')
  }),
  action('dashboard: open one of the largest accounts', 'dashboard', [bucket], async stage => {
    await stage.open('dashboard')
    await stage.use(bucket, 'Kho Hàng Việt')
    await stage.path('/dashboard/account/3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d10')
    await stage.page.getByRole('heading', { name: 'Kho Hàng Việt' }).waitFor()
    const csv = stage.page.getByRole('link', { name: stage.t('dashboard.csv') })
    await expect.poll(() => csv.getAttribute('href')).toContain('account=3f0c6a52')
  }),
  press('dashboard: go to the list of accounts', 'dashboard', link('dashboard.toAccounts'), stage =>
    stage.path('/users'),
  ),
  press(
    'dashboard: go back to the numbers of one’s own account',
    'dashboard-account',
    link('dashboard.toOwn'),
    stage => stage.path('/dashboard'),
  ),
  action(
    'dashboard: choose a year, a month and a bucket',
    'dashboard',
    [options('dashboard.year'), options('dashboard.month'), options('dashboard.bucket')],
    async stage => {
      await stage.open('dashboard')
      const asks = async (choose: () => Promise<void>) =>
        (await stage.sends('POST', '/api/dashboard/summary-traffic', choose)).postDataJSON()
      expect(await asks(() => stage.next(options('dashboard.year')))).toEqual({ year: 2025 })
      expect(await asks(() => stage.next(options('dashboard.month')))).toEqual({ year: 2025, month: 1 })
      const { bucket } = await asks(() => stage.next(options('dashboard.bucket')))
      expect(bucket).toMatch(/^[a-z]/)
      await stage.shows('dashboard.byDay')
    },
  ),
  action(
    'dashboard: see the hours of a day',
    'dashboard-hours',
    [options('dashboard.hoursOf'), slider('dashboard.hour')],
    async stage => {
      await stage.open('dashboard-hours')
      const asked = await stage.sends('GET', '/api/dashboard/traffic/hours', () =>
        stage.next(options('dashboard.hoursOf')),
      )
      expect(new URL(asked.url()).searchParams.get('day')).toMatch(/^2026-10-/)
      await stage.first(slider('dashboard.hour'))
    },
  ),
  action('dashboard: read a bar of the chart', 'dashboard', [slider('dashboard.month')], async stage => {
    await stage.open('dashboard')
    await stage.first(slider('dashboard.month'))
    const words = () =>
      stage.page.getByRole('slider', { name: stage.t('dashboard.month') }).getAttribute('aria-valuetext')
    await expect.poll(words).toMatch(/^Jan/)
  }),
  action('dashboard: try again', 'dashboard-failed', [button('common.retry')], async stage => {
    await stage.open('dashboard-failed')
    await stage.page.unroute('**/api/dashboard/get-year*')
    for (const read of ['quota-user*', 'growth*', 'accounts'])
      await stage.page.unroute(`**/api/dashboard/${read}`)
    const failed = stage.page.getByRole('button', { name: stage.t('common.retry'), exact: true })
    const before = await failed.count()
    await stage.use(button('common.retry'))
    await expect.poll(() => failed.count()).toBeLessThan(before)
  }),
]
