import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../support/chromium.ts'
import { screens, texts } from '../support/screens.ts'
import { openSettings } from '../support/settings.ts'
import { desktop, type Look } from '../support/visit.ts'

type Found = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }

const phone: Look = { mode: 'dark', locale: 'vi', width: 360, height: 740 }

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')
const settings = openSettings()
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await settings.stop()
})

/** What axe finds that is serious, with the colours of `mode`. */
async function axeFinds(page: Page, mode: Look['mode']): Promise<object[]> {
  await page.evaluate(axe)
  return page.evaluate(async mode => {
    document.documentElement.classList.toggle('dark', mode === 'dark')
    for (const animation of document.getAnimations()) animation.cancel()
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Found[] }> } }
    const { violations } = await axe.run()
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => ({ id, where: nodes.map(node => `${node.html} ${node.failureSummary}`) }))
  }, mode)
}

describe.each([
  ['a desktop', desktop, ['light', 'dark']],
  ['a phone 360 px wide', phone, ['dark']],
] as const)(
  'on %s nothing is reported, nothing sticks out and axe finds nothing serious',
  (_, look, modes) => {
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
      expect(reported).toEqual([])
      expect(wide).toEqual({ page: look.width, main: 0 })
      for (const mode of modes) expect([mode, await axeFinds(page, mode)]).toEqual([mode, []])
      await context.close()
    })
  },
)
