import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { texts } from '../support/screens.ts'
import { nextPage } from '../support/shared.ts'
import { step } from '../support/step.ts'

// That a declined version is not offered again: tests/machines/app-update.test.ts.

const t = texts('en')
const fiveMinutes = 5 * 60_000
const promptOf = (page: Page) => page.getByRole('status', { name: t('app.update.title') })
const deploy = (page: Page) =>
  page.route('**/version.json', route => route.fulfill({ json: { build: 'newer' } }))

/** Lets the time go on until the page has the server's version. A page that offers a newer one asks no more. */
async function look(page: Page): Promise<void> {
  let asked = 0
  page.on('requestfinished', request => {
    if (request.url().endsWith('/version.json')) asked++
  })
  await expect
    .poll(async () => {
      if (asked === 0) await page.clock.fastForward(fiveMinutes)
      return asked
    })
    .toBeGreaterThan(0)
}

test('a newer version is offered, and loaded when the user agrees; the same version is not', async () => {
  const page = await nextPage({ signedIn: false })
  await page.clock.install()
  await page.goto('/')
  const prompt = promptOf(page)
  await page.getByRole('button', { name: t('auth.signIn'), exact: true }).waitFor()
  await step('the same version, three times', async () => {
    for (let times = 1; times <= 3; times++) await look(page)
    await expect.poll(() => prompt.count()).toBe(0)
  })
  await step('a newer one', async () => {
    await deploy(page)
    await look(page)
    await prompt.waitFor()
    await page.evaluate(() => Object.assign(window, { old: true }))
    const reload = prompt.getByRole('button', { name: t('common.reload') })
    await Promise.all([page.waitForEvent('load'), reload.click()])
    await expect.poll(() => page.evaluate(() => 'old' in window)).toBe(false)
  })
})

test('a screen whose chunk does not come says so; where a deploy has removed it, the newer version is offered at once', async () => {
  const page = await nextPage()
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const notLoaded = page.getByRole('heading', { name: t('app.notLoaded') })
  await page.goto('/bucket-management')
  await link('website-static').waitFor()
  await step('the connection is lost: it comes when it is tried again', async () => {
    await page.route('**/assets/security-screen-*.js', route => route.abort(), { times: 1 })
    await link(t('shell.menu./security')).click()
    await notLoaded.waitFor()
    await page.getByText(t('error.NETWORK')).waitFor()
    await page.getByRole('button', { name: t('common.retry') }).click()
    await page.getByRole('heading', { level: 1, name: t('security.title') }).waitFor()
  })
  await step('a deploy has removed it', async () => {
    await deploy(page)
    await page.route('**/assets/profile-screen-*.js', route => route.fulfill({ status: 404 }))
    await link(t('shell.menu./userinfo')).click()
    await promptOf(page).waitFor()
    await notLoaded.waitFor()
    await link(t('shell.menu./bucket-management')).click()
    await link('website-static').waitFor()
  })
})
