import type { Browser, BrowserContext, Page } from 'playwright'
import { type Console, startConsole } from './console.ts'
import { type Setting, screens } from './screens.ts'
import { type Look, renew, type State, signedInState, visit } from './visit.ts'

export type Settings = {
  /** The console of a setting, started on first use. */
  console(setting: Setting): Promise<Console>
  visitor(browser: Browser, setting: Setting, signedIn: boolean, look: Look): Promise<BrowserContext>
  /** The page of such a visitor, new to the page of the one before, who is done. */
  nextPage(browser: Browser, setting: Setting, signedIn: boolean, look: Look): Promise<Page>
  stop(): Promise<void>
}

/** One console per setting, for all screens. */
export function openSettings(): Settings {
  const consoles = new Map<Setting, Promise<Console>>()
  const states = new Map<string, Promise<State>>()
  const start = (setting: Setting) =>
    startConsole({
      demo: setting === 'demo',
      pin: setting === 'demo' || setting === 'empty',
      ...(setting === 'first password' ? { env: { TEST_FIRST_PASSWORD: '1' } } : {}),
    })
  const kept = new Map<string, Page>()
  async function stateOf(browser: Browser, setting: Setting, look: Look): Promise<State> {
    const { url } = await settings.console(setting)
    const name = JSON.stringify([setting, look])
    const state = states.get(name) ?? signedInState(browser, url, look)
    states.set(name, state)
    return state
  }
  const settings: Settings = {
    console(setting) {
      const console = consoles.get(setting) ?? start(setting)
      consoles.set(setting, console)
      return console
    },
    async visitor(browser, setting, signedIn, look) {
      const { url } = await settings.console(setting)
      return visit(browser, url, look, signedIn ? await stateOf(browser, setting, look) : undefined)
    },
    async nextPage(browser, setting, signedIn, look) {
      const name = JSON.stringify([setting, signedIn, look])
      const known = kept.get(name)
      if (known) {
        const { url } = await settings.console(setting)
        await renew(known, url, look, signedIn ? await stateOf(browser, setting, look) : undefined)
        return known
      }
      const page = await (await settings.visitor(browser, setting, signedIn, look)).newPage()
      kept.set(name, page)
      return page
    },
    async stop() {
      for (const console of consoles.values()) await (await console).stop()
    },
  }
  return settings
}

/** The screens by setting, so that each visitor is created once. */
export function screensBySetting(): Map<string, typeof screens> {
  return Map.groupBy(screens, screen => `${screen.setting}|${screen.signedIn}`)
}
