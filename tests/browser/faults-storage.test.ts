// @module-tag faults
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { MiB, uploadLimit } from '../../domain/limits.ts'
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
let page: Page

beforeAll(async () => {
  stage = await UploadStage.open({ partSize: MiB })
})
afterAll(() => stage?.close())
afterEach(async () => {
  await page?.context().close()
  await stage.console.setQuota(null)
})

async function arrive(): Promise<void> {
  bucket = await stage.newBucket()
  ;({ page } = await stage.visitor(bucket))
}

async function beginSlowly(): Promise<TestFile> {
  await arrive()
  const file = stage.file(`${bucket}.bin`, size)
  stage.proxy.bytesPerSecond = 2 * MiB
  await chooseFiles(page, [file])
  await until(() => stage.acknowledged.size >= 4)
  return file
}

/** Bytes that the account holds already. */
async function held(): Promise<number> {
  const buckets = Array.from(
    { length: Number(bucket.split('-').at(-1)) },
    (_, index) => `lo-hang-${index + 1}`,
  )
  const sizes = await Promise.all(buckets.map(name => stage.bytesIn(name)))
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

const click = (action: 'retry' | 'remove', { name }: TestFile) =>
  page.getByRole('button', { name: say('en', `uploads.${action}`, { name }), exact: true }).click()

test('when the quota is spent in mid-upload no half object is made, and the rest is sent when there is room', async () => {
  const file = await beginSlowly()
  await stage.console.setQuota((await held()) + 8 * MiB)
  stage.proxy.bytesPerSecond = 0
  await rowSays(uploadRow(page, file.name), 'failed', 'NOT_ENOUGH_STORAGE')
  await page.getByText('Not enough storage space!').waitFor()
  expect(await stage.stored(bucket)).toEqual({})
  await stage.console.setQuota(null)
  await click('retry', file)
  await rowSays(uploadRow(page, file.name), 'completed')
  expect(await stage.stored(bucket)).toEqual({ [file.name]: file.sha256 })
  expect(stage.sent.all).toBe(size + stage.sent.lost)
})

/** Whether what the page keeps for its next visit says so. */
const keeps = (reason: string) =>
  page.evaluate(async reason => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    for (const { name } of await indexedDB.databases()) {
      const database = await resultOf(indexedDB.open(name!))
      const stores = [...database.objectStoreNames]
      const kept = stores.map(store => resultOf(database.transaction(store).objectStore(store).getAll()))
      const rows = JSON.stringify(await Promise.all(kept))
      database.close()
      if (rows.includes(reason)) return true
    }
    return false
  }, reason)

test('after a reload an upload that failed for want of room still says so', async () => {
  const file = await beginSlowly()
  await stage.console.setQuota((await held()) + 8 * MiB)
  stage.proxy.bytesPerSecond = 0
  await rowSays(uploadRow(page, file.name), 'failed', 'NOT_ENOUGH_STORAGE')
  await until(() => keeps('NOT_ENOUGH_STORAGE'))
  page.on('dialog', dialog => void dialog.accept())
  await page.reload()
  await until(
    async () => (await uploadRow(page, file.name).getAttribute('data-reason')) === 'NOT_ENOUGH_STORAGE',
  )
})

test('an upload that failed for want of room leaves no part at the engine when it is taken out of the list', async () => {
  const file = await beginSlowly()
  await stage.console.setQuota((await held()) + 8 * MiB)
  stage.proxy.bytesPerSecond = 0
  await rowSays(uploadRow(page, file.name), 'failed', 'NOT_ENOUGH_STORAGE')
  await click('remove', file)
  await until(async () => (await stage.openUploads(bucket)).length === 0)
  expect(await stage.stored(bucket)).toEqual({})
})

test('an upload to a bucket that is deleted meanwhile fails with the reason', async () => {
  const file = await beginSlowly()
  await stage.s3.deleteBucket({ Bucket: bucket })
  stage.proxy.bytesPerSecond = 0
  await rowSays(uploadRow(page, file.name), 'failed', 'BUCKET_NOT_FOUND')
  await page.getByText(say('en', 'uploads.reason.BUCKET_NOT_FOUND')).waitFor()
})

test('a file of 5 GB is refused with the reason, and the rest goes on', async () => {
  await arrive()
  const path = join(stage.folder, 'lớn.iso')
  writeFileSync(path, '')
  truncateSync(path, uploadLimit)
  const large: TestFile = { path, name: 'lớn.iso', size: uploadLimit, sha256: '' }
  const small = stage.file('vừa.bin', size)
  await chooseFiles(page, [large, small])
  await rowSays(uploadRow(page, large.name), 'failed', 'FILE_TOO_LARGE')
  await page.getByText(say('en', 'uploads.reason.FILE_TOO_LARGE')).waitFor()
  await rowSays(uploadRow(page, small.name), 'completed')
  expect(await stage.stored(bucket)).toEqual({ [small.name]: small.sha256 })
  expect(stage.sent.all).toBe(size)
})
