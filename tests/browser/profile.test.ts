import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import type { Profile } from '../../openapi/schema.ts'
import { texts } from '../support/screens.ts'
import { nextPage, sharedConsole } from '../support/shared.ts'
import { step } from '../support/step.ts'
import { desktop, signInBeside } from '../support/visit.ts'
import { makeOwner } from './support/people.ts'

// Its fields, its facts and the notification groups: tests/src/profile.test.tsx.

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const pathOf = (page: Page) => new URL(page.url()).pathname

test('the profile is edited by keyboard: a place by typing without diacritics, each level out of the one above', async () => {
  const t = texts('vi')
  const { url } = await sharedConsole()
  const { email, password, api } = await makeOwner(url, 'Nguyễn Văn Ba')
  const page = await nextPage({ signedIn: false, look: { ...desktop, locale: 'vi' } })
  await signInBeside(page, url, { email, password })

  await page.goto('/userinfo')

  await step('the form', async () => {
    await button(page, t('profile.edit')).press('Enter')
    const type = async (label: string, text: string, chosen: string) => {
      await expect.poll(() => field(page, label).isEnabled()).toBe(true)
      await field(page, label).focus()
      await page.keyboard.type(text)
      await page.getByRole('option', { name: chosen, exact: true }).waitFor()
      await page.keyboard.press('Enter')
      await expect.poll(() => field(page, label).inputValue()).toBe(chosen)
    }
    await field(page, t('profile.fullName')).fill('  Nguyễn Văn An ')
    await field(page, t('profile.phone')).fill('0912345678')
    await field(page, t('profile.company')).fill('Kho Hàng Việt')
    await field(page, t('profile.gender')).selectOption('Male')
    await field(page, t('profile.address')).fill('12 Tràng Tiền')
    await expect.poll(() => field(page, t('profile.ward.since-2025')).isDisabled()).toBe(true)
    await type(t('profile.city'), 'ha noi', 'Hà Nội')
    await type(t('profile.ward.since-2025'), 'hoan k', 'Phường Hoàn Kiếm')
    await button(page, t('profile.save')).press('Enter')
    await page.getByText(t('profile.updated')).waitFor()
  })

  await step('what the page shows then', async () => {
    const rows = page.getByRole('region', { name: t('profile.details') }).locator('dl > div')
    const facts = () =>
      rows.evaluateAll(all =>
        Object.fromEntries(
          all.map(row => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
        ),
      )
    await expect.poll(facts).toEqual({
      'Họ và tên': 'Nguyễn Văn An',
      Email: email + t('profile.changeEmail'),
      'Số điện thoại': '0912 345 678',
      'Công ty': 'Kho Hàng Việt',
      'Giới tính': 'Nam',
      'Địa chỉ': '12 Tràng Tiền',
      'Tỉnh/Thành phố': 'Hà Nội',
      'Phường/Xã/Đặc khu': 'Phường Hoàn Kiếm',
    })
    expect(await api.call<Profile>('GET', '/user/info')).toEqual({
      account_name: expect.any(String),
      contract_code: expect.any(String),
      username: email,
      fullName: 'Nguyễn Văn An',
      email,
      phone: '+84912345678',
      company: 'Kho Hàng Việt',
      gender: 'Male',
      address: '12 Tràng Tiền',
      city: '01',
      district: null,
      ward: '00070',
    })
    await button(page, t('shell.account', { name: 'Nguyễn Văn An' })).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(t('profile.edit'))
  })
})

test('what is not saved is asked about before a link, the back button, the avatar menu and a dialog let it go', async () => {
  const t = texts('en')
  const { url } = await sharedConsole()
  const { email, password, api } = await makeOwner(url)
  const page = await nextPage({ signedIn: false })
  await signInBeside(page, url, { email, password })
  const account = button(page, t('shell.account', { name: 'Nguyễn Văn An' }))
  const question = page.getByRole('alertdialog', { name: t('leaving.entered.title') })
  /** The slip is asked about, and what was entered stays. */
  async function stays(slip: () => Promise<unknown>, entered: string, value: string) {
    await slip()
    await question.getByRole('button', { name: t('leaving.entered.stay') }).click()
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => field(page, entered).inputValue()).toBe(value)
    await expect.poll(() => pathOf(page)).toBe('/userinfo')
  }

  await step('the avatar menu leads to the profile', async () => {
    await page.goto('/bucket-management')
    await account.click()
    await expect
      .poll(() => page.getByRole('menuitem').allInnerTexts())
      .toEqual(['User information', 'Setting', 'Keyboard shortcuts', 'Logout'])
    await page.getByRole('menuitem').first().click()
    await page.getByRole('heading', { name: t('profile.title'), exact: true }).waitFor()
    await expect.poll(() => pathOf(page)).toBe('/userinfo')
  })

  await step('the profile', async () => {
    await button(page, t('profile.edit')).click()
    await field(page, t('profile.company')).fill('Something else')
    const leave = [
      () => page.getByRole('link', { name: t('shell.menu./bucket-management'), exact: true }).click(),
      () => page.goBack(),
      ...(['shell.setting', 'shell.logout'] as const).map(entry => async () => {
        await account.click()
        await page.getByRole('menuitem', { name: t(entry), exact: true }).click()
      }),
    ]
    for (const slip of leave) await stays(slip, t('profile.company'), 'Something else')
    await button(page, t('common.cancel')).click()
  })

  await step('the dialog of a notification group', async () => {
    await button(page, t('groups.add')).click()
    const dialog = page.getByRole('dialog', { name: t('groups.addTitle') })
    await dialog.getByLabel(t('groups.name')).fill('Kế toán')
    await dialog.getByRole('textbox', { name: t('groups.emails') }).fill('x@example.com')
    const slips = [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: t('common.close') }).click(),
      () => page.goBack(),
    ]
    for (const slip of slips) await stays(slip, t('groups.name'), 'Kế toán')
    await page.mouse.click(5, 5)
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: t('leaving.entered.leave') }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  await step('who leaves all the same, does', async () => {
    await button(page, t('profile.edit')).click()
    await field(page, t('profile.company')).fill('Something else')
    await page.goBack()
    await question.getByRole('button', { name: t('leaving.entered.leave') }).click()
    await page.getByRole('heading', { name: t('buckets.title'), exact: true }).waitFor()
    await expect.poll(() => pathOf(page)).toBe('/bucket-management')
    expect((await api.call<Profile>('GET', '/user/info')).company).toBe('')
  })
})
