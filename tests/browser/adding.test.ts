import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MiB } from '../../domain/limits.ts'
import { retried } from '../support/retried.ts'
import { say } from '../support/say.ts'
import { chooseFiles, dropFiles, UploadStage } from '../support/upload-stage.ts'
import { grid, row } from './support/file-browser-page.ts'

let stage: UploadStage

beforeAll(async () => {
  stage = await UploadStage.open({ partSize: MiB })
})
afterAll(() => stage?.close())

const panelOf = (page: Page) => page.getByRole('region', { name: say('en', 'uploads.panel'), exact: true })

/** Drops a file at a point of the window, as from the desktop. `beforeDrop`: while it hovers. */
async function dropAt(
  page: Page,
  path: string,
  x: number,
  y: number,
  beforeDrop?: () => Promise<void>,
): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    if (type === 'drop') await beforeDrop?.()
    await devtools.send('Input.dispatchDragEvent', { type, x, y, data })
  }
  await devtools.detach()
}

/** Covers the page by a new element, as a list that arrives does. */
const cover = (page: Page) => () =>
  page.evaluate(() => {
    const element = document.createElement('div')
    element.style.cssText = 'position: fixed; inset: 0; z-index: 9999'
    document.body.append(element)
  })

test('a dropped folder brings its empty folders, and leaves out the files of the operating system', async () => {
  const top = join(stage.folder, 'dự án')
  for (const folder of ['trống', 'chỉ hệ thống', 'ảnh/sâu/hơn']) {
    mkdirSync(join(top, folder), { recursive: true })
  }
  for (const file of ['.DS_Store', 'chỉ hệ thống/Thumbs.db', 'ảnh/desktop.ini', 'ảnh/một.txt']) {
    writeFileSync(join(top, file), file)
  }
  const bucket = await stage.newBucket()
  const { context, page } = await stage.visitor(bucket, false)
  await dropFiles(page, [{ path: top }])
  await panelOf(page)
    .getByRole('heading', { name: say('en', 'uploads.done', { completed: 4 }) })
    .waitFor()
  await panelOf(page)
    .getByText(say('en', 'uploads.leftOut', { count: 3 }))
    .waitFor()
  // Names alone do not tell files of several folders apart.
  await panelOf(page).getByTitle(`${bucket}/dự án/ảnh`, { exact: true }).waitFor()
  expect(Object.keys(await stage.stored(bucket)).toSorted()).toEqual(
    ['dự án/chỉ hệ thống/', 'dự án/trống/', 'dự án/ảnh/một.txt', 'dự án/ảnh/sâu/hơn/'].toSorted(),
  )
  await panelOf(page)
    .getByRole('button', { name: say('en', 'uploads.close') })
    .click()
  await row(page, 'dự án').getByText('dự án').click()
  for (const name of ['chỉ hệ thống', 'trống', 'ảnh']) await row(page, name).waitFor()
  await row(page, 'trống').getByText('trống').click()
  await page.getByText(say('en', 'files.empty.title')).waitFor()
  await context.close()
})

test('a question about names is about the folder of the files, where the user has gone elsewhere meanwhile', async () => {
  const [first, second] = [stage.file('lần 1/a.txt', 10), stage.file('lần 2/a.txt', 20)]
  const bucket = await stage.newBucket()
  const { context, page } = await stage.visitor(bucket, false)
  await chooseFiles(page, [first])
  await row(page, 'a.txt').waitFor()
  // A folder of which more pages are to come: its names are asked for.
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/objects/paginate*', async route => {
    const { searchParams } = new URL(route.request().url())
    if (searchParams.has('search')) {
      await answer.promise
      return route.continue()
    }
    if (searchParams.has('next_token')) return
    const response = await route.fetch(retried)
    await route.fulfill({ response, json: { ...(await response.json()), next_token: 'bmV4dA' } })
  })
  await page.reload()
  await row(page, 'a.txt').waitFor()
  await chooseFiles(page, [second])
  await page.getByText(say('en', 'files.checkingNames', { name: bucket })).waitFor()
  await page
    .getByRole('link', { name: say('en', 'files.buckets'), exact: true })
    .first()
    .click()
  await page.getByRole('heading', { name: say('en', 'buckets.title'), exact: true }).waitFor()
  answer.resolve()
  const title = say('en', 'files.conflictTitle', { count: 1, name: 'a.txt' })
  const question = page.getByRole('alertdialog', { name: title })
  await question.getByText(say('en', 'files.inFolder', { name: bucket })).waitFor()
  await question.getByRole('button', { name: say('en', 'files.keepBoth') }).click()
  await panelOf(page)
    .getByRole('heading', { name: say('en', 'uploads.done', { completed: 1 }) })
    .waitFor()
  expect(await stage.stored(bucket)).toEqual({ 'a.txt': first.sha256, 'a (1).txt': second.sha256 })
  await context.close()
})

test('the last row of the list can be scrolled above the upload panel', async () => {
  const bucket = await stage.newBucket()
  const files = Array.from({ length: 40 }, (_, index) => stage.file(`đầy/${index + 10}.txt`, 10))
  const { context, page } = await stage.visitor(bucket, false)
  await chooseFiles(page, files)
  await panelOf(page)
    .getByRole('heading', { name: say('en', 'uploads.done', { completed: 40 }) })
    .waitFor()
  await expect
    .poll(async () => {
      // New rows may still be coming.
      await grid(page).evaluate(list => list.scrollTo(0, list.scrollHeight))
      const [last, panel] = await Promise.all([
        row(page, '49.txt').boundingBox(),
        panelOf(page).boundingBox(),
      ])
      return last !== null && panel !== null && last.y + last.height <= panel.y
    })
    .toBe(true)
  await context.close()
})

test('Please go to a bucket first! A file that is dropped where no folder takes it changes nothing', async () => {
  const { path } = stage.file('lạc.txt', 10)
  const bucket = await stage.newBucket()
  const { context, page } = await stage.visitor(bucket, false)
  const { url } = { url: page.url() }
  const places = [
    [60, 300],
    [600, 20],
    [600, 400],
  ] as const
  await page.getByRole('button', { name: say('en', 'files.new') }).click()
  await page.getByRole('dialog').waitFor()
  for (const [x, y] of places) await dropAt(page, path, x, y)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.goto(`${stage.proxy.url}/bucket-management`)
  await page.getByRole('heading', { name: say('en', 'buckets.title'), exact: true }).waitFor()
  for (const [x, y] of places) await dropAt(page, path, x, y)
  await page.getByText('Please go to a bucket first!').waitFor()
  await dropAt(page, path, 600, 400, cover(page))
  await page.goBack()
  await page.getByRole('button', { name: say('en', 'files.new') }).waitFor()
  expect(page.url()).toBe(url)
  expect(context.pages()).toHaveLength(1)
  expect(await panelOf(page).count()).toBe(0)
  expect(await stage.stored(bucket)).toEqual({})
  await context.close()
})

test('a folder takes what is dropped anywhere on its page: on the drawer, on the bar', async () => {
  const bucket = await stage.newBucket()
  const { context, page } = await stage.visitor(bucket, false)
  await dropAt(page, stage.file('một.txt', 10).path, 60, 300)
  await expect.poll(async () => Object.keys(await stage.stored(bucket))).toEqual(['một.txt'])
  await dropAt(page, stage.file('hai.txt', 10).path, 600, 20)
  await expect
    .poll(async () => Object.keys(await stage.stored(bucket)).sort())
    .toEqual(['hai.txt', 'một.txt'])
  await dropAt(page, stage.file('ba.txt', 10).path, 600, 400, cover(page))
  await expect
    .poll(async () => Object.keys(await stage.stored(bucket)).sort())
    .toEqual(['ba.txt', 'hai.txt', 'một.txt'])
  await context.close()
})
