import { appendFileSync, statSync } from 'node:fs'
import type { Page } from 'playwright'
import { afterEach, beforeEach, expect, inject } from 'vitest'
import { openBrowsers } from './chromium.ts'
import { countAside } from './count.ts'

/** Longest description of a page, in characters. */
const longest = 8000

async function describePage(page: Page): Promise<string> {
  const shown = page.locator('body').ariaSnapshot({ timeout: 2000 })
  const text = await shown.catch((error: Error) => `(not readable: ${error.message.split('\n')[0]})`)
  return `${page.url()}\n${text.slice(0, longest)}`
}

beforeEach(({ task, skip }) => {
  countAside(task.tags?.includes('affected') ?? false)
  // What breaks the browser breaks hundreds of tests, each of which waits for what does not come.
  if (process.env.TEST_BUDGET && statSync(inject('failures')).size >= 5) skip('five tests failed before')
})

// A test that fails says what its pages showed: what is seldom seen cannot be made to happen again.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  appendFileSync(inject('failures'), '.')
  const pages = openBrowsers().flatMap(browser => browser.contexts().flatMap(context => context.pages()))
  for (const page of pages) console.log(`Shown as “${task.name}” failed: ${await describePage(page)}`)
})

if (process.env.TEST_REACH) {
  const { recordTest } = await import('./record-reach.ts')
  afterEach(({ task }) => recordTest(expect.getState().testPath!.replace(/^.*\/(?=tests\/)/, ''), task.name))
}
