// @module-tag faults
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MiB, uploadConcurrency } from '../../domain/limits.ts'
import {
  chooseFiles,
  rowSays,
  type TestFile,
  UploadStage,
  until,
  uploadRow,
} from '../support/upload-stage.ts'
import { row } from './support/file-browser-page.ts'

const folder = 'Ảnh Tết'
/** Of the browser's six connections, those that parts may hold. */
const most = 4

let stage: UploadStage

beforeAll(async () => {
  // Parts of 1 MiB would count as short on a quick line: pace.ts.
  stage = await UploadStage.open({ partSize: 2 * MiB })
})
afterAll(() => stage?.close())

async function bucketWithFolder(): Promise<string> {
  const bucket = await stage.newBucket()
  await stage.s3.putObject({ Bucket: bucket, Key: `${folder}/múa lân.txt`, Body: 'lân' })
  return bucket
}

const underWay = () => stage.puts.filter(put => put.underWay).length
const openFolder = async (page: Page) => {
  await row(page, folder).getByText(folder).click()
  await row(page, 'múa lân.txt').waitFor()
}
const backToBucket = async (page: Page) => {
  await page.goBack()
  await row(page, folder).waitFor()
}

test('while the first parts of the first large file are still on their way a folder opens, in another tab too', async () => {
  const bucket = await bucketWithFolder()
  const file = stage.file('phim.bin', 100 * MiB)
  const { context, page } = await stage.visitor(bucket, { clock: false })
  const fault = stage.proxy.add({
    ...{ method: 'PUT', path: /^\/s3\//, kind: 'hold' },
    times: Number.POSITIVE_INFINITY,
  })
  await chooseFiles(page, [file])
  await until(() => underWay() > 0)
  await openFolder(page)
  const other = await context.newPage()
  await other.goto(`${stage.proxy.url}/bucket-management/${bucket}`)
  await openFolder(other)
  expect(stage.puts.every(put => put.underWay)).toBe(true)
  fault.times = 0
  await context.close()
})

test('two tabs that upload leave connections free together, and share those that they take', async () => {
  const bucket = await bucketWithFolder()
  const files = [stage.file('một.bin', 100 * MiB), stage.file('hai.bin', 100 * MiB)] as const
  const { context, page } = await stage.visitor(bucket, { clock: false })
  const other = await context.newPage()
  await other.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  await other.goto(`${stage.proxy.url}/bucket-management/${bucket}`)
  await row(other, folder).waitFor()
  const path = /[?&]partNumber=\d\d&/
  const fault = stage.proxy.add({ method: 'PUT', path, kind: 'hold', times: Number.POSITIVE_INFINITY })
  await page.bringToFront()
  await chooseFiles(page, [files[0]])
  await until(() => stage.puts.filter(put => put.underWay && path.test(put.path)).length === most)
  await other.bringToFront()
  await chooseFiles(other, [files[1]])
  await rowSays(uploadRow(other, files[1].name), 'uploading')
  await openFolder(other)
  await page.bringToFront()
  await openFolder(page)
  expect(underWay()).toBe(most)
  expect(stage.puts.some(put => put.path.includes('hai.bin'))).toBe(false)
  await backToBucket(page)
  fault.times = 0
  await context.close()
})

test('a tab that is closed gives its places to the others, and both files of two tabs arrive whole', async () => {
  const bucket = await bucketWithFolder()
  const files = ['ba', 'bốn', 'năm'].map(name => stage.file(`${name}.bin`, 40 * MiB))
  const { context, page } = await stage.visitor(bucket, { clock: false })
  const tabs = [page, await context.newPage(), await context.newPage()]
  for (const tab of tabs.slice(1)) {
    await tab.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
    await tab.goto(`${stage.proxy.url}/bucket-management/${bucket}`)
    await row(tab, folder).waitFor()
  }
  stage.proxy.add({
    ...{ method: 'PUT', path: /ba\.bin.*partNumber=1\d&/, kind: 'hold' },
    times: Number.POSITIVE_INFINITY,
  })
  for (const [at, tab] of tabs.entries()) {
    await tab.bringToFront()
    await chooseFiles(tab, [files[at]!])
    if (at === 0) await until(() => underWay() === most)
  }
  await tabs[0]!.close({ runBeforeUnload: false })
  await Promise.all([1, 2].map(at => rowSays(uploadRow(tabs[at]!, files[at]!.name), 'completed')))
  const stored = await stage.stored(bucket)
  expect([stored[files[1]!.name], stored[files[2]!.name]]).toEqual([files[1]!.sha256, files[2]!.sha256])
  await context.close()
})

test('three tabs whose uploads are held have five requests together, and each tab still opens a folder', async () => {
  const bucket = await bucketWithFolder()
  const { context, page } = await stage.visitor(bucket, { clock: false })
  const tabs = [page, await context.newPage(), await context.newPage()] as const
  for (const tab of tabs.slice(1)) {
    await tab.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
    await tab.goto(`${stage.proxy.url}/bucket-management/${bucket}`)
    await row(tab, folder).waitFor()
  }
  const hold = { kind: 'hold', times: Number.POSITIVE_INFINITY } as const
  // The first parts pass, so that the page sends several at once.
  const held = [
    stage.proxy.add({ ...hold, method: 'PUT', path: /^\/s3\/(?!.*partNumber=\d&)/ }),
    stage.proxy.add({ ...hold, method: 'POST', path: batch }),
  ]
  const add = async (tab: Page, files: TestFile[]) => {
    await tab.bringToFront()
    await chooseFiles(tab, files)
  }
  await add(tabs[0], [stage.file('một.txt', 10)])
  await until(() => toStorage().length === 1)
  await add(tabs[1], [stage.file('hai.txt', 10)])
  await until(() => toStorage().length === 2)
  await add(tabs[2], [stage.file('ba.bin', 100 * MiB)])
  await until(() => toStorage().length === uploadConcurrency)
  for (const [at, tab] of tabs.entries()) {
    const small = Array.from({ length: 10 }, (_, each) => stage.file(`${at}-${each}.txt`, 10))
    await add(tab, [...small, stage.file(`${at}.bin`, 20 * MiB)])
    await rowSays(uploadRow(tab, `${at}-0.txt`), 'uploading')
    await openFolder(tab)
  }
  // Each tab waits for a place, none has one more.
  await expect.poll(() => placesOf(page)).toEqual({ held: uploadConcurrency, waitingTabs: tabs.length })
  expect(toStorage().length).toBe(uploadConcurrency)
  for (const fault of held) fault.times = 0
  await context.close()
})

const batch = /\/objects\/put-batch/
/** What is under way to the storage, or to what sends it on. */
const toStorage = () =>
  stage.proxy.seen.filter(
    ({ method, path, underWay }) =>
      underWay && ((method === 'PUT' && path.startsWith('/s3/')) || batch.test(path)),
  )

/** How many places uploads hold in all tabs, and how many tabs wait for one. */
const placesOf = (page: Page) =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query()
    const places = (locks: LockInfo[]) => locks.filter(({ name }) => name?.includes('.upload_place'))
    return {
      held: places(held).length,
      waitingTabs: new Set(places(pending).map(({ clientId }) => clientId)).size,
    }
  })
