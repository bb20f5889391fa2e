/** The selection of a list, by key, so that it survives changes of the list. */
export type Selection = {
  readonly keys: ReadonlySet<string>
  /** Start of a range. */
  readonly anchor: string | null
  /** The row with the keyboard cursor. */
  readonly active: string | null
}

export const noSelection: Selection = { keys: new Set(), anchor: null, active: null }

export type SelectionChange =
  /** Click: selects only this row. */
  | { type: 'only'; key: string }
  /** Moves the keyboard cursor to this row. */
  | { type: 'focus'; key: string }
  /** Ctrl-click, Space or the checkbox: toggles this row. */
  | { type: 'toggle'; key: string }
  /** Shift-click: selects from the anchor to this row; `add` keeps the previous selection. */
  | { type: 'range'; key: string; add?: boolean }
  /** Arrow keys: moves by a number of rows; `extend` with Shift, `keep` without changing the selection. */
  | { type: 'move'; by: number; mode: 'select' | 'extend' | 'keep' }
  | { type: 'all' }
  | { type: 'none' }

/** The selection after an event. `order`: the keys of the list in display order. */
export function select(selection: Selection, event: SelectionChange, order: readonly string[]): Selection {
  if (event.type === 'none') return { ...selection, keys: new Set(), anchor: null }
  if (event.type === 'all') return { ...selection, keys: new Set(order) }
  if (event.type === 'focus') return { ...selection, active: event.key }
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
  if (event.mode === 'extend') return range(selection, target, order)
  if (event.mode === 'keep') return { ...selection, active: target }
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

/** The selection without keys that are no longer in the list. */
export function prune(selection: Selection, order: readonly string[]): Selection {
  if (selection.keys.size === 0) return selection
  const listed = new Set(order)
  const keys = new Set([...selection.keys].filter(key => listed.has(key)))
  return keys.size === selection.keys.size ? selection : { ...selection, keys }
}
