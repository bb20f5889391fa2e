import { useEffect } from 'react'
import { type Shortcut, shortcutOf } from './shortcuts.ts'

/** What takes keys for itself. */
const takers = '[role=dialog], [role=alertdialog], [role=menu], input:not([type=checkbox]), textarea, select'

/** Calls `run` for a key of the page, pressed anywhere but in a dialog, a menu or a field. */
export function useShortcut(shortcut: Shortcut<'page'>, run: (() => void) | null): void {
  useEffect(() => {
    if (!run) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || shortcutOf('page', event) !== shortcut) return
      if (!(event.target instanceof Element && event.target.closest(takers))) run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [shortcut, run])
}
