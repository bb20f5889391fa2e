import type { FolderChanges } from '../../../../domain/folder-changes.ts'
import type { FailureCode } from '../../../../machines/failure.ts'
import { followEvents } from '../../../api/event-stream.ts'
import type { Place } from '../../../buckets/addresses.ts'
import { uploadsTakeConnections } from '../../../uploads/transfer/http1.ts'
import { storedOrder } from '../listing-pages.ts'
import { pagesOf, readPage, type StoredSort } from '../use-listing.ts'
import { countMoves, type News, newsOf, newsOfPage, unshown } from './news.ts'

/** Rows that come or go at once without being asked for. */
const mostAtOnce = 20
/** Changes that wait to be shown. */
const mostWaiting = 2000
/** ms after which the line comes: the tab's own uploads are listed until then. */
const ownDelay = 1_500
/** ms between reads of a folder whose storage reports no changes, between reads after too many, and before a new attempt. */
const pollInterval = 20_000
const checkInterval = 5_000
const longestPause = 120_000
/** ms between looks for uploads, which need the stream's connection over HTTP/1.1. */
const uploadsInterval = 1_000

/** After these the folder is not followed until the tab is shown again. */
const refusals: ReadonlySet<string> = new Set<FailureCode>([
  'PERMISSION_DENIED',
  'ACCESS_DENIED',
  'BUCKET_NOT_FOUND',
])

/** The changes that wait: their number, or 'many'; 0: none. */
export type Waiting = number | 'many'

type Options = {
  /** Whether the rows must stay where they are: a menu or dialog is about them. */
  isHeld: () => boolean
  onWaiting: (waiting: Waiting) => void
  /** The order of the storage in which the folder is listed; undefined: by key. */
  sortNow: () => StoredSort | undefined
  /** Changes the rows. */
  onNews: (news: News) => void
  /** Lists the folder again. */
  refresh: () => void
}

/**
 * Keeps the loaded pages of a folder up to date while the tab is visible: by the server's events, or where the storage reports
 * none by reading the first page. Few changes are shown at once; others wait for `show`.
 */
export function followFolder(place: Place, { isHeld, onWaiting, sortNow, onNews, refresh }: Options) {
  const pagesNow = () => pagesOf(place, sortNow())
  const orderOf = (sort: StoredSort | undefined) => sort && storedOrder(sort)
  let waiting: News = new Map()
  /** Too many have changed to know which. */
  let many = false
  /** When the folder was as the pages and `waiting` have it; null: not known. */
  let asOf = pagesNow()[0]?.readAt ?? null
  let failures = 0
  let closeStream: (() => void) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let uploadsTimer: ReturnType<typeof setInterval> | undefined
  let lastCheck = Number.NEGATIVE_INFINITY
  let isLine = false
  let lineTimer: ReturnType<typeof setTimeout> | undefined
  const stopping = new AbortController()

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

  function report(count: Waiting) {
    if (count === 0) {
      clearTimeout(lineTimer)
      lineTimer = undefined
      isLine = false
    }
    if (isLine || count === 0) return onWaiting(count)
    lineTimer ??= setTimeout(() => {
      isLine = true
      settle()
    }, ownDelay)
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

  /** Compares the folder with a new first page. Returns why that did not come; null: it came. */
  async function check(): Promise<string | null> {
    const sort = sortNow()
    const before = pagesOf(place, sort)
    lastCheck = performance.now()
    const page = await readPage(place, '', sort, null, stopping.signal).catch((error: Error) => error)
    if (page instanceof Error) return page.message
    if (stopping.signal.aborted) return null
    asOf = page.readAt ?? null
    const news = newsOfPage(before, page, orderOf(sort))
    // In an order that changes, what is not on the page may only have moved.
    if (sort) many ||= news.size > 0
    if (sort) settle()
    else receive(news)
    return null
  }

  function received(changes: FolderChanges) {
    failures = 0
    receive(newsOf(changes))
    if (!changes.many) return
    if (pagesNow().length > 1) {
      many = true
      settle()
    } else again(Math.max(0, lastCheck + checkInterval - performance.now()), check)
  }

  function again(pause: number, run: () => unknown) {
    clearTimeout(timer)
    timer = setTimeout(run, pause)
  }

  function lost() {
    disconnect()
    again(Math.min(longestPause, checkInterval * 2 ** failures), connect)
    failures += 1
  }

  function disconnect() {
    clearTimeout(timer)
    clearInterval(uploadsTimer)
    closeStream?.()
    closeStream = null
    asOf = null
  }

  async function yieldToUploads(): Promise<boolean> {
    if (!(await uploadsTakeConnections()) || stopping.signal.aborted || document.hidden) return false
    disconnect()
    again(uploadsInterval, connect)
    return true
  }

  async function connect() {
    if (document.hidden) asOf = null
    if (document.hidden || closeStream) return
    if (await yieldToUploads()) return
    const failure = asOf === null ? await check() : null
    if (stopping.signal.aborted || (failure !== null && refusals.has(failure))) return
    if (failure !== null) return lost()
    if (document.hidden || closeStream || asOf === null) return
    if (pagesNow()[0]?.live) {
      const query = new URLSearchParams({ ...place, age: String(Math.ceil(performance.now() - asOf)) })
      closeStream = followEvents<FolderChanges>(`/objects/watch?${query}`, { received, lost })
      uploadsTimer = setInterval(yieldToUploads, uploadsInterval)
    } else {
      failures = 0
      asOf = null
      again(pollInterval, connect)
    }
  }

  function onVisibility() {
    if (document.hidden) disconnect()
    else void connect()
  }

  document.addEventListener('visibilitychange', onVisibility)
  void connect()
  return {
    show,
    settle,
    stop() {
      stopping.abort()
      clearTimeout(lineTimer)
      document.removeEventListener('visibilitychange', onVisibility)
      disconnect()
    },
  }
}
