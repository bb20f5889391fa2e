import { type RefObject, useLayoutEffect, useState } from 'react'

/** How many tiles of at least `minWidth` px fit side by side with `gap` px between them; at least two. */
export function useColumns(element: RefObject<HTMLElement | null>, minWidth: number, gap: number): number {
  const [columns, setColumns] = useState(2)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const measure = () => setColumns(Math.max(2, Math.floor((current.clientWidth + gap) / (minWidth + gap))))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, minWidth, gap])
  return columns
}
