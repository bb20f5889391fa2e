import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { strays } from '../browser/ways/controls.ts'
import { controls } from '../browser/ways/table.ts'
import { screens, texts } from './screens.ts'
import { nextPage, sharedConsole } from './shared.ts'
import type { Look } from './visit.ts'

type Found = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')
/** Serious findings of axe; of colours only, if the page was checked before. */
async function axeFinds(page: Page, rules?: string[]): Promise<object[]> {
  return page.evaluate(async rules => {
    const { axe } = window as unknown as { axe: { run(o: object): Promise<{ violations: Found[] }> } }
    const { violations } = await axe.run(rules ? { runOnly: rules } : {})
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => ({ id, where: nodes.map(node => `${node.html} ${node.failureSummary}`) }))
  }, rules)
}

/** What scrolls in a dialog in a window 900 px high: its body, or lines to copy. */
async function cutInDialogs(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 1280, height: 900 })
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-scope=dialog][data-part=body], [data-scope=dialog] pre')]
      .filter(each => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)
      .map(each => each.textContent ?? ''),
  )
}

/** Switches light and dark, without transitions. */
async function turnColours(page: Page, mode: Look['mode']): Promise<void> {
  await page.evaluate(mode => {
    const html = document.documentElement
    html.classList.toggle('dark', mode === 'dark')
    html.classList.toggle('light', mode === 'light')
    html.style.colorScheme = mode
    getComputedStyle(document.body).color
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish()
    }
  }, mode)
}

/** Tests every screen in this look: no console output, no overflow, a row in the table of ways for every action, no serious finding of axe. */
export function checkScreens(look: Look): void {
  test.each(screens.map(screen => [screen.name, screen] as const))(
    'nothing is wrong on %s',
    async (_, screen) => {
      const { setting, signedIn } = screen
      const page = await nextPage({ setting, signedIn, look })
      const { url } = await sharedConsole(setting)
      if (setting === 'no pin' || setting === 'first password') await page.goto('/')
      const reported: string[] = []
      page.on('pageerror', error => reported.push(String(error)))
      page.on('console', message => {
        const answer = message.text().startsWith('Failed to load resource')
        const ours = new URL(message.location().url || 'about:blank').pathname
        if (answer && /^\/(api|s3)\/|^\/favicon.ico$/.test(ours)) return
        if (message.type() === 'error' || message.type() === 'warning') reported.push(message.text())
      })
      await screen.open(page, { url, phone: look.width < 600, t: texts(look.locale) })
      const wide = await page.evaluate(() => {
        const { scrollWidth } = document.scrollingElement!
        const main = document.querySelector('#content')
        return { page: scrollWidth, main: main ? main.scrollWidth - main.clientWidth : 0 }
      })
      expect(reported).toEqual([])
      await expect.poll(() => page.title()).toMatch(/^\S.* · Kho$/)
      expect(wide).toEqual({ page: look.width, main: 0 })
      // An action without a row in the table of ways.
      expect(await strays(page, controls, texts(look.locale))).toEqual([])
      await page.evaluate(axe)
      expect(await axeFinds(page)).toEqual([])
      const other = look.mode === 'light' ? 'dark' : 'light'
      await turnColours(page, other)
      expect([other, await axeFinds(page, ['color-contrast'])]).toEqual([other, []])
      if (look.width >= 900) expect(await cutInDialogs(page)).toEqual([])
    },
  )
}
