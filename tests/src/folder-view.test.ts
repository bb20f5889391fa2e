// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { readView, viewQuery } from '../../src/files/list/folder-view.ts'

test('a view is read from the query that it gives', () => {
  const views = [
    { search: '', sort: null, mode: 'list' },
    { search: 'báo & #1', sort: null, mode: 'tiles' },
    { search: ' a ', sort: { column: 'size', descending: true }, mode: 'list' },
    { search: '', sort: { column: 'modified', descending: false }, mode: 'list' },
  ] as const
  expect(views.map(view => readView(viewQuery(view)))).toEqual(views)
  expect(viewQuery(views[0])).toBe('')
})

test('of a query that somebody made up what cannot be is left out', () => {
  expect(readView('?sort=-owner&search=&view=x')).toEqual({ search: '', sort: null, mode: 'list' })
  expect(readView('?sort=--size&sort=name&x=1')).toEqual({ search: '', sort: null, mode: 'list' })
  expect(readView(`?search=${'a'.repeat(600)}`).search).toHaveLength(512)
})

test('an address that names no mode has the one that was chosen last', () => {
  expect(readView('?search=a', 'tiles').mode).toBe('tiles')
  expect(readView('?view=tiles', 'list').mode).toBe('tiles')
})
