import { useEffect } from 'react'
import { type Shortcut, type ShortcutPlace, shortcutOf } from './shortcuts.ts'

/** Elements that handle keys themselves. */
const takers = '[role=dialog], [role=alertdialog], [role=menu], input:not([type=checkbox]), textarea, select'

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
