import { useEffect } from 'react'

/** What takes Escape for itself. */
const takers = '[role=dialog], [role=alertdialog], [role=menu], input:not([type=checkbox]), textarea, select'

/** Calls `onEscape` when Escape is pressed anywhere on the page, but not in a dialog, a menu or a field. */
export function useEscape(onEscape: (() => void) | null): void {
  useEffect(() => {
    if (!onEscape) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (!(event.target instanceof Element && event.target.closest(takers))) onEscape()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onEscape])
}
