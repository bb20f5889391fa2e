import { type RefObject, useLayoutEffect, useState } from 'react'

/** How many tiles of at least `least` px, with `gap` px between them, lie side by side in the element; at least two. */
export function useColumns(element: RefObject<HTMLElement | null>, least: number, gap: number): number {
  const [columns, setColumns] = useState(2)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const measure = () => setColumns(Math.max(2, Math.floor((current.clientWidth + gap) / (least + gap))))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, least, gap])
  return columns
}
