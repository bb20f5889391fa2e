import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startConsole } from '../support/console.ts'
import { texts } from '../support/screens.ts'
import { newVisitor } from '../support/shared.ts'
import { desktop } from '../support/visit.ts'

const name = 'Đám mây Tím'
const brand = {
  KHO_BRAND_NAME: name,
  KHO_BRAND_COLORS: '#6b21a8,#9d174d',
  KHO_TERMS_URL: 'https://example.com/terms',
  KHO_SUPPORT_URL: 'mailto:help@example.com',
}
const t = texts('vi')

async function startBranded(viewBox: string) {
  const dir = mkdtempSync(join(tmpdir(), 'kho-brand-'))
  const logo = join(dir, 'logo.svg')
  writeFileSync(
    logo,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><path d="M0 0h9v9z"/></svg>`,
  )
  const kho = await startConsole({ env: { ...brand, KHO_BRAND_LOGO: logo, KHO_BASE_PATH: '/kho' } })
  onTestFinished(async () => {
    await kho.stop()
    rmSync(dir, { recursive: true })
  })
  return kho
}

test.each(['light', 'dark'] as const)('an operator’s brand is all that users see, in %s', async mode => {
  const kho = await startBranded('0 0 32 32')
  const context = await newVisitor({ kho, signedIn: false, look: { ...desktop, mode, locale: 'vi' } })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const reported: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') reported.push(message.text())
  })
  await page.goto('/kho/')
  await page.getByRole('heading', { level: 1, name: `Đăng nhập vào ${name}`, exact: true }).waitFor()
  await expect.poll(() => page.title()).toBe(`${t('auth.signIn')} · ${name}`)
  await page.locator('#boot').waitFor({ state: 'detached' })
  const logo = page.getByRole('link', { name, exact: true }).locator('img')
  await expect
    .poll(() =>
      logo.evaluate((image: HTMLImageElement) => [
        image.complete && image.naturalWidth > 0,
        image.width,
        image.height,
      ]),
    )
    .toEqual([true, 28, 28])
  const button = page.getByRole('button', { name: t('auth.signIn'), exact: true })
  await expect
    .poll(() => button.evaluate(element => getComputedStyle(element).backgroundImage))
    .toBe('linear-gradient(90deg, rgb(107, 33, 168) 0%, rgb(157, 23, 77) 100%)')
  const link = (id: 'brand.terms' | 'brand.privacy' | 'brand.support') =>
    page.getByRole('contentinfo').getByRole('link', { name: t(id) })
  await expect
    .poll(() => Promise.all(['href', 'target', 'rel'].map(each => link('brand.terms').getAttribute(each))))
    .toEqual(['https://example.com/terms', '_blank', 'noopener'])
  await expect.poll(() => link('brand.support').getAttribute('href')).toBe('mailto:help@example.com')
  await expect.poll(() => link('brand.privacy').count()).toBe(0)
  await expect.poll(() => page.locator('link[rel=icon]').getAttribute('href')).toBe('/kho/logo.svg')
  await expect.poll(() => page.locator('body').innerText()).not.toMatch(/\bKho\b/)
  await page.goto('/kho/guide/vi/')
  await page.getByRole('heading', { level: 1, name: `Hướng dẫn sử dụng ${name}` }).waitFor()
  await expect
    .poll(() =>
      page
        .locator('main a')
        .first()
        .evaluate(element => getComputedStyle(element).color),
    )
    .not.toMatch(mode === 'light' ? 'rgb(26, 87, 190)' : 'rgb(125, 181, 251)')
  expect(reported).toEqual([])
})

test('a wordmark stands alone, before the script and after it', async () => {
  const kho = await startBranded('0 0 120 30')
  const context = await newVisitor({ kho, signedIn: false })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async route => {
    await gate.promise
    await route.continue()
  })
  const seenNow = (place: string) =>
    page.locator(place).evaluate(element => {
      const { x, y, width, height } = element.querySelector('img')!.getBoundingClientRect()
      return [element.textContent.trim(), ...[x, y, width, height].map(Math.round)]
    })
  await page.goto('/kho/', { waitUntil: 'commit' })
  await page.locator('#boot .mark img').waitFor()
  const mark = ['', 32, 18, 112, 28]
  await expect.poll(() => seenNow('#boot .mark')).toEqual(mark)
  gate.resolve()
  await page.locator('#boot').waitFor({ state: 'detached' })
  await expect.poll(() => seenNow('header a')).toEqual(mark)
})
