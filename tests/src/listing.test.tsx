// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { selectToast } from '../../machines/toast/machine.ts'
import type { ObjectPage } from '../../openapi/schema.ts'
import { api } from '../../src/api/client.ts'
import { useListing } from '../../src/files/list/use-listing.ts'
import { queryClient } from '../../src/session/query-client.ts'
import { toastEvents, toaster } from '../../src/shell/toast.ts'

const place = { bucket: 'anh', prefix: '' }
const item = (name: string) => ({ type: 'file', key: name, name, size: 1, modified: 1 })
const page = (names: string[], next: string | null = null) =>
  ({ exists: true, next_token: next, items: names.map(item) }) as unknown as ObjectPage

/** What the server answers; an Error: no answer comes. */
const answers: (ObjectPage | Promise<ObjectPage> | Error)[] = []
vi.spyOn(api, 'GET').mockImplementation((async () => {
  const answer = answers.shift()
  if (!answer) throw new Error('Nothing more was expected')
  if (answer instanceof Error) throw answer
  return { data: await answer, response: new Response() }
}) as never)

afterEach(() => {
  cleanup()
  queryClient.clear()
  answers.length = 0
  vi.mocked(api.GET).mockClear()
})

async function listed(...pages: ObjectPage[]) {
  answers.push(...pages)
  const hook = renderHook(() => useListing(place, '', true), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
  const now = () => hook.result.current
  const names = () => now().rows.map(row => row.name)
  for (const [at, { items }] of pages.entries()) {
    if (at > 0) act(() => now().loadMore())
    await expect.poll(names).toContain(items[0]?.name)
  }
  return { now, names }
}

test('a refresh that fails keeps the rows and says why in a toast; more can be loaded', async () => {
  const { now, names } = await listed(page(['a', 'b'], 'next'))
  answers.push(new TypeError('offline'))
  const refreshed = act(() => now().refresh())
  expect(names()).toEqual(['a', 'b'])
  expect(now().loading).toBe(false)
  await refreshed
  expect(selectToast(toaster.getSnapshot())?.message).toBe('error.NETWORK')
  expect(names()).toEqual(['a', 'b'])
  expect(now().error).toBe(null)
  act(() => toastEvents.dismiss())
  answers.push(page(['c']))
  act(() => now().loadMore())
  await expect.poll(names).toEqual(['a', 'b', 'c'])
})

test('a refresh keeps the rows until the first page is here, which then stands for all', async () => {
  const { now, names } = await listed(page(['a'], 'next'), page(['b']))
  expect(names()).toEqual(['a', 'b'])
  const answer = Promise.withResolvers<ObjectPage>()
  answers.push(answer.promise)
  const refreshed = now().refresh()
  await expect.poll(() => vi.mocked(api.GET).mock.calls.length).toBe(3)
  expect(names()).toEqual(['a', 'b'])
  answer.resolve(page(['c'], 'next'))
  await refreshed
  await expect.poll(names).toEqual(['c'])
  expect(now().complete).toBe(false)
})

test('a refresh that finds no bucket says so in place', async () => {
  const { now } = await listed(page(['a']))
  vi.mocked(api.GET).mockResolvedValueOnce({
    error: { code: 'BUCKET_NOT_FOUND', request_id: 'x' },
    response: new Response(null, { status: 404 }),
  } as never)
  await act(() => now().refresh())
  await expect.poll(() => now().error?.code).toBe('BUCKET_NOT_FOUND')
})
