import type { Refusal } from '../../../machines/preview/types.ts'
import { type FromFrame, passedKeys, type ToFrame } from '../protocol.ts'

/** Says something to the console, of which a frame knows nothing, its address neither. */
function tell(message: FromFrame): void {
  parent.postMessage(message, '*')
}

export type Drawn = { root: HTMLElement; file: ToFrame }

/**
 * Takes one file from the console, and draws it. `draw` resolves when something of it is seen; it may go on after. Gives
 * back why not where it refuses; what it throws means a damaged file.
 */
export function host(draw: (drawn: Drawn) => Promise<Refusal | null>): void {
  const root = document.body
  let begun = false
  addEventListener('message', async ({ source, data }: MessageEvent<ToFrame>) => {
    if (source !== parent || begun) return
    begun = true
    document.documentElement.className = data.dark ? 'dark' : 'light'
    document.documentElement.lang = data.locale
    document.title = data.name
    try {
      const refusal = await draw({ root, file: data })
      tell(refusal ? { type: 'refused', reason: refusal } : { type: 'drawn' })
    } catch {
      tell({ type: 'refused', reason: 'damaged' })
    }
  })
  addEventListener('keydown', event => {
    const key = passedKeys.find(each => each === event.key)
    if (key && !event.ctrlKey && !event.metaKey && !event.altKey) tell({ type: 'key', key })
  })
  tell({ type: 'ready' })
}

/** An element with this text. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  if (className) made.className = className
  if (text) made.textContent = text
  return made
}

/** Ms of work after which the page gets its turn. */
const turn = 12

/** Runs `steps`, and lets the page have its turn between them. Resolves after the first turn. */
export function inTurns(steps: Iterator<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    function go() {
      const end = performance.now() + turn
      try {
        while (performance.now() < end) if (steps.next().done) return resolve()
      } catch (error) {
        return reject(error)
      }
      resolve()
      setTimeout(go)
    }
    go()
  })
}
