import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShell } from '../support/chromium.ts'
import { openSettings, type Settings } from '../support/settings.ts'
import { desktop } from '../support/visit.ts'

const pages = process.env.TEST_PAGES ?? 'dist'
const zipped = (code: string | Buffer) => gzipSync(code, { level: 9 }).length

let settings: Settings
let browser: Browser
beforeAll(async () => {
  settings = openSettings()
  browser = await openShell()
})
afterAll(async () => {
  await browser.close()
  await settings.stop()
})

test.each([
  { name: 'the sign-in page', path: '/', signedIn: false, seen: 'input[type=password]', most: 150_000 },
  {
    name: 'a folder',
    path: '/bucket-management/website-static',
    signedIn: true,
    seen: '[role=grid] [role=row]',
    most: 220_000,
  },
])('$name loads at most $most bytes of JavaScript, gzip', async ({ path, signedIn, seen, most }) => {
  const { url } = await settings.console('demo')
  const context = await settings.visitor(browser, 'demo', signedIn, desktop)
  const page = await context.newPage()
  const scripts = new Set<string>()
  page.on('response', response => {
    if (response.request().resourceType() === 'script')
      scripts.add(basename(new URL(response.url()).pathname))
  })
  const [, inline = ''] =
    /<script>(.*?)<\/script>/s.exec(readFileSync(join(pages, 'index.html'), 'utf8')) ?? []
  expect(inline).not.toBe('')
  await page.goto(url + path)
  await page.locator(seen).first().waitFor()
  await page.waitForLoadState('networkidle')
  const sizes = [...scripts].map(name => ({ name, gzip: zipped(readFileSync(join(pages, 'assets', name))) }))
  const total = sizes.reduce((sum, script) => sum + script.gzip, zipped(inline))
  console.log(`${(total / 1000).toFixed(1)} KB gzip in ${sizes.length} scripts`)
  expect(sizes.length).toBeGreaterThan(1)
  expect(sizes.length, 'requests for scripts').toBeLessThan(20)
  expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(most)
  await context.close()
})
