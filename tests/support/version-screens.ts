import type {
  DeletedPage,
  ObjectAcl,
  ObjectDetails,
  ObjectExpiry,
  ObjectLock,
  VersionItem,
  VersionPage,
} from '../../openapi/schema.ts'
import { answerChanged } from './changed-answer.ts'
import type { MakeScreen, Screen } from './screens.ts'

const at = Date.UTC(2026, 2, 4, 5, 6) / 1000
const item = (version_id: string, more: Partial<VersionItem>): VersionItem => ({
  ...{ key: 'index.html', version_id, latest: false, delete_marker: false, size: 1234 },
  ...{ last_modified: at, etag: '"5d41402abc4b2a76b9719d911017c592"', storage_class: 'STANDARD' },
  ...more,
})
const marker = { delete_marker: true, size: null, etag: null, storage_class: null }
const page: VersionPage = {
  versions: [
    item('4', { ...marker, latest: true, last_modified: at + 90_000 }),
    item('3', { last_modified: at + 5000 }),
    item('2', { ...marker, last_modified: at + 900 }),
    item('1', {}),
  ],
  next_token: 'more',
}
const lock: ObjectLock = {
  ...{ revision: 'a', available: true, mode: 'compliance', until: at + 9e8, legal_hold: true },
}
const expiry: ObjectExpiry = {
  at: at + 900_000,
  rule: {
    ...{ id: 'r', enabled: true, prefix: 'index', current_days: 10, previous_days: null, abort_days: null },
    others: [{ kind: 'tag', number: null, text: 'team=web' }],
  },
}
const deleted: DeletedPage = {
  items: [
    { key: 'ảnh/Tết 2026/múa lân.mp4', deleted_at: at, size: 3e8 },
    { key: 'báo cáo quý.xlsx', deleted_at: at + 4000, size: 4321 },
  ],
  next_token: 'more',
}
const files = '/bucket-management/website-static'

/** The versions, the expiry and the lock of a file, and the deleted files of a folder. */
export const versionScreens = (screen: MakeScreen): Screen[] => [
  screen('files-versions', async (tab, { goto, t }) => {
    await tab.route('**/api/objects/versions?*', route => route.fulfill({ json: page }))
    await goto(`${files}?object=index.html&tab=versions`)
    await tab.getByRole('button', { name: t('version.undo') }).waitFor()
  }),
  screen('files-version-locked', async (tab, { goto, t }) => {
    const versions = [item('1', { latest: true })]
    await tab.route('**/api/objects/versions?*', route =>
      route.fulfill({ json: { versions, next_token: null } }),
    )
    await tab.route('**/api/objects/retention?*', route => route.fulfill({ json: lock }))
    await goto(`${files}?object=index.html&tab=versions`)
    await tab
      .getByRole('list', { name: t('version.list') })
      .getByRole('button')
      .click()
    await tab.getByText(t('version.remove'), { exact: true }).click()
    await tab.getByText(t('version.lockedLead')).waitFor()
  }),
  screen('files-expiry', async (tab, { goto, t }) => {
    await tab.route('**/api/objects/details?*', route =>
      answerChanged<ObjectDetails>(route, details => ({ ...details, version_id: 'v1', expiry })),
    )
    await tab.route('**/api/objects/acl?*', route =>
      answerChanged<ObjectAcl>(route, acl => ({ ...acl, acl: 'public' })),
    )
    await goto(`${files}?object=index.html`)
    await tab.getByText(t('object.expiryKeeps')).waitFor()
    await tab.getByText(t('object.publicUrl')).waitFor()
  }),
  screen('files-lock', async (tab, { goto, t }) => {
    const governance = { ...lock, mode: 'governance', legal_hold: false }
    await tab.route('**/api/objects/retention?*', route => route.fulfill({ json: governance }))
    await goto(`${files}?object=index.html`)
    await tab.getByRole('button', { name: t('fileLock.change') }).click()
    await tab.getByLabel('Compliance').check()
    await tab.getByRole('button', { name: t('fileLock.dialogDo'), exact: true }).click()
    await tab.getByText(t('issue.confirm')).first().waitFor()
  }),
  screen('files-deleted', async (tab, { goto, t }) => {
    await tab.route('**/api/objects/deleted?*', route => route.fulfill({ json: deleted }))
    await goto(`${files}?show=deleted`)
    await tab.getByRole('checkbox', { name: t('deleted.selectAll') }).waitFor()
  }),
]
