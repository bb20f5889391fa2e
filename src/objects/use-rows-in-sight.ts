import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

const roomFor = (height: number) => Math.ceil(innerHeight / height)

/** Effects of a click run before its paint. */
function afterPaint(act: () => void): () => void {
  let timer: number | undefined
  const frame = requestAnimationFrame(() => {
    timer = window.setTimeout(act)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/**
 * Which of `count` rows of one height are to be on the page, `[first, end)`, as the element scrolls: those in sight, and
 * after the first paint `most` beyond them on each side. It counts with the window's height, so that the first render
 * has them without measuring.
 */
export function useRowsInSight(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  height: number,
  most: number,
): [first: number, end: number] {
  const [top, setTop] = useState(0)
  const [rows, setRows] = useState(() => roomFor(height))
  const [beyond, setBeyond] = useState(0)
  useEffect(() => afterPaint(() => setBeyond(most)), [most])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = () => setTop(Math.floor(element.scrollTop / height))
    const resized = () => setRows(roomFor(height))
    // At once, so that no frame is painted without them.
    const scrolled = () => flushSync(look)
    look()
    resized()
    element.addEventListener('scroll', scrolled, { passive: true })
    addEventListener('resize', resized)
    return () => {
      element.removeEventListener('scroll', scrolled)
      removeEventListener('resize', resized)
    }
  }, [scroller, height])
  const end = Math.min(count, top + rows + beyond)
  return [Math.max(0, Math.min(top, count - rows) - beyond), end]
}
