import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ObjectPage, Permission, SignedUrls, SubUser } from '../../openapi/schema.ts'
import { type Api, signInApi } from '../support/api.ts'
import { openShell } from '../support/chromium.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { texts } from '../support/screens.ts'
import { signInBeside, visit } from '../support/visit.ts'
import { grid, names, row, uploadsDone } from './support/file-browser-page.ts'
import { makeSubUser } from './support/sub-users.ts'

const t = texts('en')
const bucket = 'chung'

let kho: Console
let browser: Browser
let api: Api

beforeAll(async () => {
  ;[kho, browser] = await Promise.all([startConsole(), openShell()])
  api = await signInApi(kho.url, owner.email, owner.password)
  await api.call('POST', '/bucket', { bucket })
  await api.call('POST', '/objects/create-folder', { bucket, folder: 'ảnh/' })
  await putFile('ghi chú.txt')
  await putFile('cũ.txt')
})
afterAll(async () => {
  await browser?.close()
  await kho?.stop()
})

async function putFile(key: string) {
  const { urls } = await api.call<SignedUrls>('POST', '/objects/get-put-urls', {
    bucket,
    files: [{ key, size: 8 }],
  })
  const answer = await fetch(new URL(urls[0]!, kho.url), {
    method: 'PUT',
    body: 'Xin chao',
  })
  expect(answer.status).toBe(200)
}

async function keysThere(): Promise<string[]> {
  const query = new URLSearchParams({ bucket, prefix: '' })
  const { items } = await api.call<ObjectPage>('GET', `/objects/paginate?${query}`)
  return items.map(({ key }) => key).sort()
}

type Person = { user: SubUser; context: BrowserContext; page: Page; refused: string[] }

/** A sub-user who has signed in and looks at the buckets; `refused`: calls that the server denied. */
async function signedIn(permission: Permission): Promise<Person> {
  const user = await makeSubUser(kho.url, api, permission)
  const context = await visit(browser, kho.url)
  const page = await context.newPage()
  const refused: string[] = []
  page.on('response', answer => {
    if (answer.status() === 403) refused.push(new URL(answer.url()).pathname)
  })
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  await signInBeside(page, kho.url, { email: user.email, password: owner.password })
  await page.goto(`${kho.url}/bucket-management`)
  await page.getByRole('heading', { level: 1, name: t('buckets.title') }).waitFor()
  await page.getByText(bucket, { exact: true }).first().waitFor()
  return { user, context, page, refused }
}

/** The names of the buttons in an area of the page, in its order. */
async function buttonsOf(page: Page, selector: string): Promise<string[]> {
  const buttons = page.locator(selector).getByRole('button')
  return buttons.evaluateAll(all =>
    all.map(each => each.getAttribute('aria-label') ?? each.textContent ?? ''),
  )
}

async function menuOf(page: Page, label: string): Promise<string[]> {
  await page.getByRole('button', { name: label }).click()
  await page.getByRole('menuitem').first().waitFor()
  const items = await page.getByRole('menuitem').allInnerTexts()
  await page.keyboard.press('Escape')
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
  return items
}

async function openBucket(page: Page) {
  await page.getByRole('link', { name: bucket }).click()
  await page.getByRole('navigation', { name: t('files.path') }).waitFor()
}

async function upload(page: Page, name: string) {
  const chooser = page.waitForEvent('filechooser')
  await page
    .locator('#content')
    .getByRole('button', { name: t('files.uploadFiles') })
    .last()
    .click()
  await (await chooser).setFiles([{ name, mimeType: 'text/plain', buffer: Buffer.from('Xin chào') }])
}

const open = t('common.open')
const remove = t('common.delete')
const looks = [open, t('buckets.act.details'), t('buckets.act.link'), t('buckets.act.sharing')]
const settings = [t('buckets.act.policy'), t('buckets.act.versioning'), t('buckets.act.lifecycle')]
const fileLooks = [t('files.preview'), t('files.download')]
const fileChanges = [t('files.copyTo'), t('files.moveTo'), t('files.rename')]
const fileFacts = [t('files.versions'), t('files.details')]

describe.each([
  {
    permission: 'read',
    create: false,
    bucketMenu: [...looks, ...settings],
    fileMenu: [...fileLooks, t('files.link'), ...fileFacts],
    uploads: false,
  },
  {
    permission: 'read-write',
    create: false,
    bucketMenu: [...looks, ...settings],
    fileMenu: [...fileLooks, ...fileChanges, t('files.link'), ...fileFacts, t('files.delete')],
    uploads: true,
  },
  {
    permission: 'full-control',
    create: true,
    bucketMenu: [
      ...[...looks, t('buckets.act.public'), t('buckets.act.private'), ...settings],
      ...[t('buckets.format'), remove],
    ],
    fileMenu: [
      ...[...fileLooks, ...fileChanges, t('files.link'), t('files.public'), t('files.private')],
      ...[...fileFacts, t('files.delete')],
    ],
    uploads: true,
  },
] as const)('a sub-user with $permission', ({ permission, create, bucketMenu, fileMenu, uploads }) => {
  let person: Person
  beforeAll(async () => {
    person = await signedIn(permission)
  })
  afterAll(() => person?.context.close())

  test('sees the menu of sub-users and no quota', async () => {
    const links = person.page.getByRole('navigation', { name: t('shell.navigation') }).getByRole('link')
    expect(await links.allInnerTexts()).toEqual([
      t('shell.menu./bucket-management'),
      t('shell.menu./userinfo'),
      t('shell.menu./security'),
    ])
    expect(await person.page.getByText(t('shell.capacity'), { exact: true }).count()).toBe(0)
  })

  test('is offered of buckets what the level allows', async () => {
    const { page } = person
    expect(await page.getByRole('button', { name: t('buckets.new') }).count()).toBe(create ? 1 : 0)
    expect(await menuOf(page, t('common.actionsFor', { name: bucket }))).toEqual(bucketMenu)
  })

  test('is offered of files what the level allows', async () => {
    const { page } = person
    await openBucket(page)
    await row(page, 'ghi chú.txt').waitFor()
    const buttons = [t('files.new'), t('files.uploadFolder'), t('files.uploadFiles')]
    expect(await buttonsOf(page, '#content header')).toEqual([
      t('common.refresh'),
      ...(uploads ? buttons : []),
      t('files.showTiles'),
    ])
    expect(await menuOf(page, t('files.actionsFor', { name: 'ghi chú.txt' }))).toEqual(fileMenu)
    await grid(page).focus()
    await page.keyboard.press('Control+a')
    const bar = page.getByRole('toolbar')
    await bar.waitFor()
    expect(await bar.getByRole('button', { name: t('files.delete') }).count()).toBe(uploads ? 1 : 0)
    await page.keyboard.press('Delete')
    const dialog = page.getByRole('alertdialog')
    if (uploads) await dialog.getByRole('button', { name: t('common.cancel') }).click()
    else expect(await dialog.count()).toBe(0)
    await page.keyboard.press('Escape')
  })

  test('reads, and uploads and deletes where the level allows it', async () => {
    const { page } = person
    const download = page.waitForEvent('download')
    await row(page, 'ghi chú.txt').dblclick()
    const preview = page.getByRole('dialog', { name: 'ghi chú.txt' })
    await preview.getByRole('button', { name: t('files.download'), exact: true }).click()
    expect((await download).suggestedFilename()).toBe('ghi chú.txt')
    await page.keyboard.press('Escape')
    await preview.waitFor({ state: 'detached' })
    if (!uploads) return
    const name = `${permission}.txt`
    await upload(page, name)
    await uploadsDone(page, 1)
    await row(page, name).click()
    await page.keyboard.press('Delete')
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('files.delete') })
      .click()
    // Behind a dialog no role is seen: it goes first.
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await row(page, name).waitFor({ state: 'detached' })
    expect(await keysThere()).toEqual(['cũ.txt', 'ghi chú.txt', 'ảnh/'].sort())
  })

  test('meets no refusal on the way', () => {
    expect(person.refused).toEqual([])
  })
})

describe('a sub-user with write', () => {
  let person: Person
  beforeAll(async () => {
    person = await signedIn('write')
  })
  afterAll(() => person?.context.close())

  test('is told that the level shows nothing, and asks for no listing', async () => {
    const { page, refused } = person
    expect(await page.getByRole('button', { name: t('buckets.new') }).count()).toBe(0)
    await openBucket(page)
    await page.getByRole('heading', { name: t('files.blind.title') }).waitFor()
    expect(await grid(page).count()).toBe(0)
    expect(await buttonsOf(page, '#content header')).toEqual([
      t('files.new'),
      t('files.uploadFolder'),
      t('files.uploadFiles'),
    ])
    expect(refused).toEqual([])
  })

  test('uploads by the button, after it was said once that names are not compared', async () => {
    const { page, refused } = person
    await upload(page, 'mới.txt')
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).waitFor()
    await page.getByText(t('files.conflictNotAllowed')).waitFor()
    const cancel = page.getByRole('button', { name: t('common.cancel') })
    await expect.poll(() => cancel.evaluate(button => button === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: t('files.uploadAnyway'), exact: true }).click()
    await uploadsDone(page, 1)
    expect(await keysThere()).toContain('mới.txt')
    await upload(page, 'mới 2.txt')
    await uploadsDone(page, 1)
    expect(refused).toEqual([])
  })

  test('makes a folder', async () => {
    const { page } = person
    await page.getByRole('button', { name: t('files.new') }).click()
    await page.getByLabel(t('files.folderName')).fill('thư mục')
    await page.getByLabel(t('files.folderName')).press('Enter')
    await page.getByText(t('files.created')).waitFor()
    expect(await keysThere()).toContain('thư mục/')
  })

  test('is in the folder then, and opens another by its path', async () => {
    const { page, refused } = person
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
    await heading('thư mục').waitFor()
    await page.getByLabel(t('files.openPath'), { exact: true }).fill('/ảnh/Tết 2026/')
    await page.keyboard.press('Enter')
    await heading('Tết 2026').waitFor()
    expect(decodeURIComponent(new URL(page.url()).pathname)).toBe(`/bucket-management/${bucket}/ảnh/Tết 2026`)
    await page.getByLabel(t('files.openPath'), { exact: true }).fill('/')
    await page.keyboard.press('Enter')
    await heading(bucket).waitFor()
    expect(refused).toEqual([])
  })
})

describe('a sub-user with full-control', () => {
  test('makes a bucket, and deletes it with the own pin', async () => {
    const context = await visit(browser, kho.url)
    const page = await context.newPage()
    await page.goto(kho.url)
    await page.getByLabel(t('auth.email'), { exact: true }).fill('full-control@example.com')
    await page.getByLabel(t('auth.password'), { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: t('auth.signIn'), exact: true }).click()
    await page.getByRole('button', { name: t('buckets.new') }).click()
    await page.getByLabel(t('buckets.nameLabel')).fill('cua-rieng')
    await page.getByLabel(t('buckets.nameLabel')).press('Enter')
    await page.waitForURL('**/-/cua-rieng/overview')
    await page.goto(`${kho.url}/bucket-management`)
    await page.getByRole('button', { name: t('common.actionsFor', { name: 'cua-rieng' }) }).click()
    await page.getByRole('menuitem', { name: remove }).click()
    await page.getByLabel(t('confirm.pin'), { exact: true }).fill(owner.pin)
    await page.getByLabel(t('buckets.deleteConfirm', { name: 'cua-rieng' })).check()
    await page.getByRole('button', { name: t('buckets.deleteDo') }).click()
    await page.locator('[role=dialog], [role=alertdialog]').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'cua-rieng' }).waitFor({ state: 'detached' })
    await context.close()
  })
})

describe('a permission that is taken away while the page is open', () => {
  test('is said where it is needed, and what it allowed is no longer offered', async () => {
    const context = await visit(browser, kho.url)
    const page = await context.newPage()
    await page.goto(kho.url)
    await page.getByLabel(t('auth.email'), { exact: true }).fill('read-write@example.com')
    await page.getByLabel(t('auth.password'), { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: t('auth.signIn'), exact: true }).click()
    await openBucket(page)
    await row(page, 'cũ.txt').click()
    const { users } = await api.call<{ users: SubUser[] }>('GET', '/user-management')
    const { id } = users.find(({ email }) => email === 'read-write@example.com')!
    await api.call('PUT', '/user-management', { id, permission: 'read' })
    await page.keyboard.press('Delete')
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: t('files.delete') }).click()
    await dialog.getByText(t('error.PERMISSION_DENIED')).waitFor()
    await dialog.getByRole('button', { name: t('common.cancel') }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: t('files.uploadFiles') }).waitFor({ state: 'detached' })
    expect(await names(page)).toContain('cũ.txt')
    await context.close()
  })
})
