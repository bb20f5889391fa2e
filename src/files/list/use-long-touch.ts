import { type TouchEvent, useMemo, useRef } from 'react'

/** Ms after which a touch is a long one, as on Android. */
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
