import { expect, test } from 'vitest'
import type { ObjectItem } from '../../openapi/schema.ts'
import { rowOrder } from '../../src/files/list/columns.ts'
import { filterAndSort } from '../../src/files/list/filter-and-sort.ts'
import { filterAndSortAsync } from '../../src/files/list/filter-and-sort-many.ts'

const collator = new Intl.Collator('vi', { numeric: true })
const file = (name: string, size = 1): ObjectItem => ({
  ...{ type: 'file', key: name, name, size, last_modified: null, etag: null, storage_class: null },
})
const folder = (name: string): ObjectItem => ({
  ...{ type: 'folder', key: name, name, size: null, last_modified: null, etag: null, storage_class: null },
})
const names = (rows: readonly ObjectItem[] | null) => rows?.map(row => row.name)
const never = () => new AbortController().signal

test('a search finds any part of a name, in any case, with or without diacritics', () => {
  const rows = [file('Ảnh Đà Nẵng.jpg'), file('da-nang.txt'), file('A\u0309nh.png'), folder('TÀI LIỆU/')]
  const find = (search: string) => names(filterAndSort(rows, { search, order: null }))
  expect(find('nẵng')).toEqual(['Ảnh Đà Nẵng.jpg', 'da-nang.txt'])
  expect(find('ANH')).toEqual(['Ảnh Đà Nẵng.jpg', 'A\u0309nh.png'])
  expect(find('lieu')).toEqual(['TÀI LIỆU/'])
  expect(find('')).toHaveLength(4)
  expect(find('không')).toEqual([])
})

test('folders come first, numbers by their value, in both directions', () => {
  const rows = [file('b 10', 3), file('b 9', 3), folder('z/'), file('a', 7)]
  const by = (column: 'name' | 'size', descending: boolean) =>
    names(filterAndSort(rows, { search: '', order: rowOrder({ column, descending }, collator) }))
  expect(by('name', false)).toEqual(['z/', 'a', 'b 9', 'b 10'])
  expect(by('name', true)).toEqual(['z/', 'b 10', 'b 9', 'a'])
  expect(by('size', true)).toEqual(['z/', 'a', 'b 9', 'b 10'])
})

test.each([0, 1, 63, 64, 65, 129, 5000])('%i rows are sorted in slices as at once', async count => {
  const rows = Array.from({ length: count }, (_, at) => file(`tệp ${(at * 7919) % 1009}`, (at * 31) % 17))
  for (const search of ['', 'tep 1']) {
    for (const order of [null, rowOrder({ column: 'size', descending: true }, collator)]) {
      const inSlices = await filterAndSortAsync(rows, { search, order }, never())
      expect(names(inSlices)).toEqual(names(filterAndSort(rows, { search, order })))
    }
  }
})

test('an arrangement that is not wanted any more ends', async () => {
  const rows = Array.from({ length: 5000 }, (_, at) => file(`${(at * 7919) % 5003}`))
  const stop = new AbortController()
  const byName = rowOrder({ column: 'name', descending: false }, collator)
  const order = (...pair: Parameters<typeof byName>) => {
    stop.abort()
    return byName(...pair)
  }
  expect(await filterAndSortAsync(rows, { search: '', order }, stop.signal)).toBeNull()
})
