import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

const rowsPerWindow = (height: number) => Math.ceil(innerHeight / height)

/** Effects of a click run before the browser paints. */
function afterPaint(callback: () => void): () => void {
  let timer: number | undefined
  const frame = requestAnimationFrame(() => {
    timer = window.setTimeout(callback)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/**
 * The rows to render, `[first, end)` of `count` rows of one height: the visible ones and, after the first paint,
 * `overscan` more on each side. It assumes the height of the window, so that the first render needs no measuring.
 */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  height: number,
  overscan: number,
): [first: number, end: number] {
  const [top, setTop] = useState(0)
  const [rows, setRows] = useState(() => rowsPerWindow(height))
  const [extra, setExtra] = useState(0)
  useEffect(() => afterPaint(() => setExtra(overscan)), [overscan])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const updateTop = () => setTop(Math.floor(element.scrollTop / height))
    const onResize = () => setRows(rowsPerWindow(height))
    // Synchronous, so that no frame is painted without the new rows.
    const onScroll = () => flushSync(updateTop)
    updateTop()
    onResize()
    element.addEventListener('scroll', onScroll, { passive: true })
    addEventListener('resize', onResize)
    return () => {
      element.removeEventListener('scroll', onScroll)
      removeEventListener('resize', onResize)
    }
  }, [scroller, height])
  const end = Math.min(count, top + rows + extra)
  return [Math.max(0, Math.min(top, count - rows) - extra), end]
}
