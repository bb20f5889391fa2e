import { type RefObject, useEffect } from 'react'
import type { SelectionEvent } from './selection.ts'

/** Where an arrow down goes into the list: the heading, which has the focus in a folder that was just opened, and the search. */
const above = 'h1, [role=searchbox]'

/** Goes to the first row, or to the one after where the keyboard was, by an arrow down from above the list. */
export function useArrowIntoList(
  list: RefObject<HTMLElement | null>,
  onSelect: (event: SelectionEvent) => void,
): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key, defaultPrevented, shiftKey, ctrlKey, metaKey, altKey } = event
      if (defaultPrevented || key !== 'ArrowDown' || shiftKey || ctrlKey || metaKey || altKey) return
      if (!(target instanceof Element) || !(target === document.body || target.closest(above))) return
      event.preventDefault()
      list.current?.focus({ preventScroll: true })
      onSelect({ type: 'move', by: 1, how: 'select' })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [list, onSelect])
}
