import type { Browser, BrowserContext } from 'playwright'
import { type Console, startConsole } from './console.ts'
import { type Setting, screens } from './screens.ts'
import { type Look, signIn, visit } from './visit.ts'

export type Settings = {
  /** The console of a setting; started on first need. */
  console(setting: Setting): Promise<Console>
  /** A visitor for a setting, signed in or not. */
  visitor(browser: Browser, setting: Setting, signedIn: boolean, look: Look): Promise<BrowserContext>
  stop(): Promise<void>
}

/** The consoles that the screens need, one for each setting. */
export function openSettings(): Settings {
  const consoles = new Map<Setting, Promise<Console>>()
  const start = (setting: Setting) =>
    startConsole({
      demo: setting === 'demo',
      pin: setting === 'demo' || setting === 'empty',
      ...(setting === 'first password' ? { env: { TEST_FIRST_PASSWORD: '1' } } : {}),
    })
  const settings: Settings = {
    console(setting) {
      const console = consoles.get(setting) ?? start(setting)
      consoles.set(setting, console)
      return console
    },
    async visitor(browser, setting, signedIn, look) {
      const { url } = await settings.console(setting)
      const context = await visit(browser, url, look)
      if (!signedIn) return context
      const page = await context.newPage()
      await page.goto(url)
      await signIn(page, look.locale)
      await page.waitForURL(address => address.pathname !== '/')
      await page.close()
      return context
    },
    async stop() {
      for (const console of consoles.values()) await (await console).stop()
    },
  }
  return settings
}

/** The screens by setting, so that each visitor is made once. */
export function screensBySetting(): Map<string, typeof screens> {
  return Map.groupBy(screens, screen => `${screen.setting}|${screen.signedIn}`)
}
