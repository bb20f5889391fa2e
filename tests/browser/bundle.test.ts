import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../support/chromium.ts'
import { type Console, startConsole } from '../support/console.ts'

const limit = 160 * 1000
const pages = process.env.TEST_PAGES ?? 'dist'

let console_: Console
let browser: Browser
beforeAll(async () => {
  console_ = await startConsole()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await console_.stop()
})

test('the sign-in page loads at most 160 KB of JavaScript, gzip', async () => {
  const page = await browser.newPage()
  const scripts = new Set<string>()
  page.on('response', response => {
    if (response.request().resourceType() === 'script')
      scripts.add(basename(new URL(response.url()).pathname))
  })
  await page.goto(console_.url)
  await page.locator('input[type=password]').waitFor()
  await page.waitForLoadState('networkidle')
  const sizes = [...scripts].map(name => {
    const folder = name === 'boot.js' ? pages : join(pages, 'assets')
    return { name, gzip: gzipSync(readFileSync(join(folder, name)), { level: 9 }).length }
  })
  const total = sizes.reduce((sum, script) => sum + script.gzip, 0)
  console.log(`sign-in page: ${(total / 1000).toFixed(1)} KB gzip in ${sizes.length} scripts`)
  expect(sizes.length).toBeGreaterThan(1)
  expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(limit)
})
