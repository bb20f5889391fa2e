import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** More rows are loaded when fewer than this follow. */
const loadAhead = 30

type Options = {
  count: number
  keyOf: (index: number) => string
  /** The usual height of a row, in px. */
  estimate: number
  /** Columns of cards, and px between them. */
  lanes?: number
  gap?: number
  onEnd: () => void
}

/**
 * The visible rows of a list that scrolls with the page, so that ten thousand need as many elements as a screen has.
 * `before` and `after`: px of the rows that are left out. The element of the list gets `list`, a row `measure` and
 * `data-index`.
 */
export function useListWindow<Place extends HTMLElement>(options: Options) {
  const { count, keyOf, estimate, lanes = 1, gap = 0, onEnd } = options
  const list = useRef<Place>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(offsetOf(list.current)))
  const virtualizer = useVirtualizer({
    count,
    lanes,
    gap,
    getScrollElement: scroller,
    getItemKey: keyOf,
    estimateSize: () => estimate,
    overscan: 10 * lanes,
    scrollMargin: top,
    // The first frame has rows already.
    initialRect: { width: 0, height: 1200 },
  })
  const items = virtualizer.getVirtualItems()
  const height = virtualizer.getTotalSize()
  const lastShown = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (lastShown >= count - loadAhead) onEnd()
  }, [lastShown, count, onEnd])
  return {
    list,
    items: items.map(({ index, lane, start }) => ({ index, lane, start: start - top })),
    height,
    before: (items[0]?.start ?? top) - top,
    after: height - ((items.at(-1)?.end ?? top) - top),
    measure: virtualizer.measureElement,
  }
}

const scroller = () => document.getElementById('content')

/** Px from the begin of what scrolls to the element. */
function offsetOf(element: HTMLElement | null): number {
  const content = scroller()
  if (!element || !content) return 0
  const from = content.getBoundingClientRect().top - content.scrollTop
  return Math.round(element.getBoundingClientRect().top - from)
}

type Pages = {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** What a list calls when its end comes near. */
export function useLoadMore({ hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: Pages) {
  return useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
}
