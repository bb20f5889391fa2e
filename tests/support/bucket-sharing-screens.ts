import type { BucketAcl, BucketStatus } from '../../openapi/schema.ts'
import type { MakeScreen, Screen } from './screens.ts'

const acl: BucketAcl = {
  acl: 'public',
  public_by: [
    { by: 'console', name: 'KhoPublicRead', conditional: false },
    { by: 'policy', name: 'AnhChoMoiNguoi', conditional: true },
    { by: 'acl', name: 'READ', conditional: false },
  ],
  blocked: false,
  acls: true,
  url: 'https://s3.example.com/website-static/',
  open_files: {
    files: [{ key: 'images/logo.svg', url: 'https://s3.example.com/website-static/images/logo.svg' }],
    ...{ checked: 100, next: 'images/photo-100.jpg' },
  },
  revision: 'a',
}

const status = (more: Partial<BucketStatus>): Omit<BucketStatus, 'bucket'> => ({
  ...{ acl: 'private', versioning: 'off', object_lock: { enabled: false, retention: null } },
  ...more,
})
const statuses: Record<string, Omit<BucketStatus, 'bucket'>> = {
  'website-static': status({ acl: 'public', versioning: 'enabled' }),
  'anh-gia-dinh': status({
    versioning: 'enabled',
    object_lock: { enabled: true, retention: { mode: 'compliance', days: 365 } },
  }),
}

/** The marks of the list of buckets, the sharing tab, and the dialogs about access. */
export const bucketSharingScreens = (screen: MakeScreen): Screen[] => [
  screen('buckets-marked', async (page, { goto, t }) => {
    await page.route('**/api/bucket/status?*', route => {
      const names = new URL(route.request().url()).searchParams.getAll('bucket')
      const buckets = names.map(bucket => ({ bucket, ...(statuses[bucket] ?? status({})) }))
      return route.fulfill({ json: { buckets } })
    })
    await goto('/bucket-management')
    await page.getByRole('link', { name: t('buckets.mark.lock.compliance', { days: 365 }) }).waitFor()
  }),
  screen('bucket-public', async (page, { goto, t }) => {
    await goto('/bucket-management')
    await page.getByRole('button', { name: t('common.actionsFor', { name: 'website-static' }) }).click()
    await page.getByText(t('buckets.act.public'), { exact: true }).last().click()
    await page.getByText(t('sharing.public.at')).waitFor()
  }),
  screen('bucket-link', async (page, { goto, t }) => {
    await goto('/bucket-management')
    await page.getByRole('button', { name: t('common.actionsFor', { name: 'website-static' }) }).click()
    await page.getByText(t('buckets.act.link'), { exact: true }).last().click()
    await page.getByRole('listbox').getByRole('option').first().waitFor()
  }),
  screen('bucket-sharing', async (page, { goto, t }) => {
    await page.route('**/api/bucket/acl?*', route => route.fulfill({ json: acl }))
    await goto('/bucket-management/-/website-static/sharing')
    await page.getByLabel(t('sharing.link.file')).fill('khong-co.txt')
    await page.getByRole('button', { name: t('sharing.link.do') }).click()
    await page.getByText(t('error.OBJECT_NOT_FOUND')).waitFor()
  }),
  screen('bucket-sharing-no-acls', async (page, { goto, t }) => {
    const none = {
      ...acl,
      acl: 'private',
      public_by: [],
      acls: false,
      open_files: { files: [], checked: 0, next: null },
    }
    await page.route('**/api/bucket/acl?*', route => route.fulfill({ json: none }))
    await goto('/bucket-management/-/website-static/sharing')
    await page.getByText(t('sharing.noAcls')).waitFor()
  }),
]
