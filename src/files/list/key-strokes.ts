import { type RefObject, useEffect } from 'react'
import { unaccented } from '../../../domain/folded.ts'
import type { SelectionChange } from '../../../machines/selection/rules.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { shortcutOf } from '../../ui/shortcuts.ts'

type Keys = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey?: boolean }

/** Shortcuts that work wherever the focus is; the folder's screen handles them. */
const folderShortcuts = ['jump', 'inspect', 'up', 'search', 'copy', 'cut', 'paste', 'undo'] as const
type FolderShortcut = { type: (typeof folderShortcuts)[number] }

/** What a key press does; `active` is the row with the cursor. */
type KeyStroke =
  | SelectionChange
  | { type: 'open' }
  | { type: 'remove' }
  | { type: 'rename' }
  | { type: 'menu' }
  | FolderShortcut
  | { type: 'toggle active' }
  | { type: 'range to active' }

export function isFolderShortcut(stroke: KeyStroke): stroke is FolderShortcut {
  return (folderShortcuts as readonly KeyStroke['type'][]).includes(stroke.type)
}

const moveModes = { move: 'select', extend: 'extend', keep: 'keep' } as const

/** How the items are laid out: one column for a list, several for tiles. */
type Layout = {
  columns: number
  count: number
  /** Index of the item with the keyboard cursor; -1: none. */
  active: number
  /** Lines per page. */
  page: number
}

/** The action of a key in the grid (WAI-ARIA, grid pattern), or null. With Shift, Ctrl makes no difference. */
export function keyStroke(keys: Keys, layout: Layout): KeyStroke | null {
  const shortcut = shortcutOf('list', keys.shiftKey ? { ...keys, ctrlKey: false, metaKey: false } : keys)
  if (shortcut !== 'move' && shortcut !== 'extend' && shortcut !== 'keep')
    return shortcut && { type: shortcut }
  const by = stepOf(keys.key, layout)
  return by === null ? null : { type: 'move', by, mode: moveModes[shortcut] }
}

/** By how many items the key moves. */
function stepOf(key: string, layout: Layout): number | null {
  const { columns, count, page } = layout
  const lines: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }
  const steps: Record<string, number> = { Home: -count, End: count }
  const sides: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }
  const down = lines[key]
  if (down !== undefined) return columns === 1 ? down : stepDown(down, layout)
  return steps[key] ?? (columns === 1 ? null : sides[key]!)
}

/** To the item in that line of the same column, or the last item; stays in the first and last line. */
function stepDown(by: number, { columns, count, active }: Layout): number {
  if (active === -1) return Math.sign(by)
  const lastLine = Math.floor((count - 1) / columns)
  const line = Math.max(0, Math.min(Math.floor(active / columns) + by, lastLine))
  return Math.min(line * columns + (active % columns), count - 1) - active
}

/** ms without a key press after which a new search starts. */
const typeAheadMs = 1000

/** The typed letters; `at`: time of the last one, in ms. */
export type TypeAhead = { letters: string; at: number }

/** Appends a letter typed at `at` ms. */
export function appendLetter(previous: TypeAhead | null, letter: string, at: number): TypeAhead {
  return { letters: previous && at - previous.at <= typeAheadMs ? previous.letters + letter : letter, at }
}

export const isRepeated = (letters: string): boolean => [...letters].every(letter => letter === letters[0])

/**
 * Index of the row whose name starts with the letters, ignoring case and diacritics; -1: none. Searches from `active` on
 * and wraps around; repeating one letter goes to the next match (WAI-ARIA, grid pattern).
 */
export function findRow(rows: readonly ObjectItem[], active: number, letters: string): number {
  const search = unaccented(letters)
  const repeated = isRepeated(search)
  const start = repeated ? search.slice(0, 1) : search
  const from = repeated ? active + 1 : Math.max(0, active)
  for (let step = 0; step < rows.length; step++) {
    const at = (from + step) % rows.length
    if (unaccented(rows[at]!.name).startsWith(start)) return at
  }
  return -1
}

/** Elements from which arrow down enters the list: the heading, focused in a newly opened folder, and the search. */
const above = 'h1, [role=searchbox]'

/** Arrow down above the list moves to the first row, or to the one after the keyboard cursor. */
export function useArrowIntoList(
  list: RefObject<HTMLElement | null>,
  onSelect: (event: SelectionChange) => void,
): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key, defaultPrevented, shiftKey, ctrlKey, metaKey, altKey } = event
      if (defaultPrevented || key !== 'ArrowDown' || shiftKey || ctrlKey || metaKey || altKey) return
      if (!(target instanceof Element) || !(target === document.body || target.closest(above))) return
      event.preventDefault()
      list.current?.focus({ preventScroll: true })
      onSelect({ type: 'move', by: 1, mode: 'select' })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [list, onSelect])
}
