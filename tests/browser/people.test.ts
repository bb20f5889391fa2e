import type { Browser, BrowserContext, Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dayOf } from '../../domain/expiry-day.ts'
import type { Locale } from '../../languages/languages.ts'
import type { Account } from '../../openapi/schema.ts'
import { addAccount } from '../../server/store/accounts.ts'
import { openDatabase } from '../../server/store/open.ts'
import { formatsOf } from '../../src/i18n/formats.ts'
import { type Api, signInApi } from '../support/api.ts'
import { openShell } from '../support/chromium.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { texts } from '../support/screens.ts'
import { desktop, noticeTheEnd, signInBeside, visit } from '../support/visit.ts'

const t = texts('en')
const first = { password: 'Mat-khau-dau-1', changed: 'Mat-khau-moi-2', pin: '1357' }

let kho: Console
let browser: Browser
let api: Api
const contexts: BrowserContext[] = []
beforeAll(async () => {
  ;[browser, kho] = await Promise.all([openShell(), startConsole()])
  api = await signInApi(kho.url, owner.email, owner.password)
})
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})
afterAll(async () => {
  await browser?.close()
  await kho?.stop()
})

async function newPage(locale: Locale = 'en'): Promise<Page> {
  const context = await visit(browser, kho.url, { ...desktop, locale })
  contexts.push(context)
  return context.newPage()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

/** What cells say, without what is there for the eye alone. */
const said = (cells: Locator): Promise<string[]> =>
  cells.evaluateAll(elements =>
    elements.map(element => {
      const texts: string[] = []
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const text = walker.currentNode
        if (text.nodeValue?.trim() && !text.parentElement?.closest('[aria-hidden=true]'))
          texts.push(text.nodeValue)
      }
      return texts.join('\n')
    }),
  )
const pathOf = (page: Page) => new URL(page.url()).pathname

async function fillSignIn(page: Page, email: string, password: string, locale: Locale = 'en'): Promise<void> {
  const say = texts(locale)
  await page.getByLabel(say('auth.email'), { exact: true }).fill(email)
  await page.getByLabel(say('auth.password'), { exact: true }).fill(password)
  await button(page, say('auth.signIn')).click()
}

/** A page of the super admin, who owns the first account, at `path`. */
async function ownersPage(path: string, locale: Locale = 'en'): Promise<Page> {
  const page = await newPage(locale)
  await signInBeside(page, kho.url)
  await page.goto(kho.url + path)
  return page
}

/** The first visit of somebody new: password, pin, and then the buckets. */
async function firstVisit(page: Page, email: string, given: string): Promise<void> {
  await page.goto(kho.url)
  await fillSignIn(page, email, given)
  await heading(page, t('auth.changeFirstTitle')).waitFor()
  expect(pathOf(page)).toBe('/change-password-first')
  await page.getByLabel(t('auth.currentPassword'), { exact: true }).fill(given)
  await page.getByLabel(t('auth.newPassword'), { exact: true }).fill(first.changed)
  await page.getByLabel(t('auth.confirmPassword'), { exact: true }).fill(first.changed)
  await button(page, t('auth.changePassword')).click()
  await heading(page, t('auth.pinSetUpTitle')).waitFor()
  await page.getByLabel(t('auth.pin'), { exact: true }).fill(first.pin)
  await page.getByLabel(t('auth.confirmPin'), { exact: true }).fill(first.pin)
  await button(page, t('auth.setPin')).click()
  await heading(page, t('buckets.title')).waitFor()
}

/** Makes a sub-user of the first account without a browser, past the first visit. */
async function makeSubUser(fullName: string, email: string, permission: string): Promise<void> {
  const body = { fullName, email, permission, password: first.password, phone: '', expire_date: 0 }
  await api.call('POST', '/user-management', body)
  const change = { current_password: first.password, new_password: first.changed }
  await (await signInApi(kho.url, email, first.password)).call('PUT', '/user/change-password', change)
  await (await signInApi(kho.url, email, first.changed)).call('PUT', '/user/init-pin', { pin: first.pin })
}

async function fillCustomer(page: Page, name: string, email: string): Promise<void> {
  const dialog = dialogOf(page)
  await dialog.getByLabel(t('accounts.nameLabel')).fill(name)
  await dialog.getByLabel(t('accounts.ownerName')).fill('Đỗ Thanh Tâm')
  await dialog.getByLabel(t('accounts.ownerEmail')).fill(email)
  await dialog.getByLabel(t('people.password'), { exact: true }).fill(first.password)
  await dialog.getByLabel(t('people.confirmPassword')).fill(first.password)
}

async function customerAct(page: Page, name: string, act: 'edit' | 'suspend' | 'resume'): Promise<void> {
  await button(page, t('common.actionsFor', { name })).click()
  await page.getByRole('menuitem', { name: t(`accounts.${act}`), exact: true }).click()
}

describe('sub-users', () => {
  test('an owner makes one with a generated password; it must be changed, and the level decides what is seen', async () => {
    const page = await ownersPage('/user-management')
    await heading(page, t('people.empty.title')).waitFor()
    expect(pathOf(page)).toBe('/user-management/sub-user')
    await button(page, t('people.create')).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel(t('people.fullName')).fill('Trần Thị Bình')
    await dialog.getByLabel(t('people.email'), { exact: true }).fill('Binh@example.com')
    await dialog.getByLabel(t('people.phone')).fill('0901 234 567')
    const send = (await dialog.getByRole('button', { name: t('people.create') }).boundingBox())!
    expect(send.y + send.height).toBeLessThan(desktop.height)
    await button(page, t('people.generate')).click()
    const given = await dialog.getByRole('code').innerText()
    expect(await dialog.getByLabel(t('people.password'), { exact: true }).inputValue()).toBe(given)
    await dialog.getByRole('button', { name: t('people.create') }).click()
    await heading(page, t('people.handOver.title', { name: 'Trần Thị Bình' })).waitFor()
    expect(await dialog.locator('dl > div').allInnerTexts()).toEqual([
      `${t('people.handOver.address')}\n${kho.url}`,
      `${t('people.handOver.email')}\nbinh@example.com`,
      `${t('people.handOver.password')}\n${given}`,
    ])
    await button(page, t('people.handOver.done')).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await said(page.getByRole('row').nth(1).getByRole('cell'))).toEqual([
      'binh@example.com',
      'Trần Thị Bình',
      t('people.permission.read'),
      t('people.forever'),
      t('people.never'),
      '',
    ])

    const theirs = await newPage()
    await firstVisit(theirs, 'binh@example.com', given)
    const menu = theirs.getByRole('navigation', { name: t('shell.navigation') })
    expect(await menu.getByRole('link').allInnerTexts()).toEqual([
      t('shell.menu./bucket-management'),
      t('shell.menu./userinfo'),
      t('shell.menu./security'),
    ])
    await theirs.getByText(t('buckets.empty.readOnly')).waitFor()
    expect(await button(theirs, t('buckets.new')).count()).toBe(0)
    for (const path of ['/user-management', '/user-management/sub-user', '/users']) {
      await theirs.goto(kho.url + path)
      await heading(theirs, 'Permission Denied').waitFor()
      expect(pathOf(theirs)).toBe(path)
    }
  })

  test('a change of the permission counts at once, for what is seen and for what the server does', async () => {
    await makeSubUser('Lê Minh Châu', 'chau@example.com', 'full-control')
    const theirs = await newPage()
    await theirs.goto(kho.url)
    await fillSignIn(theirs, 'chau@example.com', first.changed)
    await button(theirs, t('buckets.new')).first().click()
    await dialogOf(theirs).getByLabel(t('buckets.nameLabel')).fill('cua-chau')

    const page = await ownersPage('/user-management/sub-user')
    await button(page, t('people.editOne', { name: 'Lê Minh Châu' })).click()
    const dialog = dialogOf(page)
    expect(await dialog.getByRole('radio', { name: t('people.permission.full-control') }).isChecked()).toBe(
      true,
    )
    await dialog.getByRole('radio', { name: t('people.permission.read'), exact: true }).check()
    await button(page, t('people.save')).click()
    await page.getByText(t('people.changed.toast')).waitFor()

    await dialogOf(theirs)
      .getByRole('button', { name: t('buckets.new') })
      .click()
    await dialogOf(theirs).getByText(t('error.PERMISSION_DENIED')).waitFor()
    await theirs.reload()
    await theirs.getByText(t('buckets.empty.readOnly')).waitFor()
  })

  test('a day that is over ends the access at once; another day brings it back, and the day is shown', async () => {
    await makeSubUser('Phạm Quốc Dũng', 'dung@example.com', 'read')
    const theirs = await newPage()
    await theirs.goto(kho.url)
    await fillSignIn(theirs, 'dung@example.com', first.changed)
    await theirs.getByText(t('buckets.empty.readOnly')).waitFor()

    const page = await ownersPage('/user-management/sub-user')
    const row = page.getByRole('row').filter({ hasText: 'dung@example.com' })
    const setLastDay = async (day: string) => {
      await button(page, t('people.editOne', { name: 'Phạm Quốc Dũng' })).click()
      await dialogOf(page)
        .getByRole('radio', { name: t('people.until') })
        .check()
      await dialogOf(page).getByLabel(t('people.lastDay'), { exact: true }).fill(day)
      await button(page, t('people.save')).click()
      await dialogOf(page).waitFor({ state: 'detached' })
    }
    await setLastDay('2020-02-29')
    expect((await said(row.getByRole('cell')))[3]).toBe(`2/29/2020\n${t('people.expired')}`)

    await noticeTheEnd(theirs)
    await heading(theirs, t('auth.expiredTitle')).waitFor()
    await theirs.getByLabel(t('auth.password'), { exact: true }).fill(first.changed)
    await button(theirs, t('auth.signIn')).click()
    await theirs.getByText(t('error.ACCOUNT_EXPIRED')).waitFor()

    const today = dayOf(Date.now() / 1000)
    await setLastDay(today)
    expect((await said(row.getByRole('cell')))[3]).toBe(formatsOf('en').date(Date.now() / 1000))
    await theirs.getByLabel(t('auth.password'), { exact: true }).fill(first.changed)
    await button(theirs, t('auth.signIn')).click()
    await heading(theirs, t('auth.expiredTitle')).waitFor({ state: 'detached' })
    await theirs.getByText(t('buckets.empty.readOnly')).waitFor()
  })

  test('deleting one asks first, by name; the next click of the deleted one meets the sign-in', async () => {
    await makeSubUser('Võ Thị Hạnh', 'hanh@example.com', 'read')
    const theirs = await newPage()
    await theirs.goto(kho.url)
    await fillSignIn(theirs, 'hanh@example.com', first.changed)
    await theirs.getByText(t('buckets.empty.readOnly')).waitFor()

    const page = await ownersPage('/user-management/sub-user')
    await button(page, t('people.deleteOne', { name: 'Võ Thị Hạnh' })).click()
    await heading(page, t('people.deleteTitle', { name: 'Võ Thị Hạnh' })).waitFor()
    expect(await dialogOf(page).getByRole('listitem').allInnerTexts()).toEqual([
      t('people.deleteSessions'),
      t('people.deleteKeys'),
      t('people.deleteClients'),
      t('people.deleteFiles'),
    ])
    await page.keyboard.press('Enter')
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(await page.getByText('hanh@example.com').count()).toBe(1)
    await button(page, t('people.deleteOne', { name: 'Võ Thị Hạnh' })).click()
    await button(page, t('people.deleteDo')).click()
    await page.getByText(t('people.deleted.toast')).waitFor()
    await page.getByText('hanh@example.com').waitFor({ state: 'detached' })
    const inScreen = () => page.locator('#content').evaluate(main => main.contains(document.activeElement))
    await expect.poll(inScreen).toBe(true)

    await noticeTheEnd(theirs)
    await heading(theirs, t('auth.expiredTitle')).waitFor()
    await theirs.getByLabel(t('auth.password'), { exact: true }).fill(first.changed)
    await button(theirs, t('auth.signIn')).click()
    await theirs.getByText(t('auth.wrongPassword')).waitFor()
  })

  test.each(['en', 'vi'] as const)('in %s every wrong field has its message', async locale => {
    const say = texts(locale)
    await makeSubUser('Đã Có', `da-co-${locale}@example.com`, 'read')
    const page = await ownersPage('/user-management/sub-user', locale)
    await button(page, say('people.create')).click()
    const dialog = dialogOf(page)
    const field = (id: Parameters<typeof say>[0]) => dialog.getByLabel(say(id), { exact: true })
    const send = () => dialog.getByRole('button', { name: say('people.create') }).click()
    const messageOf = async (id: Parameters<typeof say>[0]) => {
      const describedBy = (await field(id).getAttribute('aria-describedby')) ?? ''
      const at = describedBy.split(' ').find(each => each.endsWith('-error'))
      return at ? page.locator(`[id="${at}"]`).innerText() : null
    }
    await send()
    expect(await field('people.fullName').evaluate(input => input === document.activeElement)).toBe(true)
    expect([await messageOf('people.fullName'), await messageOf('people.email')]).toEqual([
      say('issue.required'),
      say('issue.required'),
    ])
    await field('people.fullName').fill('Hoàng Gia Bảo')
    await field('people.email').fill('bao@')
    await field('people.password').fill('yeu-qua')
    await field('people.confirmPassword').fill('khac')
    await field('people.phone').fill('0123')
    await dialog.getByRole('radio', { name: say('people.until') }).check()
    await send()
    expect({
      email: await messageOf('people.email'),
      password: await messageOf('people.password'),
      confirm: await messageOf('people.confirmPassword'),
      phone: await messageOf('people.phone'),
      expiry: await messageOf('people.lastDay'),
    }).toEqual({
      email: locale === 'en' ? 'Must be a valid email' : 'Phải là email hợp lệ',
      password: say('issue.password-rule'),
      confirm: locale === 'en' ? 'Not match' : 'Không khớp',
      phone: locale === 'en' ? 'Phone number is not valid' : 'Số điện thoại không hợp lệ',
      expiry: say('issue.required'),
    })
    await field('people.lastDay').fill('2020-01-01')
    await expect.poll(() => messageOf('people.lastDay')).toBe(say('issue.date-past'))
    await dialog.getByRole('radio', { name: say('people.forever') }).check()
    await field('people.email').fill(`da-co-${locale}@example.com`)
    await field('people.password').fill(first.password)
    await field('people.confirmPassword').fill(first.password)
    await field('people.phone').fill('')
    await send()
    await expect
      .poll(() => messageOf('people.email'))
      .toBe(locale === 'en' ? 'This member already exists!' : 'Thành viên này đã tồn tại!')
    expect(await field('people.email').evaluate(input => input === document.activeElement)).toBe(true)
  })

  test('the keyboard alone makes one, copies what to hand over, and is back where it began', async () => {
    const page = await ownersPage('/user-management/sub-user')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('row').first().waitFor()
    await button(page, t('people.create')).focus()
    const press = (...keys: string[]) =>
      keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve())
    await press('Enter')
    await dialogOf(page).getByLabel(t('people.fullName')).waitFor()
    await page.keyboard.type('Bàn Phím')
    await press('Tab')
    await page.keyboard.type('ban.phim@example.com')
    const dialog = dialogOf(page)
    const tabTo = async (field: Locator) => {
      while (!(await field.evaluate(input => input === document.activeElement))) await press('Tab')
    }
    const levels = dialog.getByRole('radio', { name: t('people.permission.read'), exact: true })
    const passwords = [
      dialog.getByLabel(t('people.password'), { exact: true }),
      dialog.getByLabel(t('people.confirmPassword')),
    ]
    for (const field of passwords) {
      await tabTo(field)
      await page.keyboard.type(first.password)
    }
    await tabTo(levels)
    await press('ArrowDown', 'ArrowDown')
    await press('Enter')
    await heading(page, t('people.handOver.title', { name: 'Bàn Phím' })).waitFor()
    const copyAll = button(page, t('people.handOver.copyAll'))
    await expect.poll(() => copyAll.evaluate(element => element === document.activeElement)).toBe(true)
    await press('Enter')
    await page.getByText(t('shell.copied')).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      [
        `${t('people.handOver.address')}: ${kho.url}`,
        `${t('people.handOver.email')}: ban.phim@example.com`,
        `${t('people.handOver.password')}: ${first.password}`,
      ].join('\n'),
    )
    await press('Shift+Tab', 'Enter')
    await dialogOf(page).waitFor({ state: 'detached' })
    const cells = page.getByRole('row').filter({ hasText: 'ban.phim@example.com' }).getByRole('cell')
    expect((await said(cells)).slice(0, 3)).toEqual([
      'ban.phim@example.com',
      'Bàn Phím',
      t('people.permission.read-write'),
    ])
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  })

  test('the search finds by e-mail, name without marks, and phone, and says when there is none', async () => {
    const body = { permission: 'read', password: first.password, expire_date: 0 }
    const person = { fullName: 'Đặng Ánh Nguyệt', email: 'nguyet@example.com', phone: '+84912345678' }
    await api.call('POST', '/user-management', { ...body, ...person })
    const page = await ownersPage('/user-management/sub-user')
    const search = page.getByRole('searchbox', { name: t('people.search') })
    for (const text of ['nguyet@', 'dang anh', 'ĐẶNG', '0912 345', '+84 912']) {
      await search.fill(text)
      await expect.poll(() => page.getByRole('row').count()).toBe(2)
      expect((await said(page.getByRole('row').nth(1).getByRole('cell')))[0]).toBe(person.email)
    }
    await search.fill('khong co ai')
    await heading(page, t('people.none.title', { search: 'khong co ai' })).waitFor()
  })
})

describe('customers', () => {
  test('the super admin makes one; its owner signs in, is out as soon as it is suspended, and in when it is resumed', async () => {
    const page = await ownersPage('/users')
    await button(page, t('accounts.create')).click()
    const dialog = dialogOf(page)
    await fillCustomer(page, 'Nhà sách Phương Nam', 'tam@example.com')
    await dialog.getByLabel(t('accounts.contract')).fill('HD-2026-009')
    await dialog.getByLabel(t('accounts.quota'), { exact: true }).fill('1.5')
    await dialog.getByLabel(t('accounts.unit')).selectOption('TB')
    await dialog.getByRole('button', { name: t('accounts.create') }).click()
    await heading(page, t('people.handOver.title', { name: 'Đỗ Thanh Tâm' })).waitFor()
    await button(page, t('people.handOver.done')).click()
    const row = page.getByRole('row').filter({ hasText: 'tam@example.com' })
    const cells = async () => (await said(row.getByRole('cell'))).slice(0, -1)
    const shown = [
      'Nhà sách Phương Nam\nHD-2026-009',
      'Đỗ Thanh Tâm\ntam@example.com',
      t('accounts.used', { used: '0 Bytes', quota: '1.5 TB' }),
      t('people.forever'),
    ]
    await expect.poll(cells).toEqual([...shown, t('accounts.status.active'), '0'])

    const theirs = await newPage()
    await firstVisit(theirs, 'tam@example.com', first.password)
    const menu = theirs.getByRole('navigation', { name: t('shell.navigation') })
    await menu.getByRole('link', { name: t('shell.menu./user-management/sub-user') }).waitFor()
    expect(await menu.getByRole('link', { name: t('shell.menu./users') }).count()).toBe(0)
    await theirs.goto(`${kho.url}/users`)
    await heading(theirs, t('people.empty.title')).waitFor()
    expect(pathOf(theirs)).toBe('/user-management/sub-user')

    await customerAct(page, 'Nhà sách Phương Nam', 'suspend')
    expect(await dialog.getByRole('listitem').first().innerText()).toBe(
      t('accounts.suspendSessions', { subUsers: 0 }),
    )
    await button(page, t('accounts.suspendDo')).click()
    await expect.poll(cells).toEqual([...shown, t('accounts.status.suspended'), '0'])
    await noticeTheEnd(theirs)
    await heading(theirs, t('auth.expiredTitle')).waitFor()
    await theirs.getByLabel(t('auth.password'), { exact: true }).fill(first.changed)
    await button(theirs, t('auth.signIn')).click()
    await theirs.getByText(t('error.ACCOUNT_SUSPENDED')).waitFor()

    await customerAct(page, 'Nhà sách Phương Nam', 'resume')
    await button(page, t('accounts.resumeDo')).click()
    await expect.poll(cells).toEqual([...shown, t('accounts.status.active'), '0'])
    await theirs.getByLabel(t('auth.password'), { exact: true }).fill(first.changed)
    await button(theirs, t('auth.signIn')).click()
    await heading(theirs, t('people.empty.title')).waitFor()
    await heading(theirs, t('auth.expiredTitle')).waitFor({ state: 'detached' })
  })

  test('in a narrow place they are cards; on a phone the same act opens its dialog each time', async () => {
    const { name } = (await api.call<{ accounts: Account[] }>('GET', '/user/list')).accounts.find(
      account => account.own,
    )!
    const page = await ownersPage('/users')
    await page.getByRole('table', { name: t('accounts.list') }).waitFor()
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.getByRole('list', { name: t('accounts.list') }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    for (let time = 0; time < 4; time++) {
      await button(page, t('common.actionsFor', { name })).click()
      await dialogOf(page)
        .getByRole('button', { name: t('accounts.edit'), exact: true })
        .click()
      await heading(page, t('accounts.editTitle', { name })).waitFor()
      await button(page, t('common.cancel')).click()
      await dialogOf(page).waitFor({ state: 'detached' })
    }
  })

  test('an edit keeps what was not touched; one’s own customer has neither an end nor a way to be suspended', async () => {
    const mine = async () =>
      (await api.call<{ accounts: Account[] }>('GET', '/user/list')).accounts.find(account => account.own)!
    const quota = 10_000_000_001
    const { id, name } = await mine()
    await api.call('PUT', '/user/account', { id, quota })
    const before = await mine()
    const page = await ownersPage('/users')
    const own = page.getByRole('row').filter({ hasText: t('accounts.own') })
    await button(page, t('common.actionsFor', { name })).click()
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual([t('accounts.edit')])
    await page.getByRole('menuitem', { name: t('accounts.edit') }).click()
    const dialog = dialogOf(page)
    expect(await dialog.getByRole('radio').count()).toBe(0)
    expect(await dialog.getByLabel(t('accounts.quota'), { exact: true }).inputValue()).toBe('9.313')
    await dialog.getByLabel(t('accounts.contract')).fill('NỘI-BỘ')
    await button(page, t('people.save')).click()
    await own.getByText('NỘI-BỘ').waitFor()
    expect(await mine()).toEqual({ ...before, contract_code: 'NỘI-BỘ' })
    expect(before.quota).toBe(quota)
  })

  test.each(['en', 'vi'] as const)('in %s every wrong field has its message', async locale => {
    const say = texts(locale)
    const page = await ownersPage('/users', locale)
    await button(page, say('accounts.create')).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel(say('accounts.quota'), { exact: true }).fill('-1')
    await dialog.getByLabel(say('accounts.ownerEmail')).fill('tam@')
    await dialog.getByLabel(say('people.password'), { exact: true }).fill('yeu')
    const send = () => dialog.getByRole('button', { name: say('accounts.create') }).click()
    await send()
    for (const id of ['required', 'quota-invalid', 'email-invalid', 'password-rule'] as const)
      await dialog
        .getByText(say(`issue.${id}`), { exact: true })
        .first()
        .waitFor()
    expect(
      await dialog.getByLabel(say('accounts.nameLabel')).evaluate(input => input === document.activeElement),
    ).toBe(true)
    await dialog.getByLabel(say('accounts.nameLabel')).fill('Trùng email')
    await dialog.getByLabel(say('accounts.quotaUnlimited')).check()
    await dialog.getByLabel(say('accounts.ownerName')).fill('Đỗ Thanh Tâm')
    await dialog.getByLabel(say('accounts.ownerEmail')).fill(owner.email)
    await dialog.getByLabel(say('people.password'), { exact: true }).fill(first.password)
    await dialog.getByLabel(say('people.confirmPassword')).fill(first.password)
    await send()
    await dialog.getByText(locale === 'en' ? 'Email taken!' : 'Email đã được sử dụng!').waitFor()
  })

  test('the list comes in pages, and the search goes over all of them on the server', async () => {
    const db = await openDatabase({ url: null, dataDir: kho.dataDir })
    const digits = (number: number) => String(number).padStart(2, '0')
    for (let number = 1; number <= 60; number++) {
      await addAccount(
        db,
        { name: `Zen ${digits(number)}`, now: 1, contractCode: `ZEN-${digits(number)}` },
        {
          email: `zen-${digits(number)}@example.com`,
          name: `Chủ ${number}`,
          passwordHash: '',
          isAdmin: true,
          isSupperAdmin: false,
          isSubUser: false,
          permission: 'full-control',
          requireChangePass: true,
        },
      )
    }
    await db.destroy()
    const page = await ownersPage('/users')
    await page.getByText('ZEN-01', { exact: true }).waitFor()
    const { total } = await api.call<{ total: number }>('GET', '/user/list')
    expect(await page.getByRole('img', { name: t('accounts.count', { count: total }) }).count()).toBe(1)
    await page.getByText(t('accounts.shown', { shown: 50, total })).waitFor()
    expect(await page.getByText('ZEN-60', { exact: true }).count()).toBe(0)
    await button(page, t('accounts.more')).click()
    await page.getByText('ZEN-60', { exact: true }).waitFor()
    expect(await page.getByRole('row').count()).toBe(total + 1)
    expect(await button(page, t('accounts.more')).count()).toBe(0)
    const search = page.getByRole('searchbox', { name: t('accounts.search') })
    for (const text of ['zen 60', 'ZEN-60', 'zen-60@example']) {
      await search.fill(text)
      await expect.poll(() => page.getByRole('row').count()).toBe(2)
      await page.getByText('ZEN-60', { exact: true }).waitFor()
    }
    await search.fill('không có')
    await heading(page, t('accounts.none.title', { search: 'không có' })).waitFor()
  })
})
