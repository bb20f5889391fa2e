import type { Browser, BrowserContext, Page } from 'playwright'
import { openShell } from './chromium.ts'
import { type Console, startConsole } from './console.ts'
import type { Setting } from './screens.ts'
import { desktop, type Look, renew, type State, signedInState, visit } from './visit.ts'

/**
 * What the files of a worker share (projects with `isolate: false` keep it from file to file): one Chromium, one console
 * for each setting, started on first use, and a page for each kind of visitor. All end with the worker.
 *
 *     const page = await nextPage({ signedIn: false })
 *     await page.goto('/forgot-password')
 *
 * `nextPage` gives a page as new, at no screen: that of the test before, since its compiled code halves the time of an
 * opening; other tabs of it are closed. One that had a clock, an init script or an exposed function is not used again.
 * The data of a shared console stays: make it under names of your own, and delete buckets and people in the end. A test
 * that changes the owner, or needs a server with settings of its own, starts a console and names it: `{ kho }`.
 */
export type Visitor = {
  setting?: Setting
  /** A console of the test's own, instead of a shared one. */
  kho?: { url: string }
  /** As the owner. For somebody else: `false`, then `signInBeside`. */
  signedIn?: boolean
  look?: Look
  /** For a second visitor beside the first: a name. */
  name?: string
}

let browser: Promise<Browser> | undefined
const consoles = new Map<Setting, Promise<Console>>()
/** By the kind of the page. */
const sessions = new Map<string, State>()
const kept = new Map<string, Page>()

export function sharedBrowser(): Promise<Browser> {
  // Playwright and `startConsole` close what is open when the process exits.
  if (!browser) process.once('SIGTERM', () => process.exit())
  browser ??= openShell()
  return browser
}

export function sharedConsole(setting: Setting = 'demo'): Promise<Console> {
  const console =
    consoles.get(setting) ??
    startConsole({
      demo: setting === 'demo',
      pin: setting === 'demo' || setting === 'empty',
      env: { TEST_CHEAP_HASHES: '1', ...(setting === 'first password' && { TEST_FIRST_PASSWORD: '1' }) },
    })
  consoles.set(setting, console)
  return console
}

/**
 * A session of the owner for a page of this kind: the one before, unless it has ended. No two pages have the same: the
 * second to renew it would end it for both, as their copies of its refresh token are the same.
 */
async function sessionFor(kind: string, url: string): Promise<State> {
  const known = sessions.get(kind)
  const cookie = known?.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  if (known && cookie && (await fetch(`${url}/api/user`, { headers: { cookie } })).ok) return known
  const state = await signedInState(await sharedBrowser(), url)
  sessions.set(kind, state)
  return state
}

/** A browser context that no other test has; who asks for it closes it. */
export async function newVisitor({ setting, kho, signedIn = true, look = desktop }: Visitor = {}) {
  const { url } = kho ?? (await sharedConsole(setting))
  const browser = await sharedBrowser()
  return visit(browser, url, look, signedIn ? await signedInState(browser, url) : undefined)
}

export async function nextPage(visitor: Visitor = {}): Promise<Page> {
  const { setting, kho, signedIn = true, look = desktop, name } = visitor
  const { url } = kho ?? (await sharedConsole(setting))
  const kind = [kho ? 'own' : 'shared', url, look.locale, look.touch, name].join(' ')
  const known = kept.get(kind)
  kept.delete(kind)
  if (known && !known.isClosed()) {
    await renew(known, url, look, signedIn ? await sessionFor(kind, url) : undefined)
    kept.set(kind, known)
    return known
  }
  const earlier = [...kept.keys()].filter(each => each.startsWith('own ') && !each.startsWith(`own ${url} `))
  for (const each of kho ? earlier : []) {
    await kept.get(each)?.context().close()
    kept.delete(each)
  }
  const context = await newVisitor(visitor)
  const page = await context.newPage()
  // Files are chosen by the page's input then, which a test can answer.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  await page.goto('/robots.txt')
  kept.set(kind, page)
  onIrrevocable(context, page, () => kept.delete(kind))
  return page
}

/** Whether a later test may have the page. */
export const isKept = (page: Page): boolean => [...kept.values()].includes(page)

/** Calls `act` before a call whose effect on the page nothing undoes. */
function onIrrevocable(context: BrowserContext, page: Page, act: () => void): void {
  const before = <T extends object>(object: T, ...names: (keyof T)[]) => {
    for (const name of names) {
      const call = object[name] as (...values: unknown[]) => unknown
      const both = (...values: unknown[]) => {
        act()
        return call.apply(object, values)
      }
      Object.assign(object, { [name]: both })
    }
  }
  before(context, 'addInitScript', 'exposeFunction', 'exposeBinding')
  before(page, 'addInitScript', 'exposeFunction', 'exposeBinding')
  before(page.clock, 'install', 'setFixedTime', 'setSystemTime', 'pauseAt')
}
