import { expect, test } from 'vitest'
import { folderShown } from '../../src/files/page/folder-shown.ts'

type Folder = Parameters<typeof folderShown>[0]

const rows = [{ key: 'a.txt' }] as unknown as Folder['folder']['rows']
const failed = { code: 'NETWORK' } as Folder['folder']['listing']['error']
const noBucket = { code: 'BUCKET_NOT_FOUND' } as Folder['folder']['listing']['error']

/** A folder below the top with one file, whole; `changes` to its listing, and to the rest. */
function shown(listing: Partial<Folder['folder']['listing']> = {}, rest: Change = {}) {
  const all = { rows, complete: true, cut: false, exists: true, loading: false, error: null, ...listing }
  const { found = all.rows, tooMany = false, view = {}, ...may } = rest
  return folderShown({
    folder: { listing: all, rows: found, tooMany, sort: null, window: null },
    view: { search: '', sort: null, mode: 'list', ...view },
    ...{ top: false, mayRead: true, mayUpload: true, ...may },
  })
}
type Change = Partial<Pick<Folder, 'top' | 'mayRead' | 'mayUpload'>> & {
  view?: Partial<Folder['view']>
  found?: typeof rows
  tooMany?: boolean
}

const loading = { rows: [], complete: false, loading: true }
const byName = { column: 'name', descending: false } as const

test('a folder shows its rows, with their number', () => {
  expect(shown()).toEqual({ content: 'rows', bar: true, count: 'all' })
  expect(shown({ complete: false })).toEqual({ content: 'rows', bar: true, count: 'so far' })
  expect(shown({ complete: false, cut: true })).toEqual({ content: 'rows', bar: true, count: 'cut' })
  const sorted = { view: { sort: byName } }
  expect(shown({ complete: false }, sorted)).toMatchObject({ count: 'reading to sort' })
  expect(shown({ complete: false }, { ...sorted, tooMany: true })).toMatchObject({ count: 'so far' })
})

test('while it loads, a list is a skeleton, and tiles are empty', () => {
  expect(shown(loading)).toEqual({ content: 'skeleton', bar: true, count: null })
  expect(shown(loading, { view: { mode: 'tiles' } })).toMatchObject({ content: 'rows' })
})

test('an empty folder has its uploads in the page, and no bar', () => {
  expect(shown({ rows: [] }, { top: true })).toEqual({ content: 'empty folder', bar: false, count: null })
  expect(shown({ rows: [], complete: false })).toMatchObject({ content: 'rows', bar: true })
})

test('a search without matches keeps the bar', () => {
  const search = { view: { search: 'z' }, found: [] }
  expect(shown({}, search)).toEqual({ content: 'no matches', bar: true, count: 'found' })
  expect(shown({}, { ...search, tooMany: true })).toMatchObject({ count: 'found too many' })
})

test('a failure is shown in place of rows, but not of rows that are there', () => {
  expect(shown({ rows: [], complete: false, error: failed })).toMatchObject({ content: 'failure', bar: true })
  expect(shown({ complete: false, error: failed })).toMatchObject({ content: 'rows' })
})

test('what does not exist comes first; the top of a bucket exists without files', () => {
  expect(shown({ rows: [], error: noBucket }, { top: true })).toMatchObject({ content: 'no bucket' })
  expect(shown({ rows: [], exists: false })).toMatchObject({ content: 'no folder' })
  expect(shown({ rows: [], exists: false }, { top: true })).toMatchObject({ content: 'empty folder' })
})

test('who may not list sees no bar: uploads only, or nothing', () => {
  const unread = { rows: [], complete: false }
  expect(shown(unread, { mayRead: false })).toEqual({ content: 'upload only', bar: false, count: null })
  const neither = { mayRead: false, mayUpload: false }
  expect(shown(unread, neither)).toEqual({ content: 'rows', bar: false, count: null })
})
