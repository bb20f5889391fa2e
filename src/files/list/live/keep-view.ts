import type { ObjectItem } from '../../../../openapi/schema.ts'

/** The rows in view, from the first whole one on, and what is needed to find their place again. */
export type View = {
  grid: Element
  /** Keys with their index. */
  seen: { key: string; index: number }[]
  /** Items in a line, and the height of one in px. */
  columns: number
  pitch: number
}

/** What a list shows now; null at its top, where new rows may come into view. */
export function viewOf(grid: Element | null, rows: readonly ObjectItem[]): View | null {
  if (!grid || grid.scrollTop === 0) return null
  const { top: edge } = grid.getBoundingClientRect()
  const boxes = [...grid.querySelectorAll<HTMLElement>('[data-key]')]
    .map(element => ({ key: element.dataset.key!, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.top >= edge)
    .sort((a, b) => a.box.top - b.box.top)
  const [first] = boxes
  if (!first) return null
  const next = boxes.find(({ box }) => box.top > first.box.top)
  const indexes = new Map(rows.map(({ key }, index) => [key, index]))
  return {
    grid,
    seen: boxes.flatMap(({ key }) => (indexes.has(key) ? [{ key, index: indexes.get(key)! }] : [])),
    columns: boxes.filter(({ box }) => box.top === first.box.top).length,
    pitch: next ? next.box.top - first.box.top : first.box.height,
  }
}

/** Scrolls so that the first row of the view that is still there stays where it was. */
export function keepView({ grid, seen, columns, pitch }: View, rows: readonly ObjectItem[]): void {
  const indexes = new Map(rows.map(({ key }, index) => [key, index]))
  const kept = seen.find(({ key }) => indexes.has(key))
  if (!kept) return
  const line = (index: number) => Math.floor(index / columns)
  grid.scrollTop += (line(indexes.get(kept.key)!) - line(kept.index)) * pitch
}
