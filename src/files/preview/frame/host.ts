import type { Refusal } from '../../../../domain/preview.ts'
import { type FromFrame, passedKeys, type ToFrame } from '../protocol.ts'

/** Posts to the console; the frame does not know its origin. */
export function post(message: FromFrame): void {
  parent.postMessage(message, '*')
}

export type FrameContext = { root: HTMLElement; file: ToFrame }

/**
 * Receives one file from the console and renders it. `draw` resolves once a part is visible; it may continue afterwards.
 * It returns a reason to refuse the file; an error means a damaged file.
 */
export function host(draw: (context: FrameContext) => Promise<Refusal | null>): void {
  const root = document.body
  let started = false
  addEventListener('message', async ({ source, data }: MessageEvent<ToFrame>) => {
    if (source !== parent || started) return
    started = true
    document.documentElement.className = data.dark ? 'dark' : 'light'
    document.documentElement.lang = data.locale
    document.title = data.name
    try {
      const refusal = data.bytes.byteLength === 0 ? 'empty' : await draw({ root, file: data })
      post(refusal ? { type: 'refused', reason: refusal } : { type: 'drawn' })
    } catch {
      post({ type: 'refused', reason: 'damaged' })
    }
  })
  addEventListener('keydown', event => {
    const key = passedKeys.find(each => each === event.key || each === event.key.toLowerCase())
    if (key && !event.ctrlKey && !event.metaKey && !event.altKey) post({ type: 'key', key })
  })
  post({ type: 'ready' })
}

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
  text = '',
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name)
  if (className) created.className = className
  if (text) created.textContent = text
  return created
}

/** Maximum work before yielding to the page, in ms. */
const sliceMs = 12

/** Runs `steps` in slices, so that the page stays responsive. Resolves after the first slice. */
export function runInSlices(steps: Iterator<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    function runSlice() {
      const end = performance.now() + sliceMs
      try {
        while (performance.now() < end) if (steps.next().done) return resolve()
      } catch (error) {
        return reject(error)
      }
      resolve()
      setTimeout(runSlice)
    }
    runSlice()
  })
}
