import { useEffect, useRef } from 'react'

type Overlay = { close: () => void }

/** What lies over the screen and can be closed, the topmost last. On touch screens each has an entry of the history. */
const open: Overlay[] = []
/** What waits until the entries of overlays are gone; null: nothing does. */
let waiting: (() => void)[] | null = null

const touch = matchMedia('(pointer: coarse), (max-width: 599.98px)')

/** How many overlays the entry of the history that is shown lies above its screen. */
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
  // By then React has closed it, or something asks first: then it has an entry again.
  setTimeout(sync)
})
// A reload forgets what was open.
sync()

/** While it is `shown` the back button of a touch screen calls `close`. `close` is undefined where only an answer closes it. */
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

/** Changes the history: at once, or where overlays have entries in it, once these are gone. */
export function changeHistory(change: () => void): void {
  if (!waiting && depth() > 0) goBack(depth())
  if (waiting) waiting.push(change)
  else change()
}

/** A state for another entry of the history, without what it says of overlays. */
export function screenState(state: unknown): unknown {
  return typeof state === 'object' && state !== null ? { ...state, overlays: undefined } : state
}
