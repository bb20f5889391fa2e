import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { straysNow } from '../browser/ways/controls.ts'
import { numberOf } from '../browser/ways/covering.ts'
import { controlsOn, familyOf } from '../browser/ways/table.ts'
import { axeFindsNow } from './axe.ts'
import { count } from './count.ts'
import { openApp } from './open-app.ts'
import { ceilingOf, isAffected } from './reach.ts'
import { screens, texts } from './screens.ts'
import { desktop, type Look } from './visit.ts'

/** The page's width, and by how much its content is wider than the place for it. */
const widthsNow = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth } = document.scrollingElement!
    const main = document.querySelector('#content')
    return { page: scrollWidth, main: main ? main.scrollWidth - main.clientWidth : 0 }
  })

/** What scrolls in a dialog in a window 900 px high: its body, or lines to copy. */
async function cutInDialogsNow(page: Page): Promise<string[]> {
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

const looks = {
  desktop,
  phone: { mode: 'dark', locale: 'vi', width: 360, height: 740 },
} satisfies Record<string, Look>
/** In which look a screen is checked where one is enough: its name decides. */
const lookOf = (name: string) => (numberOf(name) % 2 === 0 ? 'desktop' : 'phone')

/** Most screens that a run checks for being affected by a change. */
const ceiling = ceilingOf(60)

/** One of each family and setting. */
const core = new Set(
  [...Map.groupBy(screens, ({ name, setting }) => `${familyOf(name)} ${setting}`).values()].map(
    ([first]) => first!.name,
  ),
)
const affected = screens
  .filter(({ name, file }) => isAffected(`screen ${name}`, [file]))
  .map(({ name }) => name)
  .toSorted((one, other) => numberOf(one) - numberOf(other))
const taken = new Set(affected.slice(0, ceiling))
const left = new Set(affected.slice(ceiling))

function tagsOf(name: string, as: keyof typeof looks): string[] {
  if (lookOf(name) !== as) return ['looks']
  if (taken.has(name)) return ['affected']
  if (core.has(name)) return []
  return left.has(name) ? ['looks', 'affected'] : ['looks']
}

/**
 * Tests screens in this look: no console output, no overflow, a row in the table of ways for every action, no serious
 * finding of axe. One of each family, and those that are affected by the change; others are of the group `looks`. Each
 * screen is loaded anew in one of its looks.
 */
export function checkScreens(as: keyof typeof looks): void {
  const look: Look = looks[as]
  for (const screen of screens) {
    const tags = tagsOf(screen.name, as)
    test(`nothing is wrong on ${screen.name}`, { tags }, async () => {
      count('screens')
      const { setting, signedIn } = screen
      const { page, goto, leave } = await openApp(
        { setting, signedIn, look },
        lookOf(screen.name) === as && !process.env.TEST_REACH,
      )
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
      expect(reported).toEqual([])
      await expect.poll(() => page.title()).toMatch(/^\S.* · Kho$/)
      await expect.poll(() => widthsNow(page)).toEqual({ page: look.width, main: 0 })
      // An action without a row in the table of ways.
      await expect.poll(() => straysNow(page, controlsOn(screen.name), texts(look.locale))).toEqual([])
      await expect.poll(() => axeFindsNow(page)).toEqual([])
      const other = look.mode === 'light' ? 'dark' : 'light'
      await turnColours(page, other)
      await expect.poll(() => axeFindsNow(page, ['color-contrast']), { message: `in ${other}` }).toEqual([])
      await turnColours(page, look.mode)
      if (look.width >= 900) await expect.poll(() => cutInDialogsNow(page)).toEqual([])
      await page.setViewportSize({ width: look.width, height: look.height })
      await leave()
    })
  }
}
