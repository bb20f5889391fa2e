import type { LifecycleRule } from '../../openapi/schema.ts'
import type { MakeScreen, Screen } from './screens.ts'

const rule = (id: string, more: Partial<LifecycleRule>): LifecycleRule => ({
  ...{ id, enabled: true, prefix: '', others: [] },
  ...{ current_days: null, previous_days: null, abort_days: null },
  ...more,
})

const rules = [
  rule('a', { current_days: 365, previous_days: 90, abort_days: 7 }),
  rule('b', { prefix: 'assets/fonts/', current_days: 30, enabled: false }),
  rule('c', {
    ...{ prefix: 'log', current_days: 7 },
    others: [
      { kind: 'tag', number: null, text: 'team=web' },
      { kind: 'larger', number: 1024 ** 2, text: '' },
      { kind: 'transition-days', number: 3, text: 'GLACIER' },
    ],
  }),
]

const page = (tab: string) => `/bucket-management/-/website-static/${tab}`

/** The tabs of versions, object lock and lifecycle of a bucket's page. */
export const bucketKeepingScreens = (screen: MakeScreen): Screen[] => [
  screen('bucket-versions', async (tab, { goto, t }) => {
    await goto(page('versions'))
    await tab.getByRole('button', { name: t('versions.turnOn') }).waitFor()
  }),
  screen('bucket-versions-on', async (tab, { goto, t }) => {
    await tab.route('**/api/bucket/versioning?*', route =>
      route.fulfill({ json: { versioning: 'enabled', revision: 'a' } }),
    )
    await goto(page('versions'))
    await tab.getByRole('button', { name: t('versions.suspend') }).waitFor()
  }),
  screen('bucket-lock', async (tab, { goto, t }) => {
    await goto(page('lock'))
    await tab.getByLabel('Compliance').check()
    await tab.getByRole('button', { name: t('lock.turnOn') }).click()
    await tab.getByText(t('issue.lock-days-required')).waitFor()
    await tab.getByText(t('issue.confirm')).waitFor()
  }),
  screen('bucket-lifecycle', async (tab, { goto, t }) => {
    await tab.route('**/api/bucket/lifecycle?*', route => route.fulfill({ json: { rules, revision: 'a' } }))
    await goto(page('lifecycle'))
    await tab.getByText(t('lifecycle.conflict.no-versions')).waitFor()
  }),
  screen('bucket-lifecycle-folder', async (tab, { goto, t }) => {
    await tab.route('**/api/bucket/lifecycle?*', route => route.fulfill({ json: { rules, revision: 'a' } }))
    await goto(page('lifecycle?folder=assets/'))
    await tab.getByText(t('lifecycle.marked')).first().waitFor()
  }),
  screen('bucket-lifecycle-rule', async (tab, { goto, t }) => {
    await goto(page('lifecycle'))
    await tab.getByRole('button', { name: t('lifecycle.add') }).click()
    await tab.getByLabel(t('lifecycle.current_days.before')).check()
    await tab.getByText(t('lifecycle.preview.nothing')).waitFor()
    await tab.getByLabel(t('lifecycle.where.folder')).check()
    await tab.getByRole('button', { name: t('lifecycle.add') }).click()
    await tab.getByText(t('issue.required')).waitFor()
  }),
]
