import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../support/chromium.ts'
import { screens, texts } from '../support/screens.ts'
import { openSettings } from '../support/settings.ts'
import { desktop, type Look } from '../support/visit.ts'

const phone: Look = { mode: 'dark', locale: 'vi', width: 360, height: 740 }

const settings = openSettings()
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await settings.stop()
})

describe.each([
  ['a desktop', desktop],
  ['a phone 360 px wide', phone],
])('on %s nothing is reported and nothing sticks out', (_, look) => {
  test.each(screens.map(screen => [screen.name, screen] as const))('on %s', async (_, screen) => {
    const context = await settings.visitor(browser, screen.setting, screen.signedIn, look)
    const page = await context.newPage()
    const reported: string[] = []
    page.on('pageerror', error => reported.push(String(error)))
    page.on('console', message => {
      const answer = message.text().startsWith('Failed to load resource')
      const ours = new URL(message.location().url || 'about:blank').pathname
      if (answer && /^\/(api|s3)\//.test(ours)) return
      if (message.type() === 'error' || message.type() === 'warning') reported.push(message.text())
    })
    const { url } = await settings.console(screen.setting)
    if (screen.signedIn) await page.goto(url)
    await screen.open(page, { url, phone: look === phone, t: texts(look.locale) })
    const wide = await page.evaluate(() => {
      const { scrollWidth } = document.scrollingElement!
      const main = document.querySelector('#content')
      return { page: scrollWidth, main: main ? main.scrollWidth - main.clientWidth : 0 }
    })
    await context.close()
    expect(reported).toEqual([])
    expect(wide).toEqual({ page: look.width, main: 0 })
  })
})
