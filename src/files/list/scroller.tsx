import { chakra } from '@chakra-ui/react'
import { type RefObject, type TouchEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { LargeParts } from './large/types.ts'

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

type Lines = {
  count: number
  /** Of a line, in px. */
  height: number
  /** Lines rendered beyond the visible ones. */
  overscan: number
  /** How lists are scrolled that are too tall for browsers; null: this one is not. */
  tall: Pick<LargeParts, 'follow' | 'scrolledToList' | 'elementHeight'> | null
}

/**
 * The rows to render, `[first, end)` of `count` rows of one height: the visible ones and, after the first paint,
 * `overscan` more on each side. It assumes the height of the window, so that the first render needs no measuring.
 * `shift`: px to add to the place of each row. `placeNow` and `scrollTo`: the place in the list, in px, at the top.
 */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  { count, height, overscan, tall }: Lines,
) {
  const [{ top, shift }, setView] = useState({ top: 0, shift: 0 })
  const scrolled = useRef({ top: 0, shift: 0 })
  const [rows, setRows] = useState(() => rowsPerWindow(height))
  const [extra, setExtra] = useState(0)
  const whole = count * height
  useEffect(() => afterPaint(() => setExtra(overscan)), [overscan])
  const show = useCallback(() => {
    const { top, shift } = scrolled.current
    // Synchronous, so that no frame is painted without the new rows.
    flushSync(() => setView({ top: Math.floor((top - shift) / height), shift }))
  }, [height])
  const scrollTo = useCallback(
    (place: number) => {
      const element = scroller.current
      if (!element) return
      scrolled.current = tall ? tall.scrolledToList(place, whole) : { top: place, shift: 0 }
      const { shift } = scrolled.current
      // The browser reports the new position before it paints.
      setView({ top: Math.floor(place / height), shift })
      element.scrollTop = scrolled.current.top
    },
    [scroller, whole, height, tall],
  )
  const placeNow = useCallback(() => (scroller.current?.scrollTop ?? 0) - scrolled.current.shift, [scroller])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const settle = () => scrollTo(Math.max(0, placeNow()))
    const follow = tall?.follow(element, whole, settle)
    const onScroll = () => {
      scrolled.current = follow?.(scrolled.current) ?? { top: element.scrollTop, shift: 0 }
      show()
    }
    const onResize = () => setRows(rowsPerWindow(height))
    scrolled.current.top = element.scrollTop
    setView({ top: Math.floor(placeNow() / height), shift: scrolled.current.shift })
    onResize()
    element.addEventListener('scroll', onScroll, { passive: true })
    addEventListener('resize', onResize)
    return () => {
      follow?.(null)
      element.removeEventListener('scroll', onScroll)
      removeEventListener('resize', onResize)
    }
  }, [scroller, height, whole, tall, show, scrollTo, placeNow])
  const end = Math.min(count, top + rows + extra)
  const first = Math.max(0, Math.min(top, count - rows) - extra)
  return { first, end, shift, placeNow, scrollTo, wholeHeight: tall ? tall.elementHeight(whole) : whole }
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
