import type { ObjectItem, ObjectPage } from '../../../openapi/schema.ts'
import { rowOrder, type Sort } from './columns.ts'

/** `readAt`: when it was requested, by `performance.now()`. */
export type ListedPage = ObjectPage & { readAt?: number }
export type Pages = readonly ListedPage[]

/** The item that shows a new object in the folder at `prefix`; null when it is not in that folder. */
export function itemOf(
  prefix: string,
  object: { key: string; size: number },
  now: number,
): ObjectItem | null {
  if (!object.key.startsWith(prefix) || object.key === prefix) return null
  const name = object.key.slice(prefix.length)
  const slash = name.indexOf('/')
  if (slash === -1) {
    return {
      ...{ type: 'file', key: object.key, name, size: object.size },
      ...{ last_modified: now, etag: null, storage_class: 'STANDARD' },
    }
  }
  const folder = name.slice(0, slash + 1)
  return {
    ...{ type: 'folder', key: prefix + folder, name: folder, size: null },
    ...{ last_modified: null, etag: null, storage_class: null },
  }
}

export type Compare = (a: ObjectItem, b: ObjectItem) => number

export const byKey: Compare = (a, b) => compareKeys(a.key, b.key)

/** The order in which the storage has a folder. */
export function storedOrder(sort: Sort): Compare {
  if (sort.column !== 'name') return rowOrder(sort, { compare: compareKeys })
  return sort.descending ? (a, b) => byKey(b, a) : byKey
}

/** The first item of pages that others precede; else null. */
export function startOf(pages: Pages): ObjectItem | null {
  return (pages[0]?.previous_token && pages.find(page => page.items.length > 0)?.items[0]) || null
}

/**
 * The pages with `items` inserted in their order; existing items are replaced if that is by key. Items beyond the loaded
 * pages are dropped, since they come with their page. Unchanged pages are the same objects.
 */
export function withItems(pages: Pages, items: readonly ObjectItem[], compare = byKey): Pages {
  const sorted = [...new Map(items.map(item => [item.key, item])).values()].sort(compare)
  const begin = startOf(pages)
  let at = 0
  while (begin && at < sorted.length && compare(sorted[at]!, begin) < 0) at++
  return pages.map((page, index) => {
    const isLast = index === pages.length - 1
    const end = isLast && page.next_token === null ? null : (page.items.at(-1) ?? null)
    const from = at
    while (at < sorted.length && (end === null ? isLast : compare(sorted[at]!, end) <= 0)) at++
    if (at === from) return page
    return { ...page, exists: true, items: merged(page.items, sorted.slice(from, at), compare) }
  })
}

function merged(items: readonly ObjectItem[], added: readonly ObjectItem[], compare: Compare): ObjectItem[] {
  const result: ObjectItem[] = []
  let at = 0
  for (const item of items) {
    while (at < added.length && compare(added[at]!, item) < 0) result.push(added[at++]!)
    const same = added[at]?.key === item.key ? added[at++]! : null
    result.push(same && same.type === 'file' ? same : item)
  }
  return [...result, ...added.slice(at)]
}

/** The pages without the items of these keys. Unchanged pages are the same objects. */
export function withoutKeys(pages: Pages, keys: ReadonlySet<string>): Pages {
  return pages.map(page => {
    const items = page.items.filter(item => !keys.has(item.key))
    return items.length === page.items.length ? page : { ...page, items }
  })
}

/** Compares keys as S3 lists them: by UTF-8 bytes, that is by code points, not by UTF-16 units. */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at)
    const right = b.charCodeAt(at)
    if (left === right) continue
    const leftIsSurrogate = left >= 0xd800 && left <= 0xdfff
    const rightIsSurrogate = right >= 0xd800 && right <= 0xdfff
    return leftIsSurrogate === rightIsSurrogate ? left - right : leftIsSurrogate ? 1 : -1
  }
  return a.length - b.length
}
