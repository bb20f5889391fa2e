import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import type { Account } from '../../openapi/schema.ts'
import { signInApi } from '../support/api.ts'
import { owner } from '../support/console.ts'
import { linkIn, readMail } from '../support/mail.ts'
import { patience } from '../support/patience.ts'
import { texts } from '../support/screens.ts'
import { nextPage, sharedConsole } from '../support/shared.ts'
import { step } from '../support/step.ts'
import { noticeTheEnd, signInBeside } from '../support/visit.ts'
import { makeOwner } from './support/people.ts'

// Fields, messages and what is sent: tests/src/sub-users.test.tsx and accounts.test.tsx.

const t = texts('en')
const first = { password: 'Mat-khau-dau-1', changed: 'Mat-khau-moi-2', pin: '1357' }

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
const pathOf = (page: Page) => new URL(page.url()).pathname
const hasFocus = (place: Locator) =>
  expect.poll(() => place.evaluate(element => element === document.activeElement)).toBe(true)

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

/** The first visit of somebody new: password, pin, and then the buckets. */
async function firstVisit(page: Page, email: string): Promise<void> {
  await page.goto('/')
  await page.getByLabel(t('auth.email'), { exact: true }).fill(email)
  await page.getByLabel(t('auth.password'), { exact: true }).fill(first.password)
  await button(page, t('auth.signIn')).click()
  await heading(page, t('auth.changeFirstTitle')).waitFor()
  await expect.poll(() => pathOf(page)).toBe('/change-password-first')
  await page.getByLabel(t('auth.currentPassword'), { exact: true }).fill(first.password)
  await page.getByLabel(t('auth.newPassword'), { exact: true }).fill(first.changed)
  await page.getByLabel(t('auth.confirmPassword'), { exact: true }).fill(first.changed)
  await button(page, t('auth.changePassword')).click()
  await setPin(page)
}

/** The link of the invitation that was mailed to this address, which the console of the tests leaves in a folder. */
async function invitationTo(email: string, dataDir: string): Promise<string> {
  const folder = join(dataDir, 'outbox')
  const written = async () => {
    const names = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.eml')) : []
    const mails = await Promise.all(names.map(name => readMail(readFileSync(join(folder, name), 'utf8'))))
    return mails.find(({ to }) => to === email)
  }
  await expect.poll(written, { timeout: patience }).toBeDefined()
  return linkIn((await written())!, 'invitation')
}

/** The first visit of somebody who is invited: password, sign-in, pin, and then the console. */
async function acceptInvitation(page: Page, email: string, link: string): Promise<void> {
  await page.goto(link)
  await heading(page, t('auth.invitedTitle')).waitFor()
  await expect.poll(() => page.url()).not.toContain('#')
  await page.getByLabel(t('auth.newPassword'), { exact: true }).fill(first.changed)
  await page.getByLabel(t('auth.confirmPassword'), { exact: true }).fill(first.changed)
  await button(page, t('auth.setPassword')).click()
  await page.getByText(t('auth.passwordReset')).waitFor()
  await expect.poll(() => page.getByLabel(t('auth.email'), { exact: true }).inputValue()).toBe(email)
  await page.getByLabel(t('auth.password'), { exact: true }).fill(first.changed)
  await button(page, t('auth.signIn')).click()
  await setPin(page)
}

async function setPin(page: Page): Promise<void> {
  await heading(page, t('auth.pinSetUpTitle')).waitFor()
  await page.getByLabel(t('auth.pin'), { exact: true }).fill(first.pin)
  await page.getByLabel(t('auth.confirmPin'), { exact: true }).fill(first.pin)
  await button(page, t('auth.setPin')).click()
  await page.getByText(t('auth.pinSet')).waitFor()
  await heading(page, t('buckets.title')).waitFor()
}

/** The user, whose session is over, notices it, tries to sign in again, and reads this. */
async function isOut(page: Page, why: string): Promise<void> {
  await noticeTheEnd(page)
  await heading(page, t('auth.expiredTitle')).waitFor()
  await signInAgain(page)
  await page.getByText(why).waitFor()
}
async function signInAgain(page: Page): Promise<void> {
  await page.getByLabel(t('auth.password'), { exact: true }).fill(first.changed)
  await button(page, t('auth.signIn')).click()
}

test('an owner makes a sub-user by keyboard; what it sees, and when it is out, is as the owner says', {
  tags: ['ways'],
}, async () => {
  const { url } = await sharedConsole()
  const { email, password } = await makeOwner(url)
  const page = await nextPage({ signedIn: false })
  const theirs = await nextPage({ signedIn: false, name: 'sub-user' })
  const dialog = dialogOf(page)
  const name = 'Trần Thị Bình'
  const binh = email.replace('owner', 'binh')
  const row = page.getByRole('row').filter({ hasText: binh })
  /** Without that of the box that selects. */
  const cells = async () => (await said(row.getByRole('cell'))).slice(1)

  await step('the owner makes it by keyboard alone, and copies what to hand over', async () => {
    await signInBeside(page, url, { email, password })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/user-management')
    await heading(page, t('people.empty.title')).waitFor()
    await expect.poll(() => pathOf(page)).toBe('/user-management/sub-user')
    await button(page, t('people.create')).focus()
    await page.keyboard.press('Enter')
    await hasFocus(dialog.getByLabel(t('people.fullName')))
    const tabTo = async (field: Locator) => {
      const focused = () => field.evaluate(input => input === document.activeElement)
      for (let stops = 0; stops < 40 && !(await focused()); stops++) await page.keyboard.press('Tab')
      await hasFocus(field)
    }
    const type = async (field: Locator, text: string) => {
      await tabTo(field)
      await page.keyboard.type(text)
    }
    await type(dialog.getByLabel(t('people.fullName')), name)
    await type(dialog.getByLabel(t('people.email'), { exact: true }), binh)
    await tabTo(dialog.getByRole('radio', { name: t('people.first.invitation') }))
    await page.keyboard.press('ArrowDown')
    await type(dialog.getByLabel(t('people.password'), { exact: true }), first.password)
    await type(dialog.getByLabel(t('people.confirmPassword'), { exact: true }), first.password)
    const send = dialog.getByRole('button', { name: t('people.create') })
    await expect
      .poll(async () => {
        const box = (await send.boundingBox())!
        return box.y + box.height < page.viewportSize()!.height
      })
      .toBe(true)
    await tabTo(dialog.getByRole('radio', { name: t('people.permission.read'), exact: true }))
    await page.keyboard.press('ArrowDown')
    await hasFocus(dialog.getByRole('radio', { name: t('people.permission.write'), exact: true }))
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await heading(page, t('people.handOver.title', { name })).waitFor()
    await hasFocus(button(page, t('people.handOver.copyAll')))
    await page.keyboard.press('Enter')
    await page.getByText(t('shell.copied')).waitFor()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(
        [
          `${t('people.handOver.address')}: ${url}`,
          `${t('people.handOver.email')}: ${binh}`,
          `${t('people.handOver.password')}: ${first.password}`,
        ].join('\n'),
      )
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(cells)
      .toEqual([binh, name, t('people.permission.read'), t('people.forever'), t('people.never'), ''])
    await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  })

  await step('it must change the password, and sees what the level allows', async () => {
    await firstVisit(theirs, binh)
    await theirs.getByText(t('buckets.empty.readOnly')).waitFor()
    const menu = theirs.getByRole('navigation', { name: t('shell.navigation') })
    await expect
      .poll(() => menu.getByRole('link').allInnerTexts())
      .toEqual([t('shell.menu./bucket-management'), t('shell.menu./userinfo'), t('shell.menu./security')])
    await expect.poll(() => button(theirs, t('buckets.new')).count()).toBe(0)
  })

  const edit = async (change: () => Promise<void>) => {
    await button(page, t('people.editOne', { name })).click()
    await change()
    await button(page, t('people.save')).click()
    await dialog.waitFor({ state: 'detached' })
  }
  const setLastDay = (day: string) =>
    edit(async () => {
      await dialog.getByRole('radio', { name: t('people.until') }).check()
      await dialog.getByLabel(t('people.lastDay'), { exact: true }).fill(day)
    })

  await step('another permission is seen at the next opening', async () => {
    await edit(() => dialog.getByRole('radio', { name: t('people.permission.full-control') }).check())
    await theirs.goto('/bucket-management')
    await button(theirs, t('buckets.new')).first().waitFor()
  })

  await step('a day that is over ends the access at once; another day brings it back', async () => {
    await setLastDay('2020-02-29')
    await expect.poll(async () => (await cells())[3]).toBe(`2/29/2020\n${t('people.expired')}`)
    await isOut(theirs, t('error.ACCOUNT_EXPIRED'))
    await setLastDay('2099-08-09')
    await expect.poll(async () => (await cells())[3]).toBe('8/9/2099')
    await signInAgain(theirs)
    await heading(theirs, t('auth.expiredTitle')).waitFor({ state: 'detached' })
    await button(theirs, t('buckets.new')).first().waitFor()
  })

  await step('it is deleted, and its next click meets the sign-in', async () => {
    await button(page, t('people.deleteOne', { name })).click()
    await button(page, t('people.deleteDo')).click()
    await page.getByText(t('people.deleted.toast')).waitFor()
    await row.waitFor({ state: 'detached' })
    const inScreen = () => page.locator('#content').evaluate(main => main.contains(document.activeElement))
    await expect.poll(inScreen).toBe(true)
    await isOut(theirs, t('auth.wrongPassword'))
  })
})

test('the super admin invites a customer; its owner is out as soon as it is suspended, and in when it is resumed', async () => {
  const page = await nextPage()
  const theirs = await nextPage({ signedIn: false, name: 'customer' })
  const { dataDir } = await sharedConsole()
  const dialog = dialogOf(page)
  const name = `Nhà sách ${Date.now()}`
  const email = `tam-${Date.now()}@example.com`
  const row = page.getByRole('row').filter({ hasText: email })
  const cells = async () => (await said(row.getByRole('cell'))).slice(0, -1)
  const shown = (status: 'active' | 'suspended') => [
    `${name}\nHD-2026-009`,
    `Đỗ Thanh Tâm\n${email}`,
    t('accounts.used', { used: '0 Bytes', quota: '1.5 TB' }),
    t('people.forever'),
    t(`accounts.status.${status}`),
    '0',
  ]
  const act = async (entry: 'suspend' | 'resume') => {
    await button(page, t('common.actionsFor', { name })).click()
    await page.getByRole('menuitem', { name: t(`accounts.${entry}`), exact: true }).click()
    await button(page, t(`accounts.${entry}Do`)).click()
  }

  await step('the super admin makes it', async () => {
    await page.goto('/users')
    await button(page, t('accounts.create')).click()
    await dialog.getByLabel(t('accounts.nameLabel')).fill(name)
    await dialog.getByLabel(t('accounts.contract')).fill('HD-2026-009')
    await dialog.getByLabel(t('accounts.quota'), { exact: true }).fill('1.5')
    await dialog.getByLabel(t('accounts.unit')).selectOption('TB')
    await dialog.getByLabel(t('accounts.ownerName')).fill('Đỗ Thanh Tâm')
    await dialog.getByLabel(t('accounts.ownerEmail')).fill(email)
    await dialog.getByRole('button', { name: t('accounts.create') }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('searchbox', { name: t('accounts.search') }).fill(email)
    await row.getByText(t('people.invited', { day: '' }).trim()).waitFor()
  })

  await step('its owner is invited, and has sub-users, but no customers', async () => {
    await acceptInvitation(theirs, email, await invitationTo(email, dataDir))
    await button(page, t('common.refresh')).click()
    await expect.poll(cells).toEqual(shown('active'))
    const menu = theirs.getByRole('navigation', { name: t('shell.navigation') })
    const entries = [
      'bucket-management',
      'dashboard',
      'userinfo',
      'user-management/sub-user',
      'security',
    ] as const
    await expect
      .poll(() => menu.getByRole('link').allInnerTexts())
      .toEqual(entries.map(entry => t(`shell.menu./${entry}`)))
    await theirs.goto('/users')
    await heading(theirs, t('people.empty.title')).waitFor()
    await expect.poll(() => pathOf(theirs)).toBe('/user-management/sub-user')
  })

  await step('suspended', async () => {
    await act('suspend')
    await expect.poll(cells).toEqual(shown('suspended'))
    await isOut(theirs, t('error.ACCOUNT_SUSPENDED'))
  })

  await step('resumed', async () => {
    await act('resume')
    await expect.poll(cells).toEqual(shown('active'))
    await signInAgain(theirs)
    await heading(theirs, t('auth.expiredTitle')).waitFor({ state: 'detached' })
    await heading(theirs, t('people.empty.title')).waitFor()
  })
})

test('customers in a narrow place are cards; on a phone the same act opens its dialog each time', async () => {
  const { url } = await sharedConsole()
  const api = await signInApi(url, owner.email, owner.password)
  const { accounts } = await api.call<{ accounts: Account[] }>('GET', `/user/list?search=${owner.email}`)
  const { name } = accounts.find(account => account.own)!
  const page = await nextPage()
  await page.goto('/users')
  await page.getByRole('table', { name: t('accounts.list') }).waitFor()
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.getByRole('list', { name: t('accounts.list') }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  for (let time = 1; time <= 2; time++) {
    await button(page, t('common.actionsFor', { name })).click()
    await dialogOf(page)
      .getByRole('button', { name: t('accounts.edit'), exact: true })
      .click()
    await heading(page, t('accounts.editTitle', { name })).waitFor()
    await button(page, t('common.cancel')).click()
    await dialogOf(page).waitFor({ state: 'detached' })
  }
})
