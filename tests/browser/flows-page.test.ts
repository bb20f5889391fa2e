// @module-tag walks
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { flowsConfig } from '../../build/flows-page.ts'
import type { Pictures } from '../../flows/use-pictures.ts'
import { sharedBrowser } from '../support/shared.ts'
import { step } from '../support/step.ts'
import { desktop, visit } from '../support/visit.ts'

const folder = mkdtempSync(join(tmpdir(), 'kho-flows-'))
/** Until Vite has compiled what the page needs, or a chart is drawn, in ms. */
const slow = 120_000

/** A state that is folded away at first. */
const far = 'proving.submitting'
const image = '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="100"/>'

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

/** How large the letters of this element are on the screen, in px. */
const lettersOf = (page: Page, of: string) =>
  page
    .locator(of)
    .first()
    .evaluate(element => {
      const svg = (element as SVGElement).ownerSVGElement!
      const { width } = svg.getBoundingClientRect()
      const scale = width / svg.viewBox.baseVal.width
      return Math.round(Number.parseFloat(getComputedStyle(element).fontSize) * scale * 10) / 10
    })

/** Whether the whole state is in the part of the drawing that is seen. */
const isSeen = (page: Page, path: string) =>
  state(page, path).evaluate(element => {
    const [box, frame] = [element, element.closest('.frame')!].map(each => each.getBoundingClientRect())
    return (
      box!.left >= frame!.left &&
      box!.top >= frame!.top &&
      box!.right <= frame!.right &&
      box!.bottom <= frame!.bottom
    )
  })

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

  await step('letters have 12 px and the initial state is seen, until another state is chosen', async () => {
    await go(page, '#/two-step')
    await state(page, 'deciding').waitFor({ timeout: slow })
    await expect.poll(() => lettersOf(page, 'svg.chart .guard')).toBe(12)
    await expect.poll(() => isSeen(page, 'deciding')).toBe(true)
    await state(page, far).waitFor({ state: 'detached' })
    await page.getByRole('searchbox').fill(far)
    await page
      .getByRole('link', { name: /^proving\.submitting two-step/ })
      .first()
      .click()
    await expect.poll(() => isSeen(page, far)).toBe(true)
    await expect.poll(() => lettersOf(page, 'svg.chart .guard')).toBe(12)
  })

  await step('an overview has the names of states, and one that is pressed there can be read', async () => {
    await page.getByRole('button', { name: 'Overview' }).click()
    await page.locator('.far').waitFor()
    await expect.poll(() => isSeen(page, 'deciding')).toBe(true)
    await expect.poll(() => lettersOf(page, '[data-state="done"] .name')).toBe(12)
    await page.locator('svg.chart .event').first().waitFor({ state: 'hidden' })
    await state(page, 'deciding').click()
    await page.locator('.far').waitFor({ state: 'detached' })
    await expect.poll(() => isSeen(page, 'deciding')).toBe(true)
    await expect.poll(() => lettersOf(page, 'svg.chart .guard')).toBe(12)
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

  await step(
    'in Vietnamese the page has no English, and says below the search that nothing is found',
    async () => {
      await expect.poll(() => page.title()).toBe('Luồng của Kho')
      await page.locator('html[lang=vi]').waitFor({ state: 'attached' })
      await page.getByRole('link', { name: 'Sơ đồ', exact: true }).waitFor()
      await page.getByRole('heading', { name: 'Đến từ' }).waitFor()
      await page.getByLabel('So với một bản khác').fill('no-such-revision')
      await page.getByRole('button', { name: 'So sánh' }).click()
      await page
        .getByRole('alert')
        .getByText('Git không có bản “no-such-revision”.')
        .waitFor({ timeout: slow })
      await page.getByRole('button', { name: 'Thôi so với no-such-revision' }).click()
      const search = page.getByRole('searchbox')
      await search.fill('TIMEOUT')
      const nothing = page.getByText('Không luồng nào có “TIMEOUT”.')
      const gap = async () => {
        const [above, below] = [await search.boundingBox(), await nothing.boundingBox()]
        return below!.y - (above!.y + above!.height)
      }
      await expect.poll(gap).toBeLessThan(20)
      await search.fill('')
    },
  )

  await step('a child machine is drawn in the state that waits for it, and taken out', async () => {
    await page.getByRole('button', { name: 'English' }).first().click()
    await go(page, '#/session/state/signedOut.form.open')
    await page.getByRole('button', { name: 'Draw authenticate inside' }).click({ timeout: slow })
    await state(page, 'signedOut.form.open.authenticate.password').waitFor({ timeout: slow })
    await page.getByRole('button', { name: 'Take authenticate out again' }).click()
    await state(page, 'signedOut.form.open.authenticate.password').waitFor({
      state: 'detached',
      timeout: slow,
    })
  })

  await step('a chart is compared with another revision, until that is stopped', async () => {
    await page.getByLabel('Compare with a revision').fill('HEAD')
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await page.getByRole('heading', { name: 'Since HEAD' }).waitFor({ timeout: slow })
    await page.getByRole('button', { name: 'Stop comparing with HEAD' }).click()
    await page.getByRole('heading', { name: 'Since HEAD' }).waitFor({ state: 'detached' })
  })

  await step('screens of a flow are taken from the page', async () => {
    const pictures: Pictures = { names: [], shown: ['pin'], taking: null }
    const asked: string[] = []
    await page.route(/\/pictures\//, route => {
      const { pathname } = new URL(route.request().url())
      if (pathname.endsWith('.jpeg')) return route.fulfill({ contentType: 'image/svg+xml', body: image })
      if (route.request().method() === 'POST') {
        asked.push(pathname)
        pictures.taking = { machine: 'pin', status: asked.length === 1 ? 'no chromium' : 'running' }
      }
      return route.fulfill({ json: pictures })
    })
    await go(page, '#/job-feed')
    await page.getByText('No walk in Chromium takes screens of this flow.').waitFor({ timeout: slow })
    await go(page, '#/pin')
    await page.getByRole('button', { name: 'Take screens' }).click({ timeout: slow })
    await page.getByRole('alert').getByText('There is no Chromium on this machine.').waitFor()
    await page.getByRole('button', { name: 'Take screens' }).click()
    await page.getByText('Taking screens of pin…').waitFor()
    expect(asked).toEqual(['/pictures/pin', '/pictures/pin'])
    pictures.names = ['pin/other.en.phone.jpeg']
    await page.getByText('1 picture so far.').waitFor()
    pictures.names = ['pin/setting.editing.en.desktop.jpeg']
    await page.getByRole('img', { name: 'The console in the state setting.editing' }).waitFor()
    await page.unroute(/\/pictures\//)
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
