import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ObjectItem } from '../../openapi/schema.ts'
import {
  compareKeys,
  itemOf,
  type ListedPage,
  type Pages,
  withItems,
  withoutKeys,
} from '../../src/files/list/listing-pages.ts'
import {
  goneOf,
  itemsOf as itemsIn,
  type News,
  newsOf,
  newsOfPage,
  unshown,
} from '../../src/files/list/live/news.ts'

type Folder = ReadonlyMap<string, ObjectItem>

/** A file, or with a trailing slash a folder, as the server lists it. */
function made(name: string, size = 1): ObjectItem {
  const item = itemOf('', { key: name.endsWith('/') ? `${name}x` : name, size }, 100)!
  return item.type === 'folder' ? item : { ...item, etag: `"${size}"` }
}

const withNews = (pages: Pages, news: News) => withItems(withoutKeys(pages, goneOf(news)), itemsIn(news))

const sorted = (folder: Folder) => [...folder.values()].sort((a, b) => compareKeys(a.key, b.key))

/** The folder in pages of three, of which the first `loaded` are loaded. */
function pagesOf(folder: Folder, loaded: number): ListedPage[] {
  const items = sorted(folder)
  const pages = Array.from({ length: Math.ceil(items.length / 3) || 1 }, (_, at) => ({
    items: items.slice(at * 3, at * 3 + 3),
    next_token: (at + 1) * 3 < items.length ? String(at) : null,
    exists: true,
  }))
  return pages.slice(0, loaded)
}

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'B', 'ả', '🎉', 'a/', 'b/', 'ả/', 'ab')
const change = fc.record({ name, size: fc.option(fc.integer({ min: 1, max: 3 })) })
const folder = fc
  .uniqueArray(name)
  .map((names): Folder => new Map(names.map(each => [each, made(each)] as const)))

function changed(before: Folder, changes: readonly { name: string; size: number | null }[]): Folder {
  const after = new Map(before)
  for (const { name, size } of changes) {
    if (size === null) after.delete(name)
    else after.set(name, made(name, size))
  }
  return after
}

/** What is loaded of the folder: all of it, or up to the last loaded key. */
function reached(pages: readonly ListedPage[], folder: Folder): ObjectItem[] {
  const end = pages.at(-1)?.next_token === null ? null : (pages.at(-1)?.items.at(-1)?.key ?? '')
  return sorted(folder).filter(({ key }) => end === null || compareKeys(key, end) <= 0)
}

const itemsOf = (pages: readonly ListedPage[]) => pages.flatMap(page => page.items)

test('what changed, in whatever order, makes the loaded rows what a new listing shows', () => {
  fc.assert(
    fc.property(
      folder,
      fc.array(fc.array(change, { maxLength: 8 }), { maxLength: 4 }),
      fc.nat({ max: 4 }),
      (begin, events, more) => {
        let now = begin
        let pages: readonly ListedPage[] = pagesOf(begin, more + 1)
        const atFirst = pages
        for (const event of events) {
          now = changed(now, event)
          const names = event.map(({ name }) => name)
          const news = newsOf({
            items: names.flatMap(each => now.get(each) ?? []),
            gone: names.filter(each => !now.has(each)),
          })
          pages = withNews(pages, unshown(pages, news))
          expect(unshown(pages, news)).toEqual(new Map())
        }
        const end = reached(atFirst, now)
        // A page that lost its last rows reaches less far, and the next one brings what follows.
        expect(end.slice(0, itemsOf(pages).length)).toEqual(itemsOf(pages))
        if (atFirst.at(-1)?.next_token === null) expect(itemsOf(pages)).toEqual(end)
      },
    ),
  )
})

test('a new first page makes the rows that it reaches what it shows', () => {
  fc.assert(
    fc.property(folder, fc.array(change, { maxLength: 8 }), fc.nat({ max: 4 }), (begin, changes, more) => {
      const pages = pagesOf(begin, more + 1)
      const [first] = pagesOf(changed(begin, changes), 1)
      const after = itemsOf(withNews(pages, unshown(pages, newsOfPage(pages, first!))))
      const end = first!.next_token === null ? null : first!.items.at(-1)!.key
      const within = after.filter(({ key }) => end === null || compareKeys(key, end) <= 0)
      expect(within).toEqual(first!.items.slice(0, within.length))
      if (pages.at(-1)?.next_token === null) expect(within).toEqual(first!.items)
    }),
  )
})

test('a first page does not undo what the tab itself did while it was on its way', () => {
  const before = pagesOf(new Map(['a', 'b'].map(each => [each, made(each)])), 1)
  const news = newsOfPage(before, { ...before[0]!, items: [made('a'), made('b'), made('c')] })
  const meanwhile = [{ ...before[0]!, items: [made('a'), made('d')] }]
  expect(itemsOf(withNews(meanwhile, unshown(meanwhile, news)))).toEqual(
    ['a', 'c', 'd'].map(each => made(each)),
  )
})

test('a folder that is there already is no news, and a file is if another one has its name', () => {
  const pages = pagesOf(new Map(['a', 'b/'].map(each => [each, made(each)])), 1)
  const news = newsOf({ items: [made('b/'), made('a', 2)], gone: ['z'] })
  expect([...unshown(pages, news).keys()]).toEqual(['a'])
})
