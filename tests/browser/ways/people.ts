import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Account, SubUser } from '../../../openapi/schema.ts'
import { owner } from '../../support/console.ts'
import { serveSubUsers } from '../../support/sub-user-lists.ts'
import { type Action, action, desktopWays } from './action.ts'
import { button, type Control, item, link } from './controls.ts'
import { sorts } from './sorting.ts'
import type { Stage } from './stage.ts'

const password = 'Mat-khau-dau-1'
const menu = button('common.actionsFor', 'name')
const generate = button('people.generate')
const addFolder = button('scope.add')
const removeFolder = button('scope.remove', 'row')
const calendar = button('date.calendar', 'label')
const resetParts: readonly Control[] = [
  { role: 'checkbox', id: 'people.resetPassword' },
  { role: 'checkbox', id: 'people.resetPin' },
  { role: 'checkbox', id: 'people.resetTwoStep' },
]
const resetDo = button('people.resetDo')
const confirm = button('confirm.do')
const done = button('people.handOver.done')
const unlimited: Control = { role: 'checkbox', id: 'accounts.quotaUnlimited' }
const notifications: Control = { role: 'checkbox', id: 'accounts.notificationFlag' }

async function makeSubUser(stage: Stage, first: { password?: string } = { password }): Promise<string> {
  const fullName = `Người ${stage.name}`
  const email = `${stage.name}-${stage.way}@example.com`
  const rest = { permission: 'read', ...first, phone: '', expire_date: 0 }
  const { id } = await stage.call<SubUser>('POST', '/user-management', { fullName, email, ...rest })
  stage.afterwards(() => forget(stage, user => user.id === id))
  await stage.open('sub-users')
  await stage.page.getByText(fullName).first().waitFor()
  return fullName
}

/** Deletes the sub-user, if there. */
async function forget(stage: Stage, isIt: (user: SubUser) => boolean): Promise<void> {
  const { users } = await stage.call<{ users: SubUser[] }>('GET', '/user-management')
  for (const { id } of users.filter(isIt)) await stage.call('DELETE', '/user-management', { id })
}

const subUsers = async (stage: Stage) =>
  (await stage.call<{ users: SubUser[] }>('GET', '/user-management')).users.map(each => each.fullName)

/** A button of the row on a desktop, an entry of the card's sheet on a phone. */
async function ofSubUser(stage: Stage, one: Control, entry: Control, name: string): Promise<void> {
  if (stage.phone) await stage.choose(menu, entry, name)
  else await stage.use(one, name)
}

async function edit(stage: Stage): Promise<void> {
  const name = await makeSubUser(stage)
  await ofSubUser(stage, button('people.editOne', 'name'), item('people.edit'), name)
  await stage.dialog('people.editTitle', { name })
  await stage.page.getByLabel(stage.t('people.fullName'), { exact: true }).fill(`${name} mới`)
  await stage.use(button('people.save'))
  await stage.noDialog()
  expect(await subUsers(stage)).toContain(`${name} mới`)
}

async function limit(stage: Stage): Promise<void> {
  const name = await makeSubUser(stage)
  const { buckets } = await stage.call<{ buckets: { name: string }[] }>('GET', '/bucket')
  await ofSubUser(stage, button('people.editOne', 'name'), item('people.edit'), name)
  const dialog = await stage.dialog('people.editTitle', { name })
  await dialog.getByRole('radio', { name: stage.t('scope.on') }).click()
  const row = (at: number) => stage.t('scope.row', { row: at })
  await dialog.getByLabel(`${stage.t('scope.folder')}, ${row(1)}`).fill('Tết 2026')
  await stage.use(addFolder)
  await dialog.getByLabel(`${stage.t('scope.folder')}, ${row(2)}`).fill('bỏ')
  await stage.use(removeFolder, '2')
  await stage.use(button('people.save'))
  await stage.noDialog()
  const { users } = await stage.call<{ users: SubUser[] }>('GET', '/user-management')
  expect(users.find(each => each.fullName === name)?.scope).toEqual([
    { bucket: buckets[0]!.name, prefix: 'Tết 2026/' },
  ])
}

async function remove(stage: Stage): Promise<void> {
  const name = await makeSubUser(stage)
  await ofSubUser(stage, button('people.deleteOne', 'name'), item('common.delete'), name)
  await stage.dialog('people.deleteTitle', { name })
  await stage.use(button('people.deleteDo'))
  await stage.noDialog()
  expect(await subUsers(stage)).not.toContain(name)
}

/** Presses through the dialog; the page's session must not be confirmed. Ends where the temporary password is shown. */
async function resetAll(stage: Stage, name: string): Promise<void> {
  await stage.dialog('people.resetTitle', { name })
  for (const part of resetParts) await stage.use(part)
  await stage.use(resetDo)
  await stage.fill('confirm.pin', owner.pin)
  await stage.use(confirm)
  await stage.dialog('people.reset.handOver', { name })
}

async function reset(stage: Stage): Promise<void> {
  const name = await makeSubUser(stage)
  await ofSubUser(stage, button('people.resetOne', 'name'), item('people.reset'), name)
  await resetAll(stage, name)
}

async function inviteAgain(stage: Stage): Promise<void> {
  const name = await makeSubUser(stage, {})
  await ofSubUser(stage, button('people.inviteOne', 'name'), item('people.invite'), name)
  await stage.dialog('people.inviteTitle', { name })
  await stage.sends('POST', '/api/user-management/invite', () => stage.use(button('people.inviteDo')))
  await stage.noDialog()
}

async function makeCustomer(stage: Stage, first: { password?: string } = { password }): Promise<string> {
  const name = `Khách ${stage.name}`
  const { places } = await stage.call<{ places: { id: string }[] }>('GET', '/other/sites')
  await stage.call('POST', '/user/create', {
    name,
    contract_code: '',
    site: places[0]!.id,
    quota: null,
    expire_date: 0,
    enable_bucket_notification: false,
    owner_name: `Chủ ${stage.name}`,
    owner_email: `chu-${stage.name}-${stage.way}@example.com`,
    ...first,
  })
  await stage.goto('/users')
  await stage.page.getByPlaceholder(stage.t('accounts.search')).fill(name)
  await stage.page.getByText(name).first().waitFor()
  return name
}

const isSuspended = async (stage: Stage, name: string) => {
  const query = new URLSearchParams({ search: name })
  const { accounts } = await stage.call<{ accounts: Account[] }>('GET', `/user/list?${query}`)
  return accounts.find(account => account.name === name)?.suspended
}

const user = (
  fullName: string,
  email: string,
  expire_date: number,
  last_sign_in_at: number | null,
): SubUser => ({
  ...{ id: randomUUID(), fullName, email, expire_date, last_sign_in_at },
  ...{
    permission: 'read',
    scope: null,
    group: null,
    phone: '',
    created_at: 1_790_000_000,
    two_step: false,
    passkeys: 0,
    sso: false,
  },
  invited_until: null,
})
const [an, binh, chau] = ['Hà An', 'Lê Bình', 'Lê Minh Châu']
const three = [
  user(an, 'k@example.com', 1_990_000_000, 1_790_000_002),
  user(binh, 'c@example.com', 0, 1_790_000_001),
  user(chau, 'm@example.com', 1_990_500_000, null),
]

export const people: readonly Action[] = [
  action('people: make a sub-user', 'sub-users', [button('people.create'), generate, done], async stage => {
    const name = `Mới ${stage.name}`
    stage.afterwards(() => forget(stage, user => user.fullName === name))
    await stage.open('sub-users')
    await stage.use(button('people.create'))
    const dialog = await stage.dialog('people.createTitle')
    await dialog.getByLabel(stage.t('people.fullName')).fill(name)
    await dialog
      .getByLabel(stage.t('people.email'), { exact: true })
      .fill(`moi-${stage.name}-${stage.way}@example.com`)
    await dialog.getByRole('radio', { name: stage.t('people.first.password') }).click()
    await stage.use(generate)
    await stage.use(button('people.create'))
    await stage.dialog('people.handOver.title', { name })
    await stage.use(done)
    await stage.noDialog()
    expect(await subUsers(stage)).toContain(name)
  }),
  action(
    'people: copy what a sub-user signs in with',
    'sub-user-made',
    [button('people.handOver.copyAll')],
    async stage => {
      await stage.open('sub-user-made')
      await stage.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await stage.use(button('people.handOver.copyAll'))
      await expect
        .poll(() => stage.page.evaluate(() => navigator.clipboard.readText()))
        .toContain('bao.hoang@example.com')
    },
  ),
  action(
    'people: choose a last day from the calendar',
    'sub-user-create-calendar',
    [
      calendar,
      button('date.nextMonth'),
      button('date.previousMonth'),
      button('date.otherMonth', 'month'),
      button('date.nextYear'),
      button('date.previousYear'),
      button('date.choose', 'day'),
    ],
    async stage => {
      await stage.open('sub-user-create-calendar')
      const { page, t } = stage
      const field = page.getByLabel(t('people.lastDay'), { exact: true })
      const now = await page.evaluate(() => ({
        month: new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' }).format(),
        day: new Intl.DateTimeFormat('en', { dateStyle: 'full' }).format(),
        short: new Intl.DateTimeFormat('en').format(),
      }))
      await stage.use(button('date.nextMonth'))
      await stage.use(button('date.previousMonth'))
      await stage.use(button('date.otherMonth', 'month'), now.month)
      const year = new Date().getFullYear()
      const shown = (year: number) =>
        page.getByRole('dialog').getByText(String(year), { exact: true }).last().waitFor()
      await stage.use(button('date.nextYear'))
      await shown(year + 1)
      await stage.use(button('date.previousYear'))
      await shown(year)
      await page.keyboard.press('Escape')
      await page.getByRole('grid').waitFor({ state: 'detached' })
      await stage.use(calendar, t('people.lastDay'))
      await stage.use(button('date.choose', 'day'), now.day)
      await expect.poll(() => field.inputValue()).toBe(now.short)
      await page.getByRole('grid').waitFor({ state: 'detached' })
    },
  ),
  action(
    'people: edit a sub-user',
    'sub-users',
    [button('people.editOne', 'name'), button('people.save')],
    edit,
    { ways: desktopWays },
  ),
  action('people: edit a sub-user by its sheet', 'sub-users', [menu, item('people.edit')], edit, {
    ways: ['touch'],
  }),
  action(
    'people: limit a sub-user to a folder',
    'sub-user-limits',
    [button('people.editOne', 'name'), addFolder, removeFolder, button('people.save')],
    limit,
    { ways: desktopWays },
  ),
  action(
    'people: limit a sub-user to a folder by its sheet',
    'sub-user-limits',
    [menu, item('people.edit'), addFolder, removeFolder, button('people.save')],
    limit,
    { ways: ['touch'] },
  ),
  action(
    'people: send an invitation again',
    'sub-users-invited',
    [button('people.inviteOne', 'name'), button('people.inviteDo')],
    inviteAgain,
    { ways: desktopWays },
  ),
  action(
    'people: send an invitation again by the sheet',
    'sub-users-invited',
    [menu, item('people.invite'), button('people.inviteDo')],
    inviteAgain,
    { ways: ['touch'] },
  ),
  action(
    'people: reset the sign-in of a sub-user',
    'sub-users',
    [button('people.resetOne', 'name'), ...resetParts, resetDo, confirm],
    reset,
    { ways: desktopWays, fresh: true },
  ),
  action(
    'people: reset the sign-in of a sub-user by its sheet',
    'sub-users',
    [menu, item('people.reset'), ...resetParts, resetDo, confirm],
    reset,
    { ways: ['touch'], fresh: true },
  ),
  action(
    'people: delete a sub-user',
    'sub-users',
    [button('people.deleteOne', 'name'), button('people.deleteDo')],
    remove,
    { ways: desktopWays },
  ),
  action('people: delete a sub-user by its sheet', 'sub-users', [menu, item('common.delete')], remove, {
    ways: ['touch'],
  }),
  sorts(
    'people: sort by each column',
    'sub-users',
    [
      { id: 'people.email', first: 'ascending', rows: [binh, an, chau] },
      { id: 'people.expiry', first: 'ascending', rows: [an, chau, binh] },
      { id: 'people.lastSignIn', first: 'descending', rows: [chau, binh, an] },
      { id: 'people.name', first: 'ascending', rows: [an, binh, chau] },
    ],
    async stage => {
      await serveSubUsers(stage.page, three)
      await stage.open('sub-users')
    },
  ),
  action(
    'people: clear the filters of the sub-users',
    'sub-users-filtered',
    [button('people.filter.clear')],
    async stage => {
      await stage.open('sub-users-filtered')
      await stage.use(button('people.filter.clear'))
      await expect.poll(() => new URL(stage.page.url()).search).toBe('?sort=email')
    },
  ),
  action('people: export the sub-users', 'sub-users', [link('people.export')], async stage => {
    await stage.open('sub-users')
    const file = stage.page.waitForEvent('download')
    await stage.use(link('people.export'))
    expect((await file).suggestedFilename()).toMatch(/sub-users-[\d-]+\.csv$/)
  }),
  action(
    'people: see the audit log and go back',
    'sub-users',
    [link('people.groups'), link('people.auditLog'), link('people.subUsers')],
    async stage => {
      await stage.open('sub-users')
      await stage.use(link('people.groups'))
      await stage.path('/user-management/groups')
      await stage.use(link('people.auditLog'))
      await stage.path('/user-management/audit-log')
      await stage.use(link('people.subUsers'))
      await stage.path('/user-management/sub-user')
    },
  ),
  action(
    'people: clear the filters of the audit log',
    'audit-filtered',
    [button('audit.clear')],
    async stage => {
      await stage.open('audit-filtered')
      await stage.use(button('audit.clear'))
      await expect.poll(() => new URL(stage.page.url()).search).toBe('')
    },
  ),
  action('people: export the audit log', 'audit', [link('audit.export')], async stage => {
    await stage.open('audit')
    const file = stage.page.waitForEvent('download')
    await stage.use(link('audit.export'))
    expect((await file).suggestedFilename()).toMatch(/\.csv$/)
  }),
  action(
    'people: clear the filters of the customers',
    'customers-filtered',
    [button('people.filter.clear')],
    async stage => {
      await stage.open('customers-filtered')
      await stage.use(button('people.filter.clear'))
      await expect.poll(() => new URL(stage.page.url()).search).toBe('?sort=usage')
    },
  ),
  action('people: export the customers', 'customers', [link('people.export')], async stage => {
    await stage.open('customers')
    const file = stage.page.waitForEvent('download')
    await stage.use(link('people.export'))
    expect((await file).suggestedFilename()).toMatch(/customers-[\d-]+\.csv$/)
  }),
  action(
    'people: sort the customers',
    'customers',
    [button('accounts.name'), button('accounts.usage'), button('accounts.expiry')],
    async stage => {
      await stage.open('customers')
      await stage.use(button('accounts.usage'))
      await expect.poll(() => new URL(stage.page.url()).search).toBe('?sort=usage&order=descending')
      await stage.use(button('accounts.expiry'))
      await expect.poll(() => new URL(stage.page.url()).search).toBe('?sort=expiry')
      await stage.use(button('accounts.name'))
      await expect.poll(() => new URL(stage.page.url()).search).toBe('')
    },
    { ways: desktopWays },
  ),
  action(
    'people: make a customer',
    'customers',
    [button('accounts.create'), unlimited, notifications],
    async stage => {
      const name = `Mới ${stage.name}`
      await stage.open('customers')
      await stage.use(button('accounts.create'))
      const dialog = await stage.dialog('accounts.createTitle')
      await dialog.getByLabel(stage.t('accounts.nameLabel')).fill(name)
      await dialog.getByLabel(stage.t('accounts.ownerName')).fill('Đỗ Thanh Tâm')
      await dialog
        .getByLabel(stage.t('accounts.ownerEmail'))
        .fill(`tam-${stage.name}-${stage.way}@example.com`)
      await stage.use(unlimited)
      await stage.use(notifications)
      await stage.use(button('accounts.create'))
      await stage.noDialog()
      expect(await isSuspended(stage, name)).toBe(false)
    },
  ),
  action(
    'people: see the numbers of a customer',
    'customers',
    [menu, item('accounts.numbers')],
    async stage => {
      const name = await makeCustomer(stage)
      await stage.choose(menu, item('accounts.numbers'), name)
      await stage.page.getByRole('heading', { name, exact: true }).waitFor()
      await stage.page.getByText(stage.t('dashboard.leadOf')).waitFor()
    },
  ),
  action(
    'people: edit a customer',
    'customers',
    [menu, item('accounts.edit'), button('people.save')],
    async stage => {
      const name = await makeCustomer(stage)
      await stage.choose(menu, item('accounts.edit'), name)
      const dialog = await stage.dialog('accounts.editTitle', { name })
      await dialog.getByLabel(stage.t('accounts.nameLabel')).fill(`${name} mới`)
      await stage.use(button('people.save'))
      await stage.noDialog()
      expect(await isSuspended(stage, `${name} mới`)).toBe(false)
    },
  ),
  action(
    'people: send the invitation of a customer again',
    'customers',
    [menu, item('people.invite'), button('people.inviteDo')],
    async stage => {
      const name = await makeCustomer(stage, {})
      await stage.choose(menu, item('people.invite'), name)
      await stage.sends('POST', '/api/user/account/invite', () => stage.use(button('people.inviteDo')))
      await stage.noDialog()
    },
  ),
  action(
    'people: reset the sign-in of a customer',
    'customers',
    [menu, item('people.reset'), ...resetParts, resetDo, confirm],
    async stage => {
      const name = await makeCustomer(stage)
      await stage.choose(menu, item('people.reset'), name)
      await resetAll(stage, `Chủ ${stage.name}`)
    },
    { fresh: true },
  ),
  action(
    'people: give a customer another owner',
    'customers',
    [menu, item('accounts.replaceOwner'), button('accounts.replaceOwner'), confirm],
    async stage => {
      const customer = await makeCustomer(stage)
      await stage.choose(menu, item('accounts.replaceOwner'), customer)
      await stage.dialog('accounts.replaceTitle', { name: customer })
      const name = `Chủ mới ${stage.name}`
      await stage.fill('accounts.newOwnerName', name)
      await stage.fill('accounts.newOwnerEmail', `moi-${stage.name}-${stage.way}@example.com`)
      await stage.page.getByRole('radio', { name: stage.t('accounts.temporary') }).click()
      await stage.use(button('accounts.replaceOwner'))
      await stage.fill('confirm.pin', owner.pin)
      await stage.use(confirm)
      await stage.dialog('people.handOver.title', { name })
    },
    { fresh: true },
  ),
  action(
    'people: allow passwords of a customer again',
    'customer-allow-passwords',
    [button('accounts.allowPasswordsDo')],
    async stage => {
      await stage.open('customer-allow-passwords')
      const sent = await stage.sends('PUT', '/api/user/account', () =>
        stage.use(button('accounts.allowPasswordsDo')),
      )
      expect(sent.postDataJSON()).toMatchObject({ require_sso: false })
      await stage.noDialog()
    },
  ),
  action(
    'people: suspend and reactivate a customer',
    'customers',
    [
      menu,
      item('accounts.suspend'),
      button('accounts.suspendDo'),
      item('accounts.resume'),
      button('accounts.resumeDo'),
    ],
    async stage => {
      const name = await makeCustomer(stage)
      await stage.choose(menu, item('accounts.suspend'), name)
      await stage.dialog('accounts.suspendTitle', { name })
      await stage.use(button('accounts.suspendDo'))
      await stage.noDialog()
      expect(await isSuspended(stage, name)).toBe(true)
      await stage.choose(menu, item('accounts.resume'), name)
      await stage.dialog('accounts.resumeTitle', { name })
      await stage.use(button('accounts.resumeDo'))
      await stage.noDialog()
      expect(await isSuspended(stage, name)).toBe(false)
    },
  ),
]
