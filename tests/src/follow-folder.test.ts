// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FolderChanges } from '../../domain/folder-changes.ts'
import type { Waiting } from '../../machines/follow-folder/types.ts'
import type { ObjectPage } from '../../openapi/schema.ts'
import { api } from '../../src/api/client.ts'
import { keyOf } from '../../src/api/query.ts'
import { itemOf, type Pages, withItems, withoutKeys } from '../../src/files/list/listing-pages.ts'
import { followFolder } from '../../src/files/list/live/flow.ts'
import { goneOf, itemsOf } from '../../src/files/list/live/news.ts'
import { pagesOf } from '../../src/files/list/use-listing.ts'
import { queryClient } from '../../src/session/query-client.ts'

type Stream = { path: string; received(changes: FolderChanges): void; lost(): void; open: boolean }
const world = vi.hoisted(() => ({ streams: [] as Stream[], uploads: false }))
vi.mock('../../src/api/event-stream.ts', () => ({
  followEvents(path: string, on: Pick<Stream, 'received' | 'lost'>) {
    const stream = { path, ...on, open: true }
    world.streams.push(stream)
    return () => {
      stream.open = false
    }
  },
}))
vi.mock('../../src/uploads/transfer/http1.ts', () => ({
  uploadsTakeConnections: async () => world.uploads,
}))

const place = { bucket: 'anh', prefix: '' }
/** As `useListing` keeps them. */
function setPages({ bucket, prefix }: typeof place, pages: Pages): void {
  const key = keyOf('/objects/paginate', { query: { bucket, prefix, search: '' } })
  queryClient.setQueryData(key, { pages: [...pages], pageParams: [null] })
}
const made = (key: string) => itemOf('', { key, size: 1 }, 100)!
const page = (keys: string[], more: Partial<ObjectPage> = {}): ObjectPage => ({
  ...{ items: keys.map(made), next_token: null, exists: true, live: true },
  ...more,
})
const letters = (count: number) => Array.from({ length: count }, (_, at) => `n${String(at).padStart(4, '0')}`)
const changes = (items: string[], gone: string[] = [], many = false): FolderChanges => ({
  items: items.map(made),
  gone,
  many,
})

/** What the folder holds on the server. */
let there: ObjectPage
let reads: number
let held: boolean
let waiting: Waiting[]
let refreshed: number
let following: ReturnType<typeof followFolder>

beforeEach(() => {
  vi.useFakeTimers()
  world.streams.length = 0
  world.uploads = false
  there = page(['a'])
  ;[reads, held, waiting, refreshed] = [0, false, [], 0]
  vi.spyOn(api, 'GET').mockImplementation((async () => {
    reads += 1
    return { data: there, response: new Response() }
  }) as never)
})
afterEach(() => {
  following.stop()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

async function follow(first: ObjectPage = page(['a'])): Promise<void> {
  setPages(place, [{ ...first, readAt: performance.now() }])
  following = followFolder(place, {
    isHeld: () => held,
    onWaiting: count => waiting.push(count),
    sortNow: () => undefined,
    onNews: news => setPages(place, withItems(withoutKeys(pagesOf(place), goneOf(news)), itemsOf(news))),
    refresh: () => {
      refreshed += 1
    },
  })
  await vi.advanceTimersByTimeAsync(0)
}

const listed = () => pagesOf(place).flatMap(({ items }) => items.map(({ key }) => key))
const stream = () => world.streams.filter(({ open }) => open)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

async function setHidden(hidden: boolean): Promise<void> {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(0)
}

test('few changes are shown at once; the stream begins where the list was read, which is not read again', async () => {
  await follow()
  expect(stream().map(({ path }) => path)).toEqual(['/objects/watch?bucket=anh&prefix=&age=0'])
  stream()[0]!.received(changes(['b', 'c']))
  expect(listed()).toEqual(['a', 'b', 'c'])
  stream()[0]!.received(changes([], ['a', 'c']))
  expect(listed()).toEqual(['b'])
  await pass(60_000)
  expect([reads, waiting.filter(count => count !== 0)]).toEqual([0, []])
})

test('more than 20 rows wait for the line, which names all that is not shown by then, and more comes to it', async () => {
  await follow()
  const names = letters(25)
  stream()[0]!.received(changes(names))
  expect([listed(), waiting]).toEqual([['a'], []])
  // The tab lists its own uploads itself.
  setPages(place, [page(['a', ...names.slice(0, 3)])])
  following.settle()
  await pass(1_500)
  expect(waiting).toEqual([22])
  stream()[0]!.received(changes([], ['a']))
  expect([listed().length, waiting.at(-1)]).toEqual([4, 23])
  following.show()
  expect([listed(), waiting.at(-1)]).toEqual([names, 0])
})

test('uploads of this tab that are listed in time bring no line', async () => {
  await follow()
  stream()[0]!.received(changes(letters(25)))
  await pass(1_000)
  setPages(place, [page(['a', ...letters(24)])])
  following.settle()
  expect(listed()).toEqual(['a', ...letters(25)])
  await pass(10_000)
  expect(waiting.filter(count => count !== 0)).toEqual([])
})

test('rows that are held stay, and follow when they are let go', async () => {
  await follow()
  held = true
  stream()[0]!.received(changes(['b'], ['a']))
  await pass(1_500)
  expect([listed(), waiting]).toEqual([['a'], [2]])
  held = false
  following.settle()
  expect([listed(), waiting.at(-1)]).toEqual([['b'], 0])
})

test('a hidden tab has no stream and reads nothing; shown again it reads once', async () => {
  await follow()
  await setHidden(true)
  expect(stream()).toEqual([])
  await pass(3_600_000)
  expect(reads).toBe(0)
  there = page(['b'])
  await setHidden(false)
  expect([reads, listed(), stream().length]).toEqual([1, ['b'], 1])
})

test('a stream that is lost comes back after a read, later each time that it fails', async () => {
  await follow()
  there = page(['a', 'meanwhile'])
  stream()[0]!.lost()
  await pass(4_999)
  expect([reads, stream().length]).toEqual([0, 0])
  await pass(1)
  expect([reads, listed(), stream().length]).toEqual([1, ['a', 'meanwhile'], 1])
  stream()[0]!.lost()
  await pass(9_999)
  expect(stream().length).toBe(0)
  await pass(1)
  stream()[0]!.received(changes([]))
  stream()[0]!.lost()
  await pass(5_000)
  expect(stream().length).toBe(1)
})

test('too many changes to name are found by one read in five seconds; in a list of several pages they wait', async () => {
  await follow()
  there = page(['b'])
  stream()[0]!.received(changes([], [], true))
  await pass(0)
  expect([reads, listed()]).toEqual([1, ['b']])
  for (let at = 0; at < 9; at++) {
    stream()[0]!.received(changes([], [], true))
    await pass(500)
  }
  expect(reads).toBe(1)
  await pass(500)
  expect(reads).toBe(2)
  setPages(place, [page(['a'], { next_token: 'x' }), page(['c'])])
  stream()[0]!.received(changes([], [], true))
  await pass(1_500)
  expect([reads, waiting.at(-1), refreshed]).toEqual([2, 'many', 0])
  following.show()
  expect([waiting.at(-1), refreshed]).toEqual([0, 1])
})

test('where the storage reports nothing the first page is read every 20 seconds, and later after a failure', async () => {
  await follow(page(['a'], { live: false }))
  there = page(['a', 'b'], { live: false })
  await pass(19_999)
  expect([reads, world.streams]).toEqual([0, []])
  await pass(1)
  expect([reads, listed()]).toEqual([1, ['a', 'b']])
  vi.mocked(api.GET).mockImplementationOnce(async () => {
    throw new TypeError('offline')
  })
  await pass(20_000)
  await pass(4_999)
  expect(reads).toBe(1)
  await pass(1)
  expect(reads).toBe(2)
  await setHidden(true)
  await pass(600_000)
  expect(reads).toBe(2)
})

test('uploads over HTTP/1.1 have the connection of the stream as long as they run', async () => {
  await follow()
  world.uploads = true
  await pass(1_000)
  expect(stream()).toEqual([])
  await pass(30_000)
  expect([reads, stream()]).toEqual([0, []])
  world.uploads = false
  await pass(1_000)
  expect([reads, stream().length]).toEqual([1, 1])
})

test('a folder that may not be listed any more is not asked for again until the tab is shown', async () => {
  await follow()
  vi.mocked(api.GET).mockImplementation((async () => {
    reads += 1
    return {
      error: { code: 'PERMISSION_DENIED', request_id: 'x' },
      response: new Response(null, { status: 403 }),
    }
  }) as never)
  stream()[0]!.lost()
  await pass(3_600_000)
  expect([reads, stream()]).toEqual([1, []])
  await setHidden(true)
  await setHidden(false)
  expect(reads).toBe(2)
})

test('a folder that is left has no stream and reads nothing', async () => {
  await follow()
  following.stop()
  await pass(600_000)
  expect([stream(), reads]).toEqual([[], 0])
})
