import type { Browser } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { newPassword, password, pin, signInBy } from '../flows/support/entry-stage.ts'
import { type FlowConsole, startFlowConsole } from '../flows/support/flow-console.ts'
import { openShell } from '../support/chromium.ts'
import { texts } from '../support/screens.ts'

const t = texts('en')

let browser: Browser
let kho: FlowConsole

beforeAll(async () => {
  ;[browser, kho] = await Promise.all([openShell(), startFlowConsole()])
})
afterAll(async () => {
  await browser?.close()
  await kho?.close()
})

test('a sign-in page follows another tab through the first password and PIN', async () => {
  const email = 'moi@example.com'
  await kho.addOwner({ email, password, pin: null, firstPassword: true })
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })
  await context.addCookies([{ name: 'NEXT_LOCALE', value: 'en', url: kho.url }])
  const [page, other] = [await context.newPage(), await context.newPage()]
  await other.goto(`${kho.url}/userinfo`)
  await other.getByLabel(t('auth.email')).waitFor()
  await page.bringToFront()
  await page.goto(kho.url)
  await signInBy(page, email, password)
  await page.getByLabel(t('auth.currentPassword'), { exact: true }).fill(password)
  await page.getByLabel(t('auth.newPassword'), { exact: true }).fill(newPassword)
  await page.getByLabel(t('auth.confirmPassword'), { exact: true }).fill(newPassword)
  await page.keyboard.press('Enter')
  await page.getByLabel(t('auth.pin'), { exact: true }).fill(pin)
  await other.getByLabel(t('auth.email')).waitFor()
  await page.getByLabel(t('auth.confirmPin'), { exact: true }).fill(pin)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: t('buckets.title') }).waitFor()
  await other.waitForURL('**/userinfo')
  await other.getByRole('heading', { level: 1, name: t('profile.title') }).waitFor()
  await context.close()
})
