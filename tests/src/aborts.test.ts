import { expect, test, vi } from 'vitest'
import type { AbortUpload } from '../../machines/upload/types.ts'
import { abortReliably, retryAborts } from '../../src/uploads/store/aborts.ts'

type Kept = { uploadId: string; user: string; bucket: string; key: string }
const browser = vi.hoisted(() => ({ kept: new Map<string, Kept>(), answer: {} as AbortUpload['output'] }))
vi.mock('../../src/uploads/transfer/upload-calls.ts', () => ({ abortUpload: async () => browser.answer }))
vi.mock('../../src/uploads/store/database.ts', () => ({
  uploadDatabase: async () => ({
    put: async (_store: string, record: Kept) => browser.kept.set(record.uploadId, record),
    delete: async (_store: string, id: string) => browser.kept.delete(id),
    getAllFromIndex: async () => [...browser.kept.values()],
  }),
}))

const upload = { bucket: 'b', key: 'a.bin', uploadId: 'u' }

test.each([
  [{ ok: true }, 0],
  [{ ok: false, code: 'BUCKET_NOT_FOUND' }, 0],
  [{ ok: false, code: 'ACCESS_DENIED' }, 0],
  [{ ok: false, code: 'PERMISSION_DENIED' }, 0],
  [{ ok: false, code: 'NETWORK' }, 1],
  [{ ok: false, code: 'STORAGE_UNAVAILABLE' }, 1],
  [{ ok: false, code: 'UNAUTHORIZED' }, 1],
] as const)('an abort that is answered with %o is left to so many next visits: %d', async (answer, left) => {
  browser.answer = answer
  await abortReliably(upload, 'user-1')
  await retryAborts('user-1')
  await expect.poll(() => browser.kept.size).toBe(left)
})
