// @vitest-environment happy-dom
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kindGroups } from '../../domain/file-kinds.ts'
import { namedAt } from '../../src/files/named-at.ts'
import {
  isBlank,
  noSearch,
  orders,
  readSearch,
  type Search,
  searchBody,
  searchQuery,
  typedSize,
} from '../../src/files/results/filters.ts'
import { inOrder, partsOf, rowsMaker } from '../../src/files/results/found-items.ts'

const text = (maxLength: number) => fc.string({ unit: 'grapheme', maxLength })
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const bytes = fc.integer({ min: 0, max: 10 ** 12 })
const day = fc.constantFrom('2026-01-31', '2024-02-29', '1999-12-01')
const search: fc.Arbitrary<Search> = fc.record({
  query: text(20),
  place: orNull(
    fc.record({
      bucket: fc.constantFrom('anh', 'bao-cao'),
      prefix: fc.constantFrom('', 'a/', 'Tết 2026/a&b=%2F/', '//'),
    }),
  ),
  kind: orNull(fc.constantFrom(...kindGroups)),
  size: orNull(
    fc.oneof(
      fc.record({ from: bytes, to: orNull(bytes) }),
      fc.record({ from: fc.constant(null), to: bytes }),
    ),
  ),
  modified: orNull(
    fc.oneof(
      fc.record({ days: fc.integer({ min: 0, max: 9999 }) }),
      fc.record({ from: day, to: fc.oneof(day, fc.constant('')) }),
      fc.record({ from: fc.constant(''), to: day }),
    ),
  ),
  storageClass: fc.constantFrom('', 'STANDARD', 'GLACIER_IR'),
  tag: orNull(
    fc.record({
      key: fc.constantFrom('nhà', 'a b'),
      value: fc.constantFrom(null, '', 'a=b', '100%'),
    }),
  ),
  order: fc.constantFrom(...orders),
})

test('a search is read from the address that it gives', () => {
  fc.assert(
    fc.property(search, search => {
      expect(readSearch(searchQuery(search))).toEqual(search)
    }),
  )
  expect(searchQuery(noSearch)).toBe('')
})

test('of an address that somebody made up what cannot be is left out', () => {
  const wrong = '?type=x&size=-&modified=2026-13-01..&class=&tag==a&sort=oldest&in=/a'
  expect(readSearch(wrong)).toEqual(noSearch)
  expect(readSearch('?size=1-2-3&modified=99999d&in=kho/a')).toEqual({
    ...noSearch,
    place: { bucket: 'kho', prefix: 'a/' },
  })
  expect(readSearch('?modified=..').modified).toBe(null)
  expect(readSearch(`?q=${'a'.repeat(2000)}`).query).toHaveLength(1000)
  fc.assert(fc.property(fc.webQueryParameters(), query => void readSearch(query)))
})

test('a place and an order alone are no search', () => {
  expect(isBlank({ ...noSearch, query: ' ', place: { bucket: 'a', prefix: '' }, order: 'newest' })).toBe(true)
  const chips: Partial<Search>[] = [
    { query: 'a' },
    { kind: 'image' },
    { size: { from: 0, to: null } },
    { modified: { days: 0 } },
    { storageClass: 'STANDARD' },
    { tag: { key: 'a', value: null } },
  ]
  expect(chips.map(chip => isBlank({ ...noSearch, ...chip }))).toEqual(chips.map(() => false))
})

test('days are those of the time zone of the browser, both ends included', () => {
  const at = (...parts: [number, number, number, number?, number?, number?]) =>
    Math.floor(new Date(...parts).getTime() / 1000)
  const now = at(2026, 2, 1, 13, 30)
  const body = (modified: Search['modified']) => searchBody({ ...noSearch, modified }, now)
  expect(body({ days: 0 })).toEqual({ query: '', sort: 'best', modified_from: at(2026, 2, 1) })
  expect(body({ days: 6 })).toMatchObject({ modified_from: at(2026, 1, 23) })
  expect(body({ from: '2026-01-31', to: '2026-01-31' })).toMatchObject({
    ...{ modified_from: at(2026, 0, 31), modified_to: at(2026, 0, 31, 23, 59, 59) },
  })
  expect(body({ from: '', to: '2026-01-31' })).not.toHaveProperty('modified_from')
})

test('a chip becomes a field of the request', () => {
  const said = '?q=+b%C3%A1o+&in=kho/a/&type=image&size=-9&class=STANDARD&tag=k%3Dv&sort=largest'
  expect(searchBody(readSearch(said), 0)).toEqual({
    ...{ query: 'báo', bucket: 'kho', prefix: 'a/', kind: 'image', size_to: 9, storage_class: 'STANDARD' },
    ...{ tag: { key: 'k', value: 'v' }, sort: 'largest' },
  })
  expect(searchBody(readSearch('?tag=k'), 0)).toMatchObject({ tag: { key: 'k' } })
})

test.each([
  ['10', 10 * 1024 ** 2],
  [' 1,5 gb ', 1.5 * 1024 ** 3],
  ['1.5GB', 1.5 * 1024 ** 3],
  ['0 b', 0],
  ['500 KB', 500 * 1024],
  ['', null],
  ['-1', null],
  ['1 PB', null],
  ['1.2.3', null],
])('the size “%s” is %s bytes', (typed, bytes) => {
  expect(typedSize(typed)).toBe(bytes)
})

const result = (bucket: string, key: string, size: number, last_modified: number) => ({
  ...{ bucket, key, size, last_modified, etag: null, storage_class: 'STANDARD' },
})

test('results of several answers are in one order, and each keeps its row', () => {
  const rowsOf = rowsMaker('bao cao')
  const first = [result('a', 'x/báo cáo.pdf', 1, 3), result('a', 'báo cáo/x.pdf', 9, 1)]
  const second = [result('b', 'Báo cáo', 5, 2)]
  const rows = rowsOf([...first, ...second])
  const keys = (order: Search['order']) => inOrder(rows, order).map(({ key }) => key)
  expect(keys('best')).toEqual(['a/x/báo cáo.pdf', 'b/Báo cáo', 'a/báo cáo/x.pdf'])
  expect(keys('newest')).toEqual(['a/x/báo cáo.pdf', 'b/Báo cáo', 'a/báo cáo/x.pdf'])
  expect(keys('largest')).toEqual(['a/báo cáo/x.pdf', 'b/Báo cáo', 'a/x/báo cáo.pdf'])
  expect(rowsOf(first)[0]).toBe(rows[0])
})

test('a selection over folders and buckets is one part for each bucket, with the keys that its jobs take', () => {
  const rows = rowsMaker('')([
    ...[result('a', 'x/1.txt', 1, 1), result('b', '1.txt', 1, 1)],
    ...[result('a', 'y/z/2.txt', 1, 1), result('a', 'x/', 0, 1)],
  ])
  const parts = partsOf(rows).map(({ bucket, items }) => [
    bucket,
    items.map(({ type, key, name }) => [type, key, name]),
  ])
  expect(parts).toEqual([
    [
      'a',
      [
        ['file', 'x/1.txt', '1.txt'],
        ['file', 'y/z/2.txt', '2.txt'],
        ['folder', 'x/', 'x/'],
      ],
    ],
    ['b', [['file', '1.txt', '1.txt']]],
  ])
  expect(rows.map(({ folder }) => folder.prefix)).toEqual(['x/', '', 'y/z/', ''])
  expect(rows.at(-1)!.address).toBe('/bucket-management/a/x')
})

test('a name in an address is that of a file in its folder; among results it has bucket and key', () => {
  expect(namedAt('/bucket-management/anh/a%2Fb/c', 'd.txt')).toEqual({ bucket: 'anh', key: 'a/b/c/d.txt' })
  expect(namedAt('/bucket-management/anh/a', '')).toEqual({ bucket: 'anh', key: 'a/' })
  expect(namedAt('/search', 'anh/a/b.txt')).toEqual({ bucket: 'anh', key: 'a/b.txt' })
  expect(namedAt('/search', 'anh')).toEqual({ bucket: 'anh', key: '' })
})
