import { expect, onTestFinished, test } from 'vitest'
import { MiB, uploadConcurrency } from '../../domain/limits.ts'
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
  await until(() => stage.acknowledged.size >= 1040)
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
