import { afterAll, beforeAll, expect, test } from 'vitest'
import { MiB } from '../../domain/limits.ts'
import { chooseFiles, rowSays, UploadStage, uploadRow } from '../support/upload-stage.ts'

let stage: UploadStage

beforeAll(async () => {
  stage = await UploadStage.open({ partSize: MiB })
})
afterAll(() => stage?.close())

test('a connection cut in mid-part costs no more than what had left of that part', async () => {
  const bucket = await stage.newBucket()
  const file = stage.file('cut.bin', 20 * MiB)
  const { context, page } = await stage.visitor(bucket)
  const after = MiB / 2
  stage.proxy.add({ method: 'PUT', path: /partNumber=3&/, times: 3, kind: 'cut', after })
  await chooseFiles(page, [file])
  await rowSays(uploadRow(page, file.name), 'completed')
  expect(await stage.stored(bucket)).toEqual({ 'cut.bin': file.sha256 })
  expect(stage.sent.lost).toBeLessThan(3 * MiB)
  await context.close()
})
