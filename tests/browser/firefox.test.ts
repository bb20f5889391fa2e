// @module-tag clients
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { batchFilesMaximum, MiB, uploadConcurrency } from '../../domain/limits.ts'
import {
  choose,
  firefoxPath,
  headingSays,
  openFirefox,
  openTab,
  press,
  signInTo,
} from '../support/firefox.ts'
import { say } from '../support/say.ts'
import { type TestFile, UploadStage, until } from '../support/upload-stage.ts'

/** Firefox gives a page no handles of files: what was not sent when a page ends must be chosen again. */
const size = 40 * MiB
const partSize = 2 * MiB

let stage: UploadStage
let opened: Awaited<ReturnType<typeof openFirefox>>
const profile = mkdtempSync(join(tmpdir(), 'kho-firefox-'))

beforeAll(async () => {
  if (!firefoxPath) return
  stage = await UploadStage.open({ partSize })
  opened = await openFirefox(profile)
  await signInTo(await openTab(opened.browser, stage.proxy.url), stage.proxy.url)
})
afterAll(async () => {
  await opened?.browser.close()
  await stage?.close()
  rmSync(profile, { recursive: true, force: true })
})

async function open(browser: Browser, bucket: string): Promise<Page> {
  const page = await openTab(browser, stage.proxy.url)
  await goTo(page, bucket)
  return page
}

async function goTo(page: Page, bucket: string): Promise<void> {
  await page.goto(`${stage.proxy.url}/bucket-management/${bucket}`)
  await page.waitForSelector(`::-p-xpath(//button[normalize-space()="${say('en', 'files.new')}"])`)
}

/** A new bucket with a tab in it. */
async function begin() {
  stage.proxy.reset()
  const bucket = await stage.newBucket()
  const page = await open(opened.browser, bucket)
  onTestFinished(async () => {
    if (!page.isClosed()) await page.close()
  })
  return { bucket, page }
}

/** Uploads a large file in parts, of which most are held once some are there; resolves then. */
async function beginLarge(name: string) {
  const { bucket, page } = await begin()
  const file = stage.file(name, size)
  const gate = Promise.withResolvers<void>()
  const times = Number.POSITIVE_INFINITY
  const held = { method: 'PUT', path: /partNumber=\d\d&/, kind: 'gate', opened: gate.promise, times } as const
  const fault = stage.proxy.add(held)
  await choose(page, say('en', 'files.uploadFiles'), [file.path])
  await until(() => stage.acknowledged.size >= 9)
  await until(() => stage.puts.some(put => put.underWay))
  const release = () => {
    fault.times = 0
    gate.resolve()
  }
  return { bucket, page, file, release }
}

const done = (page: Page, completed: number) => headingSays(page, say('en', 'uploads.done', { completed }))

/** The files are stored as they are on disk. */
async function expectStored(bucket: string, files: TestFile[]) {
  expect(await stage.stored(bucket)).toEqual(Object.fromEntries(files.map(file => [file.name, file.sha256])))
  expect(await stage.openUploads(bucket)).toEqual([])
}

/** The panel asks for the file; once chosen it is sent to its end, and only parts in flight are sent again. */
async function chooseAgain(page: Page, bucket: string, file: TestFile) {
  await headingSays(page, say('en', 'uploads.interrupted', { left: 1 }))
  await choose(page, say('en', 'uploads.chooseAgain'), [file.path])
  await done(page, 1)
  await expectStored(bucket, [file])
  expect(stage.sent.all - size).toBeLessThanOrEqual(uploadConcurrency * partSize)
}

test.skipIf(!firefoxPath)('Firefox sends small files together and a large one in parts', async () => {
  const { bucket, page } = await begin()
  const small = Array.from({ length: 100 }, (_, at) => stage.file(`nhỏ ${at}.txt`, 1000 + at))
  const files = [...small, stage.file('lớn.bin', size)]
  await choose(
    page,
    say('en', 'files.uploadFiles'),
    files.map(({ path }) => path),
  )
  await done(page, files.length)
  await expectStored(bucket, files)
  const batches = stage.proxy.seen.filter(({ path }) => path.includes('/objects/put-batch'))
  expect(batches.length).toBeGreaterThanOrEqual(small.length / batchFilesMaximum)
  expect(stage.acknowledged.size).toBeGreaterThan(size / partSize / 2)
})

test.skipIf(!firefoxPath)('a pause in Firefox keeps what was sent', async () => {
  const { bucket, page, file, release } = await beginLarge('nghỉ.bin')
  await press(page, say('en', 'uploads.pauseAll'))
  release()
  await headingSays(page, say('en', 'uploads.paused', { left: 1 }))
  await stage.atRest()
  await press(page, say('en', 'uploads.continueAll'))
  await done(page, 1)
  await expectStored(bucket, [file])
  expect(Math.max(...stage.acknowledged.values())).toBe(1)
})

test.skipIf(!firefoxPath)('a lost connection costs Firefox the parts in flight', async () => {
  const { bucket, page, file, release } = await beginLarge('mất mạng.bin')
  stage.proxy.cut()
  release()
  await done(page, 1)
  await expectStored(bucket, [file])
  expect(Math.max(...stage.acknowledged.values())).toBe(1)
})

test.skipIf(!firefoxPath)(
  'after a reload Firefox asks once for the files, and sends what is missing',
  async () => {
    const { bucket, page, file, release } = await beginLarge('tải lại.bin')
    await page.reload()
    release()
    await chooseAgain(page, bucket, file)
  },
)

test.skipIf(!firefoxPath)(
  'another tab of Firefox takes over when the one that uploads is closed',
  async () => {
    const { bucket, page, file, release } = await beginLarge('tiếp quản.bin')
    const other = await open(opened.browser, bucket)
    onTestFinished(() => other.close())
    await page.close()
    release()
    await chooseAgain(other, bucket, file)
  },
)

test.skipIf(!firefoxPath)('a killed Firefox knows its uploads when it is started again', async () => {
  const { bucket, file, release } = await beginLarge('bị giết.bin')
  await opened.kill()
  release()
  opened = await openFirefox(profile)
  const page = await open(opened.browser, bucket)
  await chooseAgain(page, bucket, file)
})
