import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { NotificationGroup, Profile } from '../../openapi/schema.ts'
import { signInApi } from '../support/api.ts'
import { openShell } from '../support/chromium.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { texts } from '../support/screens.ts'
import { desktop, signIn, visit } from '../support/visit.ts'
import { addSubUser, subUser } from './support/people.ts'

const t = texts('en')
let browser: Browser
let kho: Console
let context: BrowserContext
beforeAll(async () => {
  browser = await openShell()
  kho = await startConsole()
  await addSubUser(kho)
})
afterEach(() => context.close())
afterAll(async () => {
  await browser.close()
  await kho.stop()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const pathOf = (page: Page) => new URL(page.url()).pathname

/** What the server has of the owner. */
async function stored(): Promise<{ profile: Profile; groups: NotificationGroup[] }> {
  const api = await signInApi(kho.url, owner.email, owner.password)
  const profile = await api.call<Profile>('GET', '/user/info')
  const { groups } = await api.call<{ groups: NotificationGroup[] }>('GET', '/user/notification-groups')
  return { profile, groups }
}

/** The owner at `/userinfo`. */
async function ownersPage(look = desktop): Promise<Page> {
  context = await visit(browser, kho.url, look)
  const page = await context.newPage()
  await page.goto(`${kho.url}/userinfo`)
  await signIn(page, look.locale)
  await page.getByRole('button', { name: texts(look.locale)('profile.edit'), exact: true }).waitFor()
  return page
}

/** Names and values as the page shows them. */
async function facts(page: Page, section: string): Promise<Record<string, string>> {
  const rows = page.getByRole('region', { name: section }).locator('dl > div')
  await expect.poll(() => rows.locator('[data-waiting]').count()).toBe(0)
  const pairs = await rows.evaluateAll(all =>
    all.map(row => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
  )
  return Object.fromEntries(pairs)
}

describe('the profile', () => {
  test('is reached from the avatar menu and says who one is', async () => {
    const page = await ownersPage()
    await page.goto(`${kho.url}/bucket-management`)
    await button(page, t('shell.account', { name: 'nguyen.van.an' })).click()
    const items = page.getByRole('menuitem')
    await items.first().waitFor()
    expect(await items.allInnerTexts()).toEqual([
      'User information',
      'Setting',
      'Keyboard shortcuts',
      'Logout',
    ])
    await items.first().click()
    await page.getByRole('heading', { name: t('profile.title'), exact: true }).waitFor()
    expect(pathOf(page)).toBe('/userinfo')
    expect(await facts(page, t('profile.account'))).toEqual({
      'Contract code': 'Not given',
      Username: owner.email,
      Site: 'us-east-1',
      'Expiry date': 'FOREVER',
    })
  })

  test('is edited by keyboard alone: the place by typing without diacritics, each level out of the one above', async () => {
    const page = await ownersPage({ ...desktop, locale: 'vi' })
    const vi = texts('vi')
    await button(page, vi('profile.edit')).press('Enter')
    const type = async (label: string, text: string, chosen: string) => {
      await expect.poll(() => field(page, label).isEnabled()).toBe(true)
      await field(page, label).focus()
      await page.keyboard.type(text)
      await page.getByRole('option', { name: chosen, exact: true }).waitFor()
      await page.keyboard.press('Enter')
      await expect.poll(() => field(page, label).inputValue()).toBe(chosen)
    }
    await field(page, vi('profile.fullName')).fill('  Nguyễn Văn An ')
    await field(page, vi('profile.phone')).fill('0912345678')
    await field(page, vi('profile.company')).fill('Kho Hàng Việt')
    await field(page, vi('profile.gender')).selectOption('Male')
    await field(page, vi('profile.address')).fill('12 Tràng Tiền')
    expect(await field(page, vi('profile.district')).isDisabled()).toBe(true)
    await type(vi('profile.city'), 'ha noi', 'Hà Nội')
    await type(vi('profile.district'), 'hoan k', 'Quận Hoàn Kiếm')
    await type(vi('profile.ward'), 'hàng tr', 'Phường Hàng Trống')
    await button(page, vi('profile.save')).press('Enter')
    await page.getByText(vi('profile.updated')).waitFor()
    expect(await facts(page, vi('profile.details'))).toEqual({
      'Họ và tên': 'Nguyễn Văn An',
      Email: owner.email,
      'Số điện thoại': '0912 345 678',
      'Công ty': 'Kho Hàng Việt',
      'Giới tính': 'Nam',
      'Địa chỉ': '12 Tràng Tiền',
      'Tỉnh/Thành phố': 'Hà Nội',
      'Quận/Huyện': 'Quận Hoàn Kiếm',
      'Phường/Xã': 'Phường Hàng Trống',
    })
    expect((await stored()).profile).toEqual({
      contract_code: '',
      username: owner.email,
      fullName: 'Nguyễn Văn An',
      email: owner.email,
      phone: '+84912345678',
      company: 'Kho Hàng Việt',
      gender: 'Male',
      address: '12 Tràng Tiền',
      city: '01',
      district: '002',
      ward: '00070',
    })
    await button(page, vi('shell.account', { name: 'Nguyễn Văn An' })).waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(vi('profile.edit'))
  })

  test('a change of a place empties what lies below it', async () => {
    const page = await ownersPage()
    await button(page, t('profile.edit')).click()
    await field(page, t('profile.city')).fill('đà nẵng')
    await page.getByRole('option', { name: 'Đà Nẵng' }).click()
    const values = () =>
      Promise.all(
        (['city', 'district', 'ward'] as const).map(each => field(page, t(`profile.${each}`)).inputValue()),
      )
    await expect.poll(values).toEqual(['Đà Nẵng', '', ''])
    expect(await field(page, t('profile.ward')).isDisabled()).toBe(true)
    await field(page, t('profile.city')).press('Escape')
    await field(page, t('profile.city')).fill('')
    await page.keyboard.press('Tab')
    await expect.poll(values).toEqual(['', '', ''])
    expect(await field(page, t('profile.district')).isDisabled()).toBe(true)
  })

  test('a text that names a place is that, one that names none gives the field back what was chosen', async () => {
    const page = await ownersPage()
    await button(page, t('profile.edit')).click()
    await field(page, t('profile.city')).fill('paris')
    await page.getByText(t('combobox.nothingFound')).waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => field(page, t('profile.city')).inputValue()).toBe('Hà Nội')
    await field(page, t('profile.city')).fill('da nang')
    await page.getByRole('heading', { name: t('profile.details') }).click()
    await expect.poll(() => field(page, t('profile.city')).inputValue()).toBe('Đà Nẵng')
  })

  test('a wrong phone number and an empty name are said at their fields, and nothing is sent', async () => {
    const page = await ownersPage()
    const before = (await stored()).profile
    await button(page, t('profile.edit')).click()
    await field(page, t('profile.phone')).fill('0123')
    await field(page, t('profile.fullName')).fill(' ')
    await button(page, t('profile.save')).click()
    await page.getByText('Phone number is not valid').waitFor()
    await page.getByText('Required').waitFor()
    expect((await stored()).profile).toEqual(before)
  })

  test('what is not saved is asked about before a link, the back button and the avatar menu leave', async () => {
    const page = await ownersPage()
    await page.goto(`${kho.url}/bucket-management`)
    await page.getByRole('link', { name: t('shell.menu./userinfo') }).click()
    await button(page, t('profile.edit')).click()
    await field(page, t('profile.company')).fill('Something else')
    const leave = [
      () => page.getByRole('link', { name: t('shell.menu./bucket-management'), exact: true }).click(),
      () => page.goBack(),
      async () => {
        await button(page, t('shell.account', { name: 'Nguyễn Văn An' })).click()
        await page.getByRole('menuitem', { name: t('shell.setting'), exact: true }).click()
      },
      async () => {
        await button(page, t('shell.account', { name: 'Nguyễn Văn An' })).click()
        await page.getByRole('menuitem', { name: t('shell.logout'), exact: true }).click()
      },
    ]
    for (const go of leave) {
      await go()
      await page.getByRole('alertdialog').getByText(t('leaving.entered.title')).waitFor()
      await button(page, t('leaving.entered.stay')).click()
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      expect(pathOf(page)).toBe('/userinfo')
      expect(await field(page, t('profile.company')).inputValue()).toBe('Something else')
    }
    await page.goBack()
    await button(page, t('leaving.entered.leave')).click()
    await page.getByRole('heading', { name: t('buckets.title'), exact: true }).waitFor()
    expect(pathOf(page)).toBe('/bucket-management')
    expect((await stored()).profile.company).toBe('Kho Hàng Việt')
  })

  test('of a sub-user says its permission, and has no notification groups', async () => {
    context = await visit(browser, kho.url)
    const page = await context.newPage()
    await page.goto(`${kho.url}/userinfo`)
    await field(page, t('auth.email')).fill(subUser)
    await field(page, t('auth.password')).fill(owner.password)
    await button(page, t('auth.signIn')).click()
    await button(page, t('profile.edit')).waitFor()
    expect(await facts(page, t('profile.account'))).toEqual({
      Username: subUser,
      [t('profile.permission')]: t('people.permission.read-write'),
      Site: 'us-east-1',
      'Expiry date': 'FOREVER',
    })
    expect(await page.getByText(t('groups.title')).count()).toBe(0)
  })
})

describe('notification groups', () => {
  test('are added, refused under a name that is taken, changed, and deleted against their name', async () => {
    const page = await ownersPage()
    await page.goto(`${kho.url}/bucket-management`)
    await page.getByRole('link', { name: t('shell.menu./userinfo') }).click()
    await page.getByText(t('groups.empty')).waitFor()
    await page.getByText(t('groups.notYet')).waitFor()
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))

    const emails = dialog.getByRole('textbox', { name: t('groups.emails') })
    await button(page, t('groups.add')).click()
    await dialog.getByLabel(t('groups.name')).fill('Kế toán')
    await emails.fill('an@example.com; not-an-email, An@Example.com lan@example.com')
    await emails.press('Enter')
    const chips = dialog.getByRole('list', { name: t('groups.emailsOf') }).getByRole('listitem')
    expect(await chips.allInnerTexts()).toEqual([
      'an@example.com',
      `not-an-email\n${t('issue.email-invalid')}`,
      'lan@example.com',
    ])
    await dialog.getByRole('button', { name: t('groups.add') }).click()
    expect(await dialog.count()).toBe(1)
    await dialog.getByRole('button', { name: t('groups.removeEmail', { email: 'not-an-email' }) }).click()
    await dialog.getByRole('button', { name: t('groups.add') }).click()
    await page.getByText('Create successful!').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('an@example.com, lan@example.com').waitFor()

    await button(page, t('groups.add')).click()
    await dialog.getByLabel(t('groups.name')).fill('Kế toán')
    await dialog.getByRole('button', { name: t('groups.add') }).click()
    await dialog.getByText('Required').waitFor()
    await emails.fill('x@example.com')
    await dialog.getByRole('button', { name: t('groups.add') }).click()
    await dialog.getByText(t('error.NAME_TAKEN')).waitFor()
    expect(await dialog.getByLabel(t('groups.name')).getAttribute('aria-invalid')).toBe('true')

    const question = page.getByRole('alertdialog', { name: t('leaving.entered.title') })
    const slips = [() => page.keyboard.press('Escape'), () => button(page, t('common.close')).click()]
    for (const slip of [...slips, () => page.goBack()]) {
      await page.mouse.click(5, 5)
      await slip()
      await question.getByRole('button', { name: t('leaving.entered.stay') }).click()
      await question.waitFor({ state: 'detached' })
      expect(await dialog.getByLabel(t('groups.name')).inputValue()).toBe('Kế toán')
      expect(pathOf(page)).toBe('/userinfo')
    }
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: t('leaving.entered.leave') }).click()
    await dialog.waitFor({ state: 'detached' })

    const actions = button(page, t('common.actionsFor', { name: 'Kế toán' }))
    await actions.click()
    await page.getByRole('menuitem', { name: t('groups.edit') }).click()
    await dialog.getByLabel(t('groups.name')).fill('Accounting')
    await emails.press('Backspace')
    await emails.fill('boss@example.com')
    await dialog.getByRole('button', { name: t('profile.save') }).click()
    await page.getByText('Update Successful!').waitFor()
    await page.getByText('an@example.com, boss@example.com').waitFor()
    expect((await stored()).groups).toEqual([
      { id: expect.any(String), name: 'Accounting', emails: ['an@example.com', 'boss@example.com'] },
    ])

    await button(page, t('common.actionsFor', { name: 'Accounting' })).click()
    await page.getByRole('menuitem', { name: t('common.delete') }).click()
    const name = dialog.getByLabel(t('groups.typeName', { name: 'Accounting' }))
    await name.fill('accounting')
    await dialog.getByRole('button', { name: t('groups.delete') }).click()
    await dialog.getByText('Wrong name, please check again').waitFor()
    await name.fill('Account')
    await dialog.getByText('Not match').waitFor()
    expect((await stored()).groups.length).toBe(1)
    await name.fill('Accounting')
    await name.press('Enter')
    await page.getByText('Delete successful!').waitFor()
    await page.getByText(t('groups.empty')).waitFor()
    expect((await stored()).groups).toEqual([])
  })
})
