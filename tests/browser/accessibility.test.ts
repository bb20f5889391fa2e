import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../support/chromium.ts'
import { screens, texts } from '../support/screens.ts'
import { openSettings } from '../support/settings.ts'
import { desktop } from '../support/visit.ts'

type Found = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }

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

describe.each(['light', 'dark'] as const)('in %s mode axe finds nothing serious', mode => {
  test.each(screens.map(screen => [screen.name, screen] as const))('on %s', async (_, screen) => {
    const look = { ...desktop, mode }
    const context = await settings.visitor(browser, screen.setting, screen.signedIn, look)
    const page = await context.newPage()
    const { url } = await settings.console(screen.setting)
    if (screen.signedIn) await page.goto(url)
    await screen.open(page, { url, phone: false, t: texts('en') })
    await page.evaluate(axe)
    const found = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Found[] }> } }
      const { violations } = await axe.run()
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => ({ id, where: nodes.map(node => `${node.html} ${node.failureSummary}`) }))
    })
    await context.close()
    expect(found).toEqual([])
  })
})
