import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readGuide } from '../../build/guide.ts'
import { locales } from '../../languages/languages.ts'
import { openShell } from '../support/chromium.ts'
import { texts } from '../support/screens.ts'
import { openSettings } from '../support/settings.ts'
import { desktop } from '../support/visit.ts'

const settings = openSettings()
let browser: Browser
beforeAll(async () => {
  browser = await openShell()
})
afterAll(async () => {
  await browser.close()
  await settings.stop()
})

test.each(locales)(
  'the documentation opens from the drawer and from the settings, in a new tab, in %s',
  async locale => {
    const t = texts(locale)
    const { url } = await settings.console('demo')
    const context = await settings.visitor(browser, 'demo', true, { ...desktop, locale, mode: 'dark' })
    const page = await context.newPage()
    const reported: string[] = []
    context.on('console', message => {
      if (message.page() !== page) reported.push(message.text())
    })
    for (const place of ['complementary', 'main'] as const) {
      await page.goto(`${url}/security`)
      const link = page.getByRole(place).getByRole('link', { name: t('shell.docs') })
      const [guide] = await Promise.all([context.waitForEvent('page'), link.click()])
      const heading = guide.getByRole('heading', { level: 1 })
      await heading.waitFor()
      expect([guide.url(), await guide.title(), await heading.innerText()]).toEqual([
        `${url}/guide/${locale}/`,
        readGuide(locale).title,
        readGuide(locale).title,
      ])
      const html = guide.locator('html')
      expect(await html.getAttribute('lang')).toBe(locale)
      expect(await html.getAttribute('class')).toMatch(/\bdark\b/)
      await guide.getByRole('img').first().waitFor()
      await guide.close()
    }
    expect(reported).toEqual([])
    await context.close()
  },
)

test('the guide has room on a phone, and needs no script', async () => {
  const { url } = await settings.console('demo')
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await page.goto(`${url}/guide/vi/#two-step`)
  const heading = page.getByRole('heading', { name: 'Xác thực hai bước' })
  const box = await heading.boundingBox()
  expect(box !== null && box.x >= 0 && box.x + box.width <= 390 && box.y < 844).toBe(true)
  await context.close()
})
