import type { Page } from 'playwright'
import type { Account, SubUser } from '../../openapi/schema.ts'
import type { MakeScreen, Screen } from './screens.ts'
import { serveSubUsers } from './sub-user-lists.ts'

type At = Parameters<Screen['open']>[1]

const made: SubUser = {
  id: '3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d11',
  fullName: 'Hoàng Gia Bảo',
  email: 'bao.hoang@example.com',
  permission: 'read-write',
  scope: null,
  group: null,
  phone: '+84987654321',
  expire_date: 0,
  created_at: 0,
  last_sign_in_at: null,
  two_step: false,
  passkeys: 0,
  sso: false,
  invited_until: null,
}

async function openSubUsers(page: Page, { goto }: At): Promise<void> {
  await goto('/user-management/sub-user')
  await page.getByText('Lê Minh Châu').waitFor()
}

/** Opens a sub-user's quick action: a button of the row, or an entry of a phone's sheet. */
export async function askAboutSubUser(
  page: Page,
  { phone, t }: Pick<At, 'phone' | 't'>,
  act: 'edit' | 'invite' | 'reset' | 'delete',
  name: string,
): Promise<void> {
  const words = {
    edit: ['people.editOne', 'people.edit'],
    invite: ['people.inviteOne', 'people.invite'],
    reset: ['people.resetOne', 'people.reset'],
    delete: ['people.deleteOne', 'common.delete'],
  } as const
  const [one, entry] = words[act]
  if (!phone) return page.getByRole('button', { name: t(one, { name }) }).click()
  await page.getByRole('button', { name: t('common.actionsFor', { name }) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t(entry), exact: true })
    .click()
}

async function openCreate(page: Page, at: At): Promise<void> {
  await openSubUsers(page, at)
  await page.getByRole('button', { name: at.t('people.create') }).click()
  await page.getByRole('dialog').getByLabel(at.t('people.fullName')).waitFor()
}

async function openCustomers(page: Page, { goto }: At): Promise<void> {
  await goto('/users')
  await page.getByText('Nội thất Mộc Lan').waitFor()
}

async function customerMenu(
  page: Page,
  { t, phone }: At,
  name: string,
  entry:
    | 'accounts.edit'
    | 'accounts.replaceOwner'
    | 'accounts.allowPasswords'
    | 'accounts.suspend'
    | 'people.reset',
): Promise<void> {
  await page.getByRole('button', { name: t('common.actionsFor', { name }) }).click()
  await page.getByRole(phone ? 'button' : 'menuitem', { name: t(entry), exact: true }).click()
}

export const peopleScreens = (screen: MakeScreen): Screen[] => [
  screen('sub-users', openSubUsers),
  screen(
    'sub-users-empty',
    async (page, { goto, t }) => {
      await goto('/user-management/sub-user')
      await page.getByText(t('people.empty.title')).waitFor()
    },
    { setting: 'empty' },
  ),
  screen('sub-users-failed', async (page, { goto, t }) => {
    await page.route('**/api/user-management?*', route => route.abort())
    await goto('/user-management/sub-user')
    await page.getByText(t('people.failed')).waitFor()
  }),
  screen('sub-users-loading', async (page, { goto, t }) => {
    await page.route('**/api/user-management?*', () => undefined)
    await goto('/user-management/sub-user')
    await page.getByRole('heading', { name: t('people.title'), exact: true }).waitFor()
  }),
  screen('sub-users-filtered', async (page, { goto, t }) => {
    await goto('/user-management/sub-user?never_signed_in=true&sort=email')
    await page.getByRole('combobox', { name: t('people.lastSignIn') }).waitFor()
    await page.getByText('Sao lưu hằng đêm').waitFor()
  }),
  screen('sub-users-none-found', async (page, { goto, t }) => {
    await goto('/user-management/sub-user?status=expired&permission=full-control&search=khong')
    await page.getByText(t('people.none.title', { search: 'khong' })).waitFor()
  }),
  screen('sub-user-create', openCreate),
  screen('sub-user-create-fields', async (page, at) => {
    const { t } = at
    await openCreate(page, at)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('people.email'), { exact: true }).fill('khong-phai-email')
    await dialog.getByRole('radio', { name: t('people.first.password') }).click()
    await dialog.getByLabel(t('people.password'), { exact: true }).fill('yeu')
    await dialog.getByLabel(t('people.confirmPassword'), { exact: true }).fill('khac')
    await dialog.getByLabel(t('people.phone')).fill('12')
    await dialog.getByRole('radio', { name: t('people.until') }).click()
    await dialog.getByRole('button', { name: t('people.create') }).click()
    await page.getByText(t('issue.sub-user-email')).waitFor()
  }),
  screen('sub-user-create-calendar', async (page, at) => {
    const { t } = at
    await openCreate(page, at)
    await page.getByRole('radio', { name: t('people.until') }).click()
    const label = t('people.lastDay')
    await page.getByRole('button', { name: t('date.calendar', { label }) }).click()
    await page.getByRole('grid').waitFor()
  }),
  screen('sub-user-create-generated', async (page, at) => {
    await openCreate(page, at)
    await page.getByRole('radio', { name: at.t('people.first.password') }).click()
    await page.getByRole('button', { name: at.t('people.generate') }).click()
    await page.getByRole('button', { name: at.t('people.generate') }).scrollIntoViewIfNeeded()
  }),
  screen('sub-user-made', async (page, at) => {
    const { t } = at
    await page.route('**/api/user-management', route =>
      route.request().method() === 'POST' ? route.fulfill({ status: 201, json: made }) : route.continue(),
    )
    await openCreate(page, at)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('people.fullName')).fill(made.fullName)
    await dialog.getByLabel(t('people.email'), { exact: true }).fill(made.email)
    await dialog.getByRole('radio', { name: t('people.first.password') }).click()
    await dialog.getByLabel(t('people.password'), { exact: true }).fill('Mat-khau-dau-1')
    await dialog.getByLabel(t('people.confirmPassword'), { exact: true }).fill('Mat-khau-dau-1')
    await dialog.getByRole('button', { name: t('people.create') }).click()
    await page.getByText(t('people.handOver.once')).waitFor()
  }),
  screen('sub-user-edit', async (page, at) => {
    await openSubUsers(page, at)
    await askAboutSubUser(page, at, 'edit', 'Lê Minh Châu')
    await page.getByText(at.t('people.editLead')).waitFor()
  }),
  screen('sub-user-limits', async (page, at) => {
    await openSubUsers(page, at)
    await askAboutSubUser(page, at, 'edit', 'Lê Minh Châu')
    await page.getByRole('radio', { name: at.t('scope.on') }).click()
    await page.getByRole('button', { name: at.t('scope.add') }).scrollIntoViewIfNeeded()
  }),
  screen('sub-users-invited', async (page, at) => {
    const users = [
      { ...made, invited_until: 1_990_000_000 },
      { ...made, id: '2', fullName: 'Đỗ Thị Mai', email: 'mai@example.com', invited_until: 1_700_000_000 },
    ]
    await serveSubUsers(page, users)
    await at.goto('/user-management/sub-user')
    await page.getByText(at.t('people.invitationExpired')).waitFor()
  }),
  screen('sub-user-invite', async (page, at) => {
    const users = [{ ...made, invited_until: 1_700_000_000 }]
    await serveSubUsers(page, users)
    await at.goto('/user-management/sub-user')
    await page.getByText(at.t('people.invitationExpired')).waitFor()
    await askAboutSubUser(page, at, 'invite', made.fullName)
    await page.getByText(at.t('people.inviteLead', { email: made.email })).waitFor()
  }),
  screen('sub-user-reset', async (page, at) => {
    await openSubUsers(page, at)
    await askAboutSubUser(page, at, 'reset', 'Lê Minh Châu')
    await page.getByText(at.t('people.resetPinHelp')).waitFor()
    await page.getByRole('button', { name: at.t('people.resetDo'), exact: true }).click()
    await page.getByText(at.t('issue.sign-in-part-required')).waitFor()
  }),
  screen('sub-user-reset-made', async (page, at) => {
    await page.route('**/api/user-management/reset', route =>
      route.fulfill({ json: { password: 'Mat-khau-tam-1' } }),
    )
    await openSubUsers(page, at)
    await askAboutSubUser(page, at, 'reset', 'Lê Minh Châu')
    await page.getByRole('checkbox', { name: at.t('people.resetPassword') }).check()
    await page.getByRole('button', { name: at.t('people.resetDo'), exact: true }).click()
    await page.getByText(at.t('people.handOver.once')).waitFor()
  }),
  screen('sub-user-delete', async (page, at) => {
    await openSubUsers(page, at)
    await askAboutSubUser(page, at, 'delete', 'Lê Minh Châu')
    await page.getByText(at.t('people.deleteFiles')).waitFor()
  }),
  screen('customers', openCustomers),
  screen('customers-loading', async (page, { goto, t }) => {
    await page.route('**/api/user/list**', () => undefined)
    await goto('/users')
    await page.getByRole('heading', { name: t('accounts.title'), exact: true }).waitFor()
  }),
  screen('customers-none-found', async (page, at) => {
    await openCustomers(page, at)
    await page.getByPlaceholder(at.t('accounts.search')).fill('không có')
    await page.getByText(at.t('accounts.none.title', { search: 'không có' })).waitFor()
  }),
  screen('customers-filtered', async (page, { goto }) => {
    await goto('/users?status=suspended&sort=usage')
    await page.getByText('Studio Ánh Dương').first().waitFor()
  }),
  screen('customer-create', async (page, at) => {
    const { t } = at
    await openCustomers(page, at)
    await page.getByRole('button', { name: t('accounts.create') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('accounts.quota'), { exact: true }).fill('nhiều')
    await dialog.getByRole('button', { name: t('accounts.create') }).click()
    await page.getByText(t('issue.quota-invalid')).waitFor()
  }),
  screen('customer-edit', async (page, at) => {
    await openCustomers(page, at)
    await customerMenu(page, at, 'Nội thất Mộc Lan', 'accounts.edit')
    await page.getByText(at.t('accounts.editLead')).waitFor()
  }),
  screen('customer-reset', async (page, at) => {
    await openCustomers(page, at)
    await customerMenu(page, at, 'Phòng khám Hoa Sen', 'people.reset')
    await page.getByText(at.t('people.resetPinHelp')).waitFor()
  }),
  screen('customer-owner', async (page, at) => {
    await openCustomers(page, at)
    await customerMenu(page, at, 'Phòng khám Hoa Sen', 'accounts.replaceOwner')
    await page.getByText(at.t('accounts.replaceKept')).waitFor()
  }),
  screen('customer-allow-passwords', async (page, at) => {
    await page.route('**/api/user/list**', async route => {
      const answer = await route.fetch()
      const list = await answer.json()
      const accounts = list.accounts.map((each: Account) => ({ ...each, require_sso: true }))
      await route.fulfill({ response: answer, json: { ...list, accounts } })
    })
    await openCustomers(page, at)
    await customerMenu(page, at, 'Phòng khám Hoa Sen', 'accounts.allowPasswords')
    await page.getByText(at.t('accounts.allowPasswordsLead')).waitFor()
  }),
  screen('customer-suspend', async (page, at) => {
    await openCustomers(page, at)
    await customerMenu(page, at, 'Phòng khám Hoa Sen', 'accounts.suspend')
    await page.getByText(at.t('accounts.suspendFiles')).waitFor()
  }),
]
