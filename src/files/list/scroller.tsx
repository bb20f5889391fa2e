import { chakra } from '@chakra-ui/react'
import { type RefObject, type TouchEvent, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export const Scroller = chakra('div', {
  base: {
    flex: '1',
    minH: '0',
    overflowY: 'auto',
    containerType: 'size',
    scrollbarGutter: 'stable',
    overscrollBehavior: 'contain',
    outline: 'none',
    '& [data-cut]': { opacity: '0.5' },
  },
})

/** Space below the last line for the upload panel. */
export const ListEnd = chakra('div', {
  base: { h: { base: '24', sm: '4' }, mb: 'var(--tray-room)' },
})

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

/** Duration of a long touch in ms, as on Android. */
const longTouchMs = 500

/**
 * Handlers of a list that call `run` with the key of the item of a long touch: iOS has no `contextmenu` event.
 * `ended`: whether a click is the end of such a touch.
 */
export function useLongTouch(run: (key: string, at: { x: number; y: number }) => void) {
  const latest = useRef(run)
  latest.current = run
  return useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLong = false
    const cancel = () => clearTimeout(timer)
    function onTouchStart({ target, touches }: TouchEvent) {
      cancel()
      isLong = false
      const key = (target as Element).closest<HTMLElement>('[data-key]')?.dataset.key
      const touch = touches[0]
      if (key === undefined || !touch || touches.length > 1) return
      timer = setTimeout(() => {
        isLong = true
        latest.current(key, { x: touch.clientX, y: touch.clientY })
      }, longTouchMs)
    }
    const handlers = { onTouchStart, onTouchMove: cancel, onTouchEnd: cancel, onTouchCancel: cancel }
    return { handlers, ended: () => isLong }
  }, [])
}
