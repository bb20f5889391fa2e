import { expect, test } from 'vitest'
import { texts as en } from '../../languages/en/static.ts'
import { texts as vi } from '../../languages/vi/static.ts'
import { axeFindsNow } from '../support/axe.ts'
import { sharedBrowser, sharedConsole } from '../support/shared.ts'
import { desktop, type Look, visit } from '../support/visit.ts'

const words = { en: en.api, vi: vi.api }

/** The page of the API at `hash`, as somebody sees it who is not signed in. */
async function open(look: Look, hash = '') {
  const { url } = await sharedConsole()
  const context = await visit(await sharedBrowser(), url, look)
  const page = await context.newPage()
  const reported: string[] = []
  page.on('console', message => reported.push(message.text()))
  page.on('pageerror', error => reported.push(String(error)))
  await page.goto(`${url}/guide/${look.locale}/api/${hash}`)
  await page.getByRole('searchbox').waitFor()
  return { page, url, reported, leave: () => context.close() }
}

const phone = { width: 390, height: 844 }

test.each<Look>([
  { ...desktop, locale: 'en', mode: 'light' },
  { ...phone, locale: 'vi', mode: 'dark' },
])('nothing is wrong on the API reference: $locale, $mode, $width px', async look => {
  const { page, reported, leave } = await open(look)
  await expect.poll(() => page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(look.width)
  await page.locator(`html.${look.mode}[lang=${look.locale}]`).waitFor()
  // Axe needs a minute for the whole page: a few operations have every kind of element.
  await page.getByRole('searchbox').fill('bucket/lifecycle')
  await page.evaluate(() => {
    for (const each of document.querySelectorAll('[hidden]')) each.remove()
  })
  await expect.poll(() => axeFindsNow(page)).toEqual([])
  expect(reported).toEqual([])
  await leave()
})

test('the search shows what has all its words, and an address shows what the search hides', async () => {
  const { page, leave } = await open(desktop)
  const shown = page.locator('article.operation').filter({ visible: true })
  const nav = page.getByRole('navigation', { name: en.guide.contents })
  await page.getByRole('searchbox').fill('lifecycle rule')
  await expect
    .poll(() => shown.evaluateAll(all => all.map(({ id }) => id)))
    .toEqual(['getBucketLifecycle', 'putBucketLifecycle', 'deleteBucketLifecycle', 'previewBucketLifecycle'])
  await expect.poll(() => nav.locator('.paths a').filter({ visible: true }).count()).toBe(4)
  await page.getByRole('status').getByText(`4 of`).waitFor()
  await page.evaluate(() => {
    location.hash = 'listObjects'
  })
  await expect
    .poll(() => page.locator('#listObjects').boundingBox())
    .toMatchObject({ y: expect.closeTo(24, -2) })
  await page.getByLabel(words.en.tokenOnly).check()
  await expect.poll(() => shown.locator(':scope:not([data-token])').count()).toBe(0)
  await leave()
})

test('an example is copied, and another language keeps the place', async () => {
  const { page, url, leave } = await open(desktop, '#createBucket')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const operation = page.locator('#createBucket')
  await operation.getByRole('button', { name: words.en.copy }).click()
  await operation.getByRole('button', { name: words.en.copied }).waitFor()
  const example = await operation.locator('.code code').textContent()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(example)
  await page.getByRole('link', { name: 'Tiếng Việt' }).click()
  await page.getByRole('heading', { level: 1, name: words.vi.title }).waitFor()
  await expect.poll(() => page.url()).toBe(`${url}/guide/vi/api/#createBucket`)
  await leave()
})

test('on a phone the contents are closed until they are wanted, and lead to an operation', async () => {
  const { page, leave } = await open({ ...desktop, ...phone })
  const entry = page.getByRole('navigation', { name: en.guide.contents }).locator('a[href="#listBuckets"]')
  await entry.waitFor({ state: 'hidden' })
  await page.locator('summary').click()
  await entry.click()
  await entry.waitFor({ state: 'hidden' })
  await expect
    .poll(() => page.locator('#listBuckets').boundingBox())
    .toMatchObject({ y: expect.closeTo(24, -2) })
  await leave()
})
