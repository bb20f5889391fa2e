import { expect, test } from 'vitest'
import { texts } from '../support/screens.ts'
import { nextPage, sharedConsole } from '../support/shared.ts'

const t = texts('vi')

test('the calendar opens at the day, goes by arrow keys, and gives the focus back', async () => {
  const { url } = await sharedConsole()
  // The browser speaks another language than the page.
  const page = await nextPage()
  await page.context().addCookies([{ name: 'NEXT_LOCALE', value: 'vi', url }])
  await page.goto('/user-management/audit-log?from=2026-11-05')
  const from = page.getByLabel(t('audit.from'), { exact: true })
  const asked = () => new URL(page.url()).searchParams.get('from')
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
  await expect.poll(() => from.inputValue()).toBe('12/12/2026')
  await expect.poll(() => button.evaluate(element => element === document.activeElement)).toBe(true)
  await expect.poll(asked).toBe('2026-12-12')

  await button.click()
  await calendar.getByRole('button', { name: /^tháng 12 năm 2026/ }).click()
  await calendar.getByRole('button', { name: t('date.nextYear') }).click()
  await calendar.getByRole('button', { name: 'tháng 3 năm 2027' }).click()
  await calendar.locator('[data-value="2027-03-08"] [role=button]').click()
  await page.waitForURL(url => url.searchParams.get('from') === '2027-03-08')
})
