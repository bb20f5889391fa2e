import { type RefObject, useEffect } from 'react'
import type { SelectionChange } from '../../../machines/selection/rules.ts'

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
