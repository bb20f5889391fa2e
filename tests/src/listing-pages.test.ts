import { expect, test } from 'vitest'
import type { ObjectItem, ObjectPage } from '../../openapi/schema.ts'
import {
  compareKeys,
  itemOf,
  storedOrder,
  withItems,
  withoutKeys,
} from '../../src/files/list/listing-pages.ts'

const made = (key: string, size = 1) => itemOf('', { key, size }, 100)!
const page = (next: string | null, ...keys: string[]): ObjectPage => ({
  items: keys.map(key => made(key)),
  next_token: next,
  exists: true,
})
const keysOf = (pages: readonly ObjectPage[]) =>
  pages.map(({ items }) => items.map((item: ObjectItem) => item.key))

test('keys are in the order of their bytes in UTF-8', () => {
  const keys = ['a', 'B', 'ả', '🎉', '\uffee', 'a/', 'a!', 'ab', '']
  const bytes = new TextEncoder()
  const byBytes = [...keys].sort((a, b) => Buffer.compare(bytes.encode(a), bytes.encode(b)))
  expect([...keys].sort(compareKeys)).toEqual(byBytes)
})

test('an object that was made shows as a file, or as the folder that it is in', () => {
  expect(itemOf('a/', { key: 'a/b.txt', size: 5 }, 100)).toEqual({
    type: 'file',
    key: 'a/b.txt',
    name: 'b.txt',
    size: 5,
    last_modified: 100,
    etag: null,
    storage_class: 'STANDARD',
  })
  expect(itemOf('a/', { key: 'a/b/c/d', size: 5 }, 100)).toEqual({
    type: 'folder',
    key: 'a/b/',
    name: 'b/',
    size: null,
    last_modified: null,
    etag: null,
    storage_class: null,
  })
  expect([itemOf('a/', { key: 'b', size: 5 }, 100), itemOf('a/', { key: 'a/', size: 0 }, 100)]).toEqual([
    null,
    null,
  ])
})

test('new objects get their places; those beyond what is loaded come later', () => {
  const pages = [page('1', 'b', 'd'), page('2', 'f', 'h')]
  const after = withItems(
    pages,
    ['g', 'a', 'i', 'c', 'c'].map(key => made(key)),
  )
  expect(keysOf(after)).toEqual([
    ['a', 'b', 'c', 'd'],
    ['f', 'g', 'h'],
  ])
  expect(keysOf(withItems([page(null, 'b')], [made('c'), made('a')]))).toEqual([['a', 'b', 'c']])
  expect(keysOf(withItems([page(null)], [made('a')]))).toEqual([['a']])
})

test('in the order of a storage new objects get their places too', () => {
  const placed = (column: 'name' | 'size' | 'modified', descending: boolean, items: ObjectItem[]) => {
    const order = storedOrder({ column, descending })
    const pages = [items.slice(0, 2), items.slice(2)].map(items => ({
      items,
      exists: true,
      next_token: 'next',
    }))
    return keysOf(withItems(pages, [made('new', 5), made('dir/x')], order))
  }
  expect(placed('size', true, [made('a/x'), made('b', 9), made('c', 4), made('d', 3)])).toEqual([
    ['a/', 'dir/', 'b'],
    ['new', 'c', 'd'],
  ])
  expect(placed('size', false, [made('a/x'), made('b', 1), made('c', 4), made('d', 5)])).toEqual([
    ['a/', 'dir/', 'b'],
    ['c', 'd'],
  ])
  expect(placed('name', true, [made('z'), made('o'), made('d'), made('a')])).toEqual([
    ['z', 'o'],
    ['new', 'dir/', 'd', 'a'],
  ])
})

test('a file that was replaced is exchanged, a folder stays, and other pages are the same objects', () => {
  const pages = [page('1', 'a', 'b'), page(null, 'x/y')]
  const after = withItems(pages, [made('a', 9)])
  expect(after[0]?.items[0]).toEqual(made('a', 9))
  expect(after[1]).toBe(pages[1])
})

test('what was deleted is gone, and other pages are the same objects', () => {
  const pages = [page('1', 'a', 'b'), page(null, 'c')]
  const after = withoutKeys(pages, new Set(['b', 'z']))
  expect(keysOf(after)).toEqual([['a'], ['c']])
  expect(after[1]).toBe(pages[1])
})
