import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SubUser } from '../../openapi/schema.ts'
import { openShell } from '../support/chromium.ts'
import { type Console, startConsole } from '../support/console.ts'
import { texts } from '../support/screens.ts'
import { signIn } from '../support/visit.ts'

const t = texts('vi')
let browser: Browser
let kho: Console
let context: BrowserContext
let page: Page
beforeAll(async () => {
  browser = await openShell()
  kho = await startConsole()
})
beforeEach(async () => {
  // The browser speaks another language than the page.
  context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })
  await context.addCookies([{ name: 'NEXT_LOCALE', value: 'vi', url: kho.url }])
  page = await context.newPage()
})
afterEach(() => context.close())
afterAll(async () => {
  await browser.close()
  await kho.stop()
})

const from = () => page.getByLabel(t('audit.from'), { exact: true })
const openLog = async (query: string) => {
  await page.goto(`${kho.url}/user-management/audit-log${query}`)
  await signIn(page, 'vi')
  await from().waitFor()
}
const asked = () => new URL(page.url()).searchParams.get('from')

test('a date field shows and takes days in the language of the page', async () => {
  await openLog('?from=2026-11-05')
  expect(await from().inputValue()).toBe('05/11/2026')
  await from().fill('06/11/2026')
  await page.waitForURL(url => url.searchParams.get('from') === '2026-11-06')
  await from().fill('7-11-26')
  await from().press('Enter')
  await page.waitForURL(url => url.searchParams.get('from') === '2026-11-07')
  expect(await from().inputValue()).toBe('07/11/2026')

  await from().fill('31/02/2026')
  await from().press('Tab')
  await page.getByText(t('issue.date-invalid')).waitFor()
  expect([await from().inputValue(), await from().getAttribute('aria-invalid')]).toEqual([
    '31/02/2026',
    'true',
  ])
  expect(asked()).toBe(null)
  await from().fill('')
  await expect.poll(() => page.getByText(t('issue.date-invalid')).count()).toBe(0)
})

test('the calendar opens at the day, goes by arrow keys, and gives the focus back', async () => {
  await openLog('?from=2026-11-05')
  const button = page.getByRole('button', { name: t('date.calendar', { label: t('audit.from') }) })
  await button.press('Enter')
  const calendar = page.getByRole('dialog')
  await calendar.getByRole('grid', { name: 'tháng 11 năm 2026' }).waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-value'))
  await expect.poll(focused).toBe('2026-11-05')
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toBe('2026-11-12')
  await page.keyboard.press('PageDown')
  await expect.poll(focused).toBe('2026-12-12')
  await page.keyboard.press('Enter')
  await calendar.waitFor({ state: 'detached' })
  expect(await from().inputValue()).toBe('12/12/2026')
  await expect.poll(() => button.evaluate(element => element === document.activeElement)).toBe(true)
  expect(asked()).toBe('2026-12-12')

  await button.click()
  await calendar.getByRole('button', { name: /^tháng 12 năm 2026/ }).click()
  await calendar.getByRole('button', { name: t('date.nextYear') }).click()
  await calendar.getByRole('button', { name: 'tháng 3 năm 2027' }).click()
  await calendar.locator('[data-value="2027-03-08"] [role=button]').click()
  await page.waitForURL(url => url.searchParams.get('from') === '2027-03-08')
})

test('a last day that is typed in a dialog is that day for the server; the calendar offers no day that is over', async () => {
  await page.goto(`${kho.url}/user-management/sub-user`)
  await signIn(page, 'vi')
  await page.getByRole('button', { name: t('people.create') }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: t('people.createTitle') })
  await dialog.getByLabel(t('people.fullName')).fill('Hoàng Gia Bảo')
  await dialog.getByLabel(t('people.email'), { exact: true }).fill('bao@example.com')
  await dialog.getByLabel(t('people.password'), { exact: true }).fill('Mat-khau-dau-1')
  await dialog.getByLabel(t('people.confirmPassword')).fill('Mat-khau-dau-1')
  await dialog.getByRole('radio', { name: t('people.until') }).check()
  const label = t('people.lastDay')
  const open = dialog.getByRole('button', { name: t('date.calendar', { label }) })
  await open.click()
  const calendar = page.getByRole('dialog', { name: t('date.calendar', { label }) })
  expect(await calendar.getByRole('button', { name: t('date.previousMonth') }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await calendar.waitFor({ state: 'detached' })
  await dialog.getByLabel(label, { exact: true }).fill('ngày mai')
  await dialog.getByRole('button', { name: t('people.create') }).click()
  await dialog.getByText(t('issue.date-invalid')).waitFor()
  await dialog.getByLabel(label, { exact: true }).fill('09/08/2099')
  const answer = page.waitForResponse(each => each.status() === 201)
  await dialog.getByRole('button', { name: t('people.create') }).click()
  const { expire_date } = (await (await answer).json()) as SubUser
  const [day, short] = await page.evaluate(
    seconds => [new Date(seconds * 1000).toDateString(), new Date(seconds * 1000).toTimeString().slice(0, 8)],
    expire_date,
  )
  expect([day, short]).toEqual(['Sun Aug 09 2099', '23:59:59'])
})
