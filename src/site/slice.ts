/** Maximum work before yielding to the browser, in ms. */
const sliceMs = 8

/** Work in slices, so that the page stays responsive. */
export class Slice {
  #start = performance.now()

  get isOver(): boolean {
    return performance.now() - this.#start > sliceMs
  }

  /** Yields to the browser, and begins the next slice. */
  async next(): Promise<void> {
    await nextTask()
    this.#start = performance.now()
  }
}

/** Yields to the browser. Unlike a timer it is not throttled in the background. */
export function nextTask(): Promise<void> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
