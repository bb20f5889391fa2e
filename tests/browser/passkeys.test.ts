import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FlowConsole, startFlowConsole } from '../flows/support/flow-console.ts'
import { texts } from '../support/screens.ts'
import { nextPage } from '../support/shared.ts'
import { step } from '../support/step.ts'
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

test('a passkey is added, renamed and removed in Chromium', async () => {
  const page = await nextPage({ kho: { url }, signedIn: false })
  await kho.addOwner({ email, password, pin, firstPassword: false })
  await addAuthenticator(page)
  await page.goto('/')
  await page.getByLabel(t('auth.email')).fill(email)
  await page.getByLabel(t('auth.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('auth.signIn'), exact: true }).click()
  await page.getByRole('heading', { level: 1, name: t('buckets.title') }).waitFor()

  await step('the PIN is asked for, then the device', async () => {
    await page.goto('/security')
    await page.getByRole('button', { name: t('passkeys.add') }).click()
    const dialog = page.getByRole('dialog', { name: t('passkeys.addTitle') })
    await dialog.getByLabel(t('passkeys.name')).fill('Máy tính')
    await dialog.getByRole('button', { name: t('passkeys.add') }).click()
    const asking = page.getByRole('dialog', { name: t('confirm.title') })
    await asking.getByLabel(t('confirm.pin'), { exact: true }).fill(pin)
    await asking.getByRole('button', { name: t('confirm.do') }).click()
    await page.getByRole('heading', { level: 3, name: 'Máy tính' }).waitFor()
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
    expect(await page.getByRole('heading', { level: 3, name: 'Điện thoại' }).count()).toBe(0)
  })
})
