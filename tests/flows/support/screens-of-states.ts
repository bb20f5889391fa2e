import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright'
import { keptName } from '../../support/kept-name.ts'

/** Where the page of the state charts finds them. */
const folder = 'test-results/flow-screens'
const devices = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const languages = ['en', 'vi'] as const

/**
 * With `FLOW_SCREENS` set: pictures of what a page shows in a state, in both languages, on a desktop and on a phone. The page is
 * then as it was before.
 */
export async function takeScreens(page: Page | undefined, machine: string, state: string): Promise<void> {
  const fileOf = (name: string) => join(folder, machine, `${state}.${name}.jpeg`)
  if (!process.env.FLOW_SCREENS || !page || existsSync(fileOf('vi.phone'))) return
  mkdirSync(dirname(fileOf('')), { recursive: true })
  const size = page.viewportSize()
  for (const language of [...languages, 'en'] as const) {
    const channel = await keptName(page, 'shell')
    await page.evaluate(
      ([channel, locale]) => new BroadcastChannel(channel!).postMessage({ locale }),
      [channel, language],
    )
    await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' })
    if (language === 'en' && existsSync(fileOf('vi.phone'))) break
    for (const [device, viewport] of Object.entries(devices)) {
      await page.setViewportSize(viewport)
      // A picture without animations would end them, and what waits for one to end would stay.
      await page.waitForFunction(() =>
        document
          .getAnimations()
          .every(each => each.playState !== 'running' || each.effect?.getTiming().iterations === Infinity),
      )
      await page.screenshot({ path: fileOf(`${language}.${device}`), type: 'jpeg', quality: 80 })
    }
  }
  if (size) await page.setViewportSize(size)
}
