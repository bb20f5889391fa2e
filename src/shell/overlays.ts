import { useEffect, useRef } from 'react'

type Overlay = { close: () => void }

/** Closable overlays of the screen, the topmost last. On touch screens each has a history entry. */
const open: Overlay[] = []
/** Changes that wait until the overlays' history entries are gone; null: none. */
let waiting: (() => void)[] | null = null

const touch = matchMedia('(pointer: coarse), (max-width: 599.98px)')

/** The number of overlays of the current history entry. */
const depth = (): number => history.state?.overlays ?? 0

function goBack(entries: number) {
  waiting = []
  history.go(-entries)
}

function sync() {
  if (waiting) return
  const wanted = touch.matches ? open.length : 0
  if (depth() > wanted) return goBack(depth() - wanted)
  while (depth() < wanted) history.pushState({ ...history.state, overlays: depth() + 1 }, '')
}

addEventListener('popstate', () => {
  const changes = waiting
  waiting = null
  if (changes) for (const change of changes) change()
  else if (touch.matches && depth() < open.length) open.at(-1)?.close()
  // By then React has closed it, or a question is open: then it has an entry again.
  setTimeout(sync)
})
// After a reload nothing is open.
sync()

/** While `shown`, the back button of a touch screen calls `close`. `close` is undefined if only an answer closes it. */
export function useBackCloses(shown: boolean, close: (() => void) | undefined): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  const closable = shown && close !== undefined
  useEffect(() => {
    if (!closable) return
    const overlay = { close: () => latest.current?.() }
    open.push(overlay)
    queueMicrotask(sync)
    return () => {
      open.splice(open.indexOf(overlay), 1)
      queueMicrotask(sync)
    }
  }, [closable])
}

/** Changes the history: at once, or if overlays have entries in it, once these are gone. */
export function changeHistory(change: () => void): void {
  if (!waiting && depth() > 0) goBack(depth())
  if (waiting) waiting.push(change)
  else change()
}

/** A state for another history entry, without the number of overlays. */
export function screenState(state: unknown): unknown {
  return typeof state === 'object' && state !== null ? { ...state, overlays: undefined } : state
}
