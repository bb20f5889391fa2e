// @module-tag faults
import type { BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { MiB } from '../../domain/limits.ts'
import { HeldCalls } from '../flows/support/held-calls.ts'
import { say } from '../support/say.ts'
import {
  chooseFiles,
  rowSays,
  type TestFile,
  UploadStage,
  until,
  uploadRow,
} from '../support/upload-stage.ts'

const size = 20 * MiB

let stage: UploadStage
let bucket: string
let context: BrowserContext
let page: Page

beforeAll(async () => {
  stage = await UploadStage.open({ partSize: MiB })
})
afterAll(() => stage?.close())
afterEach(() => context?.close())

async function arrive(): Promise<void> {
  bucket = await stage.newBucket()
  ;({ context, page } = await stage.visitor(bucket))
}

/** Begins to upload files of so many bytes, slowly, until each has an acknowledged part or is whole. */
async function beginSlowly(...sizes: number[]): Promise<TestFile[]> {
  await arrive()
  const files = sizes.map((bytes, index) => stage.file(`${bucket}-${index}.bin`, bytes))
  stage.proxy.bytesPerSecond = 2 * MiB
  await chooseFiles(page, files)
  const arrived = ({ name }: TestFile) =>
    stage.puts.some(put => put.path.includes(name) && put.status === 200)
  await until(() => files.every(arrived))
  return files
}

const cancel = ({ name }: TestFile) =>
  page.getByRole('button', { name: say('en', 'uploads.cancel', { name }), exact: true }).click()

async function expectNothingLeft(): Promise<void> {
  await until(async () => (await stage.openUploads(bucket)).length === 0)
  await until(() => stage.puts.every(put => !put.underWay))
  expect(await stage.openUploads(bucket)).toEqual([])
}

test('a paused upload that is cancelled leaves no part at the engine', async () => {
  const [file] = await beginSlowly(size)
  await page
    .getByRole('button', { name: say('en', 'uploads.pause', { name: file!.name }), exact: true })
    .click()
  await rowSays(uploadRow(page, file!.name), 'paused')
  await cancel(file!)
  await rowSays(uploadRow(page, file!.name), 'cancelled')
  await expectNothingLeft()
  expect(await stage.stored(bucket)).toEqual({})
})

test('cancel all leaves no part at the engine', async () => {
  const files = await beginSlowly(size, size, size)
  await page.getByRole('button', { name: say('en', 'uploads.cancelAll') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('en', 'uploads.cancelAll') })
    .click()
  for (const { name } of files) await rowSays(uploadRow(page, name), 'cancelled')
  await expectNothingLeft()
  expect(await stage.stored(bucket)).toEqual({})
})

test('an upload cancelled while it is being begun leaves nothing at the engine', async () => {
  await arrive()
  const held = new HeldCalls(page.context())
  await held.hold(page, ['/objects/start-upload'])
  const file = stage.file(`${bucket}.bin`, size)
  await chooseFiles(page, [file])
  await held.made('/objects/start-upload')
  await cancel(file)
  await rowSays(uploadRow(page, file.name), 'cancelled')
  await held.meet('/objects/start-upload', 'answered')
  await until(() =>
    stage.proxy.seen.some(seen => seen.path.endsWith('/objects/abort-upload') && seen.status > 0),
  )
  await expectNothingLeft()
  expect(stage.puts).toEqual([])
})

test('an upload cancelled while the server is gone is given up at the engine when it is back', async () => {
  const [file] = await beginSlowly(size)
  stage.proxy.gone = true
  await cancel(file!)
  await rowSays(uploadRow(page, file!.name), 'cancelled')
  expect(await stage.openUploads(bucket)).toEqual([file!.name])
  stage.proxy.gone = false
  await expectNothingLeft()
  expect(await stage.stored(bucket)).toEqual({})
})

test('an upload cancelled while the server is gone is given up at the engine on the next visit', async () => {
  const [file] = await beginSlowly(size)
  stage.proxy.gone = true
  await cancel(file!)
  await rowSays(uploadRow(page, file!.name), 'cancelled')
  await page.close()
  stage.proxy.gone = false
  expect(await stage.openUploads(bucket)).toEqual([file!.name])
  page = await context.newPage()
  await page.goto(`${stage.proxy.url}/bucket-management`)
  await expectNothingLeft()
  expect(await stage.stored(bucket)).toEqual({})
})
