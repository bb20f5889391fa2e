import { expect, test } from 'vitest'
import { readSelection } from '../../src/uploads/read-selection.ts'
import { type Choice, topNames } from '../../src/uploads/selection.ts'

const composed = 'Hà Nội.txt'.normalize('NFC')
const decomposed = 'Hà Nội.txt'.normalize('NFD')

/** A file that was chosen in this folder, or by itself. */
function chosen(path: string, text: string): File {
  const file = new File([text], path.slice(path.lastIndexOf('/') + 1))
  return Object.assign(file, { webkitRelativePath: path.includes('/') ? path : '' })
}

/** What the files come to: key and size. */
async function keysOf(files: File[], more: { doubles?: Choice; avoid?: string[] } = {}) {
  const found: [string, number][] = []
  const { doubles = 'keep-both', avoid = [] } = more
  await readSelection(
    {
      ...{ items: [{ kind: 'files', files }], names: new Map(), tops: [] },
      ...{ doubles, avoid: new Set(avoid) },
    },
    'lớp/',
    new AbortController().signal,
    files => found.push(...files.map(({ key, file }) => [key, file.size] as [string, number])),
  )
  return found
}

test('two names that are one when normalised are found among what was chosen', async () => {
  const files = [chosen(composed, 'a'), chosen('b.txt', 'b'), chosen(decomposed, 'cc')]
  expect(await topNames([{ kind: 'files', files }])).toEqual({
    names: [
      { name: composed, folder: false },
      { name: 'b.txt', folder: false },
    ],
    doubled: [{ name: composed, folder: false }],
  })
})

test('a file and a folder of one name, and the files of a folder, are no doubles', async () => {
  const files = [chosen('a', '1'), chosen('a/b', '2'), chosen('a/c', '3')]
  expect(await topNames([{ kind: 'files', files }])).toEqual({
    names: [
      { name: 'a', folder: false },
      { name: 'a', folder: true },
    ],
    doubled: [],
  })
})

test('two files for one key: both are kept under names that are free, or the first, or the last', async () => {
  const files = [chosen(composed, 'a'), chosen(decomposed, 'bb')]
  expect(await keysOf(files, { avoid: ['Hà Nội (1).txt'] })).toEqual([
    [`lớp/${composed}`, 1],
    ['lớp/Hà Nội (2).txt', 2],
  ])
  expect(await keysOf(files, { doubles: 'skip' })).toEqual([[`lớp/${composed}`, 1]])
  expect(await keysOf(files, { doubles: 'replace' })).toEqual([
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
