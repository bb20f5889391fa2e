// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'

const keepStored = vi.hoisted(() => vi.fn(() => ({ follow: () => undefined })))
vi.mock('../../src/uploads/store/keep-stored.ts', () => ({ keepStored }))
vi.mock('../../src/session/flow.ts', () => ({
  session: { getSnapshot: () => ({ context: { user: null } }) },
  onForget: () => () => undefined,
}))
vi.mock('../../machines/session/machine.ts', () => ({
  selectUser: () => ({ id: 'an', email: 'an@example.com' }),
}))

test('a look at the uploads begins no queue and opens no database: only their start does', async () => {
  const { areUploadsRestoring, areUploadsStored, startUploads, uploadsNow } = await import(
    '../../src/uploads/queue/uploads.ts'
  )
  expect([uploadsNow().context.table.length, areUploadsStored(), areUploadsRestoring()]).toEqual([
    0,
    true,
    false,
  ])
  expect(keepStored).not.toHaveBeenCalled()
  startUploads()
  expect(keepStored).toHaveBeenCalledOnce()
})
