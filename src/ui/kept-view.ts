import { type RefObject, useEffect, useRef, useState } from 'react'
import { changeHistory } from '../shell/overlays.ts'

/** Ms until the history follows what is typed and scrolled: browsers limit how often it may change. */
const pause = 200

/**
 * The view of the list of `place` (its search, its order): stored in the query of the address, so that the back button
 * and a reload restore it. `queryOf` returns '' for the default view.
 */
export function useView<View extends object>(
  place: string,
  read: (query: string) => View,
  queryOf: (view: View) => string,
): [View, (change: Partial<View>) => void] {
  const [kept, keep] = useState(() => ({ place, view: read(location.search) }))
  const now = kept.place === place ? kept : { place, view: read(location.search) }
  if (now !== kept) keep(now)
  const { view } = now
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` and `queryOf` never change
  useEffect(() => {
    const { pathname } = location
    const timer = setTimeout(() => {
      const query = queryOf(view)
      if (location.pathname !== pathname || queryOf(read(location.search)) === query) return
      changeHistory(() => history.replaceState(history.state, '', pathname + query))
    }, pause)
    return () => clearTimeout(timer)
  }, [view])
  return [view, change => keep(({ place, view }) => ({ place, view: { ...view, ...change } }))]
}

type List = {
  rows: number
  rowHeight: number
  complete: boolean
  loadMore: () => void
  /** px of the list above the visible part, where `scrollTop` is not that. */
  placeNow?: () => number
  scrollTo?: (place: number) => void
}

/** A page without virtual rows; its position is stored in px. */
const whole: List = { rows: 0, rowHeight: 1, complete: true, loadMore: () => undefined }

/** The first visible row, with the fraction scrolled out of view, as stored in the history entry. */
function keptRow(): number {
  const state: unknown = history.state
  const row = typeof state === 'object' && state !== null && 'row' in state ? Number(state.row) : 0
  return Number.isFinite(row) && row > 0 ? row : 0
}

/**
 * Stores a list's scroll position in its history entry, and restores it after the back button or a reload, as soon as
 * enough rows are loaded; until then it loads more. If the user scrolls first, it is not restored.
 */
export function useKeptScroll(
  scroller: RefObject<HTMLElement | null>,
  { rows, rowHeight, complete, loadMore, placeNow, scrollTo }: List = whole,
): void {
  const wanted = useRef<number | null>(null)
  wanted.current ??= keptRow()

  useEffect(() => {
    const element = scroller.current
    const row = wanted.current
    if (!element || !row) return
    if (!complete && rows * rowHeight < row * rowHeight + element.clientHeight) return loadMore()
    wanted.current = 0
    if (scrollTo) scrollTo(row * rowHeight)
    else element.scrollTop = row * rowHeight
  }, [scroller, rows, rowHeight, complete, loadMore, scrollTo])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const { pathname } = location
    const keep = () => {
      if (location.pathname !== pathname || wanted.current) return
      history.replaceState({ ...history.state, row: (placeNow?.() ?? element.scrollTop) / rowHeight }, '')
    }
    const scrolled = () => {
      clearTimeout(timer)
      timer = setTimeout(keep, pause)
    }
    const taken = () => {
      wanted.current = 0
    }
    element.addEventListener('scroll', scrolled, { passive: true })
    element.addEventListener('wheel', taken, { passive: true })
    element.addEventListener('touchmove', taken, { passive: true })
    element.addEventListener('keydown', taken)
    return () => {
      clearTimeout(timer)
      element.removeEventListener('scroll', scrolled)
      element.removeEventListener('wheel', taken)
      element.removeEventListener('touchmove', taken)
      element.removeEventListener('keydown', taken)
    }
  }, [scroller, rowHeight, placeNow])
}
