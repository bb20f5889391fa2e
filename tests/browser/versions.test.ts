import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
import { openShell } from '../support/chromium.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { texts } from '../support/screens.ts'
import { signIn, visit } from '../support/visit.ts'

const t = texts('en')
const format = formatsOf('en')
const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' })
const bucket = 'nhieu-ban'
const lockedBucket = 'co-khoa'

let kho: Console
let browser: Browser
let context: BrowserContext
let api: Api
let page: Page

beforeAll(async () => {
  ;[kho, browser] = await Promise.all([startConsole(), openShell()])
  api = await signInApi(kho.url, owner.email, owner.password)
  await api.call('POST', '/bucket', { bucket, versioning: true })
  await api.call('POST', '/bucket', { bucket: lockedBucket })
  const { revision } = await api.call<BucketObjectLock>('GET', `/bucket/objectlock?bucket=${lockedBucket}`)
  await api.call('PUT', '/bucket/objectlock', { bucket: lockedBucket, retention: null, revision })
  context = await visit(browser, kho.url)
  const first = await context.newPage()
  await first.goto(kho.url)
  await signIn(first)
  await first.getByRole('heading', { level: 1, name: t('buckets.title') }).waitFor()
  await first.close()
})
afterAll(async () => {
  await browser?.close()
  await kho?.stop()
})
beforeEach(async () => {
  page = await context.newPage()
})
afterEach(() => page.close())

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

async function textOf(key: string): Promise<string> {
  const { url } = await api.call<{ url: string }>('POST', '/objects/get-download-url', { bucket, key })
  return (await fetch(url)).text()
}

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

describe('File browser, context menu: versions', () => {
  test('an old version is looked at, restored, and one deleted for good', async () => {
    await put('a.txt', 'one')
    await put('a.txt', 'two')
    await openVersions('a.txt')
    expect(await rows().count()).toBe(2)
    await choose(1, t('files.preview'))
    const frame = page.getByRole('dialog', { name: 'a.txt' }).frameLocator('iframe')
    await frame.getByText('one').waitFor()
    await page
      .getByRole('dialog', { name: 'a.txt' })
      .getByRole('button', { name: t('common.close') })
      .click()
    await choose(1, t('version.restore'))
    await expect.poll(() => rows().count()).toBe(3)
    expect(await textOf('a.txt')).toBe('one')
    await choose(2, t('version.remove'))
    await page.getByRole('alertdialog').getByText(t('version.removeLead')).waitFor()
    await page.getByRole('button', { name: t('version.remove') }).click()
    await expect.poll(() => rows().count()).toBe(2)
    expect((await versionsOf('a.txt')).map(({ latest }) => latest)).toEqual([true, false])
  })

  test('versions of the same second have menus of names of their own', async () => {
    for (const text of ['one', 'two', 'three']) await put('gap.txt', text)
    const stored = await versionsOf('gap.txt')
    const same = stored.map(version => ({ ...version, last_modified: 1_800_000_000 }))
    await page.route('**/api/objects/versions?*', route =>
      route.fulfill({ json: { versions: same, next_token: null } }),
    )
    await openVersions('gap.txt')
    const time = `${format.date(1_800_000_000)} ${clock.format(1_800_000_000_000)}`
    for (const number of [1, 2, 3]) {
      const name = t('version.actionsFor', { time: `${time} (${number})` })
      await page.getByRole('button', { name, exact: true }).waitFor()
    }
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

  test('an old version is downloaded', async () => {
    await put('b.txt', 'one')
    await put('b.txt', 'two')
    await openVersions('b.txt')
    const begun = page.waitForEvent('download')
    await choose(1, t('files.download'))
    const file = await begun
    expect(file.suggestedFilename()).toBe('b.txt')
    expect(await (await fetch(file.url())).text()).toBe('one')
  })

  test('a deletion is shown in the timeline and undone there', async () => {
    await put('c.txt', 'one')
    await api.call('DELETE', '/objects/delete', { bucket, keys: ['c.txt'] })
    await openVersions('c.txt')
    await page.getByText(t('version.markerLead')).waitFor()
    await page.getByRole('button', { name: t('version.undo') }).click()
    await expect.poll(() => rows().count()).toBe(1)
    expect(await textOf('c.txt')).toBe('one')
  })

  test('a bucket without versions says so, and leads to its setting', async () => {
    await api.call('POST', '/bucket', { bucket: 'khong-ban' })
    await put('a.txt', 'one', 'khong-ban')
    await openVersions('a.txt', 'khong-ban')
    await page.getByText(t('version.off')).waitFor()
    await page.getByRole('link', { name: t('version.toSetting') }).click()
    await page.waitForURL('**/bucket-management/-/khong-ban/versions')
  })
})

describe('Object panel of a folder', () => {
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
})

describe('Deleted files of a folder', () => {
  test('are listed with those of its folders, and restored one by one or several at once', async () => {
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
})

describe('Object lock of a file', () => {
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
    expect(await dialog.getByRole('button', { name: t('version.remove') }).count()).toBe(0)
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

  test('a file is locked until a day, the lock is lifted, and a legal hold put on and taken off', async () => {
    await put('c.txt', 'one', lockedBucket)
    await page.goto(`${kho.url}/bucket-management/${lockedBucket}?object=c.txt`)
    await page.getByRole('button', { name: t('fileLock.lock') }).click()
    await page.getByLabel('Governance').check()
    await page.getByLabel(t('fileLock.lastDay'), { exact: true }).fill(format.date(endOfDay(day)))
    await page.getByRole('button', { name: t('fileLock.dialogDo'), exact: true }).click()
    await page.getByRole('button', { name: t('fileLock.lift') }).click()
    expect(await lockOf('c.txt')).toMatchObject({ mode: 'governance', until: endOfDay(day) })
    await page.getByRole('button', { name: t('fileLock.liftDo'), exact: true }).click()
    await page.getByText(t('fileLock.none')).waitFor()
    await page.getByRole('button', { name: t('fileLock.holdOn') }).click()
    await page.getByText(t('fileLock.hold')).waitFor()
    expect(await lockOf('c.txt')).toMatchObject({ mode: null, legal_hold: true })
    await page.getByRole('button', { name: t('fileLock.holdOff') }).click()
    await page.getByText(t('fileLock.none')).waitFor()
  })
})
