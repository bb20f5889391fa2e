import { spawnSync } from 'node:child_process'
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core'
import { owner } from './console.ts'
import { patience } from './patience.ts'
import { say } from './say.ts'

const found = ['firefox-esr', 'firefox'].map(name => spawnSync('which', [name], { encoding: 'utf8' }))
/** Null where the machine has no Firefox. */
export const firefoxPath = found.find(({ status }) => status === 0)?.stdout.trim() ?? null

/** A headless Firefox over WebDriver BiDi that keeps its profile in the folder `profile`; `kill` is SIGKILL. */
export async function openFirefox(profile: string): Promise<{ browser: Browser; kill(): Promise<void> }> {
  const browser = await puppeteer.launch({
    ...{ browser: 'firefox', executablePath: firefoxPath!, headless: true, userDataDir: profile },
    defaultViewport: { width: 1280, height: 800 },
  })
  return {
    browser,
    async kill() {
      const child = browser.process()!
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** A tab in English; questions whether to leave it are answered with yes. */
export async function openTab(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage()
  page.setDefaultTimeout(patience)
  page.on('dialog', dialog => void dialog.accept())
  await page.goto(`${url}/robots.txt`)
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: Firefox has the Cookie Store API only in part.
    document.cookie = 'NEXT_LOCALE=en; path=/'
  })
  return page
}

/** Signs in the first user by the form, at the page that is asked for. */
export async function signInTo(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.locator('input[autocomplete~=username]').fill(owner.email)
  await page.locator('input[autocomplete~=current-password]').fill(owner.password)
  await press(page, say('en', 'auth.signIn'))
}

/** Presses the first button that shows, or is labelled with, `name`. */
export async function press(page: Page, name: string): Promise<void> {
  await page.locator(`::-p-xpath(//button[normalize-space()="${name}" or @aria-label="${name}"])`).click()
}

/** Waits until a heading says `text`. */
export async function headingSays(page: Page, text: string, timeout = patience): Promise<void> {
  await page.waitForSelector(`::-p-xpath(//h2[normalize-space()="${text}"])`, { timeout })
}

/** Chooses files with the input labelled `label`. */
export async function choose(page: Page, label: string, paths: string[]): Promise<void> {
  const input = await page.waitForSelector(`input[type=file][aria-label="${label}"]`)
  await (input as ElementHandle<HTMLInputElement>).uploadFile(...paths)
}
