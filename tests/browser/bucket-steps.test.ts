// @module-tag timing
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SignedUrls } from '../../openapi/schema.ts'
import { type Api, signInApi } from '../support/api.ts'
import { openShell } from '../support/chromium.ts'
import { owner } from '../support/console.ts'
import { texts } from '../support/screens.ts'
import { openSettings, type Settings } from '../support/settings.ts'
import { desktop } from '../support/visit.ts'
import { cellOf, stepsSaid } from './support/steps.ts'

const t = texts('en')
let settings: Settings
let browser: Browser
let api: Api
let url: string
let page: Page
let made = 0
let bucket: string

beforeAll(async () => {
  settings = openSettings()
  browser = await openShell()
  ;({ url } = await settings.console('demo'))
  api = await signInApi(url, owner.email, owner.password)
  const context = await settings.visitor(browser, 'demo', true, desktop)
  await context.addInitScript(() => {
    const steps = { presses: 0, fields: new Set<EventTarget | null>() }
    Object.assign(window, { steps })
    addEventListener('click', event => event.isTrusted && steps.presses++, true)
    addEventListener('input', event => event.isTrusted && steps.fields.add(event.target), true)
  })
  page = await context.newPage()
})
afterAll(async () => {
  await browser.close()
  await settings.stop()
})

beforeEach(async () => {
  bucket = `buoc-${++made}`
  await api.call('POST', '/bucket', { bucket })
  const files = [{ key: 'a.txt', size: 3 }]
  const { urls } = await api.call<SignedUrls>('POST', '/objects/get-put-urls', { bucket, files })
  expect((await fetch(new URL(urls[0]!, url), { method: 'PUT', body: 'kho' })).status).toBe(200)
  await page.goto(`${url}/bucket-management`)
})

async function choose(act: 'public' | 'link' | 'lifecycle'): Promise<void> {
  await page.getByRole('button', { name: t('common.actionsFor', { name: bucket }) }).click()
  await page.getByRole('menuitem', { name: t(`buckets.act.${act}`), exact: true }).click()
}

/** What has been pressed and filled in since the list was opened, as the table of docs/steps.md says it. */
async function steps(): Promise<string> {
  const { presses, fields } = await page.evaluate(() => {
    const { steps } = window as unknown as { steps: { presses: number; fields: Set<unknown> } }
    return { presses: steps.presses, fields: steps.fields.size }
  })
  return cellOf(presses, ['press', 'presses'], fields)
}

test('a bucket is made public in as few steps as the documents say', async () => {
  await choose('public')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: t('sharing.public.do') }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await api.call('GET', `/bucket/acl?bucket=${bucket}`)).toMatchObject({ acl: 'public' })
  expect(await steps()).toBe(stepsSaid('Make a bucket public'))
})

test('a link is generated and copied in as few steps as the documents say', async () => {
  await choose('link')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('sharing.link.file')).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('a.txt')
  await dialog.getByRole('button', { name: t('sharing.link.do') }).click()
  const made = dialog.getByRole('group', { name: t('sharing.link.made') })
  await dialog.getByRole('img', { name: t('sharing.link.qr') }).waitFor()
  await made.getByRole('button').click()
  const address = await made.getByText(/^http/).textContent()
  const file = await fetch(address!)
  expect(await file.text()).toBe('kho')
  expect(await steps()).toBe(stepsSaid('Generate a link to a file, and copy it'))
})

test('a rule of 30 days is added in as few steps as the documents say', async () => {
  await choose('lifecycle')
  await page.getByRole('button', { name: t('lifecycle.add') }).click()
  const form = page.getByRole('region', { name: t('lifecycle.new') })
  await form.getByLabel(t('lifecycle.current_days.before')).check()
  await form.getByRole('button', { name: t('lifecycle.add') }).click()
  await page.getByRole('button', { name: t('lifecycle.deleteAll.do') }).click()
  await page.getByText(t('lifecycle.says.current_days', { where: 'all', prefix: '', days: 30 })).waitFor()
  expect(await steps()).toBe(stepsSaid('Add a rule of 30 days'))
})

test('who has access is read in as few steps as the documents say', async () => {
  const row = page.getByRole('row').filter({ hasText: bucket })
  await row.getByRole('link', { name: t('buckets.mark.private.tip') }).click()
  await page.getByText(t('sharing.isPrivate')).waitFor()
  expect(await steps()).toBe(stepsSaid('Read who has access'))
})
