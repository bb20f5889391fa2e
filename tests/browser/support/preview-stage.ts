import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, FrameLocator, Page } from 'playwright'
import type { SignedUrls } from '../../../openapi/schema.ts'
import { type Api, signInApi } from '../../support/api.ts'
import { openShell } from '../../support/chromium.ts'
import { type Console, owner, startConsole } from '../../support/console.ts'
import { texts } from '../../support/screens.ts'
import { signedInState, visit } from '../../support/visit.ts'

const t = texts('en')
const bucket = 'xem-truoc'

export type Files = Readonly<Record<string, string | Uint8Array>>

/** A page that shows previews, and a server that nothing may ask. */
export type PreviewStage = {
  page: Page
  browser: Browser
  console: Console
  /** The address of the server that nothing may ask, and what asked it all the same. */
  trap: string
  caught: string[]
  put(files: Files): Promise<void>
  /** Opens the list of files, with these among them. */
  open(files?: Files): Promise<void>
  /** Opens the preview of a file, without a new load of the page. */
  show(name: string): Promise<void>
  /** Goes to an address of the console, without a new load of the page. */
  go(path: string): Promise<void>
  frame(): FrameLocator
  /** The preview has ended in one way or another. */
  settled(): Promise<void>
  close(): Promise<void>
}

export async function openPreviews(): Promise<PreviewStage> {
  const caught: string[] = []
  const canary = createServer((request, response) => {
    caught.push(request.url ?? '')
    response.setHeader('access-control-allow-origin', '*')
    response.end()
  }).listen(0, '127.0.0.1')
  const [console, browser] = await Promise.all([startConsole(), openShell()])
  const api: Api = await signInApi(console.url, owner.email, owner.password)
  await api.call('POST', '/bucket', { bucket })
  const state = await signedInState(browser, console.url)
  const page = await (await visit(browser, console.url, undefined, state)).newPage()
  const place = `/bucket-management/${bucket}`
  const dialog = page.getByRole('dialog')

  const stage: PreviewStage = {
    page,
    browser,
    console,
    trap: `http://127.0.0.1:${(canary.address() as AddressInfo).port}`,
    caught,
    async put(files) {
      for (const [key, content] of Object.entries(files)) {
        const body = Buffer.from(content)
        const { urls } = await api.call<SignedUrls>('POST', '/objects/get-put-urls', {
          bucket,
          files: [{ key, size: body.length }],
        })
        const answer = await fetch(urls[0]!, { method: 'PUT', body })
        if (!answer.ok) throw new Error(await answer.text())
      }
    },
    async open(files = {}) {
      await stage.put(files)
      await page.goto(console.url + place)
      await page.getByRole('grid', { name: t('files.list') }).waitFor()
    },
    async show(name) {
      // The preview before may have ended.
      await stage.go(place)
      await dialog.waitFor({ state: 'detached' })
      await stage.go(`${place}?preview=${encodeURIComponent(name)}`)
      await page.getByRole('dialog', { name, exact: true }).waitFor()
    },
    go: path => page.evaluate(path => history.pushState(null, '', path), path),
    frame: () => page.frameLocator('iframe'),
    // A page of five by five metres is drawn for 14 s on two cores.
    settled: () => dialog.locator('[aria-busy=false]').waitFor({ timeout: 60_000 }),
    async close() {
      await browser.close()
      canary.close()
      await console.stop()
    },
  }
  return stage
}
