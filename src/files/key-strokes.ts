import type { SelectionEvent } from './selection.ts'

type Keys = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }

/** What a key asks for; `active` is the row that the keyboard is at. */
export type KeyStroke =
  | SelectionEvent
  | { type: 'open' }
  | { type: 'remove' }
  | { type: 'menu' }
  | { type: 'toggle active' }
  | { type: 'range to active' }

/** What a key does in the list (WAI-ARIA, grid pattern), or null. */
export function keyStroke(
  { key, shiftKey, ctrlKey, metaKey }: Keys,
  pageRows: number,
  rowCount: number,
): KeyStroke | null {
  const command = ctrlKey || metaKey
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: pageRows,
    PageUp: -pageRows,
    Home: -rowCount,
    End: rowCount,
  }
  const by = steps[key]
  if (by !== undefined) {
    return { type: 'move', by, how: shiftKey ? 'extend' : command ? 'keep' : 'select' }
  }
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return { type: 'menu' }
  if (key === 'a' && command) return { type: 'all' }
  if (key === ' ') return { type: shiftKey ? 'range to active' : 'toggle active' }
  if (command) return null
  if (key === 'Enter') return { type: 'open' }
  return key === 'Delete' ? { type: 'remove' } : null
}
