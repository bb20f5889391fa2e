import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShell } from '../support/chromium.ts'
import { type Console, startConsole } from '../support/console.ts'
import { texts } from '../support/screens.ts'
import { desktop, visit } from '../support/visit.ts'

const t = texts('vi')
let browser: Browser
let kho: Console
beforeAll(async () => {
  ;[browser, kho] = await Promise.all([openShell(), startConsole()])
})
afterAll(async () => {
  await browser.close()
  await kho.stop()
})

const look = { ...desktop, mode: 'dark', locale: 'vi' } as const
const scripts = '**/assets/*.js'

test.each([
  ['a desktop', look],
  ['a phone', { ...look, width: 390, height: 844 }],
])(
  'on %s the page has its colours, its language and its texts before any script, and nothing moves then',
  async (_, look) => {
    const context = await visit(browser, kho.url, look)
    const page = await context.newPage()
    const gate = Promise.withResolvers<void>()
    await page.route(scripts, async route => {
      await gate.promise
      await route.continue()
    })
    await page.goto(kho.url, { waitUntil: 'commit' })
    const boot = page.locator('#boot')
    await boot.getByText('Kho', { exact: true }).waitFor()
    const places = () =>
      page.evaluate(
        texts =>
          texts.map(text => {
            const shown = [...document.querySelectorAll('body *')].filter(
              element =>
                element.childElementCount === 0 && element.textContent === text && element.checkVisibility(),
            )
            const range = document.createRange()
            return shown.map(element => {
              range.selectNodeContents(element)
              const { x, y, width, height } = range.getBoundingClientRect()
              return [x, y, width, height].map(Math.round)
            })
          }),
        [
          t('auth.signInTitle'),
          t('auth.signInLead'),
          t('auth.email'),
          t('auth.signIn'),
          t('auth.forgotPassword'),
        ],
      )
    const before = await places()
    expect(before.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1])
    expect(await boot.evaluate(element => getComputedStyle(element).backgroundColor)).toBe('rgb(14, 19, 22)')
    expect(await page.locator('html').getAttribute('lang')).toBe('vi')
    expect(await page.getByText('Không tải được').isVisible()).toBe(false)
    gate.resolve()
    await page.getByRole('button', { name: t('auth.signIn'), exact: true }).waitFor()
    expect(await boot.count()).toBe(0)
    expect(await places()).toEqual(before)
    await context.close()
  },
)

test.each(['/', '/bucket-management/any'])('%s is painted from the document alone', async path => {
  const context = await visit(browser, kho.url, look)
  const page = await context.newPage()
  const gate = Promise.withResolvers<void>()
  await page.route('**/*', async route => {
    if (!route.request().isNavigationRequest()) await gate.promise
    await route.continue()
  })
  await page.goto(kho.url + path, { waitUntil: 'commit' })
  const paints = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
  await expect.poll(paints).toBe(1)
  expect(await page.locator('#boot').count()).toBe(1)
  gate.resolve()
  await page.getByRole('button', { name: t('auth.signIn'), exact: true }).waitFor()
  await context.close()
})

test('where a script does not come the page says so, and tries again', async () => {
  const context = await visit(browser, kho.url, look)
  const page = await context.newPage()
  await page.route(scripts, route => route.abort())
  await page.goto(kho.url)
  await page.getByText('Không tải được trang này').waitFor()
  expect(await page.getByText('could not be loaded').isVisible()).toBe(false)
  await page.unroute(scripts)
  await page.getByRole('button', { name: 'Thử lại' }).click()
  await page.getByRole('button', { name: t('auth.signIn'), exact: true }).waitFor()
  await context.close()
})
