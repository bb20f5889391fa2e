import type { Page } from 'playwright'
import type { PlannedSubUser } from '../../openapi/schema.ts'
import type { MakeScreen, Screen } from './screens.ts'

type At = Parameters<Screen['open']>[1]

const file = [
  'name,email,permission,folders,group,expiry',
  'Đỗ Thị Mai,mai@example.com,read,,,2027-12-31',
  'Hoàng Gia Bảo,bao@example.com,"Read, write",anh-san-pham/2026,,',
  'Lê Minh Châu,chau.le@example.com,,,Kế toán,',
  'Phạm Quốc Dũng,dung@,manager,,,31/02/2027',
  'Vũ Ngọc Hân,han@example.com,read,,Không có,',
].join('\n')

const photos = [{ bucket: 'anh-san-pham', prefix: '2026/' }]
const terms = { permission: 'read', scope: null, group: null, expire_date: 0 } as const
const lines: PlannedSubUser[] = [
  {
    ...{ email: 'mai@example.com', fullName: 'Đỗ Thị Mai', state: 'created', before: null },
    after: { ...terms, expire_date: 1_830_000_000 },
  },
  {
    ...{ email: 'bao@example.com', fullName: 'Hoàng Gia Bảo', state: 'changed', before: terms },
    after: { ...terms, permission: 'read-write', scope: photos },
  },
  {
    ...{ email: 'chau.le@example.com', fullName: 'Lê Minh Châu', state: 'unchanged' },
    ...{ before: { ...terms, group: 'Kế toán' }, after: { ...terms, group: 'Kế toán' } },
  },
  {
    ...{ email: 'han@example.com', fullName: 'Vũ Ngọc Hân', state: 'refused', code: 'GROUP_NOT_FOUND' },
    ...{ before: null, after: null },
  },
]

async function openImport(page: Page, { goto, t }: At): Promise<void> {
  await goto('/user-management/sub-user')
  await page.getByRole('button', { name: t('import.open'), exact: true }).click()
  await page.getByRole('dialog').getByText(t('import.drop')).waitFor()
}

async function openFile(page: Page, at: At): Promise<void> {
  await page.route('**/api/user-management/import', route => {
    const { preview, rows } = route.request().postDataJSON() as {
      preview: boolean
      rows: { email: string }[]
    }
    const asked = rows.map(({ email }) => lines.find(line => line.email === email)!)
    return route.fulfill({ json: { lines: preview ? lines : asked } })
  })
  await openImport(page, at)
  const buffer = Buffer.from(file)
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
  await page.getByText(at.t('import.state.created'), { exact: true }).waitFor()
}

export const subUserImportScreens = (screen: MakeScreen): Screen[] => [
  screen('sub-users-import', openImport),
  screen('sub-users-import-file', openFile),
  screen('sub-users-import-ended', async (page, at) => {
    await openFile(page, at)
    await page.getByRole('button', { name: at.t('import.do'), exact: true }).click()
    await page.getByRole('button', { name: at.t('import.saveBad') }).waitFor()
  }),
]
