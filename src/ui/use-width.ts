import { type RefCallback, useCallback, useState, useSyncExternalStore } from 'react'

const isPhone = () => matchMedia('(max-width: 599.98px)')

function subscribe(listener: () => void) {
  const phone = isPhone()
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}

/** Whether the screen is phone-sized (below `sm`): cards instead of tables, sheets instead of menus. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => isPhone().matches)
}

/**
 * The width class of the element with the ref: 0 if it is narrower than `some` px, 2 if it has `much`, else 1; updated
 * as its size changes. Null until it is measured, before the first paint.
 */
export function useWidthClass(
  some: number,
  much = Number.POSITIVE_INFINITY,
): [ref: RefCallback<HTMLElement>, room: 0 | 1 | 2 | null] {
  const [room, setRoom] = useState<0 | 1 | 2 | null>(null)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const measure = () => {
        const { width } = element.getBoundingClientRect()
        setRoom(width < some ? 0 : width < much ? 1 : 2)
      }
      measure()
      const observer = new ResizeObserver(measure)
      observer.observe(element)
      return () => observer.disconnect()
    },
    [some, much],
  )
  return [ref, room]
}
