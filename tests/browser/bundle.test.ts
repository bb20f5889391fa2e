import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../support/chromium.ts'
import { type Console, startConsole } from '../support/console.ts'
import { visit } from '../support/visit.ts'

const limit = 151 * 1000
const pages = process.env.TEST_PAGES ?? 'dist'
const zipped = (code: string | Buffer) => gzipSync(code, { level: 9 }).length

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

test('the sign-in page loads at most 151 KB of JavaScript, gzip', async () => {
  const context = await visit(browser, console_.url)
  const page = await context.newPage()
  const scripts = new Set<string>()
  page.on('response', response => {
    if (response.request().resourceType() === 'script')
      scripts.add(basename(new URL(response.url()).pathname))
  })
  const [, inline = ''] =
    /<script>(.*?)<\/script>/s.exec(readFileSync(join(pages, 'index.html'), 'utf8')) ?? []
  expect(inline).not.toBe('')
  const loaded = async () => {
    await page.waitForLoadState('networkidle')
    const sizes = [...scripts].map(name => ({
      name,
      gzip: zipped(readFileSync(join(pages, 'assets', name))),
    }))
    const total = sizes.reduce((sum, script) => sum + script.gzip, zipped(inline))
    console.log(`${(total / 1000).toFixed(1)} KB gzip in ${sizes.length} scripts`)
    return { total, sizes }
  }
  await page.goto(console_.url)
  await page.locator('input[type=password]').waitFor()
  const first = await loaded()
  expect(first.sizes.length).toBeGreaterThan(1)
  expect(first.total, JSON.stringify(first.sizes)).toBeLessThanOrEqual(limit)
  await context.close()
})
