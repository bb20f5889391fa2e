import type { FolderChanges } from '../../../../domain/folder-changes.ts'
import type { ObjectItem } from '../../../../openapi/schema.ts'
import { byKey, type ListedPage, type Pages, startOf } from '../listing-pages.ts'

/** What a folder has now of names that may have changed, by key; null: nothing. */
export type News = ReadonlyMap<string, ObjectItem | null>

export function newsOf({ items, gone }: Pick<FolderChanges, 'items' | 'gone'>): News {
  return new Map([...gone.map(key => [key, null] as const), ...items.map(item => [item.key, item] as const)])
}

export function goneOf(news: News): Set<string> {
  return new Set([...news].filter(([, item]) => item === null).map(([key]) => key))
}

export function itemsOf(news: News): ObjectItem[] {
  return [...news.values()].filter(item => item !== null)
}

/**
 * What a new first page shows that differs from the pages loaded when it was requested. Names that it does not reach are
 * left out. `compare`: the order of all pages.
 */
export function newsOfPage(pages: Pages, first: ListedPage, compare = byKey): News {
  const before = new Map(pages.flatMap(page => page.items.map(item => [item.key, item] as const)))
  const now = new Set(first.items.map(item => item.key))
  const isReached = isUpTo([first], compare)
  const gone = [...before.values()].filter(item => !now.has(item.key) && isReached(item))
  const start = startOf(pages)
  const items = first.items.filter(
    item => isNews(before.get(item.key), item) && (!start || compare(item, start) >= 0),
  )
  return newsOf({ items, gone: gone.map(({ key }) => key) })
}

/** The news that the pages do not show yet, without new names beyond the loaded ones. */
export function unshown(pages: Pages, news: News, compare = byKey): News {
  const shown = shownOf(pages, news)
  const isReached = isUpTo(pages, compare)
  return new Map(
    [...news].filter(([key, item]) => {
      const old = shown.get(key)
      return isNews(old, item) && (old !== undefined || item === null || isReached(item))
    }),
  )
}

/** How many of the news make a row come or go. */
export function countMoves(pages: Pages, news: News): number {
  const shown = shownOf(pages, news)
  return [...news].filter(([key, item]) => item === null || !shown.has(key)).length
}

/** Whether an item is not beyond the first or last one of the pages, which are not all. */
function isUpTo(pages: Pages, compare: typeof byKey): (item: ObjectItem) => boolean {
  const start = startOf(pages)
  const follows = (item: ObjectItem) => !start || compare(item, start) >= 0
  if (pages.at(-1)?.next_token === null) return follows
  const end = pages.findLast(page => page.items.length > 0)?.items.at(-1)
  return item => end !== undefined && compare(item, end) <= 0 && follows(item)
}

/** The listed items that the news are about. */
function shownOf(pages: Pages, news: News): Map<string, ObjectItem> {
  const items = pages.flatMap(page => page.items.filter(item => news.has(item.key)))
  return new Map(items.map(item => [item.key, item]))
}

function isNews(shown: ObjectItem | undefined, item: ObjectItem | null): boolean {
  if (!shown || !item) return Boolean(shown) !== Boolean(item)
  const fields = ['size', 'last_modified', 'etag', 'storage_class'] as const
  return fields.some(field => shown[field] !== item[field])
}
