import { type RefObject, useEffect } from 'react'

/**
 * Keeps the keyboard inside of `content`: where the element that had the focus is taken away (the row that was
 * deleted, the button that is no longer needed), at once or while a dialog was open over it, `content` has it, and
 * not the start of the page.
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
    // Dialogs are children of the body: one that goes leaves the focus there.
    observer.observe(document.body, { childList: true })
    return () => {
      root.removeEventListener('focusin', note)
      observer.disconnect()
    }
  }, [content])
}
