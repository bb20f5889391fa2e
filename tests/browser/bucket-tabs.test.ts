import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShell } from '../support/chromium.ts'
import { texts } from '../support/screens.ts'
import { openSettings, type Settings } from '../support/settings.ts'
import { desktop } from '../support/visit.ts'

const t = texts('en')
const bucket = 'website-static'
let settings: Settings
let browser: Browser
let page: Page
let url: string

beforeAll(async () => {
  settings = openSettings()
  browser = await openShell()
  ;({ url } = await settings.console('demo'))
})
afterAll(async () => {
  await browser.close()
  await settings.stop()
})
beforeEach(async () => {
  const context = await settings.visitor(browser, 'demo', true, desktop)
  page = await context.newPage()
})
afterEach(() => page.context().close())

const at = (tab: string) => `${url}/bucket-management/-/${bucket}/${tab}`
const tab = (name: 'tags' | 'versions') =>
  page
    .getByRole('navigation', { name: t('bucket.sections') })
    .getByRole('link', { name: t(`bucket.tab.${name}`) })
const skeleton = () => page.getByRole('main').getByRole('status', { name: t('common.loading') })

test('a tab changes at once: its skeleton stands there until its program comes', async () => {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/versions-tab-*.js', async route => {
    await held.promise
    await route.continue()
  })
  await page.goto(at('tags'))
  await page.getByRole('heading', { name: t('bucket.tab.tags') }).waitFor()
  await tab('versions').click()
  await skeleton().waitFor()
  expect([page.url(), await tab('versions').getAttribute('aria-current')]).toEqual([at('versions'), 'page'])
  expect(await page.getByRole('heading', { name: t('bucket.tab.tags') }).count()).toBe(0)
  held.resolve()
  await page.getByRole('heading', { name: t('versions.title') }).waitFor()
  await skeleton().waitFor({ state: 'detached' })
})

test('a tab opened without a network says so, and comes by itself once the network is back', async () => {
  await page.goto(at('tags'))
  await page.getByRole('heading', { name: t('bucket.tab.tags') }).waitFor()
  await page.context().setOffline(true)
  await tab('versions').click()
  const failed = page.getByRole('alert').filter({ hasText: t('app.notLoaded') })
  await failed.getByRole('button', { name: t('common.retry') }).click()
  await failed.waitFor()
  await page.getByRole('heading', { name: bucket, level: 1 }).waitFor()
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: t('versions.title') }).waitFor()
  expect(await failed.count()).toBe(0)
})

test('the menu of the list is there before the first right-click', async () => {
  const menu = page.waitForResponse('**/assets/menu-*.js')
  await page.goto(`${url}/bucket-management`)
  await (await menu).finished()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: bucket, exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: t('buckets.act.details') }).waitFor()
})
