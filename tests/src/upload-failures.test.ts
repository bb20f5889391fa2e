import { beforeEach, expect, test, vi } from 'vitest'
import type { ErrorCode } from '../../openapi/schema.ts'
import { failureOf } from '../../src/uploads/transfer/storage-answer.ts'
import {
  abortUpload,
  completeUpload,
  listParts,
  startUpload,
} from '../../src/uploads/transfer/upload-calls.ts'
import { uploadFlow } from '../flows/upload.flow.ts'

const answer = vi.hoisted(() => ({ code: '' }))
vi.mock(import('../../src/api/client.ts'), () => {
  const refuse = async () => ({
    error: { code: answer.code, request_id: 'req-1' },
    response: new Response(null, { status: 400 }),
  })
  return { api: { GET: refuse, POST: refuse } as never }
})
beforeEach(() => vi.stubGlobal('navigator', { onLine: true }))

const file = { name: 'a.bin', size: 6, lastModified: 1, type: '' }
const upload = { bucket: 'anh', key: 'a.bin', uploadId: 'upload-1' }
const calls = {
  startUpload: () => startUpload({ bucket: 'anh', key: 'a.bin', file, replaces: null }),
  listParts: () => listParts(upload),
  completeUpload: () => completeUpload({ ...upload, file, parts: [], again: false }),
  abortUpload: () => abortUpload(upload),
}

/** What the page finds out without the server. */
const own = ['ok', 'NETWORK', 'OFFLINE', 'unexpected']

/** Codes that no flow distinguishes are kept as well. */
const others: ErrorCode[] = ['PERMISSION_DENIED', 'DATABASE_UNAVAILABLE', 'INVALID_REQUEST']

for (const [name, call] of Object.entries(calls)) {
  const codes = Object.keys(uploadFlow.outcomes[name as keyof typeof calls]).filter(
    code => !own.includes(code),
  )

  test.each([...codes, ...others])(`a refused ${name} with the code %s is that failure`, async code => {
    answer.code = code
    expect(await call()).toEqual({ ok: false, code })
  })
}

test.each([
  ['NoSuchUpload', 404, 'UPLOAD_NOT_FOUND'],
  ['NoSuchBucket', 404, 'BUCKET_NOT_FOUND'],
  ['QuotaExceeded', 403, 'NOT_ENOUGH_STORAGE'],
  ['EntityTooLarge', 400, 'FILE_TOO_LARGE'],
  ['SlowDown', 503, 'TOO_MANY_REQUESTS'],
  ['AllAccessDisabled', 403, 'ACCESS_DENIED'],
  ['ServiceUnavailable', 503, 'STORAGE_UNAVAILABLE'],
  ['InvalidArgument', 400, 'UNKNOWN_ERROR'],
  ['AccessDenied', 403, 'URL_REFUSED'],
])('a PUT that S3 refuses with %s and %i is %s', (code, status, failure) => {
  expect(failureOf(status, `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)).toBe(failure)
})
