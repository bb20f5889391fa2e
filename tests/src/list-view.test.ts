import { expect, test } from 'vitest'
import { type ListView, listViewQuery, readListView } from '../../src/buckets/list/arrange.ts'

test('a view of the list of buckets is read from the query that it gives', () => {
  const views: ListView[] = [
    { filter: '', sorting: { column: 'name', order: 'ascending' } },
    { filter: 'web & #1', sorting: { column: 'name', order: 'descending' } },
    { filter: 'a', sorting: { column: 'size', order: 'ascending' } },
  ]
  expect(views.map(view => readListView(listViewQuery(view)))).toEqual(views)
  expect(views.map(listViewQuery)).toEqual(['', '?search=web+%26+%231&sort=-name', '?search=a&sort=size'])
})

test('of a query that somebody made up what cannot be is left out', () => {
  const first = { filter: '', sorting: { column: 'name', order: 'ascending' } }
  expect(readListView('?sort=-owner&search=')).toEqual(first)
  expect(readListView(`?search=${'a'.repeat(600)}`).filter).toHaveLength(63)
})
