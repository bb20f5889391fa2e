import type { Page } from 'playwright'
import type { MakeScreen, Screen } from './screens.ts'

const kinds = ['read', 'write', 'list', 'delete', 'other'] as const

/** Requests and bytes of two years, the last one until November. */
async function giveTraffic(page: Page, { told = true } = {}): Promise<void> {
  const bytes = (at: number) => ({ received: ((at * 37) % 23) * 9e8, sent: ((at * 53) % 29) * 2e9 })
  await page.route('**/api/dashboard/get-year', route => route.fulfill({ json: { years: [2025, 2026] } }))
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
  await page.route('**/api/dashboard/request-traffic/*/*', route =>
    route.fulfill({
      json: {
        kinds: kinds.map((kind, at) => ({
          ...{ kind, good: 1_284_077 / (at + 1) ** 3 },
          client_error: told ? 312 * at : null,
          server_error: told ? at : null,
        })),
        refused: 41,
      },
    }),
  )
}

export const dashboardScreens = (screen: MakeScreen): Screen[] => [
  screen('dashboard', async (page, { goto, t }) => {
    await giveTraffic(page)
    await goto('/dashboard')
    await page.getByText(t('dashboard.byMonth')).waitFor()
    await page.getByRole('cell', { name: t('dashboard.kind.read') }).waitFor()
  }),
  screen('dashboard-month', async (page, { goto, t }) => {
    await giveTraffic(page, { told: false })
    await goto('/dashboard')
    await page.getByRole('combobox', { name: t('dashboard.month') }).selectOption('10')
    await page.getByText(t('dashboard.byDay')).waitFor()
    await page.getByText(t('dashboard.asTable')).click()
    await page.getByText(t('dashboard.failed', { count: 41 })).waitFor()
  }),
  screen('dashboard-empty', async (page, { goto, t }) => {
    await page.route('**/api/dashboard/get-year', route => route.fulfill({ json: { years: [] } }))
    await goto('/dashboard')
    await page.getByText(t('dashboard.noTrafficYet')).waitFor()
  }),
  screen('dashboard-failed', async (page, { goto, t }) => {
    await page.route('**/api/dashboard/get-year', route => route.abort())
    await page.route('**/api/dashboard/quota-user', route => route.abort())
    await goto('/dashboard')
    await page.getByText(t('dashboard.trafficFailed')).waitFor()
    await page.getByText(t('dashboard.capacityFailed')).waitFor()
  }),
]
