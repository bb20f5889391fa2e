import type { S3Client } from '@aws-sdk/client-s3'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MiB } from '../../domain/limits.ts'
import type { SignedUrl } from '../../openapi/schema.ts'
import { makeClient } from '../../server/storage/client.ts'
import { type Api, signInApi } from '../support/api.ts'
import { startCeph } from '../support/ceph.ts'
import { openShell } from '../support/chromium.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { startPostgres } from '../support/postgres.ts'
import { texts } from '../support/screens.ts'
import { signIn, visit } from '../support/visit.ts'
import { bucketJob } from './support/bucket-job.ts'
import { downloaded, downloadRow, drop, grid, names, row, uploadsDone } from './support/file-browser-page.ts'
import { fileJob } from './support/file-job.ts'
import { type FileTree, makeTree, sha256 } from './support/file-tree.ts'

/** What a console runs on: its environment, and how to end it. */
type Ground = { env: Record<string, string>; stop(): Promise<void> }

async function embedded(): Promise<Ground> {
  return { env: {}, stop: async () => undefined }
}

/** Beyond one machine: other storage and another database, together. */
async function beyond(): Promise<Ground | { missing: string }> {
  const [ceph, postgres] = await Promise.all([startCeph(), startPostgres()])
  const stop = async () => {
    for (const each of [ceph, postgres]) if ('stop' in each) await each.stop()
  }
  if ('missing' in ceph || 'missing' in postgres) {
    await stop()
    return {
      missing: [ceph, postgres]
        .map(each => ('missing' in each ? each.missing : ''))
        .join(' ')
        .trim(),
    }
  }
  return {
    env: {
      KHO_S3_KIND: 'rgw',
      KHO_S3_ENDPOINT: ceph.endpoint,
      KHO_S3_ADMIN_KEY: ceph.accessKey,
      KHO_S3_ADMIN_SECRET: ceph.secretKey,
      KHO_DATABASE_URL: await postgres.database(),
      KHO_SECRET: 'made up for a test, on loopback only',
    },
    stop,
  }
}

const t = texts('en')
const password = 'Mat-khau-moi-2026'
const bucket = 'tai-lieu.2026'

const oddNames = [
  '100% + #1 & = ; , @ $ \' ( ) * ! ~ ` ^ | < > [ ] { } ".txt',
  'a?b=c&d.txt',
  '%2F%20%zz.txt',
  'back\\slash.txt',
  'báo cáo quý 4 — Hội An.txt',
  '😀 👩‍👩‍👧‍👦.txt',
  '...',
  ' spaces at both ends ',
]
/** A key of 1,024 bytes: as long as S3 takes. */
const longest = ['x'.repeat(255), 'y'.repeat(255), 'z'.repeat(255), 'ế'.repeat(80), 'tận cùng'].join('/')
const longestFolder = longest + 'k'.repeat(1024 - Buffer.byteLength(longest))
/** Keys that no file system gives. */
const strangeKeys = ['/đầu.txt', '//hai.txt', 'giữa//trống.txt', 'a/../b.txt', './c.txt', '../d.txt']

describe('the main job on the embedded engine and SQLite', () => mainJob(embedded))
describe('the main job on Ceph RGW and PostgreSQL', { tags: ['storages'] }, () => mainJob(beyond))

function mainJob(prepare: typeof beyond): void {
  const crossOrigin = prepare === beyond
  let missing: string | null = null
  let ground: Ground | undefined
  let kho: Console
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let files: FileTree
  let api: Api
  let client: S3Client | undefined
  const puts = new Set<string>()

  beforeAll(async () => {
    const found = await prepare()
    if ('missing' in found) {
      missing = found.missing
      return
    }
    ground = found
    kho = await startConsole({
      pin: false,
      env: { ...found.env, TEST_FIRST_PASSWORD: '1', KHO_PART_SIZE: String(5 * MiB) },
    })
    browser = await openShell()
    context = await visit(browser, kho.url)
    page = await context.newPage()
    // Playwright takes choosers over from the first listener on, and not at once.
    page.on('filechooser', () => undefined)
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
    page.on('requestfinished', request => {
      if (request.method() === 'PUT' && !request.url().includes('/api/'))
        puts.add(new URL(request.url()).origin)
    })
    files = makeTree({
      'ghi chú.txt': 1200,
      'trống.txt': 0,
      'phim.mp4': 20 * MiB,
      'ảnh/Tết 2026/múa lân.jpg': 300_000,
      'ảnh/Tết 2026/pháo hoa.jpg': 200_000,
      'ảnh/bìa.png': 5000,
      ...Object.fromEntries(oddNames.map((name, index) => [`lạ/${name}`, 100 + index])),
      [longestFolder]: 77,
    })
  }, 180_000)
  afterAll(async () => {
    client?.destroy()
    files?.remove()
    await browser?.close()
    await kho?.stop()
    await ground?.stop()
  })
  beforeEach(ctx => {
    if (missing !== null) ctx.skip(missing)
  })

  const url = (path: string) => `${kho.url}${path}`
  const here = () => new URL(page.url()).pathname

  /** Opens the bucket without the files that an earlier try of this test may have uploaded. */
  async function openWithout(mine: (key: string) => boolean): Promise<void> {
    await api.call('DELETE', '/objects/delete', { bucket, keys: [...files.hashes.keys()].filter(mine) })
    await page.goto(url(`/bucket-management/${bucket}`))
  }

  async function storedHash(key: string): Promise<string> {
    const { url } = await api.call<SignedUrl>('POST', '/objects/get-download-url', { bucket, key })
    const response = await fetch(url)
    expect(response.status).toBe(200)
    return sha256(await response.bytes())
  }

  test('the first password has to be changed and a pin set, then the buckets are there', async () => {
    await page.goto(kho.url)
    await signIn(page)
    await page.getByRole('heading', { name: t('auth.changeFirstTitle') }).waitFor()
    expect(here()).toBe('/change-password-first')
    await page.getByLabel(t('auth.currentPassword'), { exact: true }).fill(owner.password)
    await page.getByLabel(t('auth.newPassword'), { exact: true }).fill(password)
    await page.getByLabel(t('auth.confirmPassword'), { exact: true }).fill(password)
    await page.getByRole('button', { name: t('auth.changePassword') }).click()
    await page.getByRole('heading', { name: t('auth.pinSetUpTitle') }).waitFor()
    expect(here()).toBe('/security')
    await page.getByLabel(t('auth.pin'), { exact: true }).fill(owner.pin)
    await page.getByLabel(t('auth.confirmPin'), { exact: true }).fill(owner.pin)
    await page.getByRole('button', { name: t('auth.setPin') }).click()
    await page.getByText(t('buckets.empty.title')).waitFor()
    expect(here()).toBe('/bucket-management')
    api = await signInApi(kho.url, owner.email, password)
  })

  test('a bucket is made once its name keeps the rules', async () => {
    await page.getByRole('button', { name: t('buckets.new') }).click()
    const dialog = page.getByRole('dialog')
    const name = dialog.getByLabel(t('buckets.nameLabel'))
    await name.fill('Tai_Lieu-')
    await dialog.getByRole('button', { name: t('buckets.new') }).click()
    const message = t('issue.bucket-name-characters')
    await dialog.locator('[aria-live]').getByText(message).waitFor()
    const rules = dialog.getByRole('list', { name: t('buckets.rulesLabel') }).getByRole('listitem')
    expect(await rules.count()).toBe(3)
    expect(await rules.getByText(message).count()).toBe(0)
    expect(await api.call('GET', '/bucket')).toMatchObject({ buckets: [] })
    await name.fill(bucket)
    await dialog.getByRole('button', { name: t('buckets.new') }).click()
    await expect.poll(here).toBe(`/bucket-management/-/${bucket}/overview`)
    await page.getByRole('link', { name: t('bucket.files'), exact: true }).click()
    await page.getByText(t('files.empty.title')).waitFor()
    expect(here()).toBe(`/bucket-management/${bucket}`)
  })

  test('files go in by the button: whole, in parts, empty', async () => {
    await openWithout(key => !key.includes('/'))
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page
        .getByRole('button', { name: t('files.uploadFiles') })
        .first()
        .click(),
    ])
    await chooser.setFiles(['ghi chú.txt', 'trống.txt', 'phim.mp4'].map(files.path))
    await uploadsDone(page, 3)
  })

  test('a folder goes in by its button', async () => {
    await openWithout(key => key.startsWith('ảnh/'))
    const [folder] = await Promise.all([
      page.waitForEvent('filechooser'),
      page
        .getByRole('button', { name: t('files.uploadFolder') })
        .first()
        .click(),
    ])
    await folder.setFiles(files.path('ảnh'))
    await uploadsDone(page, 3)
  })

  test('files and folders go in by a drop', async () => {
    await openWithout(key => key.startsWith('lạ/') || key === longestFolder)
    await row(page, 'ảnh').waitFor()
    await drop(page, [files.path('lạ'), files.path('x'.repeat(255))])
    await uploadsDone(page, oddNames.length + 1)
    await expect
      .poll(() => names(page))
      .toEqual(['ảnh', 'lạ', 'x'.repeat(255), 'ghi chú.txt', 'phim.mp4', 'trống.txt'])
    expect([...puts]).toEqual([crossOrigin ? new URL(ground!.env.KHO_S3_ENDPOINT!).origin : kho.url])
    for (const [key, hash] of files.hashes) expect([key, await storedHash(key)]).toEqual([key, hash])
  })

  test('a folder has an address of its own, for reload, back, forward and a link to share', async () => {
    await page.goto(url(`/bucket-management/${bucket}`))
    await row(page, 'ảnh').getByRole('link').click()
    await row(page, 'Tết 2026').getByRole('link').click()
    await row(page, 'múa lân.jpg').waitFor()
    const inside = ['múa lân.jpg', 'pháo hoa.jpg']
    const path = `/bucket-management/${bucket}/${encodeURIComponent('ảnh')}/${encodeURIComponent('Tết 2026')}`
    expect(here()).toBe(path)
    await page.reload()
    await row(page, 'múa lân.jpg').waitFor()
    await expect.poll(() => names(page)).toEqual(inside)
    await page.goBack()
    await row(page, 'bìa.png').waitFor()
    await expect.poll(() => names(page)).toEqual(['Tết 2026', 'bìa.png'])
    await page.goForward()
    await row(page, 'múa lân.jpg').waitFor()
    const tab = await context.newPage()
    await tab.goto(url(path))
    await row(tab, 'múa lân.jpg').waitFor()
    await expect.poll(() => names(tab)).toEqual(inside)
    await tab.close()
  })

  test('every odd name is downloaded as it was', async () => {
    await page.goto(url(`/bucket-management/${bucket}/${encodeURIComponent('lạ')}`))
    await row(page, '...').waitFor()
    expect((await names(page)).sort()).toEqual([...oddNames].sort())
    for (const name of oddNames) {
      const download = await downloadRow(page, row(page, name))
      expect((await downloaded(download)).hash).toBe(files.hashes.get(`lạ/${name}`))
    }
  })

  test('the file in parts is downloaded under its name, from the toolbar', async () => {
    await page.goto(url(`/bucket-management/${bucket}`))
    await row(page, 'phim.mp4').click()
    const bar = page.getByRole('toolbar', { name: t('files.selected', { count: 1 }) })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      bar.getByRole('button', { name: t('files.download') }).click(),
    ])
    expect(await downloaded(download)).toEqual({ name: 'phim.mp4', hash: files.hashes.get('phim.mp4') })
  })

  test('keys that no file system gives are listed at their own address, downloaded and deleted', async () => {
    const body = 'đủ'
    const { urls } = await api.call<{ urls: string[] }>('POST', '/objects/get-put-urls', {
      bucket,
      files: strangeKeys.map(key => ({ key, size: Buffer.byteLength(body) })),
    })
    for (const address of urls) expect((await fetch(address, { method: 'PUT', body })).status).toBe(200)
    for (const key of strangeKeys) {
      await page.goto(url(`/bucket-management/${bucket}`))
      const steps = key.split('/')
      for (const step of steps.slice(0, -1))
        await row(page, step === '' ? '/' : step)
          .getByRole('link')
          .click()
      await page.reload()
      const file = row(page, steps.at(-1)!)
      const download = await downloadRow(page, file)
      expect((await downloaded(download)).hash).toBe(sha256(Buffer.from(body)))
      await deleteSelected(page, file)
      await file.waitFor({ state: 'detached' })
    }
  })

  test('a new folder is made; files and folders are deleted, the folders with everything in them', async () => {
    await page.goto(url(`/bucket-management/${bucket}`))
    await page.getByRole('button', { name: t('files.new') }).click()
    await page.getByRole('dialog').getByLabel(t('files.folderName')).fill('mới #1')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common.create') })
      .click()
    await row(page, 'mới #1').waitFor()
    await row(page, 'ảnh').click()
    await row(page, 'trống.txt').click({ modifiers: ['Control'] })
    await deleteSelected(page)
    await row(page, 'ảnh').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: t('common.refresh') }).click()
    await grid(page).waitFor()
    await row(page, 'phim.mp4').waitFor()
    await expect.poll(() => names(page)).toEqual(['lạ', 'mới #1', 'x'.repeat(255), 'ghi chú.txt', 'phim.mp4'])
  })

  test('a bucket with files says so before it goes; an empty one requires pin and tick: Please confirm!', async () => {
    const dialog = page.getByRole('alertdialog')
    const ask = async () => {
      await page.goto(url('/bucket-management'))
      await page.getByRole('button', { name: t('common.actionsFor', { name: bucket }) }).click()
      await page.getByRole('menuitem', { name: t('common.delete') }).click()
      await dialog.waitFor()
    }
    const confirm = dialog.getByRole('button', { name: t('buckets.deleteDo') })
    await ask()
    await dialog.getByText(t('contents.allGoes')).waitFor()
    expect(await confirm.count()).toBe(0)
    await dialog.getByRole('link', { name: t('buckets.openIt') }).click()
    await page.waitForURL(url(`/bucket-management/${bucket}`))
    await page.getByRole('checkbox', { name: t('files.selectAll') }).check()
    await deleteSelected(page)
    await page.getByText(t('files.empty.title')).waitFor()
    await page.getByPlaceholder(t('files.search')).waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: t('files.uploadFiles') }).count()).toBe(1)
    await ask()
    await confirm.click()
    await dialog.getByText(t('issue.required')).waitFor()
    await dialog.getByText(t('issue.confirm')).waitFor()
    await dialog.getByLabel(t('confirm.pin')).fill('0000')
    await dialog.getByRole('checkbox').check()
    await confirm.click()
    await dialog.getByText(t('error.PIN_INCORRECT')).waitFor()
    await dialog.getByLabel(t('confirm.pin')).fill(owner.pin)
    await confirm.click()
    await page.getByText(t('buckets.empty.title')).waitFor()
    expect(await api.call('GET', '/bucket')).toMatchObject({ buckets: [] })
  })

  const outside = async () => {
    const endpoint = ground!.env.KHO_S3_ENDPOINT ?? kho.s3Url
    client ??= makeClient({ endpoint, region: 'us-east-1', keys: await kho.keys() })
    return { page, url: kho.url, api, client, endpoint, locksLater: crossOrigin }
  }
  describe('a bucket', () => bucketJob(outside))
  describe('files', () => fileJob(outside))

  test('after signing out its tokens are dead', async () => {
    const cookies = await context.cookies(url('/api/auth/refresh-token'))
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const refreshToken = await page.evaluate(() => localStorage.getItem('kho_refresh')?.split(' ')[0])
    const headers = { cookie, origin: kho.url }
    expect((await fetch(url('/api/user'), { headers })).status).toBe(200)
    await page.getByRole('button', { name: t('shell.account', { name: 'nguyen.van.an' }) }).click()
    await page.getByText(t('shell.logout')).click()
    await page.getByRole('button', { name: t('auth.signIn'), exact: true }).waitFor()
    expect(here()).toBe('/')
    const renewal = { method: 'POST', headers: { ...headers, authorization: `Bearer ${refreshToken}` } }
    expect((await fetch(url('/api/user'), { headers })).status).toBe(401)
    expect((await fetch(url('/api/auth/refresh-token'), renewal)).status).toBe(401)
    expect(await page.evaluate(() => localStorage.getItem('kho_refresh'))).toBe(null)
    await page.goBack()
    await page.getByRole('button', { name: t('auth.signIn'), exact: true }).waitFor()
  })
}

/** Selects `item`, where one is given, and deletes what is selected. */
async function deleteSelected(page: Page, item?: ReturnType<typeof row>): Promise<void> {
  await item?.click()
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: t('files.delete') })
    .click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: t('files.delete') }).click()
  await dialog.waitFor({ state: 'detached' })
}
