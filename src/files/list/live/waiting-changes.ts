import type { Waiting } from '../../../../machines/follow-folder/types.ts'
import type { Place } from '../../../buckets/addresses.ts'
import { type ListedPage, type Pages, storedOrder } from '../listing-pages.ts'
import { pagesOf, type StoredSort } from '../use-listing.ts'
import { countMoves, type News, newsOfPage, unshown } from './news.ts'

/** Rows that come or go at once without being asked for. */
const mostAtOnce = 20
/** Changes that wait to be shown. */
const mostWaiting = 2000

export type FolderView = {
  /** Whether the rows must stay where they are: a menu or dialog is about them. */
  isHeld: () => boolean
  /** The order of the storage in which the folder is listed; undefined: by key. */
  sortNow: () => StoredSort | undefined
  /** Changes the rows. */
  onNews: (news: News) => void
  /** Lists the folder again. */
  refresh: () => void
}

export type WaitingChanges = ReturnType<typeof waitingChanges>

/**
 * What has changed in a folder, until its rows show it. Few changes are shown at once; others wait for `show`.
 *
 * @param report is told how many wait, each time that this may have changed.
 */
export function waitingChanges(
  place: Place,
  { isHeld, sortNow, onNews, refresh }: FolderView,
  report: (waiting: Waiting) => void,
) {
  const pagesNow = () => pagesOf(place, sortNow())
  const orderOf = (sort: StoredSort | undefined) => sort && storedOrder(sort)
  let waiting: News = new Map()
  /** Too many have changed to know which. */
  let many = false

  function settle() {
    if (waiting.size === 0 && !many) return report(0)
    const pages = pagesNow()
    waiting = unshown(pages, waiting, orderOf(sortNow()))
    many ||= waiting.size > mostWaiting
    if (many) waiting = new Map()
    const fits = countMoves(pages, waiting) <= mostAtOnce && !many
    if (fits && !isHeld()) show()
    else report(many ? 'many' : waiting.size)
  }

  function show() {
    const news = unshown(pagesNow(), waiting, orderOf(sortNow()))
    waiting = new Map()
    if (many) refresh()
    else if (news.size > 0) onNews(news)
    many = false
    report(0)
  }

  function receive(news: News) {
    waiting = new Map([...waiting, ...news])
    settle()
  }

  function receiveMany() {
    many = true
    settle()
  }

  /** `before`: the pages that were loaded in this order when the new first page was requested. */
  function receivePage(before: Pages, page: ListedPage, sort: StoredSort | undefined) {
    const news = newsOfPage(before, page, orderOf(sort))
    if (!sort || (sort.rows && sort.column === 'name')) return receive(news)
    // In an order that changes, what is not on the page may only have moved.
    many ||= news.size > 0
    settle()
  }

  return { settle, show, receive, receiveMany, receivePage }
}
