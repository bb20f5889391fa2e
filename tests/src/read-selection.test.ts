import { expect, test, vi } from 'vitest'
import type { DuplicateChoice, SelectedItem } from '../../machines/upload-queue/types.ts'
import { readSelection, reportFound } from '../../src/uploads/picking/read-selection.ts'
import { topNames } from '../../src/uploads/picking/selection.ts'

const composed = 'Hà Nội.txt'.normalize('NFC')
const decomposed = 'Hà Nội.txt'.normalize('NFD')

/** A file that was chosen in this folder, or by itself. */
function chosen(path: string, text: string): File {
  const file = new File([text], path.slice(path.lastIndexOf('/') + 1))
  return Object.assign(file, { webkitRelativePath: path.includes('/') ? path : '' })
}

/** A folder as it is dropped, with what is in it: a name and a text, or a name and another folder. */
function dropped(name: string, children: Record<string, string | object>): FileSystemEntry {
  const entries = Object.entries(children).map(([child, value]) =>
    typeof value === 'string'
      ? { name: child, isFile: true, file: (give: (file: File) => void) => give(new File([value], child)) }
      : dropped(child, value as Record<string, string>),
  )
  const createReader = () => ({
    readEntries: (give: (entries: object[]) => void) => give(entries.splice(0)),
  })
  return { name, isDirectory: true, isFile: false, createReader } as unknown as FileSystemEntry
}

type More = { duplicates?: DuplicateChoice; avoid?: string[] }

/** What the files come to: key and size. */
const keysOf = async (files: File[], more?: More) => (await read([{ kind: 'files', files }], more)).found

async function read(items: SelectedItem[], more: More = {}) {
  const found: [string, number][] = []
  let left = 0
  const { duplicates = 'keep-both', avoid = [] } = more
  await readSelection(
    { prefix: 'lớp/', items, names: new Map(), duplicates, avoid: new Set(avoid) },
    new AbortController().signal,
    (files, leftOut) => {
      found.push(...files.map(({ key, file }) => [key, file.size] as [string, number]))
      left += leftOut
    },
  )
  return { found, left }
}

test('two names that are one when normalised are found among what was chosen', async () => {
  const files = [chosen(composed, 'a'), chosen('b.txt', 'b'), chosen(decomposed, 'cc')]
  expect(await topNames([{ kind: 'files', files }])).toEqual({
    names: [
      { name: composed, folder: false },
      { name: 'b.txt', folder: false },
    ],
    duplicates: [{ name: composed, folder: false }],
  })
})

test('a file and a folder of one name, and the files of a folder, are no doubles', async () => {
  const files = [chosen('a', '1'), chosen('a/b', '2'), chosen('a/c', '3')]
  expect(await topNames([{ kind: 'files', files }])).toEqual({
    names: [
      { name: 'a', folder: false },
      { name: 'a', folder: true },
    ],
    duplicates: [],
  })
})

test('two files for one key: both are kept under names that are free, or the first, or the last', async () => {
  const files = [chosen(composed, 'a'), chosen(decomposed, 'bb')]
  expect(await keysOf(files, { avoid: ['Hà Nội (1).txt'] })).toEqual([
    [`lớp/${composed}`, 1],
    ['lớp/Hà Nội (2).txt', 2],
  ])
  expect(await keysOf(files, { duplicates: 'skip' })).toEqual([[`lớp/${composed}`, 1]])
  expect(await keysOf(files, { duplicates: 'replace' })).toEqual([
    [`lớp/${composed}`, 1],
    [`lớp/${composed}`, 2],
  ])
})

test('in folders too, where a numbered name may come later', async () => {
  const files = [
    chosen(`d/${composed}`, 'a'),
    chosen(`d/${decomposed}`, 'bb'),
    chosen('d/Hà Nội (1).txt', 'ccc'),
  ]
  expect(await keysOf(files)).toEqual([
    [`lớp/d/${composed}`, 1],
    ['lớp/d/Hà Nội (1).txt', 2],
    ['lớp/d/Hà Nội (1) (1).txt', 3],
  ])
})

test('a folder with nothing in it comes along, and so does one with files of the operating system alone', async () => {
  const entry = dropped('d', { trống: {}, 'chỉ hệ thống': { 'Thumbs.db': 'x' }, sâu: { a: {}, b: 'b' } })
  expect(await read([{ kind: 'entry', entry }])).toEqual({
    found: [
      ['lớp/d/trống/', 0],
      ['lớp/d/chỉ hệ thống/', 0],
      ['lớp/d/sâu/a/', 0],
      ['lớp/d/sâu/b', 1],
    ],
    left: 1,
  })
})

test('files of the operating system are left out of folders, and taken where they are chosen themselves', async () => {
  const files = ['d/.DS_Store', 'd/THUMBS.DB', 'd/e/desktop.ini', 'd/desktop.ini.txt', 'desktop.ini']
  expect(await read([{ kind: 'files', files: files.map(path => chosen(path, 'x')) }])).toEqual({
    found: [
      ['lớp/d/desktop.ini.txt', 1],
      ['lớp/desktop.ini', 1],
    ],
    left: 3,
  })
})

test('a file is reported while the folder takes its time with the next', async () => {
  const handle = {
    ...{ kind: 'directory', name: 'đĩa chậm' },
    async *values() {
      yield { kind: 'file', name: 'a.txt', getFile: async () => new File(['a'], 'a.txt') }
      await new Promise<void>(() => undefined)
    },
  } as unknown as FileSystemHandle
  const reported = new Promise<string[]>(resolve => {
    const items: SelectedItem[] = [
      { kind: 'handle', handle: Promise.resolve(handle), entry: null, file: null },
    ]
    const selection = {
      prefix: '',
      items,
      names: new Map(),
      duplicates: 'skip' as const,
      avoid: new Set<string>(),
    }
    void readSelection(selection, new AbortController().signal, files => resolve(files.map(({ key }) => key)))
  })
  expect(await reported).toEqual(['đĩa chậm/a.txt'])
})

test('what was found already is reported in slices, until it is cancelled', async () => {
  const files = Array.from({ length: 600 }, (_, index) => ({
    key: `${index}`,
    ...{ path: `${index}`, file: new File([], `${index}`), readable: true },
  }))
  const whole = vi.fn()
  await reportFound({ files, leftOut: 2 }, new AbortController().signal, whole)
  expect(whole.mock.calls).toEqual([
    [[], 2],
    [files.slice(0, 250), 0],
    [files.slice(250, 500), 0],
    [files.slice(500), 0],
  ])
  const cancelled = new AbortController()
  const some = vi.fn(() => cancelled.abort())
  await reportFound({ files, leftOut: 0 }, cancelled.signal, some)
  expect(some.mock.calls).toEqual([[files.slice(0, 250), 0]])
})
