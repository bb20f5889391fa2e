import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { type Api, signInApi } from '../support/api.ts'
import { openBrowser } from '../support/chromium.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { desktop, signInBeside, visit } from '../support/visit.ts'

/** A console, a browser and a folder for files, for one bench. */
export type BenchStage = { kho: Console; browser: Browser; dir: string }

/** Opens a stage for `act`, and removes everything afterwards. */
export async function onStage<T>(act: (stage: BenchStage) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'kho-bench-'))
  const kho = await startConsole()
  const browser = await openBrowser()
  try {
    return await act({ kho, browser, dir })
  } finally {
    await browser.close()
    await kho.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** A signed-in visitor, and the API as the same user; both at `url`, by which the console is reached. */
export async function signedIn(
  browser: Browser,
  url: string,
): Promise<{ api: Api; context: BrowserContext; page: Page }> {
  const context = await visit(browser, url, desktop)
  const page = await context.newPage()
  await signInBeside(page, url)
  await page.goto(`${url}/bucket-management`)
  return { api: await signInApi(url, owner.email, owner.password), context, page }
}
