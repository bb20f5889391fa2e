import type { Browser, BrowserContext, Page } from 'playwright'
import { type Locale, languages } from '../../languages/languages.ts'
import type { SignedIn } from '../../openapi/schema.ts'
import { owner } from './console.ts'
import { keptName } from './kept-name.ts'
import { say } from './say.ts'

export type Look = { mode: 'light' | 'dark'; locale: Locale; width: number; height: number; touch?: boolean }

/** Cookies and local storage. */
export type State = Awaited<ReturnType<BrowserContext['storageState']>>

const contextEvents = ['page', 'dialog', 'console', 'request', 'response', 'requestfinished', 'requestfailed']

export const desktop: Look = { mode: 'light', locale: 'en', width: 1280, height: 800 }

/** A new visitor of the console at `url`, with the language and colours of `look`, without motion; `state` signs in. */
export async function visit(
  browser: Browser,
  url: string,
  look: Look = desktop,
  state?: State,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    // A proxy's certificate, made for the test.
    ignoreHTTPSErrors: true,
    ...(state ? { storageState: state } : {}),
    viewport: { width: look.width, height: look.height },
    ...(look.touch && { hasTouch: true, isMobile: true }),
    reducedMotion: 'reduce',
    locale: languages[look.locale].tag,
  })
  await addLook(context, url, look)
  return context
}

/**
 * Makes a page that an earlier visitor has used new. Its compiled code and its caches stay, so that it opens in half the
 * time. Not for a page with a clock, an init script or an exposed function.
 */
export async function renew(
  page: Page,
  url: string,
  look: Look,
  state: State = { cookies: [], origins: [] },
): Promise<void> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const event of contextEvents) context.removeAllListeners(event)
  page.removeAllListeners()
  page.on('dialog', dialog => dialog.accept())
  // Requests that a route holds would be sent. The browser has dropped them when the next page answers.
  await page.goto('about:blank')
  await page.evaluate(() => fetch('data:,'))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
  await context.setExtraHTTPHeaders({})
  await page.setExtraHTTPHeaders({})
  await page.emulateMedia({
    ...{ media: null, colorScheme: null, forcedColors: null, contrast: null, reducedMotion: 'reduce' },
  })
  await page.setViewportSize({ width: look.width, height: look.height })
  await page.goto(`${url}/robots.txt`)
  page.removeAllListeners()
  await page.evaluate(
    async items => {
      localStorage.clear()
      sessionStorage.clear()
      const forget = (name: string) =>
        new Promise((done, fail) => {
          const request = indexedDB.deleteDatabase(name)
          request.onsuccess = done
          request.onerror = fail
        })
      for (const { name } of await indexedDB.databases()) if (name) await forget(name)
      for (const { name, value } of items) localStorage.setItem(name, value)
    },
    state.origins.flatMap(({ localStorage }) => localStorage),
  )
  await context.clearCookies()
  await context.addCookies(state.cookies)
  await addLook(context, url, look)
}

async function addLook(context: BrowserContext, url: string, look: Look): Promise<void> {
  await context.addCookies([
    { name: 'theme_mode', value: look.mode, url },
    { name: 'NEXT_LOCALE', value: look.locale, url },
  ])
}

/** Signs in the first user on any page that asks. */
export async function signIn(page: Page, locale: Locale = 'en', password = owner.password): Promise<void> {
  await page.getByLabel(say(locale, 'auth.email'), { exact: true }).fill(owner.email)
  await page.getByLabel(say(locale, 'auth.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: say(locale, 'auth.signIn'), exact: true }).click()
}

/** Signs in without the form; the page is at no screen then. For tests that begin after the sign-in. */
export async function signInBeside(
  page: Page,
  url: string,
  { email: username, password }: { email: string; password: string } = owner,
): Promise<void> {
  const { request } = page.context()
  const options = { form: { username, password }, headers: { origin: new URL(url).origin } }
  const answer = await request.post(`${url}/api/auth/login`, options)
  if (!answer.ok()) throw new Error(`sign-in: ${answer.status()} ${await answer.text()}`)
  const { refresh_token, user }: SignedIn = await answer.json()
  await page.goto(`${url}/robots.txt`)
  await page.evaluate(
    ([key = '', value = '']) => localStorage.setItem(key, value),
    [await keptName(page, 'refresh'), `${refresh_token} ${user.id}`],
  )
}

/** A browser's state after signing in. */
export async function signedInState(browser: Browser, url: string, look: Look = desktop): Promise<State> {
  const context = await visit(browser, url, look)
  await signInBeside(await context.newPage(), url)
  const state = await context.storageState()
  await context.close()
  return state
}

/**
 * Makes a page whose session is over notice it: by a press of Refresh, also where a read that was under way told it
 * first and the button is behind the dialog by now.
 */
export async function noticeTheEnd(page: Page, refresh = say('en', 'common.refresh')): Promise<void> {
  await page.getByRole('button', { name: refresh, includeHidden: true }).dispatchEvent('click')
}

/** Runs in a page whose user is signed in: the jobs of these ids (JSON) were started there. */
export function followJobs(ids: string): void {
  const key = Object.keys(localStorage).find(key => key.endsWith('.refresh')) ?? ''
  const [, user] = (localStorage.getItem(key) ?? '').split(' ')
  localStorage.setItem(key.replace('refresh', `jobs ${user}`), ids)
}
