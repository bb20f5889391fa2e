import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FlowConsole, startFlowConsole } from '../flows/support/flow-console.ts'
import { nextCode, signedInPerson } from '../flows/support/security-stage.ts'
import { call, made, password, type Stage } from '../flows/support/stage.ts'
import { scanQr } from '../support/scan-qr.ts'
import { texts } from '../support/screens.ts'
import { sharedBrowser } from '../support/shared.ts'
import { step } from '../support/step.ts'

const t = texts('en')
const pin = '2580'

let kho: FlowConsole

beforeAll(async () => {
  kho = await startFlowConsole()
})
afterAll(async () => {
  await kho?.close()
})

/** The same person, signed in once more in another browser. */
async function elsewhere({ email }: Stage, userAgent: string): Promise<Stage['context']> {
  const browser = await sharedBrowser()
  const context = await browser.newContext({ userAgent })
  const answer = await context.request.post(`${kho.url}/api/auth/login`, {
    form: { username: email, password, scope: '' },
    headers: { origin: kho.url },
  })
  expect(answer.status()).toBe(200)
  return context
}

const statusOf = async (context: Stage['context']) =>
  (await context.request.get(`${kho.url}/api/user`)).status()

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36'
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

test('sessions are listed with browser and system, and dead at once: ended alone, with all others, and by a changed password', async () => {
  const stage = await signedInPerson(await sharedBrowser(), kho, pin, [])
  const { page } = stage
  const [first, second, third] = [
    await elsewhere(stage, iPhone),
    await elsewhere(stage, windows),
    await elsewhere(stage, windows),
  ]
  const statuses = () => Promise.all([first, second, third, stage.context].map(statusOf))
  const tabs = page.getByRole('navigation', { name: t('security.sections') })

  await step('the tabs have addresses', async () => {
    await page.goto(`${kho.url}/security`)
    const current = tabs.locator('[aria-current=page]')
    for (const [tab, address] of [
      ['security.tab.api', '/security/api'],
      ['security.tab.signIn', '/security'],
      ['security.tab.sessions', '/security/sessions'],
    ] as const) {
      await tabs.getByRole('link', { name: t(tab) }).click()
      await expect.poll(() => new URL(page.url()).pathname).toBe(address)
      await expect.poll(() => current.textContent()).toBe(t(tab))
    }
  })

  await step('after the PIN one is ended, then all others', async () => {
    const list = page.getByRole('list', { name: t('security.tab.sessions') })
    const sure = page.getByRole('alertdialog')
    await expect.poll(() => list.getByRole('listitem').count()).toBe(4)
    await list.getByRole('listitem').first().getByText(t('security.thisSession')).waitFor()
    await list.getByRole('listitem').filter({ hasText: /iOS/ }).getByRole('button').click()
    await sure.getByRole('button', { name: t('security.end'), exact: true }).click()
    await page.getByLabel(t('confirm.pin'), { exact: true }).fill(pin)
    await page.getByLabel(t('confirm.pin'), { exact: true }).press('Enter')
    await expect.poll(() => list.getByRole('listitem').count()).toBe(3)
    expect(await statuses()).toEqual([401, 200, 200, 200])
    await page.getByRole('button', { name: t('security.endOthers') }).click()
    await sure.getByRole('button', { name: t('security.endOthers') }).click()
    await page.getByText(t('security.onlyThisTitle')).waitFor()
    expect(await statuses()).toEqual([401, 401, 401, 200])
  })

  await step(
    'a wrong and a reused password are told at their fields; a changed one ends the others',
    async () => {
      const other = await elsewhere(stage, windows)
      await tabs.getByRole('link', { name: t('security.tab.signIn') }).click()
      await page.getByRole('button', { name: t('security.changePassword') }).click()
      const dialog = page.getByRole('dialog')
      const submit = async (current: string, next: string) => {
        await dialog.getByLabel(t('auth.currentPassword'), { exact: true }).fill(current)
        await dialog.getByLabel(t('auth.newPassword'), { exact: true }).fill(next)
        await dialog.getByLabel(t('auth.confirmPassword'), { exact: true }).fill(next)
        await dialog.getByLabel(t('auth.confirmPassword'), { exact: true }).press('Enter')
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
    },
  )

  await step('the link "Key S3" leads to the keys; an unknown section is told', async () => {
    await page.getByRole('link', { name: 'Key S3', exact: true }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/security/keys')
    await page.goto(`${kho.url}/security/khong-co`)
    await page.getByText(t('shell.notFound.title')).waitFor()
  })
  for (const context of [first, second, third, stage.context]) await context.close()
})

/** Moves the focus with Tab until the focused element has this name; fails after forty. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let stops = 0; stops < 40; stops++) {
    const focused = await page.evaluate(() => {
      const { activeElement } = document
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim()
    })
    if (focused === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The focus never comes to "${name}"`)
}

test('two-step verification is switched on by keyboard alone, its codes saved; few codes are warned about, and no PIN confirms then', async () => {
  const stage = await signedInPerson(await sharedBrowser(), kho, pin, [])
  const { page, email } = stage
  const toggle = page.getByRole('switch', { name: t('security.twoStep') })
  const dialog = page.getByRole('dialog')
  const list = dialog.getByRole('list', { name: t('security.recoveryCodes') })
  const codes: string[] = []

  await step('switched on', async () => {
    await page.goto(`${kho.url}/security`)
    await toggle.waitFor()
    await tabTo(page, t('security.twoStep'))
    await page.keyboard.press('Space')
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
    await list.waitFor()
    codes.push(...(await list.getByRole('listitem').allTextContents()))
    expect(codes.length).toBe(10)
  })

  await step('the codes are saved as a file', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      tabTo(page, t('security.downloadCodes')).then(() => page.keyboard.press('Enter')),
    ])
    const saved = readFileSync(await download.path(), 'utf8').split('\r\n')
    expect(saved).toEqual([expect.stringContaining(email), '', ...codes, ''])
  })

  await step('the dialog closes only once they are kept', async () => {
    await page.keyboard.press('Escape')
    await list.waitFor()
    await dialog.getByLabel(t('security.codesKept')).focus()
    await page.keyboard.press('Space')
    await tabTo(page, t('security.finish'))
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('true')
    await expect.poll(() => toggle.evaluate(element => element === document.activeElement)).toBe(true)
    await page.getByText('10 left', { exact: false }).waitFor()
  })

  await step('few codes are warned about', async () => {
    const browser = await sharedBrowser()
    for (const code of codes.slice(0, 7)) {
      const context = await browser.newContext()
      const headers = { origin: kho.url }
      const form = { username: email, password, scope: '' }
      const begun = await context.request.post(`${kho.url}/api/auth/login`, { form, headers })
      const { challenge } = await begun.json()
      const data = { challenge, code }
      const ended = await context.request.post(`${kho.url}/api/user/verify-2step`, { data, headers })
      expect(ended.status()).toBe(200)
      await context.close()
    }
    await page.goto(`${kho.url}/security`)
    await page.getByText(t('security.recoveryCodesFew', { left: 3 })).waitFor()
  })

  await step('a confirmation by code takes no PIN', async () => {
    await made(stage, 'PUT', '/user/change-method-pin', { method: 'two-step', pin })
    await page.reload()
    await page.getByText(t('security.methodCode')).waitFor()
    expect((await call(stage, 'POST', '/user/confirm-identity', { data: { pin } })).status()).toBe(403)
  })
  await stage.context.close()
})
