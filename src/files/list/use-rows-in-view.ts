import { type RefObject, useEffect } from 'react'
import { useKeptScroll } from '../../ui/kept-view.ts'
import { useVisibleRows } from './scroller.tsx'
import type { FileViewProps, Lines } from './use-file-view.ts'

/** Loads more items when fewer than this follow. */
const loadAheadItems = 200

type Props = Pick<FileViewProps, 'rows' | 'count' | 'onEnd' | 'window'>

/** Which lines are rendered and where, among all of the folder; loads the rows in them, and keeps the scroll position. */
export function useRowsInView(
  scroller: RefObject<HTMLElement | null>,
  { rows, count, onEnd, window = null }: Props,
  { columns, height, overscan }: Omit<Lines, 'headHeight'>,
) {
  const { base, total } = window ?? { base: 0, total: rows.length }
  const lines = Math.ceil(total / columns)
  const visible = useVisibleRows(scroller, { count: lines, height, overscan, tall: window?.parts ?? null })
  const { first, end, placeNow, scrollTo } = visible
  // In items, so that another view mode starts at the same ones.
  useKeptScroll(scroller, {
    rows: total,
    rowHeight: height / columns,
    complete: count !== null,
    loadMore: onEnd,
    ...{ placeNow, scrollTo },
  })
  useEffect(() => {
    if (window)
      return window.parts.loadRows(
        { ...window, loadAfter: onEnd },
        rows.length,
        first * columns,
        end * columns,
      )
    if (end * columns >= rows.length - loadAheadItems) onEnd()
  }, [first, end, columns, rows.length, onEnd, window])
  return {
    ...visible,
    ...{ lines, base, total },
    /** The row of this number among all; undefined: it is not loaded, or there is none. */
    itemAt: (index: number) => rows[index - base],
  }
}
