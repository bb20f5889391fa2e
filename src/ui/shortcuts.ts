import { useEffect } from 'react'

type Keys = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey?: boolean }

const moves = [
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'PageUp',
  'PageDown',
  'Home',
  'End',
] as const
const combined = (with_: string) => moves.map(key => `${with_}+${key}`)

/** Every shortcut of the console, by its action: key handlers and the list of shortcuts read this table. */
export const shortcuts = {
  page: { find: ['Ctrl+K', '/'], help: ['?'], clear: ['Escape'] },
  list: {
    move: moves,
    extend: combined('Shift'),
    keep: combined('Ctrl'),
    'toggle active': ['Space', 'Ctrl+Space'],
    'range to active': ['Shift+Space'],
    all: ['Ctrl+A'],
    jump: ['A…Z'],
    open: ['Enter'],
    inspect: ['Alt+Enter', 'Ctrl+I'],
    up: ['Backspace', 'Alt+ArrowUp'],
    search: ['/'],
    rename: ['F2'],
    menu: ['Shift+F10', 'ContextMenu'],
    remove: ['Delete'],
    copy: ['Ctrl+C'],
    cut: ['Ctrl+X'],
    paste: ['Ctrl+V'],
    undo: ['Ctrl+Z'],
  },
  picture: {
    zoomIn: ['+', '='],
    zoomOut: ['-'],
    fit: ['0'],
    turn: ['R'],
    full: ['F'],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>

export type ShortcutPlace = keyof typeof shortcuts
export type Shortcut<Place extends ShortcutPlace> = keyof (typeof shortcuts)[Place]
/** `list.open`, for example. */
export type ShortcutId = { [Place in ShortcutPlace]: `${Place}.${Shortcut<Place> & string}` }[ShortcutPlace]

/** The pressed keys in the table's notation. Command counts as Ctrl; a character such as `?` implies its Shift. */
function combination({ key, shiftKey, ctrlKey, metaKey, altKey }: Keys): string {
  const sign = key.length === 1 && key !== ' ' && key.toLowerCase() === key.toUpperCase()
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${shiftKey && !sign ? 'Shift+' : ''}${name}`
}

/** The action of the keys in that place, or null. */
export function shortcutOf<Place extends ShortcutPlace>(place: Place, keys: Keys): Shortcut<Place> | null {
  const pressed = combination(keys)
  const found = Object.entries<readonly string[]>(shortcuts[place]).find(([, all]) => all.includes(pressed))
  return found ? (found[0] as Shortcut<Place>) : null
}

const overlays = '[role=dialog], [role=alertdialog], [role=menu]'
/** Elements that handle keys themselves. */
const takers = `${overlays}, input:not([type=checkbox]), textarea, select`

/** Calls `run` for a shortcut of that place, pressed anywhere but in a dialog, a menu or a field. */
export function useShortcut<Place extends ShortcutPlace>(
  place: Place,
  shortcut: Shortcut<Place>,
  run: (() => void) | null,
): void {
  useEffect(() => {
    if (!run) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || shortcutOf(place, event) !== shortcut) return
      if (event.target instanceof Element && event.target.closest(takers)) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [place, shortcut, run])
}

/**
 * Calls `run` for the shortcut of the field that finds everything: a chord in fields of the page too, a character only where
 * nothing is typed, and where the page itself does nothing by it (a folder is searched by `/`).
 */
export function useFindShortcut(run: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || shortcutOf('page', event) !== 'find') return
      const excluded = event.key.length === 1 && !event.ctrlKey && !event.metaKey ? takers : overlays
      if (event.target instanceof Element && event.target.closest(excluded)) return
      event.preventDefault()
      run()
    }
    // After those of the page, which listens at the document.
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [run])
}
