// @module-tag faults
import { cpSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { MiB, uploadConcurrency } from '../../domain/limits.ts'
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

const partSize = MiB / 4
/** More than the addresses of one call. */
const size = 20 * MiB

let stage: UploadStage
let bucket: string
let context: BrowserContext
let page: Page

beforeAll(async () => {
  stage = await UploadStage.open({ partSize })
})
afterAll(() => stage?.close())
afterEach(() => context?.close())

/** A visitor begins to upload a file, slowly, until a few parts are acknowledged. */
async function beginSlowly(bytesPerSecond = 2 * MiB, add = chooseFiles): Promise<TestFile> {
  bucket = await stage.newBucket()
  const file = stage.file(`${bucket}.bin`, size)
  ;({ context, page } = await stage.visitor(bucket))
  stage.proxy.bytesPerSecond = bytesPerSecond
  await add(page, [file])
  await until(() => stage.acknowledged.size >= 4)
  return file
}

/**
 * Waits for the end, and sees that the object is the file, and that no more was cut than what was under way, and no more
 * went out twice than that and what the page was not told of.
 */
async function expectWhole(file: TestFile): Promise<void> {
  stage.proxy.bytesPerSecond = 0
  await rowSays(uploadRow(page, file.name), 'completed')
  expect(await stage.stored(bucket)).toEqual({ [file.name]: file.sha256 })
  expect(await stage.openUploads(bucket)).toEqual([])
  const { all, lost } = stage.sent
  expect(stage.puts.filter(({ status }) => status !== 200).length).toBeLessThanOrEqual(uploadConcurrency)
  expect(all - lost - file.size).toBeLessThanOrEqual(uploadConcurrency * partSize)
}

/** Loads the page anew, and says yes to the browser, which asks because files are under way. */
async function reload(): Promise<void> {
  const asked = page.waitForEvent('dialog')
  const loaded = page.reload()
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await loaded
  stage.proxy.bytesPerSecond = 0
}

const continueUpload = ({ name }: TestFile) =>
  page.getByRole('button', { name: say('en', 'uploads.continue', { name }), exact: true }).click()

/** Continues an upload whose file is not at hand, and chooses this one for it. */
async function giveFile(upload: TestFile, given: TestFile): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await continueUpload(upload)
  await (await chooser).setFiles(given.path)
}

test('after a reload a file of another size, name or date is refused, and the right one still goes on', async () => {
  const file = await beginSlowly()
  const named = stage.file(`another/${file.name}.bin`, size)
  const sized = stage.file(`another/${file.name}`, size + 1)
  const dated = { ...file, path: join(stage.folder, 'dated', file.name) }
  cpSync(file.path, dated.path, { recursive: true })
  utimesSync(dated.path, 1_700_000_000, 1_700_000_000)
  await reload()
  await rowSays(uploadRow(page, file.name), 'paused', 'INTERRUPTED')
  await stage.atRest()
  const { all } = stage.sent
  for (const other of [named, sized, dated]) {
    await giveFile(file, other)
    await rowSays(uploadRow(page, file.name), 'paused', 'ANOTHER_FILE')
    await page.getByText(say('en', 'uploads.reason.ANOTHER_FILE', { name: file.name })).waitFor()
  }
  expect(stage.sent.all).toBe(all)
  await giveFile(file, file)
  await expectWhole(file)
})

test('an upload that was interrupted by a reload can be cancelled without its file', async () => {
  const file = await beginSlowly()
  await reload()
  await rowSays(uploadRow(page, file.name), 'paused', 'INTERRUPTED')
  await page
    .getByRole('button', { name: say('en', 'uploads.cancel', { name: file.name }), exact: true })
    .click()
  await until(async () => (await stage.openUploads(bucket)).length === 0)
  expect(await stage.stored(bucket)).toEqual({})
})

test('after a reload the upload of a file that was dropped goes on by itself', async () => {
  const file = await beginSlowly(2 * MiB, dropFiles)
  await reload()
  await expectWhole(file)
})

test('an upload that had to begin anew still goes on by itself after the next reload', async () => {
  const file = await beginSlowly(2 * MiB, dropFiles)
  const open = async () => {
    const { Uploads = [] } = await stage.s3.listMultipartUploads({ Bucket: bucket })
    return Uploads[0]
  }
  const { Key, UploadId } = (await open())!
  await stage.s3.abortMultipartUpload({ Bucket: bucket, Key, UploadId })
  await until(async () => ![undefined, UploadId].includes((await open())?.UploadId))
  await reload()
  await rowSays(uploadRow(page, file.name), 'completed')
  expect(await stage.stored(bucket)).toEqual({ [file.name]: file.sha256 })
})

test('a sign-out asks about uploads of other tabs, which say what was not uploaded, and all return to their place', async () => {
  await beginSlowly(MiB / 4)
  const other = await context.newPage()
  await other.goto(`${stage.proxy.url}/userinfo`)
  await other.getByRole('button', { name: say('en', 'shell.account', { name: '' }).trim() }).click()
  await other.getByRole('menuitem', { name: say('en', 'shell.logout') }).click()
  const dialog = other.getByRole('alertdialog', { name: say('en', 'uploads.signOutTitle') })
  await dialog.getByText(say('en', 'uploads.signOutLead', { count: 1 })).waitFor()
  await dialog.getByRole('button', { name: say('en', 'uploads.signOut'), exact: true }).click()
  const heading = { level: 1, name: say('en', 'auth.signInTitle') }
  await page.bringToFront()
  await page.getByRole('heading', heading).waitFor()
  await page.getByText(say('en', 'uploads.stopped', { count: 1 })).waitFor()
  stage.proxy.bytesPerSecond = 0
  await other.bringToFront()
  await other.getByLabel(say('en', 'auth.email'), { exact: true }).fill(owner.email)
  await other.getByLabel(say('en', 'auth.password'), { exact: true }).fill(owner.password)
  await other.getByRole('button', { name: say('en', 'auth.signIn'), exact: true }).click()
  await other.waitForURL('**/userinfo')
  await page.waitForURL(`**/bucket-management/${bucket}`)
})
