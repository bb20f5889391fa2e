// @module-tag timing
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ObjectPage } from '../../openapi/schema.ts'
import { type Api, signInApi } from '../support/api.ts'
import { openShell } from '../support/chromium.ts'
import { owner } from '../support/console.ts'
import { texts } from '../support/screens.ts'
import { openSettings, type Settings } from '../support/settings.ts'
import { desktop } from '../support/visit.ts'
import { dragOver } from './support/drag.ts'
import { grid, row } from './support/file-browser-page.ts'
import { putFiles } from './support/put-files.ts'
import { cellOf, stepsSaid } from './support/steps.ts'

const t = texts('en')
let settings: Settings
let browser: Browser
let api: Api
let url: string
let page: Page
let made = 0
let bucket: string

beforeAll(async () => {
  settings = openSettings()
  browser = await openShell()
  ;({ url } = await settings.console('demo'))
  api = await signInApi(url, owner.email, owner.password)
  const context = await settings.visitor(browser, 'demo', true, desktop)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await context.addInitScript(() => {
    const steps = { keys: 0, fields: new Set<EventTarget | null>() }
    Object.assign(window, { steps })
    const isField = (target: EventTarget | null) =>
      target instanceof HTMLInputElement && target.type !== 'checkbox'
    const count = (event: KeyboardEvent) => {
      const held = ['Shift', 'Control', 'Alt'].includes(event.key)
      const types = [...event.key].length === 1 && !event.ctrlKey && isField(event.target)
      if (event.isTrusted && !held && !types) steps.keys++
    }
    addEventListener('keydown', count, true)
    addEventListener('input', event => isField(event.target) && steps.fields.add(event.target), true)
  })
  page = await context.newPage()
})
afterAll(async () => {
  await browser.close()
  await settings.stop()
})

beforeEach(async () => {
  bucket = `phim-${++made}`
  await api.call('POST', '/bucket', { bucket, versioning: true })
  await putFiles(url, api, bucket, ['a.txt', 'b.txt', 'trong/c.txt'])
  await page.goto(`${url}/bucket-management/${bucket}`)
  await row(page, 'a.txt').waitFor()
})

const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
/** Selects a file of the list, which is not counted. */
async function begin(name: string): Promise<void> {
  await row(page, name).click({ position: { x: 250, y: 12 } })
  await grid(page).focus()
  await page.evaluate(() => {
    const { steps } = window as unknown as { steps: { keys: number; fields: Set<unknown> } }
    steps.keys = 0
    steps.fields.clear()
  })
}
const keysIn = async (prefix = '') => {
  const query = new URLSearchParams({ bucket, prefix })
  return (await api.call<ObjectPage>('GET', `/objects/paginate?${query}`)).items.map(({ key }) => key)
}

/** What has been pressed and filled in since `begin`, as the table of docs/steps.md says it. */
async function steps(): Promise<string> {
  const { keys, fields } = await page.evaluate(() => {
    const { steps } = window as unknown as { steps: { keys: number; fields: Set<unknown> } }
    return { keys: steps.keys, fields: steps.fields.size }
  })
  return cellOf(keys, ['key', 'keys'], fields)
}

test('a file is renamed in as few keys as the documents say', async () => {
  await begin('a.txt')
  await press('F2')
  await page.getByRole('dialog').getByRole('textbox').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('c')
  await press('Enter')
  await row(page, 'c.txt').waitFor()
  expect(await steps()).toBe(stepsSaid('Rename a file'))
})

test('a path is gone to in as few keys as the documents say', async () => {
  await begin('a.txt')
  await press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').and(page.locator(':focus')).waitFor()
  await page.keyboard.type(`${bucket}/trong/`)
  await press('Enter')
  await row(page, 'c.txt').waitFor()
  expect(await steps()).toBe(stepsSaid('Go to a path'))
})

test('a file is moved to a folder of another bucket in as few keys as the documents say', async () => {
  const other = `${bucket}-khac`
  await api.call('POST', '/bucket', { bucket: other })
  await begin('a.txt')
  await press('Shift+F10')
  await page.getByRole('menu').waitFor()
  await press('m', 'Enter')
  const field = page.getByRole('dialog').getByLabel(t('files.target'), { exact: true })
  await field.and(page.locator(':focus')).waitFor()
  await press('Control+a')
  await page.keyboard.type(`${other}/nơi khác`)
  await press('Enter')
  await page.getByText('Move Successful!').waitFor()
  expect(await keysIn()).toEqual(['b.txt', 'trong/'])
  expect(await steps()).toBe(stepsSaid('Move a file to a folder of another bucket'))
})

test('a file is moved to a folder of the list in as few keys as the documents say, or by one drag', async () => {
  const inside = () => keysIn('trong/')
  await begin('a.txt')
  await press('Control+x', 't', 'Enter')
  await row(page, 'c.txt').waitFor()
  await press('Control+v')
  await expect.poll(inside).toEqual(['trong/a.txt', 'trong/c.txt'])
  const byKeys = await steps()
  await page.goto(`${url}/bucket-management/${bucket}`)
  const values = { count: 1, name: 'b.txt', to: 'trong' }
  await dragOver(page, row(page, 'b.txt'), row(page, 'trong'), t('files.dragMove', values))
  await page.mouse.up()
  await expect.poll(inside).toEqual(['trong/a.txt', 'trong/b.txt', 'trong/c.txt'])
  expect(`${byKeys}; or 1 drag`).toBe(stepsSaid('Move a file to a folder of the list'))

  await begin('trong')
  await press('Control+z')
  await row(page, 'b.txt').waitFor()
  expect(await inside()).toEqual(['trong/a.txt', 'trong/c.txt'])
  expect(await steps()).toBe(stepsSaid('Undo a move'))
})

test('a link to a file is generated and copied in as few keys as the documents say', async () => {
  await begin('a.txt')
  await press('Shift+F10')
  await page.getByRole('menu').waitFor()
  await press('g', 'Enter')
  await page.getByRole('dialog').waitFor()
  await press('Enter')
  await page.getByRole('group', { name: t('sharing.link.made') }).waitFor()
  await press('Enter')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^http.*a\.txt/)
  expect(await steps()).toBe(stepsSaid('Copy a link to a file'))
})

test('the details of a file are read in as few keys as the documents say', async () => {
  await begin('a.txt')
  await press('Control+i')
  await page.getByText(t('object.stored')).waitFor()
  expect(await steps()).toBe(stepsSaid('Read the details of a file'))
})

test('a file is looked at, and the next one, in as few keys as the documents say', async () => {
  await begin('a.txt')
  await press('Enter')
  await page.getByRole('dialog', { name: 'a.txt' }).waitFor()
  await press('ArrowRight')
  await page.getByRole('dialog', { name: 'b.txt' }).waitFor()
  expect(await steps()).toBe(stepsSaid('Look at a file, and at the next one'))
})

test('a selection of two files is deleted in as few keys as the documents say', async () => {
  await begin('a.txt')
  await press('Shift+ArrowDown', 'Delete')
  await page.getByRole('alertdialog').waitFor()
  await press('Tab', 'Enter')
  await row(page, 'b.txt').waitFor({ state: 'detached' })
  expect(await keysIn()).toEqual(['trong/'])
  expect(await steps()).toBe(stepsSaid('Delete two files'))
})

test('a folder is downloaded in as few keys as the documents say', async () => {
  await begin('trong')
  await press('Shift+F10')
  await page.getByRole('menu').waitFor()
  const download = page.waitForEvent('download')
  await press('d', 'Enter')
  expect((await download).suggestedFilename()).toBe('trong.zip')
  expect(await steps()).toBe(stepsSaid('Download a folder'))
})

test('a file is found in as few keys as the documents say', async () => {
  await begin('a.txt')
  await press('/')
  await page.keyboard.type('b.t')
  await row(page, 'a.txt').waitFor({ state: 'detached' })
  await row(page, 'b.txt').waitFor()
  expect(await steps()).toBe(stepsSaid('Find a file by part of its name'))
})

test('a file of any folder and bucket is found and looked at in as few keys as the documents say', async () => {
  const name = `lạc-${bucket}.txt`
  const other = `${bucket}-xa`
  await api.call('POST', '/bucket', { bucket: other })
  await putFiles(url, api, other, [`sâu/trong/${name}`])
  await begin('a.txt')
  await press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').and(page.locator(':focus')).waitFor()
  await page.keyboard.type(`lac-${bucket}`)
  await page.getByRole('option', { name }).first().waitFor()
  await press('Enter')
  await page.getByRole('dialog', { name }).waitFor()
  expect(await steps()).toBe(stepsSaid('Find a file anywhere, and look at it'))
})

test('a deleted file is restored in as few keys as the documents say', async () => {
  await api.call('DELETE', '/objects/delete', { bucket, keys: ['a.txt'] })
  await page.reload()
  await begin('b.txt')
  await page.getByRole('link', { name: t('files.deletedFiles') }).press('Enter')
  await page.getByRole('button', { name: t('deleted.restoreOne', { name: 'a.txt' }) }).press('Enter')
  await page.getByText(t('deleted.empty')).waitFor()
  expect(await keysIn()).toEqual(['a.txt', 'b.txt', 'trong/'])
  expect(await steps()).toBe(stepsSaid('Restore a deleted file'))
})
