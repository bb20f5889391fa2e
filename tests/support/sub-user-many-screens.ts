import type { Page } from 'playwright'
import type { PlannedSubUser, PlannedTerms, SubUser } from '../../openapi/schema.ts'
import type { MakeScreen, Screen } from './screens.ts'
import { serveSubUsers } from './sub-user-lists.ts'

type At = Parameters<Screen['open']>[1]

const photos = [{ bucket: 'anh-san-pham', prefix: '2026/' }]
const names = ['Đỗ Thị Mai', 'Hoàng Gia Bảo', 'Lê Minh Châu', 'Vũ Ngọc Hân']
const users = names.map(
  (fullName, at): SubUser => ({
    ...{ id: `3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d1${at}`, fullName, email: `n${at}@example.com` },
    ...{ permission: at === 1 ? 'full-control' : 'read', scope: at === 2 ? photos : null, phone: '' },
    group: at === 3 ? { id: 'group-1', name: 'Kế toán' } : null,
    ...{ expire_date: at === 0 ? 1_830_000_000 : 0, created_at: 0, last_sign_in_at: null },
    ...{ two_step: at === 1, passkeys: at === 2 ? 2 : 0, sso: at === 3, invited_until: null },
  }),
)
const termsOf = ({ permission, scope, group, expire_date }: SubUser): PlannedTerms => ({
  ...{ permission, scope, group: group?.name ?? null, expire_date },
})
const lines: Record<'change' | 'delete', PlannedSubUser[]> = {
  change: users.map((user, at): PlannedSubUser => {
    const before = termsOf(user)
    const head = { email: user.email, fullName: user.fullName, before }
    if (at === 3) return { ...head, state: 'refused', code: 'BUCKET_NOT_FOUND', after: null }
    return {
      ...{ ...head, state: at === 2 ? 'unchanged' : 'changed' },
      after: { ...before, permission: 'read', scope: photos },
    }
  }),
  delete: users.map(user => ({
    ...{ email: user.email, fullName: user.fullName, before: termsOf(user) },
    ...{ state: 'deleted', after: null },
  })),
}

async function select(page: Page, { goto, t }: At): Promise<void> {
  await serveSubUsers(page, users)
  await page.route('**/api/user-management/many', route => {
    const { act } = route.request().postDataJSON() as { act: 'change' | 'delete' }
    return route.fulfill({ json: { lines: lines[act] } })
  })
  await goto('/user-management/sub-user')
  await page.getByRole('checkbox', { name: t('many.select', { name: names[0]! }) }).check()
  await page.getByRole('button', { name: t('many.selectAll', { count: 4 }) }).click()
  await page.getByText(t('many.selected', { count: 4 })).waitFor()
}

async function change(page: Page, at: At): Promise<void> {
  const { t } = at
  await select(page, at)
  await page.getByRole('button', { name: t('many.change'), exact: true }).click()
  await page.getByRole('checkbox', { name: t('many.changeRights') }).check()
  await page.getByRole('checkbox', { name: t('many.changeExpiry') }).check()
}

export const manySubUserScreens = (screen: MakeScreen): Screen[] => [
  screen('sub-users-of-group', async (page, { goto, t }) => {
    const id = users[0]!.id
    const group = { id, name: 'Kế toán', permission: 'read', scope: null, members: 1 }
    await page.route('**/api/user-management/groups', route => route.fulfill({ json: { groups: [group] } }))
    await serveSubUsers(page, users.slice(3))
    await goto(`/user-management/sub-user?group=${id}`)
    await page.getByRole('combobox', { name: t('people.group') }).waitFor()
    await page.getByText(names[3]!).first().waitFor()
  }),
  screen('sub-users-selected', async (page, at) => {
    await select(page, at)
    await page.getByRole('checkbox', { name: at.t('many.select', { name: names[3]! }) }).uncheck()
  }),
  screen('sub-users-many-change', change),
  screen('sub-users-many-preview', async (page, at) => {
    await change(page, at)
    await page.getByRole('button', { name: at.t('many.changeNext') }).click()
    await page.getByText(at.t('import.state.unchanged'), { exact: true }).waitFor()
  }),
  screen('sub-users-many-delete', async (page, at) => {
    await select(page, at)
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: at.t('common.delete') })
      .click()
    await page.getByText(at.t('many.deleteFiles')).waitFor()
  }),
  screen('sub-users-many-delete-preview', async (page, at) => {
    await select(page, at)
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: at.t('common.delete') })
      .click()
    await page.getByRole('button', { name: at.t('many.deleteNext') }).click()
    await page.getByText(at.t('import.state.deleted'), { exact: true }).first().waitFor()
  }),
]
