import { expect, test } from 'vitest'
import {
  folderActions,
  folderOf,
  folders,
  growingFolders,
  sharedReason,
  stageOf,
  statusOf,
} from '../../machines/upload-queue/folders.ts'
import { byStatus } from '../../machines/upload-queue/row-state.ts'
import { appendRows, changeRow, emptyTable } from '../../machines/upload-queue/table.ts'
import type { UploadRow } from '../../machines/upload-queue/types.ts'
import { uploadRow } from './support/upload-rows.ts'

const failed = { state: 'failed', reason: 'NOT_ENOUGH_STORAGE' } as const
const folderWith = (...changes: Partial<UploadRow>[]) =>
  folders(
    appendRows(
      emptyTable,
      changes.map((change, index) => uploadRow(index + 1, `tết/${index}`, change)),
    ),
  ).get('anh/tết')!

test('a row is of the folder that was added, under the name that it has in the bucket, or of the place it was added to alone', () => {
  expect([
    folderOf(uploadRow(1, 'a.txt')),
    folderOf(uploadRow(1, 'a.txt', {}, 'ảnh/2026/')),
    folderOf(uploadRow(1, 'tết/hoa/a.txt', {}, 'ảnh/')),
    folderOf(uploadRow(1, 'tết/hoa/a.txt', { key: 'tết (2)/hoa/a.txt' })),
    // An empty folder, in another one and alone.
    folderOf(uploadRow(1, 'tết/trống/', {}, 'ảnh/')),
    folderOf(uploadRow(1, 'trống/')),
    // Names that macOS decomposes.
    folderOf(uploadRow(1, 'tết/a'.normalize('NFD'), { key: 'tết/a' })),
  ]).toEqual(['anh/', 'anh/ảnh/2026/', 'anh/ảnh/tết', 'anh/tết (2)', 'anh/ảnh/tết', 'anh/trống', 'anh/tết'])
})

test('folders of one name in different places are counted apart', () => {
  const table = appendRows(emptyTable, [
    uploadRow(1, 'a/x'),
    uploadRow(2, 'a/x', {}, 'a/'),
    uploadRow(3, 'a/a/x'),
    uploadRow(4, 'a/y', { bucket: 'phim' }),
    uploadRow(5, 'x'),
    uploadRow(6, 'a/x', {}, 'a/a/'),
    uploadRow(7, 'y', {}, 'a/'),
  ])
  const totals = [...folders(table)].map(([id, folder]) => [id, byStatus(folder.counts).total])
  expect(totals).toEqual([
    ['anh/a', 2],
    ['anh/a/a', 1],
    ['phim/a', 1],
    ['anh/', 1],
    ['anh/a/a/a', 1],
    ['anh/a/', 1],
  ])
})

test('a folder counts its files and bytes over all chunks of the table, without the cancelled ones', () => {
  const rows = Array.from({ length: 600 }, (_, index) => uploadRow(index + 1, `tết/${index}`))
  let table = appendRows(emptyTable, rows)
  table = changeRow(table, 1, { state: 'completed', sent: 10 })
  table = changeRow(table, 300, { state: 'active.uploading', sent: 4 })
  table = changeRow(table, 301, { state: 'cancelled', sent: 4 })
  table = changeRow(table, 600, failed)
  const folder = folders(table).get('anh/tết')!
  const { counts, size, sent } = folder
  expect([byStatus(counts), size, sent]).toMatchObject([
    { unfinished: 597, completed: 1, failed: 1, cancelled: 1, total: 599 },
    ...[5980, 14],
  ])
})

test('after the progress of a file no chunk but its own is walked', () => {
  const rows = Array.from({ length: 1000 }, (_, index) => uploadRow(index + 1, `tết/${index}`))
  const table = appendRows(emptyTable, rows)
  const before = folders(table).get('anh/tết')!.shares
  const after = folders(changeRow(table, 300, { sent: 5 })).get('anh/tết')!.shares
  expect(after.map((share, index) => share === before[index])).toEqual([true, false, true, true])
})

test.each<[string, Partial<UploadRow>[], unknown[]]>([
  ['waits', [{}, {}], ['waiting', 'queued', null]],
  ['is under way', [{ state: 'completed' }, { state: 'active.uploading' }, {}], ['begun', 'uploading', null]],
  ['is between two files', [{ state: 'completed' }, {}], ['begun', 'uploading', null]],
  ['is paused', [{ state: 'completed' }, { state: 'paused' }], ['begun', 'paused', null]],
  ['is uploaded', [{ state: 'completed' }, { state: 'cancelled' }], ['ended', 'completed', null]],
  ['is cancelled', [{ state: 'cancelled' }], ['ended', 'cancelled', null]],
  ['has a failed file', [failed, {}], ['problem', 'failed', 'NOT_ENOUGH_STORAGE']],
  ['failed for two reasons', [failed, { ...failed, reason: 'ACCESS_DENIED' }], ['problem', 'failed', null]],
  ['misses a file', [{ state: 'interrupted', reason: 'INTERRUPTED' }, {}], ['problem', 'missing', null]],
])('a folder that %s says so', (_, changes, says) => {
  const folder = folderWith(...changes)
  expect([stageOf(folder), statusOf(folder, false, false), sharedReason(folder)]).toEqual(says)
})

test('a folder of which not all files are known is not uploaded', () => {
  const selection = {
    ...{ bucket: 'anh', prefix: '', items: [], tops: ['tết/', 'b.txt'], names: new Map() },
    ...{ duplicates: 'keep-both' as const, avoid: new Set<string>() },
  }
  const folder = folderWith({ state: 'completed' })
  const unread = [{ id: 1, selection, reason: 'UNREADABLE' as const }]
  for (const more of [
    { pendingSelections: [selection], unread: [] },
    { pendingSelections: [], unread },
  ]) {
    const growing = growingFolders(more)
    expect([...growing]).toEqual(['anh/tết'])
    expect(statusOf(folder, false, growing.has(folder.id))).toBe('uploading')
  }
})

test.each<[string, Partial<UploadRow>[], boolean, string[]]>([
  ['waits', [{}], false, ['pause', 'cancel']],
  ['waits while everything is paused', [{}], true, ['continue', 'cancel']],
  [
    'has a paused file besides',
    [{ state: 'active.uploading' }, { state: 'paused' }],
    false,
    ['pause', 'continue', 'cancel'],
  ],
  [
    'waits for the storage',
    [{ state: 'active.stalled', reason: 'STORAGE_UNAVAILABLE' }],
    false,
    ['pause', 'cancel'],
  ],
  ['misses its files', [{ state: 'interrupted', reason: 'INTERRUPTED' }], false, ['cancel']],
  ['failed', [failed, { state: 'completed' }], false, ['retry', 'remove']],
  ['failed for good', [{ state: 'refused', reason: 'FILE_TOO_LARGE' }], false, ['remove']],
  ['is uploaded', [{ state: 'completed' }], false, []],
])('what can be done with a folder that %s', (_, changes, allPaused, can) => {
  const actions = Object.entries(folderActions(folderWith(...changes), allPaused))
  expect(actions.filter(([, possible]) => possible).map(([action]) => action)).toEqual(can)
})
