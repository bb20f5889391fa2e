import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { strays } from '../browser/ways/controls.ts'
import { numberOf } from '../browser/ways/covering.ts'
import { controls } from '../browser/ways/table.ts'
import { axeFinds } from './axe.ts'
import { changedFolders } from './changed.ts'
import { openApp } from './open-app.ts'
import { foldersOf } from './screen-folders.ts'
import { type Screen, screens, texts } from './screens.ts'
import { desktop, type Look } from './visit.ts'

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

/** Each screen is checked in one of these, which its name decides, and in both where a folder that shows it has changed. */
const looks = {
  desktop,
  phone: { mode: 'dark', locale: 'vi', width: 360, height: 740 },
} satisfies Record<string, Look>
const lookOf = (name: string) => (numberOf(name) % 2 === 0 ? 'desktop' : 'phone')

/**
 * Tests the screens in this look: no console output, no overflow, a row in the table of ways for every action, no serious
 * finding of axe. Those of the other look are of the group `looks`.
 */
export function checkScreens(as: keyof typeof looks): void {
  const look: Look = looks[as]
  const changed = changedFolders()
  const isNear = ({ name }: Screen) => foldersOf(name).some(folder => changed.has(folder))
  for (const screen of process.env.TEST_NEAR ? screens.filter(isNear) : screens) {
    const tags = lookOf(screen.name) === as || isNear(screen) ? [] : ['looks']
    test(`nothing is wrong on ${screen.name}`, { tags }, async () => {
      const { setting, signedIn } = screen
      const { page, goto, leave } = await openApp({ setting, signedIn, look }, tags.length === 0)
      if (setting === 'no pin' || setting === 'first password') await page.goto('/')
      const reported: string[] = []
      page.on('pageerror', error => reported.push(String(error)))
      page.on('console', message => {
        const answer = message.text().startsWith('Failed to load resource')
        const ours = new URL(message.location().url || 'about:blank').pathname
        if (answer && /^\/(api|s3)\/|^\/favicon.ico$/.test(ours)) return
        if (message.type() === 'error' || message.type() === 'warning') reported.push(message.text())
      })
      await screen.open(page, { goto, phone: look.width < 600, t: texts(look.locale) })
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
      expect(await axeFinds(page)).toEqual([])
      const other = look.mode === 'light' ? 'dark' : 'light'
      await turnColours(page, other)
      expect([other, await axeFinds(page, ['color-contrast'])]).toEqual([other, []])
      await turnColours(page, look.mode)
      if (look.width >= 900) expect(await cutInDialogs(page)).toEqual([])
      await page.setViewportSize({ width: look.width, height: look.height })
      await leave()
    })
  }
}
