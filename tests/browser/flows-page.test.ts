// @module-tag walks
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { flowsConfig } from '../../build/flows-page.ts'
import { sharedBrowser } from '../support/shared.ts'
import { step } from '../support/step.ts'
import { desktop, visit } from '../support/visit.ts'

const folder = mkdtempSync(join(tmpdir(), 'kho-flows-'))
/** Until Vite has compiled what the page needs, or a chart is drawn, in ms. */
const slow = 120_000

let vite: ViteDevServer
let url: string
let context: BrowserContext

beforeAll(async () => {
  vite = await createServer({ ...flowsConfig, cacheDir: join(folder, 'vite') })
  await vite.listen()
  url = vite.resolvedUrls!.local[0]!
  context = await visit(await sharedBrowser(), url, { ...desktop, width: 1440, height: 900 })
}, slow)
afterAll(async () => {
  await context?.close()
  await vite?.close()
  rmSync(folder, { recursive: true })
})

const state = (page: Page, path: string) => page.locator(`svg.chart [data-state="${path}"]`)
const go = (page: Page, hash: string) =>
  page.evaluate(next => {
    location.hash = next
  }, hash)

test('a designer finds a state, and a tester walks to it', async () => {
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', error => problems.push(error.message))

  await step('a large chart is folded, and opens', async () => {
    await page.goto(`${url}#/upload`, { timeout: slow })
    await state(page, 'working').waitFor({ timeout: slow })
    await state(page, 'working.sending').waitFor({ state: 'detached' })
    await page.locator('[data-fold="working"]').click()
    await state(page, 'working.sending').waitFor({ timeout: slow })
  })

  await step('a state is found by a word of its description, in Vietnamese too', async () => {
    await page.getByRole('searchbox').fill('chi ma gui qua email moi giup')
    await page.getByRole('link', { name: /^changing\.blocked pin/ }).waitFor()
    await page.getByRole('button', { name: 'Tiếng Việt' }).first().click()
    await page.getByRole('searchbox').fill('chỉ mã gửi qua email mới giúp')
    await page.getByRole('link', { name: /^changing\.blocked pin/ }).click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#/pin/state/changing.blocked')
    await page.locator('.state.chosen[data-state="changing.blocked"]').waitFor({ timeout: slow })
    await page.getByRole('heading', { level: 2, name: 'changing.blocked' }).waitFor()
  })

  await step('a child machine is drawn in the state that waits for it, and taken out', async () => {
    await page.getByRole('button', { name: 'English' }).first().click()
    await go(page, '#/sign-in/state/authenticating')
    await page.getByRole('button', { name: 'Draw authenticate inside' }).click({ timeout: slow })
    await state(page, 'authenticating.authenticate.password').waitFor({ timeout: slow })
    await page.getByRole('button', { name: 'Take authenticate out again' }).click()
    await state(page, 'authenticating.authenticate.password').waitFor({ state: 'detached', timeout: slow })
  })

  await step('a chart is compared with another revision, until that is stopped', async () => {
    await page.getByLabel('Compare with a revision').fill('HEAD')
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await page.getByRole('heading', { name: 'Since HEAD' }).waitFor({ timeout: slow })
    await page.getByRole('button', { name: 'Stop comparing with HEAD' }).click()
    await page.getByRole('heading', { name: 'Since HEAD' }).waitFor({ state: 'detached' })
  })

  await step('a walk by hand goes forward and back', async () => {
    await go(page, '#/pin/walk')
    const ways = page.locator('.ways')
    await ways.getByText('→ changing.submitting').waitFor({ timeout: slow })
    await page.getByRole('button', { name: 'submit change', exact: true }).click()
    await page.getByRole('button', { name: 'changePin: TOO_MANY_REQUESTS' }).click()
    await page.locator('.state.active[data-state="changing.locked"]').waitFor({ timeout: slow })
    await page.getByRole('button', { name: 'after waiting time' }).waitFor()
    await page.getByRole('button', { name: 'Step back' }).click()
    await page.locator('.state.active[data-state="changing.submitting"]').waitFor()
  })

  const open = async (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    await page.getByLabel('Open a path…').setInputFiles(join(folder, name))
  }
  await step('a path is opened from a file, and a bad one is told', async () => {
    const path = { machine: 'pin', start: 'with a pin', steps: ['submit change', 'never'] }
    await open('broken.json', '{')
    await page.getByRole('alert').getByText('This is not a path: it is no JSON.').waitFor()
    await open('other.json', JSON.stringify({ ...path, machine: 'pen' }))
    await page.getByRole('alert').getByText('There is no machine “pen” in this revision.').waitFor()
    await open('later.json', JSON.stringify(path))
    await page.getByRole('alert').getByText('Step 2, “never”, cannot happen there').waitFor()
    await page.locator('.state.active[data-state="changing.submitting"]').waitFor({ timeout: slow })
  })

  await step('what does not exist is told', async () => {
    await go(page, '#/pen')
    await page.getByText('There is no machine “pen” in this revision.').waitFor()
    await go(page, '#/pin/state/nowhere')
    await page.getByText('“nowhere” is not in “pin” of this revision.').waitFor({ timeout: slow })
    await go(page, '#/pen/walk')
    await page.getByText('There is no model of “pen” in this revision.').waitFor()
  })
  expect(problems).toEqual([])
})
