// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { consoleTexts } from '../../languages/languages.ts'
import { bucketTexts, deskTexts } from '../../languages/screen-texts.ts'
import { selectToast } from '../../machines/toast/machine.ts'
import type { CurrentUser, ObjectItem } from '../../openapi/schema.ts'
import { api } from '../../src/api/client.ts'
import DeleteBucketDialog from '../../src/buckets/dialogs/delete-bucket-dialog.tsx'
import DeleteDialog from '../../src/files/dialogs/delete-dialog.tsx'
import { addMessages, showLocale } from '../../src/i18n/text.ts'
import { newestUndoable } from '../../src/jobs/undoable.ts'
import { queryClient } from '../../src/session/query-client.ts'
import { toaster } from '../../src/shell/toast.ts'
import { createTheme } from '../../src/theme/system.ts'

const user = { id: 'an', permission: 'full-control', scope: null, is_admin: true } as CurrentUser
vi.mock('../../src/session/flow.ts', () => ({ useUser: () => user, onForget: () => () => undefined }))

let versioning = 'disabled'
const answers: Record<string, () => unknown> = {
  '/bucket/status': () => ({ buckets: [{ bucket: 'anh', versioning }] }),
  '/bucket/contents': () => ({ files: 2, versions: 0, bytes: 8, uploads: 0, complete: true, lock: false }),
  '/objects/count': () => ({ files: 11, bytes: 44, next_token: null }),
  '/user/method-security': () => ({ method: 'pin', provider: null }),
}
const answered = (data: unknown) => ({ data, response: new Response() })
vi.spyOn(api, 'GET').mockImplementation((async (path: string) => answered(answers[path]?.())) as never)
const remove = vi.spyOn(api, 'DELETE')

beforeAll(async () => {
  await showLocale('en')
  await addMessages(consoleTexts)
  await addMessages(bucketTexts)
  await addMessages(deskTexts)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  remove.mockReset()
  versioning = 'disabled'
})

function show(dialog: ReactElement) {
  render(
    <ChakraProvider value={createTheme()}>
      <QueryClientProvider client={queryClient}>{dialog}</QueryClientProvider>
    </ChakraProvider>,
  )
}

const file = { type: 'file', key: 'b.txt', name: 'b.txt', size: 4 } as ObjectItem
const folder = { type: 'folder', key: 'a/', name: 'a/', size: null } as ObjectItem
const ask = (items: ObjectItem[]) =>
  show(
    <DeleteDialog parts={[{ bucket: 'anh', items }]} onDeleted={() => undefined} onClose={() => undefined} />,
  )

test('the question says what goes with a file and a folder, and how much', async () => {
  ask([file, folder])
  await screen.findByText(/1 file and 1 folder with everything in it/)
  await screen.findByText('12 files in all, 48 Bytes')
})

test("the folder's own object is named with its size, and is deleted alone", async () => {
  remove.mockResolvedValue(answered({ deleted: 1, failed: [], job: null }) as never)
  const own = { type: 'file', key: 'a/only/', name: '', size: 15 } as ObjectItem
  const deleted = vi.fn()
  show(
    <DeleteDialog parts={[{ bucket: 'anh', items: [own] }]} onDeleted={deleted} onClose={() => undefined} />,
  )
  await screen.findByText('Delete “only (the folder’s own content)”?')
  await screen.findByText('This deletes 1 file (15 Bytes). It cannot be undone.')
  await screen.findByText('Everything else in the folder stays.')
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await expect.poll(() => deleted.mock.calls).toEqual([[new Set(['a/only/']), 'anh']])
  expect(
    (remove.mock.calls as unknown as [string, { body: object }][]).map(([path, { body }]) => [path, body]),
  ).toEqual([['/objects/delete/many', { bucket: 'anh', keys: [], objects: ['a/only/'] }]])
  expect(selectToast(toaster.getSnapshot())?.about).toBe('only (the folder’s own content)')
})

test('where versions are kept it says that what is deleted can be restored', async () => {
  versioning = 'enabled'
  ask([folder])
  await screen.findByText(/1 folder with everything in it.*restore/i)
  await screen.findByText('Delete “a”?')
})

test.each([
  [undefined, null],
  ['act-1', 'files.undo'],
])('the message about a deletion offers to undo it where that is possible: %s', async (undo, label) => {
  remove.mockResolvedValue(answered({ deleted: 1, failed: [], job: null, ...(undo && { undo }) }) as never)
  ask([file])
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await expect.poll(() => selectToast(toaster.getSnapshot())?.about).toBe('b.txt')
  expect(selectToast(toaster.getSnapshot())?.action?.label ?? null).toBe(label)
  expect(newestUndoable('an')).toBe(undo ?? null)
})

test('of a bucket that is not empty it says what it holds, and requires pin and tick: Please confirm!', async () => {
  show(
    <DeleteBucketDialog
      bucket={{ name: 'anh', size: 8, objects: 2, created_at: 1 } as never}
      onClose={() => undefined}
    />,
  )
  await screen.findByText(/It contains 2 files \(8 Bytes\)\./)
  fireEvent.click(screen.getByRole('button', { name: 'Empty and delete' }))
  await screen.findByText('Please confirm!')
  expect(remove).not.toHaveBeenCalled()
})
