import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FlowConsole, startFlowConsole } from '../flows/support/flow-console.ts'
import { signInApi } from '../support/api.ts'
import { texts } from '../support/screens.ts'
import { nextPage } from '../support/shared.ts'
import { step } from '../support/step.ts'
import { totpAt } from '../support/totp.ts'
import { noticeTheEnd } from '../support/visit.ts'

const t = texts('en')
const password = 'Vuon-tao#1'
const stepMs = 30_000

let kho: FlowConsole
let people = 0

beforeAll(async () => {
  kho = await startFlowConsole()
})
afterAll(async () => {
  await kho?.close()
})

/** A new person with two-step verification: the e-mail address, what gives a new code each time, and a recovery code. */
async function addPerson() {
  const email = `person-${++people}@example.com`
  await kho.addOwner({ email, password, pin: '2580', firstPassword: false })
  const api = await signInApi(kho.url, email, password)
  const { secret } = await api.call<{ secret: string }>('PUT', '/user/two-step-verification', { password })
  const code = () => {
    kho.pass(stepMs)
    return totpAt(secret, Math.floor(kho.now() / 1000))
  }
  const { recovery_codes } = await api.call<{ recovery_codes: string[] }>(
    'POST',
    '/user/two-step-verification',
    { code: code() },
  )
  return { email, code, recoveryCode: recovery_codes[0]! }
}

async function signIn(page: Page, person: { email: string; code(): string }) {
  await page.goto('/')
  await page.getByLabel(t('auth.email')).fill(person.email)
  await page.getByLabel(t('auth.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('auth.signIn'), exact: true }).click()
  await page.getByLabel(t('auth.code')).fill(person.code())
  await page.getByRole('heading', { level: 1, name: t('buckets.title') }).waitFor()
}

/** The session ends under the page, which notices at its next call; then the password is given again. */
async function expireAndGivePassword(page: Page) {
  await page.context().request.post(`${kho.url}/api/auth/logout`, { headers: { origin: kho.url } })
  await noticeTheEnd(page)
  const dialog = page.getByRole('dialog', { name: t('auth.expiredTitle') })
  await dialog.getByLabel(t('auth.password'), { exact: true }).fill(password)
  await dialog.getByLabel(t('auth.password'), { exact: true }).press('Enter')
  await dialog.getByLabel(t('auth.code')).waitFor()
  return dialog
}

test('a session that ends is opened again in place, in every tab, by code or by recovery code', async () => {
  const page = await nextPage({ kho, signedIn: false })
  const person = await addPerson()
  await signIn(page, person)
  const other = await page.context().newPage()
  await other.goto('/security')
  await other.getByRole('heading', { level: 1, name: t('security.title') }).waitFor()
  await page.bringToFront()

  await step('by the code, by keyboard alone, at the second try', async () => {
    const dialog = await expireAndGivePassword(page)
    const right = person.code()
    await page.keyboard.type(right === '000000' ? '000001' : '000000')
    await dialog.getByText(t('error.AUTH_CODE_INVALID')).waitFor()
    await page.keyboard.type(right)
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: t('buckets.title') }).waitFor()
    const answer = await page.context().request.get(`${kho.url}/api/user`)
    expect([answer.status(), (await answer.json()).email]).toEqual([200, person.email])
  })

  await step('the other tab was not thrown out, and goes on', async () => {
    await other.bringToFront()
    await expect.poll(() => new URL(other.url()).pathname).toBe('/security')
    await other.getByRole('link', { name: t('shell.menu./bucket-management'), exact: true }).click()
    await other.getByText(t('buckets.empty.title')).waitFor()
    await other.close()
    await page.bringToFront()
  })

  await step('by a recovery code, after a way back to the password; how many are left is said', async () => {
    const dialog = await expireAndGivePassword(page)
    await dialog.getByRole('button', { name: t('auth.backToPassword') }).click()
    const field = dialog.getByLabel(t('auth.password'), { exact: true })
    await field.fill(password)
    await field.press('Enter')
    await dialog.getByRole('button', { name: t('auth.useRecoveryCode') }).click()
    await dialog.getByText(t('auth.recoveryLead', { email: person.email })).waitFor()
    await page.keyboard.type(person.recoveryCode)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(t('auth.recoveryCodesLeft', { left: 9 })).waitFor()
  })
})

test('a tab that signs in takes the others along: from the sign-in page, and from the dialog and its second step', async () => {
  const page = await nextPage({ kho, signedIn: false })
  const person = await addPerson()
  await signIn(page, person)
  const dialog = await expireAndGivePassword(page)
  const waiting = await page.context().newPage()
  await waiting.goto('/')
  await waiting.getByLabel(t('auth.email')).waitFor()
  const other = await page.context().newPage()
  await signIn(other, person)
  await dialog.waitFor({ state: 'detached' })
  await waiting.getByRole('heading', { level: 1, name: t('buckets.title') }).waitFor()
  await page.bringToFront()
  const read = page.waitForResponse('**/api/bucket')
  await page.getByRole('button', { name: t('common.refresh') }).click()
  expect((await read).status()).toBe(200)
  await page.getByText(t('buckets.empty.title')).waitFor()
  await dialog.waitFor({ state: 'detached' })
})

test('no tab goes on showing a user when another one signs in in its neighbour [V14.3.1]', async () => {
  const page = await nextPage({ kho, signedIn: false })
  const [alice, bob] = [await addPerson(), await addPerson()]
  await signIn(page, alice)
  const other = await page.context().newPage()
  await other.goto('/userinfo')
  await other.getByRole('button', { name: t('profile.edit') }).click()
  await page.bringToFront()
  const dialog = await expireAndGivePassword(page)
  await dialog.getByRole('button', { name: t('auth.backToPassword') }).click()
  await dialog.getByRole('button', { name: t('auth.otherAccount') }).click()
  await signIn(page, bob)
  await other.bringToFront()
  await other.getByRole('heading', { level: 1, name: t('buckets.title') }).waitFor()
  await other.getByRole('link', { name: t('shell.menu./userinfo'), exact: true }).click()
  await other.getByText(bob.email).first().waitFor()
  await expect.poll(() => other.getByText(alice.email).count()).toBe(0)
})
