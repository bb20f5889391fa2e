import { isAtWrongEnd, type Scrolled, scrolledTo } from './tall-list.ts'

/** ms after which the scrollbar is put where it belongs. */
const restMs = 300

/**
 * Follows how an element with a list of `height` px is scrolled: what it returns is called with the state before and gives
 * the one after, and with null at the end. `settle` puts the scrollbar where it belongs.
 */
export function follow(element: HTMLElement, height: number, settle: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return (before: Scrolled | null): Scrolled | undefined => {
    clearTimeout(timer)
    if (!before) return undefined
    const { scrollTop, clientHeight } = element
    const now = scrolledTo(before, scrollTop, height, clientHeight)
    if (isAtWrongEnd(now, height, clientHeight)) queueMicrotask(settle)
    else if (now.shift !== 0) timer = setTimeout(settle, restMs)
    return now
  }
}
