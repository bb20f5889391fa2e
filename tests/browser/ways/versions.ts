import { expect } from 'vitest'
import type { BucketObjectLock, ObjectLock, VersionPage } from '../../../openapi/schema.ts'
import { formatsOf } from '../../../src/i18n/formats.ts'
import { type Action, action, press, rowWays } from './action.ts'
import { button, type Control, item, link } from './controls.ts'
import type { Stage } from './stage.ts'

const fileMenu: Control = { ...button('files.actionsFor', 'name'), gridKey: 'Shift+F10' }
const menu = button('version.actionsFor', 'time')
const remove = button('version.remove')
/** The bucket has a tab of this name too. */
const tabOfFile: Control = { ...link('files.versions'), last: true }
const checkbox = (...name: Parameters<typeof button>) => ({ ...button(...name), role: 'checkbox' }) as const

/** Puts these texts, one after the other, as versions of `a.txt` into a new bucket, and gives its name. */
async function bucketWith(stage: Stage, texts: readonly string[], key = 'a.txt'): Promise<string> {
  const bucket = `ban-${stage.name}`
  await stage.makeBucket(bucket, { versioning: true })
  for (const text of texts) {
    const files = [{ key, size: text.length }]
    const { urls } = await stage.call<{ urls: string[] }>('POST', '/objects/get-put-urls', { bucket, files })
    expect((await fetch(urls[0]!, { method: 'PUT', body: text })).status).toBe(200)
  }
  return bucket
}

const rows = (stage: Stage) =>
  stage.page.getByRole('list', { name: stage.t('version.list') }).getByRole('listitem')

async function versionsOf(stage: Stage, bucket: string): Promise<VersionPage['versions']> {
  return (await stage.call<VersionPage>('GET', `/objects/versions?bucket=${bucket}`)).versions
}

/** Opens the versions of `a.txt`; the menus of all but the oldest are hidden from the one that is sought first. */
async function openVersions(stage: Stage, bucket: string): Promise<void> {
  await stage.goto(`/bucket-management/${bucket}?object=a.txt&tab=versions`)
  await rows(stage).first().waitFor()
}

/** The time in the name of the version's menu. */
async function timeOf(stage: Stage, at: number): Promise<string> {
  const name = await rows(stage).nth(at).getByRole('button').getAttribute('aria-label')
  return name!.slice(stage.t('version.actionsFor', { time: '' }).length)
}

export const versions: readonly Action[] = [
  action(
    'versions: open by the menu of a file, in a bucket that keeps none',
    'files',
    [fileMenu, item('files.versions'), link('version.toSetting')],
    async stage => {
      const bucket = `khong-${stage.name}`
      await stage.makeBucket(bucket)
      const files = [{ key: 'a.txt', size: 3 }]
      const { urls } = await stage.call<{ urls: string[] }>('POST', '/objects/get-put-urls', {
        bucket,
        files,
      })
      await fetch(urls[0]!, { method: 'PUT', body: 'kho' })
      await stage.goto(`/bucket-management/${bucket}`)
      await stage.row('a.txt').waitFor()
      await stage.choose(fileMenu, item('files.versions'), 'a.txt')
      await stage.shows('version.off')
      await stage.use(link('version.toSetting'))
      await stage.path(`/bucket-management/-/${bucket}/versions`)
    },
    { ways: rowWays },
  ),
  press(
    'files: go to the lifecycle rule that deletes one',
    'files-expiry',
    link('object.expiryRules'),
    stage => stage.path('/bucket-management/-/website-static/lifecycle'),
  ),
  action(
    'versions: look at the tab, and at the details again',
    'files-panel',
    [tabOfFile, link('object.tab.details')],
    async stage => {
      await stage.open('files-panel')
      await stage.use(tabOfFile)
      await rows(stage).first().waitFor()
      await stage.use(link('object.tab.details'))
      await expect.poll(() => rows(stage).count()).toBe(0)
    },
  ),
  action(
    'versions: delete one for good, and download it before',
    'files-versions',
    [menu, item('files.download'), item('version.remove'), remove],
    async stage => {
      const bucket = await bucketWith(stage, ['one'])
      await openVersions(stage, bucket)
      const time = await timeOf(stage, 0)
      const file = stage.page.waitForEvent('download')
      await stage.choose(menu, item('files.download'), time)
      expect((await file).suggestedFilename()).toBe('a.txt')
      await stage.choose(menu, item('version.remove'), time)
      await stage.dialog('version.removeTitle', { time })
      await stage.use(remove)
      await expect.poll(() => versionsOf(stage, bucket)).toEqual([])
    },
  ),
  action(
    'versions: look at an older one, and restore it',
    'files-versions',
    [menu, item('files.preview'), button('common.close'), item('version.restore')],
    async stage => {
      const bucket = await bucketWith(stage, ['one', 'two'])
      await openVersions(stage, bucket)
      const time = await timeOf(stage, 1)
      await stage.choose(menu, item('files.preview'), time)
      const preview = stage.page.getByRole('dialog', { name: 'a.txt', exact: true })
      await preview.frameLocator('iframe').getByText('one').waitFor()
      await stage.use(button('common.close'))
      await preview.waitFor({ state: 'detached' })
      await stage.choose(menu, item('version.restore'), time)
      await expect.poll(() => rows(stage).count()).toBe(3)
      const file = { bucket, key: 'a.txt' }
      const { url } = await stage.call<{ url: string }>('POST', '/objects/get-download-url', file)
      expect(await (await fetch(url)).text()).toBe('one')
    },
  ),
  action(
    'versions: delete one that governance locks',
    'files-versions',
    [menu, item('version.remove'), checkbox('version.bypass'), remove],
    async stage => {
      const bucket = await bucketWith(stage, ['one', 'two'])
      const setting = `/bucket/objectlock?bucket=${bucket}`
      const { revision } = await stage.call<BucketObjectLock>('GET', setting)
      await stage.call('PUT', '/bucket/objectlock', { bucket, retention: null, revision })
      const [current, older] = await versionsOf(stage, bucket)
      const version = { bucket, path: 'a.txt', version_id: older!.version_id }
      const lock = await stage.call<ObjectLock>('GET', `/objects/retention?${new URLSearchParams(version)}`)
      const retention = { mode: 'governance', until: Math.floor(Date.now() / 1000) + 86_400 }
      await stage.call('PUT', '/objects/retention', { ...version, revision: lock.revision, retention })
      await openVersions(stage, bucket)
      const time = await timeOf(stage, 1)
      await stage.choose(menu, item('version.remove'), time)
      await stage.dialog('version.removeTitle', { time })
      await stage.use(checkbox('version.bypass'))
      await stage.use(remove)
      await expect
        .poll(async () => (await versionsOf(stage, bucket)).map(({ version_id }) => version_id))
        .toEqual([current!.version_id])
    },
  ),
  action('versions: undo a deletion', 'files-versions', [button('version.undo')], async stage => {
    const bucket = await bucketWith(stage, ['one'])
    await stage.call('DELETE', '/objects/delete', { bucket, keys: ['a.txt'] })
    await openVersions(stage, bucket)
    await stage.use(button('version.undo'))
    await expect
      .poll(async () => (await versionsOf(stage, bucket)).map(({ latest }) => latest))
      .toEqual([true])
  }),
  action(
    'files: see the deleted ones, and restore one',
    'files-deleted',
    [link('files.deletedFiles'), button('deleted.restoreOne', 'name'), link('deleted.back')],
    async stage => {
      const bucket = await bucketWith(stage, ['one'])
      await stage.call('DELETE', '/objects/delete', { bucket, keys: ['a.txt'] })
      await stage.goto(`/bucket-management/${bucket}`)
      await stage.use(link('files.deletedFiles'))
      await stage.use(button('deleted.restoreOne', 'name'), 'a.txt')
      await stage.shows('deleted.empty')
      await stage.use(link('deleted.back'))
      await stage.row('a.txt').waitFor()
    },
  ),
  action(
    'files: restore chosen deleted ones',
    'files-deleted',
    [checkbox('deleted.selectAll'), checkbox('deleted.select', 'name'), button('deleted.restore')],
    async stage => {
      const bucket = await bucketWith(stage, ['one'])
      await stage.call('DELETE', '/objects/delete', { bucket, keys: ['a.txt'] })
      await stage.goto(`/bucket-management/${bucket}?show=deleted`)
      const restore = stage.t('deleted.restore')
      await stage.use(checkbox('deleted.selectAll'))
      await stage.use(checkbox('deleted.select', 'name'), 'a.txt')
      await stage.page.getByRole('button', { name: restore, exact: true, disabled: true }).waitFor()
      await stage.use(checkbox('deleted.select', 'name'), 'a.txt')
      await stage.use(button('deleted.restore'))
      await stage.shows('deleted.empty')
    },
  ),
  press('versions: show older ones', 'files-versions', button('version.more'), async stage => {
    await expect.poll(() => rows(stage).count()).toBe(8)
  }),
  press('files: show more deleted ones', 'files-deleted', button('deleted.more'), async stage => {
    await expect.poll(() => stage.page.getByRole('checkbox').count()).toBe(5)
  }),
  action(
    'lock: lock a file, change and lift its lock, put it on hold and take it off',
    'files-lock',
    [
      ...[button('fileLock.lock'), button('fileLock.dialogDo'), button('fileLock.change')],
      ...[checkbox('fileLock.weaken'), button('fileLock.lift'), button('fileLock.liftDo')],
      ...[button('fileLock.holdOn'), button('fileLock.holdOff')],
    ],
    async stage => {
      const bucket = await bucketWith(stage, ['one'])
      const setting = `/bucket/objectlock?bucket=${bucket}`
      const { revision } = await stage.call<BucketObjectLock>('GET', setting)
      await stage.call('PUT', '/bucket/objectlock', { bucket, retention: null, revision })
      await stage.goto(`/bucket-management/${bucket}?object=a.txt`)
      const lock = () => stage.call<ObjectLock>('GET', `/objects/retention?bucket=${bucket}&path=a.txt`)
      await stage.use(button('fileLock.lock'))
      await stage.page.getByRole('radio', { name: stage.t('lock.mode.governance') }).click()
      await stage.fill('fileLock.lastDay', formatsOf('en').date(Date.now() / 1000 + 7 * 86_400))
      await stage.use(button('fileLock.dialogDo'))
      await stage.use(button('fileLock.change'))
      await stage.fill('fileLock.lastDay', formatsOf('en').date(Date.now() / 1000 + 3 * 86_400))
      await stage.use(checkbox('fileLock.weaken'))
      await stage.use(button('fileLock.dialogDo'))
      await stage.use(button('fileLock.lift'))
      await stage.use(button('fileLock.liftDo'))
      await stage.use(button('fileLock.holdOn'))
      await stage.use(button('fileLock.holdOff'))
      await stage.page.getByRole('button', { name: stage.t('fileLock.holdOn') }).waitFor()
      expect(await lock()).toMatchObject({ mode: null, legal_hold: false })
    },
  ),
]
