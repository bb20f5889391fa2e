import type { Page } from 'playwright'
import type { MakeScreen, Screen } from './screens.ts'

const kinds = ['read', 'write', 'list', 'delete', 'other'] as const

/** Requests and bytes of two years, the last one until November. */
async function giveTraffic(page: Page, { told = true } = {}): Promise<void> {
  const bytes = (at: number) => ({ received: ((at * 37) % 23) * 9e8, sent: ((at * 53) % 29) * 2e9 })
  await page.route('**/api/dashboard/get-year*', route => route.fulfill({ json: { years: [2025, 2026] } }))
  await page.route('**/api/dashboard/get-month/*', route =>
    route.fulfill({ json: { months: Array.from({ length: 11 }, (_, index) => index + 1) } }),
  )
  await page.route('**/api/dashboard/summary-traffic', route => {
    const { year, month } = route.request().postDataJSON() as { year: number; month?: number }
    const two = (value: number) => String(value).padStart(2, '0')
    const points = Array.from({ length: month ? 28 : 11 }, (_, index) => ({
      at: month ? `${year}-${two(month)}-${two(index + 1)}` : `${year}-${two(index + 1)}`,
      ...bytes(index + year),
    }))
    const sum = (name: 'received' | 'sent') => points.reduce((all, point) => all + point[name], 0)
    return route.fulfill({ json: { received: sum('received'), sent: sum('sent'), points } })
  })
  await page.route('**/api/dashboard/traffic/hours*', route =>
    route.fulfill({
      json: {
        kept: true,
        hours: [2, 3, 7, 8, 9, 10, 11, 14, 15, 16, 20, 21].map(hour => ({
          ...{ hour, requests: hour * 71 },
          ...bytes(hour),
        })),
      },
    }),
  )
  await page.route('**/api/dashboard/request-traffic/*/*', route =>
    route.fulfill({
      json: {
        kinds: kinds.map((kind, at) => ({
          ...{ kind, good: Math.round(1_284_077 / (at + 1) ** 3) },
          client_error: told ? 312 * at : null,
          server_error: told ? at : null,
        })),
        refused: 41,
        console: told ? { good: 826, client_error: 728, server_error: 0 } : null,
      },
    }),
  )
}

/** Sixty days of an account that fills its quota, and accounts for the super admin. */
async function giveGrowth(page: Page): Promise<void> {
  const samples = Array.from({ length: 60 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 8, 20 + index)).toISOString().slice(0, 10),
    size: 2e11 + index * 4e9 + ((index * 37) % 7) * 1e9,
    objects: 120_000 + index * 900,
  }))
  await page.route('**/api/dashboard/growth*', route =>
    route.fulfill({ json: { samples, full_on: '2027-03-14' } }),
  )
  const largest = ['Kho Hàng Việt', 'Báo Sông Hồng', 'Phòng khám An Bình'].map((name, index) => ({
    ...{ id: `3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d1${index}`, name, objects: 90_000 },
    ...{ size: 6e11 / (index + 1), quota: index === 1 ? null : 1e12 },
  }))
  await page.route('**/api/dashboard/accounts', route =>
    route.fulfill({ json: { accounts: 128, size: 9.3e12, objects: 4_180_000, largest } }),
  )
  const names = ['alerts', 'deliveries', 'expiry', 'jobs', 'mails', 'pruning', 'samples', 'traffic']
  const workers = names.map((name, index) => ({
    ...{ name, running: name === 'jobs', runs: 4, failures: name === 'mails' ? 3 : 0 },
    ...{ last_run: name === 'alerts' ? null : 1_795_600_000 + index * 37, lag: name === 'samples' ? 12 : 0 },
  }))
  await page.route('**/api/dashboard/workers', route => route.fulfill({ json: { workers } }))
  const buckets = ['hoa-don', 'video-ban-hang', 'anh-san-pham'].map((name, index) => ({
    ...{ name, size: 4e11 / (index + 1) ** 2, objects: 30_000 },
  }))
  await page.route(/\/api\/dashboard\/account\?/, route =>
    route.fulfill({
      json: { id: largest[0]!.id, name: largest[0]!.name, expire_date: 1_830_000_000, buckets },
    }),
  )
}

const accountPath = '/dashboard/account/3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d10'

export const dashboardScreens = (screen: MakeScreen): Screen[] => [
  screen('dashboard', async (page, { goto, t }) => {
    await giveTraffic(page)
    await giveGrowth(page)
    await goto('/dashboard')
    await page.getByText(t('dashboard.byMonth')).waitFor()
    await page.getByText(t('dashboard.growthByDay')).waitFor()
    await page.getByRole('link', { name: 'Kho Hàng Việt' }).waitFor()
    await page.getByRole('cell', { name: t('dashboard.kind.read') }).waitFor()
  }),
  screen('dashboard-month', async (page, { goto, t }) => {
    await giveTraffic(page, { told: false })
    await goto('/dashboard')
    await page.getByRole('combobox', { name: t('dashboard.month') }).selectOption('10')
    await page.getByText(t('dashboard.byDay')).waitFor()
    await page.getByText(t('dashboard.asTable')).last().click()
    await page.getByText(t('dashboard.failed', { count: 41 })).waitFor()
  }),
  screen('dashboard-hours', async (page, { goto, t }) => {
    await giveTraffic(page)
    await goto('/dashboard')
    await page.getByRole('combobox', { name: t('dashboard.month') }).selectOption('10')
    const days = page.getByRole('combobox', { name: t('dashboard.hoursOf') })
    await days.selectOption('2026-10-12')
    await page.getByRole('slider', { name: t('dashboard.hour'), exact: true }).waitFor()
    await page.getByText(t('dashboard.asTable')).last().click()
    await page.getByRole('columnheader', { name: t('dashboard.hour'), exact: true }).waitFor()
    await days.scrollIntoViewIfNeeded()
  }),
  screen('dashboard-account', async (page, { goto, t }) => {
    await giveTraffic(page)
    await giveGrowth(page)
    await page.route('**/api/dashboard/quota-user*', route =>
      route.fulfill({ json: { percentUse: 60, usage: 6e11, total: 1e12, full_since: null } }),
    )
    await goto(accountPath)
    await page.getByRole('heading', { name: 'Kho Hàng Việt' }).waitFor()
    await page.getByText('video-ban-hang').first().waitFor()
    await page.getByText(t('dashboard.growthByDay')).waitFor()
    await page.getByRole('cell', { name: t('dashboard.kind.read') }).waitFor()
  }),
  screen('dashboard-account-gone', async (page, { goto, t }) => {
    await goto(accountPath)
    await page.getByText(t('dashboard.accountFailed')).waitFor()
  }),
  screen('dashboard-full', async (page, { goto, t }) => {
    await giveTraffic(page)
    await page.route('**/api/dashboard/quota-user*', route =>
      route.fulfill({ json: { percentUse: 100, usage: 1e12, total: 1e12, full_since: 1_795_000_000 } }),
    )
    await goto('/dashboard')
    await page.getByText(t('dashboard.full', { time: '' }).split('.')[0]!.slice(0, 20)).waitFor()
  }),
  screen('dashboard-empty', async (page, { goto, t }) => {
    await page.route('**/api/dashboard/get-year*', route => route.fulfill({ json: { years: [] } }))
    await page.route('**/api/dashboard/growth*', route =>
      route.fulfill({ json: { samples: [], full_on: null } }),
    )
    await goto('/dashboard')
    await page.getByText(t('dashboard.noTrafficYet')).waitFor()
    await page.getByText(t('dashboard.noGrowth')).waitFor()
  }),
  screen('dashboard-failed', async (page, { goto, t }) => {
    await page.route('**/api/dashboard/get-year*', route => route.abort())
    await page.route('**/api/dashboard/quota-user*', route => route.abort())
    await page.route('**/api/dashboard/growth*', route => route.abort())
    await page.route('**/api/dashboard/accounts', route => route.abort())
    await page.route('**/api/dashboard/workers', route => route.abort())
    await goto('/dashboard')
    await page.getByText(t('dashboard.trafficFailed')).waitFor()
    await page.getByText(t('dashboard.capacityFailed')).waitFor()
    await page.getByText(t('dashboard.growthFailed')).waitFor()
    await page.getByText(t('dashboard.accountsFailed')).waitFor()
  }),
]
