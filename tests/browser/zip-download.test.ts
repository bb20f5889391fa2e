import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Api, signInApi } from '../support/api.ts'
import { openShell } from '../support/chromium.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { texts } from '../support/screens.ts'
import { desktop, renew, type State, signedInState, visit } from '../support/visit.ts'
import { grid, row } from './support/file-browser-page.ts'
import { makeSubUser } from './support/people.ts'
import { putFiles } from './support/put-files.ts'

const t = texts('en')
const bucket = 'nen'
const place = `/bucket-management/${bucket}`
const keys = ['Tết 2026/múa lân.txt', 'Tết 2026/ảnh/chợ hoa Hàng Lược.txt', 'ghi chú.txt', 'riêng/a.txt']

let kho: Console
let browser: Browser
let state: State
let api: Api
let page: Page

beforeAll(async () => {
  ;[kho, browser] = await Promise.all([startConsole(), openShell()])
  api = await signInApi(kho.url, owner.email, owner.password)
  await api.call('POST', '/bucket', { bucket })
  await putFiles(kho.url, api, bucket, keys)
  await api.call('POST', '/objects/create-folder', { bucket, folder: 'trống/' })
  state = await signedInState(browser, kho.url)
  page = await (await visit(browser, kho.url)).newPage()
})
afterAll(async () => {
  await browser?.close()
  await kho?.stop()
})
beforeEach(async () => {
  await renew(page, kho.url, desktop, state)
  await page.goto(kho.url + place)
  await grid(page).waitFor()
})

/** Asks for the download of a row by its menu. */
async function ask(name: string, on = page): Promise<void> {
  await row(on, name).click({ button: 'right', position: { x: 400, y: 12 } })
  await on.getByRole('menuitem', { name: t('files.download'), exact: true }).click()
}

/** The name of the archive that comes, and what its files hold. */
async function comes(
  act: () => Promise<void>,
  on = page,
): Promise<{ name: string; size: number; files: object }> {
  const [download] = await Promise.all([on.waitForEvent('download'), act()])
  const bytes = readFileSync(await download.path())
  const entries = Object.entries(unzipSync(bytes))
  const files = Object.fromEntries(entries.map(([name, bytes]) => [name, strFromU8(bytes)]))
  return { name: download.suggestedFilename(), size: bytes.length, files }
}

test('a folder is downloaded as a ZIP archive from its menu, with the names and bytes of its files', async () => {
  const [first, second] = keys
  const { name, size, files } = await comes(() => ask('Tết 2026'))
  expect([name, files]).toEqual(['Tết 2026.zip', { [first!]: 'Xin chao', [second!]: 'Xin chao' }])
  await page.getByText(t('files.zipStarting', { count: 2, size: `${size} Bytes` })).waitFor()
})

test('files and folders that are selected come as one archive', async () => {
  for (const name of ['Tết 2026', 'ghi chú.txt']) {
    await page.getByRole('checkbox', { name: t('files.select', { name }), exact: true }).click()
  }
  const download = page.getByRole('toolbar').getByRole('button', { name: t('files.download') })
  const { name, files } = await comes(() => download.click())
  const held = Object.fromEntries(keys.slice(0, 3).map(key => [key, 'Xin chao']))
  expect([name, files]).toEqual([`${bucket}.zip`, held])
})

test('a folder without files is not downloaded, and the screen says so', async () => {
  await ask('trống')
  await page.getByText(t('files.zipEmpty', { name: 'trống' })).waitFor()
})

test('a folder that has gone meanwhile is not downloaded', async () => {
  await putFiles(kho.url, api, bucket, ['đã mất/a.txt'])
  await page.reload()
  await row(page, 'đã mất').waitFor()
  await api.call('DELETE', '/objects/delete-folder', { bucket, folder: 'đã mất/' })
  await ask('đã mất')
  await page.getByText(t('files.zipEmpty', { name: 'đã mất' })).waitFor()
})

test('one of several that has gone meanwhile is told, and nothing is downloaded', async () => {
  await putFiles(kho.url, api, bucket, ['sắp mất.txt'])
  await page.reload()
  for (const name of ['sắp mất.txt', 'ghi chú.txt'])
    await page.getByRole('checkbox', { name: t('files.select', { name }), exact: true }).click()
  await api.call('DELETE', '/objects/delete', { bucket, keys: ['sắp mất.txt'] })
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: t('files.download') })
    .click()
  await page.getByText(t('files.zipGone')).waitFor()
})

test('a sub-user who is limited to a folder downloads that folder', async () => {
  const user = await makeSubUser(kho.url, api, 'read')
  await api.call('PUT', '/user-management', { id: user.id, scope: [{ bucket, prefix: 'Tết 2026/' }] })
  const theirs = await (await visit(browser, kho.url)).newPage()
  await theirs.goto(kho.url)
  await theirs.getByLabel(t('auth.email'), { exact: true }).fill(user.email)
  await theirs.getByLabel(t('auth.password'), { exact: true }).fill(owner.password)
  await theirs.getByRole('button', { name: t('auth.signIn'), exact: true }).click()
  await theirs.getByRole('heading', { level: 1, name: t('buckets.title') }).waitFor()
  await theirs.goto(`${kho.url}${place}/Tết 2026`)
  const { name, files } = await comes(() => ask('ảnh', theirs), theirs)
  expect([name, files]).toEqual(['ảnh.zip', { 'ảnh/chợ hoa Hàng Lược.txt': 'Xin chao' }])
  await theirs.context().close()
})

test('all of a folder with 2,500 files comes as one archive', async () => {
  const many = Array.from({ length: 2500 }, (_, index) => `nhiều/${String(index).padStart(4, '0')}.txt`)
  for (let at = 0; at < many.length; at += 500) {
    await putFiles(kho.url, api, bucket, many.slice(at, at + 500))
  }
  await page.goto(`${kho.url}${place}/nhiều`)
  await page.getByRole('checkbox', { name: t('files.selectAll') }).click()
  await page.getByText(t('files.selected', { count: 2500 })).waitFor()
  const download = page.getByRole('toolbar').getByRole('button', { name: t('files.download') })
  const { name, files } = await comes(() => download.click())
  expect([name, Object.keys(files)]).toEqual(['nhiều.zip', many.map(key => key.slice('nhiều/'.length))])
})
