import type { Page } from 'playwright'
import type { SubUserGroup } from '../../openapi/schema.ts'
import type { MakeScreen, Screen } from './screens.ts'

type At = Parameters<Screen['open']>[1]

const photos = [{ bucket: 'anh-san-pham', prefix: '2026/' }]
const group = (at: number, more: Pick<SubUserGroup, 'name' | 'permission' | 'scope' | 'members'>) => ({
  id: `3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d1${at}`,
  ...more,
})
const groups: SubUserGroup[] = [
  group(1, { name: 'Chụp ảnh', permission: 'read-write', scope: photos, members: 12 }),
  group(2, { name: 'Kế toán', permission: 'read', scope: null, members: 3 }),
  group(3, { name: 'Thực tập sinh năm 2026', permission: 'write', scope: [], members: 0 }),
]

const serve = (page: Page, all: readonly SubUserGroup[]) =>
  page.route('**/api/user-management/groups', route => route.fulfill({ json: { groups: all } }))

async function openGroups(page: Page, { goto }: At): Promise<void> {
  await serve(page, groups)
  await goto('/user-management/groups')
  await page.getByText('Kế toán').waitFor()
}

/** The button of a row, and the entry of a phone's sheet. */
const words = {
  members: ['subGroups.membersTitle', 'subGroups.membersHead'],
  edit: ['subGroups.edit', 'people.edit'],
  delete: ['subGroups.delete', 'common.delete'],
} as const

async function ask(page: Page, { phone, t }: At, act: keyof typeof words, name: string): Promise<void> {
  const [one, entry] = words[act]
  if (!phone) return page.getByRole('button', { name: t(one, { name }) }).click()
  await page.getByRole('button', { name: t('common.actionsFor', { name }) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t(entry), exact: true })
    .click()
}

export const subUserGroupScreens = (screen: MakeScreen): Screen[] => [
  screen('sub-user-groups', openGroups),
  screen('sub-user-groups-empty', async (page, { goto, t }) => {
    await serve(page, [])
    await goto('/user-management/groups')
    await page.getByText(t('subGroups.empty.title')).waitFor()
  }),
  screen('sub-user-groups-loading', async (page, { goto, t }) => {
    await page.route('**/api/user-management/groups', () => undefined)
    await goto('/user-management/groups')
    await page.getByRole('heading', { name: t('people.title'), exact: true }).waitFor()
  }),
  screen('sub-user-group-create', async (page, at) => {
    await openGroups(page, at)
    await page.getByRole('button', { name: at.t('subGroups.create') }).click()
    await page.getByRole('dialog').getByLabel(at.t('subGroups.name')).waitFor()
  }),
  screen('sub-user-group-edit', async (page, at) => {
    await openGroups(page, at)
    await ask(page, at, 'edit', 'Chụp ảnh')
    await page.getByText(at.t('subGroups.editLead', { count: 12 })).waitFor()
  }),
  screen('sub-user-group-members', async (page, at) => {
    await openGroups(page, at)
    await ask(page, at, 'members', 'Kế toán')
    await page.getByRole('checkbox', { name: 'Lê Minh Châu' }).check()
  }),
  screen('sub-user-group-in-use', async (page, at) => {
    await openGroups(page, at)
    await ask(page, at, 'delete', 'Kế toán')
    await page.getByText(at.t('subGroups.inUseLead', { count: 3 })).waitFor()
  }),
  screen('sub-user-group-delete', async (page, at) => {
    await openGroups(page, at)
    await ask(page, at, 'delete', 'Thực tập sinh năm 2026')
    await page.getByText(at.t('subGroups.deleteLead')).waitFor()
  }),
  screen('sub-user-create-in-group', async (page, at) => {
    await serve(page, groups)
    await at.goto('/user-management/sub-user')
    await page.getByRole('button', { name: at.t('people.create') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(at.t('subGroups.field')).selectOption({ index: 1 })
    await dialog.getByText(at.t('people.may.read-write')).waitFor()
  }),
]
