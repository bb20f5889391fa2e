import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openShell } from '../support/chromium.ts'
import { type Console, startConsole } from '../support/console.ts'
import { texts } from '../support/screens.ts'
import { signIn, visit } from '../support/visit.ts'

const t = texts('en')
const fiveMinutes = 5 * 60_000
let browser: Browser
let kho: Console
let context: BrowserContext
let page: Page
beforeAll(async () => {
  ;[browser, kho] = await Promise.all([openShell(), startConsole()])
})
afterEach(() => context.close())
afterAll(async () => {
  await browser?.close()
  await kho?.stop()
})

async function open(): Promise<void> {
  context = await visit(browser, kho.url)
  page = await context.newPage()
  await page.clock.install()
  await page.goto(kho.url)
}
const prompt = () => page.getByRole('alertdialog', { name: t('app.update.title') })
const deploy = () => page.route('**/version.json', route => route.fulfill({ json: { build: 'newer' } }))
const link = (name: string) => page.getByRole('link', { name, exact: true })

/** Lets the time go on until the page has asked for the server's version. */
async function look(): Promise<void> {
  let asked = false
  const asks = page.waitForEvent('requestfinished', request => request.url().endsWith('/version.json'))
  void asks.then(() => {
    asked = true
  })
  while (!asked) await page.clock.fastForward(fiveMinutes)
}

test('nothing is asked while the server has the same version', async () => {
  await open()
  await page.getByRole('button', { name: t('auth.signIn'), exact: true }).waitFor()
  for (let times = 1; times <= 2; times++) await look()
  expect(await prompt().count()).toBe(0)
})

test('a newer version is offered, and loaded when the user agrees', async () => {
  await open()
  await page.getByRole('button', { name: t('auth.signIn'), exact: true }).waitFor()
  await deploy()
  await look()
  await prompt().waitFor()
  await page.evaluate(() => Object.assign(window, { old: true }))
  await Promise.all([
    page.waitForEvent('load'),
    prompt()
      .getByRole('button', { name: t('common.reload') })
      .click(),
  ])
  expect(await page.evaluate(() => 'old' in window)).toBe(false)
})

test('who declines keeps the old version until the next open', async () => {
  await open()
  await page.getByRole('button', { name: t('auth.signIn'), exact: true }).waitFor()
  await deploy()
  await look()
  await prompt()
    .getByRole('button', { name: t('common.later') })
    .click()
  await prompt().waitFor({ state: 'detached' })
  await page.clock.fastForward(2 * fiveMinutes)
  expect(await prompt().count()).toBe(0)
})

test('a screen whose chunk a deploy has removed offers the newer version at once', async () => {
  await open()
  await signIn(page)
  await page.getByText(t('buckets.empty.title')).waitFor()
  await deploy()
  await page.route('**/assets/security-screen-*.js', route => route.fulfill({ status: 404 }))
  await link(t('shell.menu./security')).click()
  await prompt().waitFor()
  await page.getByRole('heading', { name: t('app.notLoaded') }).waitFor()
  await link(t('shell.menu./bucket-management')).click()
  await page.getByText(t('buckets.empty.title')).waitFor()
})

test('a screen that did not come, without a newer version, says so and comes when it is tried again', async () => {
  await open()
  await signIn(page)
  await page.getByText(t('buckets.empty.title')).waitFor()
  await page.route('**/assets/security-screen-*.js', route => route.abort(), { times: 1 })
  await link(t('shell.menu./security')).click()
  await page.getByRole('heading', { name: t('app.notLoaded') }).waitFor()
  await page.getByText(t('error.NETWORK')).waitFor()
  await page.getByRole('button', { name: t('common.retry') }).click()
  await page.getByRole('heading', { level: 1, name: t('security.title') }).waitFor()
})
