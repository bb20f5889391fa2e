import { shortcutOf } from '../ui/shortcuts.ts'
import type { SelectionEvent } from './selection.ts'

type Keys = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey?: boolean }

/** What works wherever the focus is: the folder's screen does it. */
type OfFolder = { type: 'jump' | 'inspect' | 'up' | 'search' }

/** What a key asks for; `active` is the row that the keyboard is at. */
export type KeyStroke =
  | SelectionEvent
  | { type: 'open' }
  | { type: 'remove' }
  | { type: 'rename' }
  | { type: 'menu' }
  | OfFolder
  | { type: 'toggle active' }
  | { type: 'range to active' }

const ofFolder: readonly KeyStroke['type'][] = ['jump', 'inspect', 'up', 'search']

export function isOfFolder(stroke: KeyStroke): stroke is OfFolder {
  return ofFolder.includes(stroke.type)
}

const hows = { move: 'select', extend: 'extend', keep: 'keep' } as const

/** How the items lie: in one column, as a list, or in lines of several. */
export type Layout = {
  columns: number
  count: number
  /** The place of the item that the keyboard is at; -1: none. */
  active: number
  /** Lines that a page has. */
  page: number
}

/** What a key does in the list (WAI-ARIA, grid pattern), or null. With Shift it does not matter whether Ctrl is held. */
export function keyStroke(keys: Keys, layout: Layout): KeyStroke | null {
  const does = shortcutOf('list', keys.shiftKey ? { ...keys, ctrlKey: false, metaKey: false } : keys)
  if (does !== 'move' && does !== 'extend' && does !== 'keep') return does && { type: does }
  const by = stepOf(keys.key, layout)
  return by === null ? null : { type: 'move', by, how: hows[does] }
}

/** How many items further the key goes. */
function stepOf(key: string, layout: Layout): number | null {
  const { columns, count, page } = layout
  const lines: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }
  const steps: Record<string, number> = { Home: -count, End: count }
  const sides: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }
  const down = lines[key]
  if (down !== undefined) return columns === 1 ? down : stepDown(down, layout)
  return steps[key] ?? (columns === 1 ? null : sides[key]!)
}

/** To the item below in that line, or the last one where there is none below; at the first and last line it stays. */
function stepDown(by: number, { columns, count, active }: Layout): number {
  if (active === -1) return Math.sign(by)
  const lastLine = Math.floor((count - 1) / columns)
  const line = Math.max(0, Math.min(Math.floor(active / columns) + by, lastLine))
  return Math.min(line * columns + (active % columns), count - 1) - active
}
