import { expect, test } from 'vitest'
import { type Line, linesOf, type RowFilter } from '../../machines/upload-queue/lines.ts'
import type { RowState } from '../../machines/upload-queue/row-state.ts'
import type { QueueContext, UploadRow } from '../../machines/upload-queue/types.ts'
import { contextOf, uploadRow } from './support/upload-rows.ts'

const failed = { state: 'failed', reason: 'NOT_ENOUGH_STORAGE' } as const
const denied = { state: 'failed', reason: 'ACCESS_DENIED' } as const
const missing = { state: 'interrupted', reason: 'INTERRUPTED' } as const

/** A line in short: the folder's id in brackets, a reason with its count, or a row's id; `!`: it says its reason itself. */
function inShort(line: Line | undefined) {
  if (line?.kind === 'place') return `> ${line.place}`
  if (line?.kind === 'folder') return `[${line.folder.id}]`
  if (line?.kind === 'reason') return `${line.count} ${line.reason}`
  if (line?.kind === 'unread') return `unread ${line.unread.id}`
  return line && `${line.inFolder ? '- ' : ''}${line.row.id}${line.row.reason && line.saysReason ? '!' : ''}`
}

function listed(context: QueueContext, filter: RowFilter, open: string[]) {
  const { length, at } = linesOf(context, filter, new Set(open))
  expect([at(-1), at(length)]).toEqual([undefined, undefined])
  return Array.from({ length }, (_, index) => inShort(at(index)))
}

/** The lines below that of the place `anh`, to which all files are added. */
function shown(context: QueueContext, filter: RowFilter = 'all', ...open: string[]) {
  const [place = '> anh', ...lines] = listed(context, filter, open)
  expect(place).toBe('> anh')
  return lines
}

/** Files that were added alone, in these states. */
const alone = (states: RowState[], activeIds: number[], nextQueuedIndex: number) =>
  contextOf(
    states.map((state, index) => uploadRow(index + 1, `${index}`, { state })),
    { activeIds, nextQueuedIndex },
  )

test('problems come first, then those under way, then those that come next, then those that had their turn, the last first', () => {
  const states: RowState[] = [
    'completed',
    'active.uploading',
    'completed',
    'failed',
    'active.uploading',
    'queued',
    'queued',
  ]
  expect(shown(alone(states, [2, 5], 5))).toEqual(['4', '2', '5', '6', '7', '3', '1'])
  expect(shown(alone(states, [2, 5], 5), 'failed')).toEqual(['4'])
})

test('every row is listed once, wherever those under way are', () => {
  const [sent, paused] = ['active.uploading', 'active.paused'] as const
  const states: RowState[] = [sent, 'queued', sent, 'completed', paused, 'queued']
  for (const next of [0, 1, 3, 6]) {
    const ids = shown(alone(states, [5, 3, 1], next))
    expect(ids.toSorted()).toEqual(['1', '2', '3', '4', '5', '6'])
    expect(ids.slice(0, 3)).toEqual(['1', '3', '5'])
  }
  expect(shown(alone(['completed', 'completed'], [], 2))).toEqual(['2', '1'])
  expect(shown(alone([], [], 0))).toEqual([])
})

test('10,000 files of a folder are one line; opened, they are below it, those under way first', () => {
  const rows = Array.from({ length: 10_000 }, (_, index): UploadRow => {
    const state = index < 3 ? 'completed' : index === 3 ? 'active.uploading' : 'queued'
    return uploadRow(index + 1, `tết/${index}`, { state })
  })
  const context = contextOf(rows, { activeIds: [4], nextQueuedIndex: 4 })
  expect(shown(context)).toEqual(['[anh/tết]'])
  const open = shown(context, 'all', 'anh/tết')
  expect(open.length).toBe(10_001)
  expect([...open.slice(0, 4), ...open.slice(-4)]).toEqual([
    ...['[anh/tết]', '- 4', '- 5', '- 6'],
    ...['- 10000', '- 3', '- 2', '- 1'],
  ])
})

test('folders with a problem come first, then those under way, those that wait, and those that ended, newest first', () => {
  const context = contextOf(
    [
      uploadRow(1, 'xong/a', { state: 'completed' }),
      uploadRow(2, 'xong sau/a', { state: 'completed' }),
      uploadRow(3, 'riêng', { state: 'completed' }),
      uploadRow(4, 'đang/a', { state: 'active.uploading' }),
      uploadRow(5, 'đang riêng', { state: 'active.uploading' }),
      uploadRow(6, 'chờ/a'),
      uploadRow(7, 'chờ riêng'),
      uploadRow(8, 'chờ sau/a'),
      uploadRow(9, 'hỏng/a', failed),
      uploadRow(10, 'hỏng riêng', failed),
      uploadRow(11, 'thiếu/a', missing),
    ],
    { activeIds: [4, 5], nextQueuedIndex: 5 },
  )
  expect(shown(context)).toEqual([
    ...['[anh/hỏng]', '[anh/thiếu]', '10!'],
    ...['[anh/đang]', '5'],
    ...['[anh/chờ]', '[anh/chờ sau]', '7'],
    ...['[anh/xong sau]', '[anh/xong]', '3'],
  ])
})

test('what was not read to its end comes first', () => {
  const selection = {
    ...{ bucket: 'anh', prefix: '', items: [], tops: ['tết/'] },
    ...{ names: new Map(), duplicates: 'keep-both' as const, avoid: new Set<string>() },
  }
  const unread = [{ id: 7, selection, reason: 'INTERRUPTED' as const }]
  const context = contextOf([uploadRow(1, 'a', failed)], { unread })
  expect([shown(context), shown(context, 'failed')]).toEqual([['unread 7', '1!'], ['1!']])
})

test('a reason that several files share is said once, above them', () => {
  const context = contextOf([
    uploadRow(1, 'a', failed),
    uploadRow(2, 'b', denied),
    uploadRow(3, 'c', failed),
    uploadRow(4, 'd', missing),
    uploadRow(5, 'e', { state: 'failed', reason: null }),
  ])
  expect(shown(context)).toEqual(['2 NOT_ENOUGH_STORAGE', '1', '3', '2!', '5', '4!'])
  const { length, kindAt } = linesOf(context, 'all', new Set())
  expect(Array.from({ length }, (_, index) => kindAt(index))).toEqual([
    ...['place', 'reason', 'row', 'row', 'row with problem', 'row', 'row'],
  ])
})

test('a reason that all failed files of a folder share is said by its line', () => {
  const rows = [uploadRow(1, 'tết/a', failed), uploadRow(2, 'tết/b', failed), uploadRow(3, 'tết/c', missing)]
  expect(shown(contextOf(rows), 'all', 'anh/tết')).toEqual(['[anh/tết]', '- 1', '- 2', '- 3!'])
  const more = [...rows, uploadRow(4, 'tết/d', denied)]
  expect(shown(contextOf(more), 'all', 'anh/tết')).toEqual([
    ...['[anh/tết]', '2 NOT_ENOUGH_STORAGE', '- 1', '- 2', '- 4!', '- 3!'],
  ])
})

test('the failed files alone are listed by reason, whichever folder they are of', () => {
  const context = contextOf([
    uploadRow(1, 'tết/a', failed),
    uploadRow(2, 'b', failed),
    uploadRow(3, 'hè/c', denied),
    uploadRow(4, 'd'),
  ])
  expect(shown(context, 'failed')).toEqual(['2 NOT_ENOUGH_STORAGE', '1', '2', '3!'])
})

test('a place is said once above the files and folders that were added there, and their names are below it', () => {
  const context = contextOf(
    [
      uploadRow(1, 'a', { state: 'active.uploading' }),
      uploadRow(2, 'tết/hoa/b', { state: 'active.uploading' }, '2026/'),
      uploadRow(3, 'c', { state: 'active.uploading' }, '2026/'),
      uploadRow(4, 'hè/d', failed),
      uploadRow(5, 'e', {}, '2026/'),
    ],
    { activeIds: [1, 2, 3], nextQueuedIndex: 4 },
  )
  expect(listed(context, 'all', ['anh/2026/tết'])).toEqual([
    ...['> anh', '[anh/hè]', '> anh/2026', '[anh/2026/tết]', '- 2', '3', '> anh', '1', '> anh/2026', '5'],
  ])
  const { at } = linesOf(context, 'all', new Set(['anh/2026/tết']))
  expect([at(4), at(5)]).toMatchObject([{ within: 'anh/2026/tết' }, { within: 'anh/2026' }])
  expect(listed(context, 'failed', [])).toEqual(['> anh', '4!'])
  expect(linesOf(context, 'failed', new Set()).at(1)).toMatchObject({ within: 'anh' })
})
