// @module-tag faults
import { afterAll, beforeAll, expect, test } from 'vitest'
import { basePartSize } from '../../domain/limits.ts'
import { startLine } from '../support/line.ts'
import { chooseFiles, rowSays, UploadStage, until, uploadRow } from '../support/upload-stage.ts'

const minutes = 60_000

let stage: UploadStage
beforeAll(async () => {
  stage = await UploadStage.open({ partSize: basePartSize })
})
afterAll(() => stage?.close())

// Its buffers are the system's own: a few MB on each connection, which the browser has handed over at once.
test('a file arrives over 1 Mbit/s and 300 ms behind a hop that buffers, and no more than a part is sent twice', {
  timeout: 10 * minutes,
}, async () => {
  const line = await startLine(stage.proxy.url, { bytesPerSecond: 125_000, delayMs: 150 })
  const bucket = await stage.newBucket()
  const file = stage.file('slow.bin', 28_000_000)
  const { page, context } = await stage.visitor(bucket, { clock: false, url: line.url })
  await chooseFiles(page, [file])
  const row = uploadRow(page, file.name)
  await until(async () => (await row.getAttribute('data-status')) === 'completed', 9 * minutes, 1000)
  await rowSays(row, 'completed')
  expect(await stage.stored(bucket)).toEqual({ [file.name]: file.sha256 })
  expect(stage.sent.all).toBeLessThanOrEqual(file.size + basePartSize)
  await context.close()
  await line.close()
})
