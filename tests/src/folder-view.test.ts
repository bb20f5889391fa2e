import { expect, test } from 'vitest'
import { readView, viewQuery } from '../../src/objects/folder-view.ts'

test('a view is read from the query that it gives', () => {
  const views = [
    { search: '', sort: null },
    { search: 'báo & #1', sort: null },
    { search: ' a ', sort: { column: 'size', descending: true } },
    { search: '', sort: { column: 'modified', descending: false } },
  ] as const
  expect(views.map(view => readView(viewQuery(view)))).toEqual(views)
  expect(viewQuery(views[0])).toBe('')
})

test('of a query that somebody made up what cannot be is left out', () => {
  expect(readView('?sort=-owner&search=')).toEqual({ search: '', sort: null })
  expect(readView('?sort=--size&sort=name&x=1')).toEqual({ search: '', sort: null })
  expect(readView(`?search=${'a'.repeat(600)}`).search).toHaveLength(512)
})
