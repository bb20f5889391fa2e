/** What is selected in a list: by key, so that it stays with its item when the list changes. */
export type Selection = {
  readonly keys: ReadonlySet<string>
  /** Where a range begins. */
  readonly anchor: string | null
  /** The row that the keyboard is at. */
  readonly active: string | null
}

export const noSelection: Selection = { keys: new Set(), anchor: null, active: null }

export type SelectionEvent =
  /** A click without a key held: only this row. */
  | { type: 'only'; key: string }
  /** Ctrl-click, Space or the box: this row in or out. */
  | { type: 'toggle'; key: string }
  /** Shift-click: from the anchor to this row; `add` keeps what was selected before. */
  | { type: 'range'; key: string; add?: boolean }
  /** An arrow: to a row by its distance; `extend` with Shift, `keep` leaves the selection as it is. */
  | { type: 'move'; by: number; how: 'select' | 'extend' | 'keep' }
  | { type: 'all' }
  | { type: 'none' }

/** The selection after an event. `order`: the keys of the list as it is shown. */
export function select(selection: Selection, event: SelectionEvent, order: readonly string[]): Selection {
  if (event.type === 'none') return { ...selection, keys: new Set(), anchor: null }
  if (event.type === 'all') return { ...selection, keys: new Set(order) }
  if (event.type === 'only') {
    return { keys: new Set([event.key]), anchor: event.key, active: event.key }
  }
  if (event.type === 'toggle') {
    const keys = new Set(selection.keys)
    if (!keys.delete(event.key)) keys.add(event.key)
    return { keys, anchor: event.key, active: event.key }
  }
  if (event.type === 'range') {
    const ranged = range(selection, event.key, order)
    return event.add ? { ...ranged, keys: new Set([...selection.keys, ...ranged.keys]) } : ranged
  }
  const target = order[clamp(order.indexOf(selection.active ?? '') + event.by, order.length)]
  if (target === undefined) return selection
  if (event.how === 'extend') return range(selection, target, order)
  if (event.how === 'keep') return { ...selection, active: target }
  return { keys: new Set([target]), anchor: target, active: target }
}

function range(selection: Selection, to: string, order: readonly string[]): Selection {
  const anchor = selection.anchor ?? selection.active ?? to
  const ends = [order.indexOf(anchor), order.indexOf(to)].sort((a, b) => a - b)
  const [from = -1, until = -1] = ends
  if (from === -1) return { keys: new Set([to]), anchor: to, active: to }
  return { keys: new Set(order.slice(from, until + 1)), anchor, active: to }
}

function clamp(index: number, length: number): number {
  return Math.max(0, Math.min(index, length - 1))
}

/** The selection without what is no longer in the list. */
export function prune(selection: Selection, order: readonly string[]): Selection {
  if (selection.keys.size === 0) return selection
  const there = new Set(order)
  const keys = new Set([...selection.keys].filter(key => there.has(key)))
  return keys.size === selection.keys.size ? selection : { ...selection, keys }
}
