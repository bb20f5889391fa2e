// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { ObjectPage } from '../../openapi/schema.ts'
import { api } from '../../src/api/client.ts'
import { readView } from '../../src/files/list/folder-view.ts'
import { useFolderRows } from '../../src/files/list/use-folder-rows.ts'
import { showLocale } from '../../src/i18n/text.ts'
import { queryClient } from '../../src/session/query-client.ts'

type Query = { sort?: string; next_token?: string; position?: number; from?: string; page_size?: number }

const place = { bucket: 'anh', prefix: '' }
const asked: Query[] = []
/** Pages of the folder's 30,000 files, with equal names in all orders: the order and the number of each. */
const pageOf = ({ sort = 'listing', next_token = '0' }: Query, sortable: boolean) =>
  ({
    ...{ exists: true, next_token: next_token === '29' ? null : `${Number(next_token) + 1}` },
    ...(sortable && { sortable }),
    items: Array.from({ length: 1000 }, (_, at) => {
      const name = `${sort} ${String(Number(next_token) * 1000 + at).padStart(5, '0')}`
      return { type: 'file', key: name, name, size: 1, last_modified: 1, etag: null, storage_class: null }
    }),
  }) as ObjectPage

beforeAll(() => showLocale('en'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  asked.length = 0
})

function folder(search: string, { sortable }: { sortable: boolean }) {
  vi.spyOn(api, 'GET').mockImplementation((async (_: string, { params }: { params: { query: Query } }) => {
    const { sort, next_token } = params.query
    if (params.query.position === undefined)
      asked.push({ ...(sort && { sort }), ...(next_token && { next_token }) })
    return { data: pageOf(params.query, sortable), response: new Response() }
  }) as never)
  const hook = renderHook(({ view }) => useFolderRows(place, view, true, false), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
    initialProps: { view: readView(search) },
  })
  const now = () => hook.result.current
  return {
    now,
    sort: (search: string) => hook.rerender({ view: readView(search) }),
    first: () => now().rows[0]?.name,
  }
}

test('a storage that has the order sends it, and nothing else is loaded', async () => {
  const { now, sort, first } = folder('', { sortable: true })
  await expect.poll(first).toBe('listing 00000')
  expect(['name', 'type', 'size'].map(column => now().canSort(column as 'name'))).toEqual([true, true, true])
  sort('?sort=-size')
  await expect.poll(first).toBe('-size 00000')
  expect(now()).toMatchObject({ sort: { column: 'size', descending: true }, tooMany: false })
  act(() => now().loadMore())
  await expect.poll(() => now().rows.length).toBe(2000)
  expect(asked).toEqual([{}, { sort: '-size' }, { sort: '-size', next_token: '1' }])
  act(() => now().listing.removeKeys(new Set(['-size 00000', 'listing 00000'])))
  await expect.poll(() => [first(), now().rows.length]).toEqual(['-size 00001', 1999])
  sort('')
  await expect.poll(() => [first(), now().sort]).toEqual(['listing 00001', null])
})

test('more files than are sorted here are sorted by the columns that the storage has', async () => {
  const { now, sort, first } = folder('?sort=type', { sortable: true })
  await expect.poll(() => now().tooMany).toBe(true)
  expect(now()).toMatchObject({ sort: null, listing: { complete: false } })
  const able = ['name', 'type', 'size', 'modified', 'class'] as const
  expect(able.filter(column => now().canSort(column))).toEqual(['name', 'size', 'modified'])
  sort('?sort=-name')
  await expect.poll(first).toBe('-name 00000')
  sort('?search=x&sort=-name')
  expect(now().canSort('name')).toBe(false)
})

test('elsewhere they are not sorted', async () => {
  const { now, first } = folder('?sort=-size', { sortable: false })
  await expect.poll(() => now().tooMany).toBe(true)
  expect([first(), now().sort, now().canSort('size')]).toEqual(['listing 00000', null, false])
  expect(asked.filter(({ sort }) => sort)).toEqual([])
})
