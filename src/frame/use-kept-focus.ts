import { type RefObject, useEffect } from 'react'

/**
 * Keeps the keyboard focus within `content`: if the focused element is removed (a deleted row, a button that is no
 * longer needed), at once or while a dialog was open over it, `content` gets the focus, instead of the start of the
 * page.
 */
export function useKeptFocus(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = content.current
    if (!root) return
    let last: EventTarget | null = null
    const note = (event: FocusEvent) => {
      last = event.target
    }
    const observer = new MutationObserver(() => {
      if (!(last instanceof Node) || last.isConnected || document.activeElement !== document.body) return
      root.focus({ preventScroll: true })
    })
    root.addEventListener('focusin', note)
    observer.observe(root, { childList: true, subtree: true })
    // Dialogs are children of the body: when one is removed, the focus stays there.
    observer.observe(document.body, { childList: true })
    return () => {
      root.removeEventListener('focusin', note)
      observer.disconnect()
    }
  }, [content])
}
