import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FlowConsole, startFlowConsole } from '../flows/support/flow-console.ts'
import {
  call,
  made,
  nextCode,
  password,
  type SecurityStage,
  signedInPerson,
} from '../flows/support/security-stage.ts'
import { openShell } from '../support/chromium.ts'
import { scanQr } from '../support/scan-qr.ts'
import { texts } from '../support/screens.ts'

const t = texts('en')
const pin = '2580'

let browser: Browser
let kho: FlowConsole

beforeAll(async () => {
  ;[browser, kho] = await Promise.all([openShell(), startFlowConsole()])
})
afterAll(async () => {
  await browser?.close()
  await kho?.close()
})

/** The same person, signed in once more in another browser. */
async function elsewhere({ email }: SecurityStage, userAgent: string): Promise<SecurityStage['context']> {
  const context = await browser.newContext({ userAgent })
  const answer = await context.request.post(`${kho.url}/api/auth/login`, {
    form: { username: email, password, scope: '' },
    headers: { origin: kho.url },
  })
  expect(answer.status()).toBe(200)
  return context
}

const statusOf = async (context: SecurityStage['context']) =>
  (await context.request.get(`${kho.url}/api/user`)).status()

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36'
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

test('sessions are listed with browser and system; one is ended, then all others, dead at once', async () => {
  const stage = await signedInPerson(browser, kho, pin, [])
  const [first, second, third] = [
    await elsewhere(stage, iPhone),
    await elsewhere(stage, windows),
    await elsewhere(stage, windows),
  ]
  const { page } = stage
  await page.goto(`${kho.url}/security/sessions`)
  const list = page.getByRole('list', { name: t('security.tab.sessions') })
  await expect.poll(() => list.getByRole('listitem').count()).toBe(4)
  await list.getByRole('listitem').first().getByText(t('security.thisSession')).waitFor()

  await list.getByRole('listitem').filter({ hasText: /iOS/ }).getByRole('button').click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('security.end'), exact: true })
    .click()
  await expect.poll(() => list.getByRole('listitem').count()).toBe(3)
  expect(await Promise.all([first, second, third].map(statusOf))).toEqual([401, 200, 200])

  await page.getByRole('button', { name: t('security.endOthers') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('security.endOthers') })
    .click()
  await page.getByText(t('security.onlyThisTitle')).waitFor()
  expect(await Promise.all([first, second, third, stage.context].map(statusOf))).toEqual([401, 401, 401, 200])
  for (const context of [first, second, third, stage.context]) await context.close()
})

test('a changed password ends the other sessions; a wrong and a reused one are told at their fields', async () => {
  const stage = await signedInPerson(browser, kho, pin, [])
  const other = await elsewhere(stage, windows)
  const { page } = stage
  await page.goto(`${kho.url}/security`)
  await page.getByRole('button', { name: t('security.changePassword') }).click()
  const dialog = page.getByRole('dialog')
  const submit = async (current: string, next: string) => {
    await dialog.getByLabel(t('auth.currentPassword'), { exact: true }).fill(current)
    await dialog.getByLabel(t('auth.newPassword'), { exact: true }).fill(next)
    await dialog.getByLabel(t('auth.confirmPassword'), { exact: true }).fill(next)
    await page.keyboard.press('Enter')
  }
  const errorOf = (label: string) =>
    dialog.getByLabel(label, { exact: true }).evaluate((input: HTMLInputElement) => {
      const id = input.getAttribute('aria-describedby')?.split(' ')[0]
      return (id && document.getElementById(id)?.textContent) || null
    })
  await submit('Wrong#2026', 'Hạ#2026 ở Huế')
  await expect.poll(() => errorOf(t('auth.currentPassword'))).toBe(t('error.CURRENT_PASSWORD_INCORRECT'))
  await submit(password, password)
  await expect.poll(() => errorOf(t('auth.newPassword'))).toBe(t('issue.password-reused'))
  expect(await statusOf(other)).toBe(200)
  await submit(password, 'Hạ#2026 ở Huế')
  await dialog.waitFor({ state: 'detached' })
  expect([await statusOf(other), await statusOf(stage.context)]).toEqual([401, 200])
  await other.close()
  await stage.context.close()
})

/** Moves the focus with Tab until the focused element has this name; fails after forty. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let step = 0; step < 40; step++) {
    const focused = await page.evaluate(() => {
      const { activeElement } = document
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim()
    })
    if (focused === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The focus never comes to "${name}"`)
}

test('two-step verification is switched on by keyboard alone, and the codes are saved as a file', async () => {
  const stage = await signedInPerson(browser, kho, pin, [])
  const { page, email } = stage
  await page.goto(`${kho.url}/security`)
  const toggle = page.getByRole('switch', { name: t('security.twoStep') })
  await toggle.waitFor()
  await tabTo(page, t('security.twoStep'))
  await page.keyboard.press('Space')
  const dialog = page.getByRole('dialog')
  const focusIsIn = (label: string) =>
    expect
      .poll(() =>
        dialog.getByLabel(label, { exact: true }).evaluate(input => input === document.activeElement),
      )
      .toBe(true)
  await dialog.getByLabel(t('auth.password'), { exact: true }).waitFor()
  await focusIsIn(t('auth.password'))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  const key = dialog.getByRole('group', { name: t('security.keyLabel') })
  const secret = ((await key.textContent()) ?? '').replace(/\s/g, '')
  const [scanned] = await scanQr(await dialog.getByRole('img', { name: t('security.qr') }).screenshot())
  expect(new URL(scanned ?? '').searchParams.get('secret')).toBe(secret)
  expect(decodeURIComponent(new URL(scanned ?? '').pathname)).toContain(email)
  await focusIsIn(t('security.code'))
  await page.keyboard.type(nextCode(kho, secret))
  const list = dialog.getByRole('list', { name: t('security.recoveryCodes') })
  await list.waitFor()
  const codes = await list.getByRole('listitem').allTextContents()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    tabTo(page, t('security.downloadCodes')).then(() => page.keyboard.press('Enter')),
  ])
  const saved = readFileSync(await download.path(), 'utf8').split('\r\n')
  expect(saved).toEqual([expect.stringContaining(email), '', ...codes, ''])

  await page.keyboard.press('Escape')
  expect(await dialog.count()).toBe(1)
  await dialog.getByLabel(t('security.codesKept')).focus()
  await page.keyboard.press('Space')
  await tabTo(page, t('security.finish'))
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('true')
  await expect.poll(() => toggle.evaluate(element => element === document.activeElement)).toBe(true)
  await page.getByText('10 left', { exact: false }).waitFor()
  await stage.context.close()
})

test('few recovery codes are warned about, and a confirmation by code takes no pin', async () => {
  const stage = await signedInPerson(browser, kho, pin, [])
  const path = '/user/two-step-verification'
  const { secret } = await made<{ secret: string }>(stage, 'PUT', path, { password })
  const { recovery_codes } = await made<{ recovery_codes: string[] }>(stage, 'POST', path, {
    code: nextCode(kho, secret),
  })
  await made(stage, 'PUT', '/user/change-method-pin', { method: 'two-step', pin })
  for (const code of recovery_codes.slice(0, 7)) {
    const context = await browser.newContext()
    const headers = { origin: kho.url }
    const first = await context.request.post(`${kho.url}/api/auth/login`, {
      form: { username: stage.email, password, scope: '' },
      headers,
    })
    const { challenge } = await first.json()
    const second = await context.request.post(`${kho.url}/api/user/verify-2step`, {
      data: { challenge, code },
      headers,
    })
    expect(second.status()).toBe(200)
    await context.close()
  }
  const { page } = stage
  await page.goto(`${kho.url}/security`)
  await page.getByText(t('security.recoveryCodesFew', { left: 3 })).waitFor()
  await page.getByText(t('security.methodCode')).waitFor()
  expect((await call(stage, 'POST', '/user/confirm-identity', { pin })).status()).toBe(403)
  await stage.context.close()
})

test('the tabs have addresses, the link "Key S3" leads to the keys, an unknown section is told', async () => {
  const stage = await signedInPerson(browser, kho, pin, [])
  const { page } = stage
  await page.goto(`${kho.url}/security`)
  const tabs = page.getByRole('navigation', { name: t('security.sections') })
  const current = () => tabs.locator('[aria-current=page]').textContent()
  for (const [tab, address] of [
    ['security.tab.sessions', '/security/sessions'],
    ['security.tab.api', '/security/api'],
    ['security.tab.signIn', '/security'],
  ] as const) {
    await tabs.getByRole('link', { name: t(tab) }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe(address)
    expect(await current()).toBe(t(tab))
  }
  await page.getByRole('link', { name: 'Key S3', exact: true }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/security/keys')
  expect(await current()).toBe(t('security.tab.keys'))
  await page.goto(`${kho.url}/security/khong-co`)
  await page.getByText(t('shell.notFound.title')).waitFor()
  await stage.context.close()
})
