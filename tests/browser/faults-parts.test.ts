// @module-tag faults
import { expect, onTestFinished, test } from 'vitest'
import { formatBytes } from '../../domain/bytes.ts'
import { MiB, uploadConcurrency } from '../../domain/limits.ts'
import { say } from '../support/say.ts'
import { chooseFiles, rowSays, UploadStage, until, uploadRow } from '../support/upload-stage.ts'

test('an upload of 1,088 parts that is interrupted in the middle sends again only what was under way', async () => {
  const partSize = 16 * 1024
  const size = 17 * MiB
  const stage = await UploadStage.open({ partSize })
  onTestFinished(() => stage.close())
  const bucket = await stage.newBucket()
  const file = stage.file('nhiều phần.bin', size)
  const { page } = await stage.visitor(bucket)
  await chooseFiles(page, [file])
  // As long as parts arrive: a thousand take longer than a test has patience for one thing.
  for (let seen = 0; seen < 1040; seen = stage.acknowledged.size)
    await until(() => stage.acknowledged.size > seen)
  page.on('dialog', dialog => dialog.accept())
  await page.reload()
  await rowSays(uploadRow(page, file.name), 'paused', 'INTERRUPTED')
  await until(() => stage.puts.every(put => !put.underWay))
  const before = stage.puts.length
  expect(before).toBeLessThan(size / partSize)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: `Continue ${file.name}`, exact: true }).click()
  await (await chooser).setFiles(file.path)
  await rowSays(uploadRow(page, file.name), 'completed')
  expect(await stage.stored(bucket)).toEqual({ [file.name]: file.sha256 })
  expect(await stage.openUploads(bucket)).toEqual([])
  expect(stage.puts.length - size / partSize).toBeLessThanOrEqual(uploadConcurrency)
  expect(stage.sent.all - size).toBeLessThanOrEqual(uploadConcurrency * partSize)
})

test('after a pause, and after a reload, just what the engine holds is shown as sent', async () => {
  const size = 20 * MiB
  const stage = await UploadStage.open({ partSize: MiB })
  onTestFinished(() => stage.close())
  const bucket = await stage.newBucket()
  const file = stage.file('phim.bin', size)
  const { page } = await stage.visitor(bucket)
  stage.proxy.add({
    ...{ method: 'PUT', path: /partNumber=(?!1&)/, kind: 'hold' },
    times: Number.POSITIVE_INFINITY,
  })
  const kept = { sent: formatBytes(MiB, 'en'), size: formatBytes(size, 'en') }
  const row = uploadRow(page, file.name)
  const pause = page.getByRole('button', { name: say('en', 'uploads.pause', { name: file.name }) })
  await chooseFiles(page, [file])
  await until(() => stage.acknowledged.size === 1 && stage.puts.filter(put => put.bytes > 0).length >= 2)
  await pause.click()
  await rowSays(row, 'pausing')
  await pause.click()
  await row.getByText(say('en', 'uploads.status.paused', kept), { exact: true }).waitFor()
  const { Uploads: [upload] = [] } = await stage.s3.listMultipartUploads({ Bucket: bucket })
  const { Parts = [] } = await stage.s3.listParts({
    Bucket: bucket,
    Key: file.name,
    UploadId: upload?.UploadId,
  })
  expect(Parts.map(part => [part.PartNumber, part.Size])).toEqual([[1, MiB]])
  await page.reload()
  await rowSays(row, 'paused', 'INTERRUPTED')
  await row.getByText(say('en', 'uploads.reason.INTERRUPTED', kept), { exact: true }).waitFor()
})

test('a file and parts that are damaged on the way are sent again, and what is stored is the file', async () => {
  const stage = await UploadStage.open({ partSize: MiB })
  onTestFinished(() => stage.close())
  const bucket = await stage.newBucket()
  const [small, large] = [stage.file('ảnh.bin', 3 * MiB), stage.file('phim.bin', 12 * MiB)]
  const { page } = await stage.visitor(bucket)
  stage.proxy.add({ method: 'PUT', path: /partNumber=1&/, kind: 'flip', times: 2 })
  stage.proxy.add({ method: 'PUT', path: /partNumber=(?!1&)/, kind: 'flip', times: 1 })
  stage.proxy.add({ method: 'PUT', path: /%E1%BA%A3nh\.bin\?/, kind: 'flip', times: 1 })
  await chooseFiles(page, [small, large])
  await rowSays(uploadRow(page, small.name), 'completed')
  await rowSays(uploadRow(page, large.name), 'completed')
  expect(await stage.stored(bucket)).toEqual({ [small.name]: small.sha256, [large.name]: large.sha256 })
  // Damaged parts are refused; a whole file is compared once it is stored.
  const { whole, ...parts } = Object.fromEntries(stage.acknowledged)
  expect([whole, ...new Set(Object.values(parts))]).toEqual([2, 1])
})

test('a comparison ends although its worker collects its garbage meanwhile', async () => {
  const stage = await UploadStage.open({ partSize: MiB, flags: '--expose-gc' })
  onTestFinished(() => stage.close())
  const bucket = await stage.newBucket()
  const files = Array.from({ length: 5 }, (_, at) => stage.file(`ảnh ${at}.bin`, 3 * MiB))
  const { page } = await stage.visitor(bucket)
  page.on('worker', worker => {
    worker
      .evaluate(() => setInterval((globalThis as unknown as { gc: () => void }).gc))
      .catch(() => undefined)
  })
  await chooseFiles(page, files)
  for (const { name } of files) await rowSays(uploadRow(page, name), 'completed')
})
