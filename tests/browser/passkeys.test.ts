import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FlowConsole, startFlowConsole } from '../flows/support/flow-console.ts'
import { axeFindsNow } from '../support/axe.ts'
import { texts } from '../support/screens.ts'
import { nextPage } from '../support/shared.ts'
import { step } from '../support/step.ts'
import { cellOf, stepsSaid } from './support/steps.ts'
import { addAuthenticator } from './support/virtual-authenticator.ts'

const t = texts('en')
const password = 'Vuon-tao#1'
const email = 'lan@example.com'
const pin = '2580'

let kho: FlowConsole
let url: string

beforeAll(async () => {
  kho = await startFlowConsole()
  // A bare address has no passkeys.
  url = kho.url.replace('127.0.0.1', 'localhost')
})
afterAll(async () => {
  await kho?.close()
})

async function fillIn(page: Page, email: string, open: () => Promise<unknown> = () => page.goto('/')) {
  await open()
  await page.getByLabel(t('auth.email')).fill(email)
  await page.getByLabel(t('auth.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('auth.signIn'), exact: true }).click()
}

async function signIn(page: Page, ...by: [email: string, open?: () => Promise<unknown>]) {
  await fillIn(page, ...by)
  await page.getByRole('heading', { level: 1, name: t('buckets.title') }).waitFor()
}

async function signOut(page: Page) {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
}

async function addPasskey(page: Page) {
  await page.goto('/security')
  await makePasskey(page)
  await page.getByRole('heading', { level: 3, name: 'Máy tính' }).waitFor()
}

async function makePasskey(page: Page) {
  await page.getByRole('button', { name: t('passkeys.add') }).click()
  const dialog = page.getByRole('dialog', { name: t('passkeys.addTitle') })
  await dialog.getByLabel(t('passkeys.name')).fill('Máy tính')
  await dialog.getByRole('button', { name: t('passkeys.add') }).click()
  const asking = page.getByRole('dialog', { name: t('confirm.title') })
  await asking.getByLabel(t('confirm.pin'), { exact: true }).fill(pin)
  await asking.getByRole('button', { name: t('confirm.do') }).click()
}

/** Does `show`, after which a field offers passkeys: this authenticator would answer that without a press. */
async function offeringNothing(page: Page, show: () => Promise<unknown>) {
  await page.route('**/api/auth/passkey/begin', route => route.abort(), { times: 1 })
  const offer = page.waitForEvent('requestfailed', request => request.url().endsWith('/auth/passkey/begin'))
  await show()
  await offer
}

test('a passkey is added, signs in with one press or none, confirms, is renamed and removed in Chromium', async () => {
  const page = await nextPage({ kho: { url }, signedIn: false })
  await kho.addOwner({ email, password, pin, firstPassword: false })
  await addAuthenticator(page)
  await signIn(page, email)

  await step('the PIN is asked for, then the device', async () => {
    await addPasskey(page)
    await page.getByText(t('passkeys.unused')).waitFor()
  })

  await step('the device that has one makes no other', async () => {
    await page.getByRole('button', { name: t('passkeys.add') }).click()
    const dialog = page.getByRole('dialog', { name: t('passkeys.addTitle') })
    await dialog.getByLabel(t('passkeys.name')).fill('Nữa')
    await dialog.getByRole('button', { name: t('passkeys.add') }).click()
    await dialog.getByText(t('error.PASSKEY_EXISTS')).waitFor()
    await dialog.getByRole('button', { name: t('common.cancel') }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  async function stepsNow(): Promise<string> {
    const { presses, fields } = await page.evaluate(() => {
      const { steps } = window as unknown as { steps: { presses: number; fields: Set<unknown> } }
      return { presses: steps.presses, fields: steps.fields.size }
    })
    return cellOf(presses, ['press', 'presses'], fields)
  }
  const signedIn = async () => {
    await page.getByRole('heading', { level: 1, name: t('buckets.title') }).waitFor()
    const answer = await page.context().request.get(`${url}/api/user`)
    expect((await answer.json()).email).toBe(email)
  }

  await step('it signs in with as few presses as the documents say', async () => {
    await signOut(page)
    await page.addInitScript(() => {
      const steps = { presses: 0, fields: new Set<EventTarget | null>() }
      Object.assign(window, { steps })
      addEventListener('click', event => event.isTrusted && steps.presses++, true)
      addEventListener('input', event => event.isTrusted && steps.fields.add(event.target), true)
    })
    await offeringNothing(page, () => page.goto('/'))
    await page.getByRole('button', { name: t('auth.passkey') }).click()
    await signedIn()
    await expect.poll(stepsNow).toBe(stepsSaid('Sign in with a passkey'))
  })

  await step('it is offered in the email field, where this authenticator is picked at once', async () => {
    await signOut(page)
    await page.goto('/')
    await signedIn()
    await page.goto('/security')
  })

  await step('it confirms what is protected', async () => {
    await page.goto('/security/keys')
    await page.getByRole('button', { name: t('keys.unlock') }).click()
    const asking = page.getByRole('dialog', { name: t('confirm.title') })
    await asking.getByRole('button', { name: t('confirm.passkey') }).click()
    await page.getByText(t('keys.empty.title')).waitFor()
    await page.goto('/security')
  })

  await step('it is renamed and removed', async () => {
    const menu = (name: string) => page.getByRole('button', { name: t('common.actionsFor', { name }) })
    await menu('Máy tính').click()
    await page.getByRole('menuitem', { name: t('passkeys.rename') }).click()
    const renaming = page.getByRole('dialog', { name: t('passkeys.renameTitle') })
    await renaming.getByLabel(t('passkeys.name')).fill('Điện thoại')
    await renaming.getByRole('button', { name: t('passkeys.rename') }).click()
    await page.getByRole('heading', { level: 3, name: 'Điện thoại' }).waitFor()
    await menu('Điện thoại').click()
    await page.getByRole('menuitem', { name: t('passkeys.remove') }).click()
    const removing = page.getByRole('alertdialog', { name: t('passkeys.removeTitle') })
    await removing.getByRole('button', { name: t('passkeys.remove') }).click()
    await page.getByRole('heading', { level: 3, name: t('passkeys.noneTitle') }).waitFor()
  })

  await step('a passkey that was removed signs in no more, and the page says so', async () => {
    await signOut(page)
    await page.goto('/')
    await page.getByText(t('error.PASSKEY_UNKNOWN')).waitFor()
  })
})

test('an ended session is opened again by a passkey, and what was sent goes on; by the passkey of another user nothing of the former one is sent or shown', async () => {
  const page = await nextPage({ kho: { url }, signedIn: false })
  const [an, binh] = ['an@example.com', 'binh@example.com'] as const
  await kho.addOwner({ email: an, name: 'Lê An', password, pin, firstPassword: false })
  await kho.addOwner({ email: binh, name: 'Trần Bình', password, pin, firstPassword: false })
  await addAuthenticator(page)
  await signIn(page, binh)
  await addPasskey(page)
  const expired = page.getByRole('dialog', { name: t('auth.expiredTitle') })
  const sent: string[] = []
  page.on('request', request => request.method() === 'PUT' && sent.push(new URL(request.url()).pathname))

  /** The profile gets this name under a session that ends. */
  async function rename(name: string) {
    await page.goto('/userinfo')
    await page.getByRole('button', { name: t('profile.edit'), exact: true }).click()
    await page.getByLabel(t('profile.fullName')).fill(name)
    await page.context().request.post(`${url}/api/auth/logout`, { headers: { origin: url } })
    await page.getByRole('button', { name: t('profile.save'), exact: true }).click()
    await expired.waitFor()
  }
  const nameNow = async () => {
    const answer = await page.context().request.get(`${url}/api/user`)
    return (await answer.json()).name
  }

  await step('in place: the form is sent, and the page stays', async () => {
    await offeringNothing(page, () => rename('Trần Văn Bình'))
    await expired.getByRole('button', { name: t('auth.passkey') }).click()
    await page.getByText(t('profile.updated')).waitFor()
    await expired.waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).pathname).toBe('/userinfo')
    await expect.poll(nameNow).toBe('Trần Văn Bình')
    expect(sent).toEqual(['/api/user/info', '/api/user/info'])
  })

  await step('the session of An, and the passkey of Bình, which the password field offers', async () => {
    await signOut(page)
    await signIn(page, an, () => offeringNothing(page, () => page.goto('/')))
    sent.length = 0
    await rename('Lê Thị An')
    await page.getByRole('heading', { level: 1, name: t('buckets.title') }).waitFor()
    await page.getByRole('button', { name: t('shell.account', { name: 'Trần Văn Bình' }) }).waitFor()
    await page.getByText(t('buckets.empty.title')).waitFor()
    await page.getByRole('link', { name: t('shell.menu./userinfo'), exact: true }).click()
    await page.getByText(binh).first().waitFor()
    await expect.poll(() => page.getByText(an, { exact: true }).count()).toBe(0)
    await expect.poll(nameNow).toBe('Trần Văn Bình')
    expect(sent).toEqual(['/api/user/info'])
  })
})

test('who must have a second step adds a passkey where it is required, and needs nothing else from then on', async () => {
  const page = await nextPage({ kho: { url }, signedIn: false })
  const chi = 'chi@example.com'
  await kho.addOwner({ email: chi, password, pin, firstPassword: false })
  await kho.change(chi, 'two-step required')
  await addAuthenticator(page)
  await fillIn(page, chi)
  await page.getByRole('heading', { level: 1, name: t('security.requiredTitle') }).waitFor()
  await expect.poll(() => axeFindsNow(page)).toEqual([])
  await makePasskey(page)
  await page.getByText(t('security.toast.secondStep')).waitFor()
  await page.getByRole('link', { name: t('shell.menu./bucket-management'), exact: true }).click()
  await page.getByText(t('buckets.empty.title')).waitFor()
  await signOut(page)
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: t('buckets.title') }).waitFor()
})
