import { expect, test } from 'vitest'
import { readGuide } from '../../build/guide.ts'
import { fillIn } from '../../server/brand/fill-in.ts'
import { readContract } from '../../server/contract/document.ts'
import { texts } from '../support/screens.ts'
import { nextPage, sharedBrowser, sharedConsole } from '../support/shared.ts'
import { desktop } from '../support/visit.ts'

test.each([
  ['en', 'the drawer', 'complementary'],
  ['vi', 'the settings', 'main'],
] as const)('the documentation opens in %s from %s, in a new tab', async (locale, _, place) => {
  const t = texts(locale)
  const { url } = await sharedConsole()
  const page = await nextPage({ look: { ...desktop, locale, mode: 'dark' } })
  const context = page.context()
  const reported: string[] = []
  context.on('console', message => {
    if (message.page() !== page) reported.push(message.text())
  })
  await page.goto('/security')
  const link = page.getByRole(place).getByRole('link', { name: t('shell.docs') })
  const [guide] = await Promise.all([context.waitForEvent('page'), link.click()])
  const title = fillIn(readGuide(locale).title, 'Kho')
  await guide.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
  await expect
    .poll(async () => [guide.url(), await guide.title()])
    .toEqual([`${url}/guide/${locale}/`, title])
  await guide.locator(`html.dark[lang=${locale}]`).waitFor()
  await guide.getByRole('img').first().waitFor()
  expect(reported).toEqual([])
})

test('programmers find the description of the API beside the guide', async () => {
  const { url } = await sharedConsole()
  const answer = await fetch(`${url}/guide/openapi.json`)
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(await answer.json()).toEqual(readContract().document)
})

test('the guide has room on a phone, and needs no script', async () => {
  const { url } = await sharedConsole()
  const browser = await sharedBrowser()
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await page.goto(`${url}/guide/vi/#two-step`)
  const heading = page.getByRole('heading', { name: 'Xác thực hai bước' })
  await expect
    .poll(async () => {
      const box = await heading.boundingBox()
      return box !== null && box.x >= 0 && box.x + box.width <= 390 && box.y < 844
    })
    .toBe(true)
  await context.close()
})
