// @module-tag faults
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { MiB, uploadConcurrency } from '../../domain/limits.ts'
import { patience } from '../support/patience.ts'
import { say } from '../support/say.ts'
import {
  chooseFiles,
  rowSays,
  type TestFile,
  UploadStage,
  until,
  uploadRow,
} from '../support/upload-stage.ts'

const partSize = MiB
const partCount = 20
const size = partCount * partSize
const part = (number: number) => new RegExp(`[?&]partNumber=${number}&`)

let stage: UploadStage
let bucket: string
let page: Page

beforeAll(async () => {
  stage = await UploadStage.open({ partSize })
})
afterAll(() => stage?.close())
afterEach(() => page?.context().close())

/** A visitor begins to upload a file of so many bytes. */
async function begin(bytes = size, before: () => unknown = () => undefined): Promise<TestFile> {
  bucket = await stage.newBucket()
  const file = stage.file(`${bucket}.bin`, bytes)
  ;({ page } = await stage.visitor(bucket))
  await before()
  await chooseFiles(page, [file])
  return file
}

/** The same, slowly, until a few parts are acknowledged and others are on their way. */
async function beginSlowly(): Promise<TestFile> {
  const file = await begin(size, () => {
    stage.proxy.bytesPerSecond = 3 * MiB
  })
  await until(() => stage.acknowledged.size >= 4)
  return file
}

/**
 * Waits for the end, and sees that the object is the file, and that no acknowledged part went out twice, but for so many whose
 * answers may have been on their way when the page hung up.
 */
async function expectWhole(file: TestFile, onTheirWay = 0): Promise<void> {
  stage.proxy.bytesPerSecond = 0
  await rowSays(uploadRow(page, file.name), 'completed')
  expect(await stage.stored(bucket)).toEqual({ [file.name]: file.sha256 })
  expect(await stage.openUploads(bucket)).toEqual([])
  const { all, lost } = stage.sent
  const again = [...stage.acknowledged.values()].reduce((sum, times) => sum + times - 1, 0)
  expect(again).toBeLessThanOrEqual(onTheirWay)
  // Less, where a part was kept whose answer was lost, and the page has asked for the parts since.
  expect(all).toBeLessThanOrEqual(file.size + lost + again * partSize)
}

/** Lets the page's time pass, 10 s at once, until the row says so. */
async function passTimeUntil(file: TestFile, status: string, reason: string | null): Promise<void> {
  const row = uploadRow(page, file.name)
  await until(async () => {
    await page.clock.fastForward(10_000)
    const { dataset } = await row.evaluate(({ dataset }) => ({ dataset: { ...dataset } }))
    return dataset.status === status && (dataset.reason ?? null) === reason
  })
}

const click = (action: 'pause' | 'continue' | 'cancel' | 'retry', { name }: TestFile) =>
  page.getByRole('button', { name: say('en', `uploads.${action}`, { name }), exact: true }).click()
const putsUnderWay = () => stage.puts.filter(put => put.underWay).length

// Later than 30 s after the last progress: what is handed over may still be on its way.
test('a part that is never answered is given up and sent again', async () => {
  const file = await begin(size, () =>
    stage.proxy.add({ method: 'PUT', path: part(partCount), times: 1, kind: 'hold' }),
  )
  await until(() => stage.acknowledged.size === partCount - 1)
  await page.clock.fastForward(29_000)
  expect(putsUnderWay()).toBe(1)
  await passTimeUntil(file, 'uploading', 'RETRYING')
  await expectWhole(file)
  expect(stage.sent.lost).toBe(partSize)
})

test('a small file that is never answered is given up and sent again', async () => {
  const file = await begin(MiB, () =>
    stage.proxy.add({ method: 'PUT', path: /^\/s3\//, times: 1, kind: 'hold' }),
  )
  await until(() => stage.sent.all === file.size)
  // The page may not know yet that all is sent.
  const again = async () => {
    if (stage.puts.length > 1) return true
    await page.clock.fastForward(31_000)
    return false
  }
  await until(again, patience, 1000)
  await expectWhole(file)
  expect(stage.sent.lost).toBe(file.size)
})

test.each([
  ['start-upload', 200_000],
  ['get-upload-url', 30_000],
  ['complete-upload', 660_000],
])('a call of %s that is never answered is made again', async (call, ms) => {
  const path = new RegExp(`/objects/${call}$`)
  const file = await begin(size, () => stage.proxy.add({ method: 'POST', path, times: 1, kind: 'hold' }))
  const calls = () => stage.proxy.seen.filter(seen => path.test(seen.path))
  await until(() => calls().length > 0)
  await page.clock.fastForward(ms + 1000)
  await expectWhole(file)
  expect(stage.sent.lost).toBe(0)
})

test('a file whose completion was made but not answered is complete', async () => {
  const path = /\/objects\/complete-upload$/
  const file = await begin(size, () => stage.proxy.add({ method: 'POST', path, times: 2, kind: 'lose' }))
  await expectWhole(file)
  expect(stage.sent.lost).toBe(0)
})

test('parts that were kept but not acknowledged are sent again, those alone', async () => {
  const file = await begin(size, () =>
    stage.proxy.add({ method: 'PUT', path: part(7), times: 3, kind: 'lose' }),
  )
  await expectWhole(file)
  expect(stage.sent.lost).toBe(3 * partSize)
})

test('a storage that says 503 is asked again', async () => {
  const file = await begin(size, () =>
    stage.proxy.add({
      ...{ method: 'PUT', path: part(2), times: 3, kind: 'status' },
      ...{ status: 503, code: 'SlowDown' },
    }),
  )
  await rowSays(uploadRow(page, file.name), 'uploading', 'RETRYING')
  await expectWhole(file)
  expect(stage.sent.lost).toBe(3 * partSize)
})

test('while the storage says 503 for long an upload pauses with the reason, and goes on by itself', async () => {
  let fault = { times: 0 }
  const file = await begin(MiB, () => {
    fault = stage.proxy.add({
      ...{ method: 'PUT', path: /^\/s3\//, times: Number.POSITIVE_INFINITY, kind: 'status' },
      ...{ status: 503, code: 'ServiceUnavailable' },
    })
  })
  await passTimeUntil(file, 'paused', 'STORAGE_UNAVAILABLE')
  await page.getByRole('heading', { name: say('en', 'uploads.stalled') }).waitFor()
  fault.times = 0
  await page.clock.fastForward(30_000)
  await expectWhole(file)
})

test('an address that has expired is signed anew, and nobody sees it', async () => {
  const file = await begin(size, () =>
    stage.proxy.add({
      ...{ method: 'PUT', path: part(4), times: 1, kind: 'status' },
      ...{ status: 403, code: 'AccessDenied' },
    }),
  )
  await expectWhole(file)
  expect(stage.sent.lost).toBe(partSize)
  const [first, second] = stage.puts.filter(put => part(4).test(put.path))
  expect([first?.status, second?.status]).toEqual([403, 200])
})

test('an address that stays refused is a missing permission; a retry goes on with what was sent', async () => {
  let fault = { times: 0 }
  const file = await begin(size, () => {
    fault = stage.proxy.add({
      ...{ method: 'PUT', path: part(4), times: Number.POSITIVE_INFINITY, kind: 'status' },
      ...{ status: 403, code: 'AccessDenied' },
    })
  })
  await passTimeUntil(file, 'failed', 'ACCESS_DENIED')
  fault.times = 0
  await click('retry', file)
  await expectWhole(file)
})

test('with the server killed in mid-upload it tries, pauses with the reason, and goes on when the server is back', async () => {
  const file = await beginSlowly()
  stage.proxy.gone = true
  await stage.console.kill()
  await rowSays(uploadRow(page, file.name), 'uploading', 'RETRYING')
  await passTimeUntil(file, 'paused', 'STORAGE_UNAVAILABLE')
  await stage.console.restart()
  stage.proxy.gone = false
  await page.clock.fastForward(30_000)
  await expectWhole(file)
  expect(stage.sent.lost).toBeLessThanOrEqual(uploadConcurrency * partSize)
})

test('an upload paused during a part sends no byte until continued', async () => {
  const file = await beginSlowly()
  await click('pause', file)
  await rowSays(uploadRow(page, file.name), 'paused')
  await stage.atRest()
  const { all } = stage.sent
  await page.clock.fastForward(3_600_000)
  await page.getByRole('button', { name: say('en', 'common.refresh') }).click()
  await until(() =>
    stage.proxy.seen.some(seen => seen.path.includes('/objects/paginate') && seen.status === 200),
  )
  expect(stage.sent.all).toBe(all)
  await click('continue', file)
  await expectWhole(file, uploadConcurrency)
  expect(stage.sent.lost).toBeLessThanOrEqual(uploadConcurrency * partSize)
})
