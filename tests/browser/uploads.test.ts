import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { GiB, MiB, uploadConcurrency } from '../../domain/limits.ts'
import type { ObjectPage, Quota } from '../../openapi/schema.ts'
import { owner } from '../support/console.ts'
import { say } from '../support/say.ts'
import {
  chooseFiles,
  dropFiles,
  rowSays,
  type TestFile,
  UploadStage,
  until,
  uploadRow,
} from '../support/upload-stage.ts'
import { noticeTheEnd } from '../support/visit.ts'
import { grid, row } from './support/file-browser-page.ts'

/** Parts of 1 MiB would count as short on a quick line, and take all connections: pace.ts. */
const partSize = 2 * MiB
const size = 10 * partSize
/** What a socket hands the proxy at once, at most, in bytes. */
const chunk = 64 * 1024

let stage: UploadStage
beforeAll(async () => {
  stage = await UploadStage.open({ partSize })
})
afterAll(() => stage?.close())

const panelOf = (page: Page) => page.getByRole('region', { name: say('en', 'uploads.panel'), exact: true })
async function done(page: Page, completed: number): Promise<void> {
  const panel = panelOf(page)
  try {
    await panel.getByRole('heading', { name: say('en', 'uploads.done', { completed }) }).waitFor()
  } catch (cause) {
    const shown = (await panel.count()) > 0 ? await panel.innerText() : 'not there'
    throw new Error(`The panel is ${shown}`, { cause })
  }
}

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

describe('what is added', () => {
  test('a dropped folder brings its empty folders, and leaves out the files of the operating system', async () => {
    const top = join(stage.folder, 'dự án')
    for (const folder of ['trống', 'chỉ hệ thống', 'ảnh/sâu/hơn']) {
      mkdirSync(join(top, folder), { recursive: true })
    }
    for (const file of ['.DS_Store', 'chỉ hệ thống/Thumbs.db', 'ảnh/desktop.ini', 'ảnh/một.txt']) {
      writeFileSync(join(top, file), file)
    }
    const bucket = await stage.newBucket()
    const page = await stage.page(bucket)
    await dropFiles(page, [{ path: top }])
    // It would fold at the end.
    await panelOf(page).hover()
    await done(page, 4)
    await panelOf(page)
      .getByText(say('en', 'uploads.leftOut', { count: 3 }))
      .waitFor()
    await panelOf(page)
      .getByRole('button', { name: say('en', 'uploads.showFiles', { name: 'dự án' }) })
      .click()
    // Names alone do not tell files of several folders apart.
    await panelOf(page).getByRole('listitem').filter({ hasText: 'ảnh/một.txt' }).waitFor()
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
  })

  test('the link to a Vietnamese text says its encoding, whether it was sent whole or in parts', async () => {
    const texts = {
      'thơ.txt': 'Xin chào thế giới',
      'giá.csv': 'tên,giá\n'.repeat(partSize / 8),
      'cũ.txt': Buffer.from('chào', 'latin1'),
    }
    const files = Object.entries(texts).map(([name, text]) => {
      const path = join(stage.folder, name)
      writeFileSync(path, text)
      return { path }
    })
    const bucket = await stage.newBucket()
    const page = await stage.page(bucket)
    await dropFiles(page, files)
    await done(page, 3)
    const types = Object.keys(texts).map(async path => {
      const link = { bucket, path, expires_in: 60 }
      const { url } = await stage.call<{ url: string }>('POST', '/objects/get-url', link)
      return (await fetch(url)).headers.get('content-type')
    })
    expect(await Promise.all(types)).toEqual([
      'text/plain; charset=utf-8',
      'text/csv; charset=utf-8',
      'text/plain',
    ])
  })

  test('a question about names is about the folder of the files, where the user has gone elsewhere meanwhile', async () => {
    const [first, second] = [stage.file('lần 1/a.txt', 10), stage.file('lần 2/a.txt', 20)]
    const bucket = await stage.newBucket()
    const page = await stage.page(bucket)
    await chooseFiles(page, [first])
    await row(page, 'a.txt').waitFor()
    // A folder of which more pages are to come: its names are asked for.
    const listed = await stage.call<ObjectPage>('GET', `/objects/paginate?bucket=${bucket}&prefix=`)
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/objects/paginate*', async route => {
      const { searchParams } = new URL(route.request().url())
      if (searchParams.has('search')) {
        await answer.promise
        return route.continue()
      }
      if (searchParams.has('next_token')) return
      await route.fulfill({ json: { ...listed, next_token: 'bmV4dA' } })
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
    await done(page, 1)
    expect(await stage.stored(bucket)).toEqual({ 'a.txt': first.sha256, 'a (1).txt': second.sha256 })
  })

  test('the last row of the list, and the details, can be scrolled above the upload panel', async () => {
    const bucket = await stage.newBucket()
    for (let name = 10; name < 49; name++)
      await stage.s3.putObject({ Bucket: bucket, Key: `${name}.txt`, Body: 'kho' })
    const page = await stage.page(bucket)
    await chooseFiles(page, [stage.file('49.txt', 10)])
    await done(page, 1)
    await expect
      .poll(async () => {
        // The new row may still be coming.
        await grid(page).evaluate(list => list.scrollTo(0, list.scrollHeight))
        const [last, panel] = await Promise.all([
          row(page, '49.txt').boundingBox(),
          panelOf(page).boundingBox(),
        ])
        return last !== null && panel !== null && last.y + last.height <= panel.y
      })
      .toBe(true)
    await row(page, '49.txt').click()
    await grid(page).press('Alt+Enter')
    const details = page.getByRole('region', { name: say('en', 'object.tab.details'), exact: true })
    await expect
      .poll(async () => {
        const [shown, panel] = await Promise.all([details.boundingBox(), panelOf(page).boundingBox()])
        return shown !== null && panel !== null && shown.y + shown.height <= panel.y
      })
      .toBe(true)
  })

  test('Please go to a bucket first! A file that is dropped where no folder takes it changes nothing', async () => {
    const { path } = stage.file('lạc.txt', 10)
    const bucket = await stage.newBucket()
    const page = await stage.page(bucket)
    const url = page.url()
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
    await expect.poll(() => page.url()).toBe(url)
    expect(page.context().pages()).toHaveLength(1)
    // An upload that a drop had begun would come before this one.
    await chooseFiles(page, [stage.file('sau.txt', 10)])
    await done(page, 1)
    expect(Object.keys(await stage.stored(bucket))).toEqual(['sau.txt'])
  })

  test('a folder takes what is dropped anywhere on its page: on the drawer, on the bar', async () => {
    const bucket = await stage.newBucket()
    const page = await stage.page(bucket)
    const keys = async () => Object.keys(await stage.stored(bucket)).toSorted()
    await dropAt(page, stage.file('một.txt', 10).path, 60, 300)
    await expect.poll(keys).toEqual(['một.txt'])
    await dropAt(page, stage.file('hai.txt', 10).path, 600, 20)
    await expect.poll(keys).toEqual(['hai.txt', 'một.txt'])
    await dropAt(page, stage.file('ba.txt', 10).path, 600, 400, cover(page))
    await expect.poll(keys).toEqual(['ba.txt', 'hai.txt', 'một.txt'])
  })
})

/** One of each kind of fault, and in `npm test` the first; the others of a kind are in the files faults-*. */
describe('an upload in parts', () => {
  /** Begins to upload files of which the proxy lets the first parts pass alone, until `open` is called. */
  async function begin(page: Page, bucket: string, count = 1): Promise<{ files: TestFile[]; open(): void }> {
    const gate = Promise.withResolvers<void>()
    const fault = stage.proxy.add({
      ...{ method: 'PUT', path: /[?&]partNumber=(?![1-4]&)/, kind: 'gate' },
      ...{ times: Number.POSITIVE_INFINITY, opened: gate.promise },
    })
    const files = Array.from({ length: count }, (_, at) => stage.file(`${bucket}-${at}.bin`, size))
    await chooseFiles(page, files)
    await until(() => stage.acknowledged.size >= 4)
    const open = () => {
      fault.times = 0
      gate.resolve()
    }
    return { files, open }
  }

  /** Waits for the end, and sees that the object is the file, and that no more went out twice than was under way. */
  async function expectWhole(page: Page, bucket: string, file: TestFile): Promise<void> {
    await rowSays(uploadRow(page, file.name), 'completed')
    expect(await stage.stored(bucket)).toEqual({ [file.name]: file.sha256 })
    expect(await stage.openUploads(bucket)).toEqual([])
    expect(stage.sent.all - file.size).toBeLessThanOrEqual(uploadConcurrency * partSize)
  }

  const button = (page: Page, action: 'continue' | 'cancel' | 'retry', { name }: TestFile) =>
    page.getByRole('button', { name: say('en', `uploads.${action}`, { name }), exact: true })

  test('a connection cut in mid-part costs no more than what had left of that part', {
    tags: ['faults'],
  }, async () => {
    const after = partSize / 2
    const bucket = await stage.newBucket()
    const page = await stage.page(bucket)
    const file = stage.file(`${bucket}.bin`, size)
    stage.proxy.add({ method: 'PUT', path: /[?&]partNumber=3&/, times: 3, kind: 'cut', after })
    await chooseFiles(page, [file])
    // The row may say nothing of it: Chromium repeats a request by itself when a kept connection breaks.
    await expectWhole(page, bucket, file)
    const { all, lost } = stage.sent
    expect(all).toBe(size + lost)
    expect(lost).toBeGreaterThanOrEqual(3 * after)
    expect(lost).toBeLessThanOrEqual(3 * (after + chunk))
    expect([...stage.acknowledged.values()].every(times => times === 1)).toBe(true)
  })

  test('offline it waits, sends nothing, and goes on when the network is back', {
    tags: ['faults'],
  }, async () => {
    const bucket = await stage.newBucket()
    const { context, page } = await stage.visitor(bucket)
    onTestFinished(() => context.close())
    const file = stage.file(`${bucket}.bin`, size)
    // Chromium ends at once only what it is sending.
    stage.proxy.bytesPerSecond = 3 * MiB
    await chooseFiles(page, [file])
    await until(() => stage.acknowledged.size > 0)
    await context.setOffline(true)
    await rowSays(uploadRow(page, file.name), 'uploading', 'OFFLINE')
    await stage.atRest()
    const { all } = stage.sent
    await page.clock.fastForward(600_000)
    await rowSays(uploadRow(page, file.name), 'uploading', 'OFFLINE')
    await stage.atRest()
    expect(stage.sent.all).toBe(all)
    stage.proxy.bytesPerSecond = 0
    await context.setOffline(false)
    await expectWhole(page, bucket, file)
    expect(stage.sent.lost).toBeLessThanOrEqual(uploadConcurrency * partSize)
  })

  test('after a reload it goes on where it was when the same file is chosen again', {
    tags: ['faults'],
  }, async () => {
    const bucket = await stage.newBucket()
    const page = await stage.page(bucket)
    const { files, open } = await begin(page, bucket)
    const [file] = files as [TestFile]
    const asked = page.waitForEvent('dialog')
    const loaded = page.reload()
    expect((await asked).type()).toBe('beforeunload')
    await (await asked).accept()
    await loaded
    open()
    await rowSays(uploadRow(page, file.name), 'paused', 'INTERRUPTED')
    await stage.atRest()
    const kept = stage.acknowledged.size
    const { all } = stage.sent
    expect(kept).toBeGreaterThanOrEqual(4)
    const chooser = page.waitForEvent('filechooser')
    await button(page, 'continue', file).click()
    await (await chooser).setFiles(file.path)
    await expectWhole(page, bucket, file)
    expect(stage.sent.all - all).toBeLessThanOrEqual(size - kept * partSize)
  })

  test('cancelled it leaves no part at the engine, and the others go on', { tags: ['faults'] }, async () => {
    const bucket = await stage.newBucket()
    const page = await stage.page(bucket)
    const { files, open } = await begin(page, bucket, 2)
    const [first, second] = files as [TestFile, TestFile]
    await button(page, 'cancel', first).click()
    await rowSays(uploadRow(page, first.name), 'cancelled')
    open()
    await rowSays(uploadRow(page, second.name), 'completed')
    await until(async () => (await stage.openUploads(bucket)).length === 0)
    await stage.atRest()
    expect(await stage.openUploads(bucket)).toEqual([])
    expect(await stage.stored(bucket)).toEqual({ [second.name]: second.sha256 })
  })

  test('it goes on when the session ends, whose dialog asks to sign in, and nothing is lost', {
    tags: ['faults'],
  }, async () => {
    const bucket = await stage.newBucket()
    const { context, page } = await stage.visitor(bucket, { clock: false })
    onTestFinished(() => context.close())
    const { files, open } = await begin(page, bucket)
    const [file] = files as [TestFile]
    const answer = await context.request.post(`${stage.proxy.url}/api/auth/logout`, {
      headers: { origin: stage.proxy.url },
    })
    expect(answer.status()).toBe(204)
    await noticeTheEnd(page)
    const dialog = page.getByRole('dialog', { name: say('en', 'auth.expiredTitle') })
    await dialog.waitFor()
    const before = stage.acknowledged.size
    open()
    await until(() => stage.acknowledged.size > before)
    await dialog.getByLabel(say('en', 'auth.password'), { exact: true }).fill(owner.password)
    await dialog.getByRole('button', { name: say('en', 'auth.signIn'), exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await expectWhole(page, bucket, file)
    expect(stage.sent.all).toBe(size)
  })

  test('Not enough storage space! Beyond the quota it fails, leaves nothing, and arrives when there is room', {
    tags: ['faults'],
  }, async () => {
    const bucket = await stage.newBucket()
    const page = await stage.page(bucket)
    onTestFinished(() => stage.console.setQuota(null))
    await stage.console.setQuota(1)
    // What cannot be read is not asked about: the storage decides.
    const quota = '**/api/dashboard/quota-user'
    await page.route(quota, route => route.abort())
    onTestFinished(() => page.unroute(quota))
    const file = stage.file(`${bucket}.bin`, partSize)
    await chooseFiles(page, [file])
    await rowSays(uploadRow(page, file.name), 'failed', 'NOT_ENOUGH_STORAGE')
    // A reason has two lines at most.
    const lines = () =>
      page.getByTitle('Not enough storage space!').evaluate(reason => {
        const heightOf = (text: string) => {
          reason.textContent = text
          return reason.getBoundingClientRect().height
        }
        return heightOf('dài '.repeat(100)) / heightOf('dài')
      })
    await expect.poll(lines).toBe(2)
    expect(await stage.stored(bucket)).toEqual({})
    await stage.console.setQuota(null)
    await button(page, 'retry', file).click()
    await rowSays(uploadRow(page, file.name), 'completed')
    expect(await stage.stored(bucket)).toEqual({ [file.name]: file.sha256 })
  })

  test('Not enough storage space! Asked before it begins, what fits is sent, and nothing else', {
    tags: ['faults'],
  }, async () => {
    const bucket = await stage.newBucket()
    const page = await stage.page(bucket)
    onTestFinished(() => stage.console.setQuota(null))
    await stage.console.setQuota(GiB)
    const { usage } = await stage.call<Quota>('GET', '/dashboard/quota-user')
    await stage.console.setQuota(usage! + partSize + 10_000)
    const a = stage.file(`${bucket}/a.bin`, partSize)
    stage.file(`${bucket}/b.bin`, 2 * partSize)
    const c = stage.file(`${bucket}/ảnh/c.bin`, 100)
    await dropFiles(page, [{ path: join(stage.folder, bucket) }])
    const dialog = page.getByRole('alertdialog', { name: 'Not enough storage space!' })
    await dialog.getByText(say('en', 'files.someFit', { count: 3, fitting: 2, others: 1 })).waitFor()
    await dialog.getByText(`${bucket}/b.bin`).waitFor()
    expect(await stage.stored(bucket)).toEqual({})
    await dialog.getByRole('button', { name: say('en', 'files.uploadWhatFits') }).click()
    await done(page, 2)
    expect(await stage.stored(bucket)).toEqual({
      [`${bucket}/a.bin`]: a.sha256,
      [`${bucket}/ảnh/c.bin`]: c.sha256,
    })
  })
})
