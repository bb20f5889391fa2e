import type { ListedPage, Pages } from '../listing-pages.ts'

/** The loaded rows of a folder among all: `base` are before them. */
export type Extent = { base: number; total: number }

/** Of pages by number; null for others. */
export function extentOf(pages: Pages): Extent | null {
  const [first, last] = [pages[0], pages.at(-1)]
  if (first?.position === undefined || !last) return null
  const base = first.previous_token ? first.position : 0
  const end = base + pages.reduce((sum, page) => sum + page.items.length, 0)
  if (!last.next_token) return { base, total: end }
  const { total = 0 } = pages.reduce((newest, page) => (readAt(page) > readAt(newest) ? page : newest))
  return { base, total: Math.max(total, end + 1) }
}

const readAt = (page: ListedPage) => page.readAt ?? 0

/** Rows before the first one in view that a jump loads as well; fewer cause the page before to load. A page has 100 at least. */
const rowsBefore = 50
/** Fewer rows than this after those in view cause the next page to load. */
const loadAhead = 200

export type Load = { type: 'before' } | { type: 'after' } | { type: 'jump'; position: number }

/** What must be loaded to show the rows `[first, end)`, of which `loaded` follow `base`; null: nothing. */
export function loadFor({ base, total }: Extent, loaded: number, first: number, end: number): Load | null {
  if (first >= total) return null
  if (first >= base + loaded || end <= base)
    return { type: 'jump', position: Math.max(0, first - rowsBefore) }
  if (base > 0 && first - base < rowsBefore) return { type: 'before' }
  return base + loaded < total && end > base + loaded - loadAhead ? { type: 'after' } : null
}
