import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayOf, endOfDay } from '../../domain/expiry-day.ts'
import type {
  BucketObjectLock,
  ObjectLock,
  ObjectPage,
  SignedUrls,
  VersionPage,
} from '../../openapi/schema.ts'
import { formatsOf } from '../../src/i18n/formats.ts'
import { type Api, signInApi } from '../support/api.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { texts } from '../support/screens.ts'
import { nextPage } from '../support/shared.ts'

const t = texts('en')
const format = formatsOf('en')
const bucket = 'nhieu-ban'
const lockedBucket = 'co-khoa'

let kho: Console
let api: Api
let page: Page

beforeAll(async () => {
  kho = await startConsole()
  api = await signInApi(kho.url, owner.email, owner.password)
  await api.call('POST', '/bucket', { bucket, versioning: true })
  await api.call('POST', '/bucket', { bucket: lockedBucket })
  const { revision } = await api.call<BucketObjectLock>('GET', `/bucket/objectlock?bucket=${lockedBucket}`)
  await api.call('PUT', '/bucket/objectlock', { bucket: lockedBucket, retention: null, revision })
})
afterAll(() => kho?.stop())
beforeEach(async () => {
  page = await nextPage({ kho })
})

async function put(key: string, text: string, into = bucket): Promise<void> {
  const files = [{ key, size: text.length }]
  const { urls } = await api.call<SignedUrls>('POST', '/objects/get-put-urls', { bucket: into, files })
  expect((await fetch(urls[0]!, { method: 'PUT', body: text })).status).toBe(200)
}

const versionsOf = async (key: string, of = bucket) =>
  (
    await api.call<VersionPage>(
      'GET',
      `/objects/versions?${new URLSearchParams({ bucket: of, prefix: key, exact: 'true' })}`,
    )
  ).versions

const keysIn = async (prefix: string) =>
  (
    await api.call<ObjectPage>('GET', `/objects/paginate?${new URLSearchParams({ bucket, prefix })}`)
  ).items.map(({ key }) => key)

const rows = () => page.getByRole('list', { name: t('version.list') }).getByRole('listitem')

async function openVersions(key: string, of = bucket): Promise<void> {
  await page.goto(`${kho.url}/bucket-management/${of}?object=${encodeURIComponent(key)}&tab=versions`)
  await rows().first().waitFor()
}

async function choose(at: number, action: string): Promise<void> {
  await rows().nth(at).getByRole('button').click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('an old version is downloaded as it was', async () => {
  await put('b.txt', 'one')
  await put('b.txt', 'two')
  await openVersions('b.txt')
  const begun = page.waitForEvent('download')
  await choose(1, t('files.download'))
  const file = await begun
  expect(file.suggestedFilename()).toBe('b.txt')
  expect(await (await fetch(file.url())).text()).toBe('one')
})

test('to make a file private concerns its current version, and the dialog says so', async () => {
  await put('rieng.txt', 'one')
  await page.goto(`${kho.url}/bucket-management/${bucket}`)
  await page.getByRole('button', { name: t('files.actionsFor', { name: 'rieng.txt' }) }).click()
  await page.getByRole('menuitem', { name: t('files.private') }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByText(t('files.private.versions'))
    .waitFor()
})

test('what is in a folder and those below is counted to its end, and what goes beyond a limit said', async () => {
  for (const key of ['dem/a.txt', 'dem/trong/b.txt']) await put(key, 'kho')
  const address = `${kho.url}/bucket-management/${bucket}?object=${encodeURIComponent('dem/')}`
  const panel = page.getByRole('complementary')
  await page.goto(address)
  await panel.getByText('6 Bytes', { exact: true }).waitFor()
  await panel.getByText('2', { exact: true }).waitFor()
  let calls = 0
  await page.route('**/api/objects/count?*', route => {
    calls += 1
    return route.fulfill({ json: { files: 10_000, bytes: 0, next_token: calls < 3 ? `t${calls}` : null } })
  })
  await page.goto(address)
  await panel.getByText('30,000', { exact: true }).waitFor()
  await page.unrouteAll()
  await page.route('**/api/objects/count?*', route =>
    route.fulfill({ json: { files: 10_000, bytes: 0, next_token: 'more' } }),
  )
  await page.goto(address)
  await panel.getByText(t('object.moreThan', { what: '200,000' }), { exact: true }).waitFor()
})

test('deleted files are listed with those of its folders, and restored one by one or several at once', async () => {
  const keys = ['xoa/a.txt', 'xoa/b.txt', 'xoa/trong/c.txt', 'xoa/d.txt']
  for (const key of keys) await put(key, 'kho')
  await api.call('DELETE', '/objects/delete', { bucket, keys: keys.slice(0, 3) })
  await page.goto(`${kho.url}/bucket-management/${bucket}/xoa`)
  await page.getByRole('link', { name: t('files.deletedFiles') }).click()
  await page.waitForURL(`**/${bucket}/xoa?show=deleted`)
  const deleted = page.getByRole('list', { name: t('deleted.list') }).getByRole('listitem')
  await expect.poll(() => deleted.count()).toBe(3)
  await page.getByRole('button', { name: t('deleted.restoreOne', { name: 'a.txt' }) }).click()
  await expect.poll(() => deleted.count()).toBe(2)
  await page.getByRole('checkbox', { name: t('deleted.selectAll') }).check()
  await page.getByRole('button', { name: t('deleted.restore'), exact: true }).click()
  await page.getByText(t('deleted.empty')).waitFor()
  await page.getByRole('link', { name: t('deleted.back') }).click()
  await page.getByRole('row').filter({ hasText: 'trong' }).waitFor()
  expect(await keysIn('xoa/')).toEqual(['xoa/a.txt', 'xoa/b.txt', 'xoa/d.txt', 'xoa/trong/'])
})

const day = dayOf(Date.now() / 1000 + 3 * 86_400)
const lockOf = (key: string) =>
  api.call<ObjectLock>(
    'GET',
    `/objects/retention?${new URLSearchParams({ bucket: lockedBucket, path: key })}`,
  )

async function lock(key: string, mode: string): Promise<void> {
  const { revision } = await lockOf(key)
  const retention = { mode, until: endOfDay(day) }
  await api.call('PUT', '/objects/retention', { bucket: lockedBucket, path: key, revision, retention })
}

test('compliance: the version is not deleted, and the dialog says until when', async () => {
  await put('a.txt', 'one', lockedBucket)
  await lock('a.txt', 'compliance')
  await openVersions('a.txt', lockedBucket)
  await choose(0, t('version.remove'))
  const dialog = page.getByRole('dialog').filter({ hasText: t('version.lockedLead') })
  await dialog.getByText(t('fileLock.compliance', { date: format.dateTime(endOfDay(day)) })).waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: t('version.remove') }).count()).toBe(0)
  await dialog
    .getByRole('button', { name: t('common.close') })
    .last()
    .click()
  expect((await versionsOf('a.txt', lockedBucket)).length).toBe(1)
})

test('governance: full control deletes the version with a tick, and not without it', async () => {
  await put('b.txt', 'one', lockedBucket)
  await lock('b.txt', 'governance')
  await openVersions('b.txt', lockedBucket)
  await choose(0, t('version.remove'))
  await page.getByText(t('fileLock.governance', { date: format.dateTime(endOfDay(day)) })).waitFor()
  await page.getByRole('button', { name: t('version.remove') }).click()
  await page.getByText(t('error.CONFIRM_REQUIRED')).waitFor()
  await page.getByRole('checkbox', { name: t('version.bypass') }).check()
  await page.getByRole('button', { name: t('version.remove') }).click()
  await page.getByText(t('version.none')).waitFor()
  expect(await versionsOf('b.txt', lockedBucket)).toEqual([])
})
