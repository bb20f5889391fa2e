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

/** What a key does in the list (WAI-ARIA, grid pattern), or null. With Shift it does not matter whether Ctrl is held. */
export function keyStroke(keys: Keys, pageRows: number, rowCount: number): KeyStroke | null {
  const does = shortcutOf('list', keys.shiftKey ? { ...keys, ctrlKey: false, metaKey: false } : keys)
  if (does !== 'move' && does !== 'extend' && does !== 'keep') return does && { type: does }
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: pageRows,
    PageUp: -pageRows,
    Home: -rowCount,
    End: rowCount,
  }
  return { type: 'move', by: steps[keys.key]!, how: hows[does] }
}
