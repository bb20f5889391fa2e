import { expect, test, vi } from 'vitest'
import type { UploadFile } from '../../machines/upload/types.ts'
import type { UploadRow } from '../../machines/upload-queue/types.ts'
import { rememberSource } from '../../src/uploads/picking/file-sources.ts'
import { allowedFiles, recognise } from '../../src/uploads/store/choose-again.ts'
import { openFile } from '../../src/uploads/store/open-file.ts'

const stored = (path: string, size = 3, lastModified = 5): UploadFile => ({
  ...{ name: path.slice(path.lastIndexOf('/') + 1), size, lastModified, type: '' },
  stored: { path },
})
const row = (id: number, path: string, file = stored(path)): UploadRow => ({
  ...{ id, bucket: 'anh', key: path, path, file, sent: 0, multipart: null },
  ...{ state: 'interrupted', reason: 'INTERRUPTED' },
})

function chosen(path: string, text = 'kho', lastModified = 5): File {
  const file = new File([text], path.slice(path.lastIndexOf('/') + 1), { lastModified })
  if (path.includes('/')) Object.defineProperty(file, 'webkitRelativePath', { value: path })
  return file
}
const chosenFiles = (...files: File[]) => [{ kind: 'files' as const, files }]

test('files are found again by their path, size and time, in a folder that was chosen at once', async () => {
  const rows = [row(1, 'ảnh/a.png'), row(2, 'ảnh/con/a.png'), row(3, 'ảnh/b.png'), row(4, 'ảnh/c.png')]
  const [a, deep] = [chosen('ảnh/a.png'), chosen('ảnh/con/a.png')]
  const [other, later] = [chosen('ảnh/b.png', 'khác cỡ'), chosen('ảnh/c.png', 'kho', 6)]
  const lacking = { rows, unread: [] }
  expect(await recognise(chosenFiles(a, deep, other, later), lacking, { byName: true })).toEqual({
    files: new Map([
      [1, a],
      [2, deep],
    ]),
    again: [],
    rest: chosenFiles(other, later),
  })
})

test('files of a folder that are chosen alone are found by their name, unless two rows have it', async () => {
  const rows = [row(1, 'ảnh/a.png'), row(2, 'ảnh/con/a.png'), row(3, 'ảnh/b.png')]
  const [a, b] = [chosen('a.png'), chosen('b.png')]
  const lacking = { rows, unread: [] }
  const { files } = await recognise(chosenFiles(a, b), lacking, { byName: true })
  expect(files).toEqual(new Map([[3, b]]))
  // Dropped into the folder that is open, they are other files.
  expect((await recognise(chosenFiles(a, b), lacking, { byName: false })).files.size).toBe(0)
})

test('what was not read to its end is found by the names that the user knows, with its interrupted files', async () => {
  const selection = {
    ...{ bucket: 'anh', prefix: '', items: [], tops: ['ảnh (1)/', 'b.png'] },
    ...{ names: new Map([['ảnh', 'ảnh (1)']]), duplicates: 'keep-both' as const, avoid: new Set<string>() },
  }
  const unread = [{ id: 7, selection, reason: 'INTERRUPTED' as const }]
  const [a, more, b, c] = [chosen('ảnh/a.png'), chosen('ảnh/thêm.png'), chosen('b.png'), chosen('c.png')]
  const lacking = { rows: [row(1, 'ảnh/a.png')], unread }
  expect(await recognise(chosenFiles(a, more, b, c), lacking, { byName: true })).toEqual({
    files: new Map([[1, a]]),
    again: [{ id: 7, tops: ['ảnh/', 'b.png'], items: chosenFiles(a, more, b) }],
    rest: chosenFiles(c),
  })
})

/** A folder as the browser hands it out: its files by name, and whether it may be read. */
function folder(permission: PermissionState, files: Record<string, File | DOMException>) {
  const ask = vi.fn(async () => 'granted' as const)
  const handle = {
    ...{ kind: 'directory', name: 'ảnh', requestPermission: ask, queryPermission: async () => permission },
    async getFileHandle(name: string) {
      const file = files[name]
      if (!file) throw new DOMException('gone', 'NotFoundError')
      return {
        async getFile() {
          if (file instanceof File) return file
          throw file
        },
      }
    },
  }
  return { handle: handle as unknown as FileSystemHandle, ask }
}

test.each([
  ['it is as it was', 'granted', chosen('a.png'), 'ok'],
  ['it has another size', 'granted', chosen('a.png', 'khác'), 'FILE_CHANGED'],
  ['it has another time', 'granted', chosen('a.png', 'kho', 6), 'FILE_CHANGED'],
  ['it was deleted', 'granted', undefined, 'FILE_GONE'],
  ['it cannot be read', 'granted', new DOMException('', 'NotReadableError'), 'FILE_GONE'],
  ['the permission was taken away', 'granted', new DOMException('', 'NotAllowedError'), 'PERMISSION_NEEDED'],
  ['the browser must ask', 'prompt', chosen('a.png'), 'PERMISSION_NEEDED'],
] as const)('a stored file is opened by its folder: %s', async (_, permission, file, outcome) => {
  const known = stored('ảnh/a.png')
  rememberSource(known, folder(permission, file ? { 'a.png': file } : {}).handle)
  const opened = await openFile({ file: known })
  expect(opened.ok ? 'ok' : opened.code).toBe(outcome)
  if (opened.ok) expect(opened.file).toBe(file)
})

test('a file that the browser has no handle of must be chosen again', async () => {
  expect(await openFile({ file: stored('a.png') })).toEqual({ ok: false, code: 'FILE_GONE' })
})

test('the permission is asked for once for all files of a folder', async () => {
  const { handle, ask } = folder('prompt', {})
  const rows = [row(1, 'ảnh/a.png'), row(2, 'ảnh/b.png'), row(3, 'khác/c.png')]
  for (const { file } of rows.slice(0, 2)) rememberSource(file, handle)
  expect([...(await allowedFiles(rows)).keys()]).toEqual([1, 2])
  expect(ask).toHaveBeenCalledTimes(1)
})
