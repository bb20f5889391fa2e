type Outcome = 'resumed' | 'rejected'

export class Gate {
  readonly #waiting = new Set<(outcome: Outcome) => void>()

  /** Waits until `open` is called. Rejects with the signal's reason when it aborts first. */
  wait(signal: AbortSignal): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(go)
        signal.removeEventListener('abort', abort)
      }
      const go = (outcome: Outcome) => {
        leave()
        resolve(outcome)
      }
      const abort = () => {
        leave()
        reject(signal.reason)
      }
      if (signal.aborted) return reject(signal.reason)
      signal.addEventListener('abort', abort)
      this.#waiting.add(go)
    })
  }

  /** Ends all waits with `outcome`. */
  open(outcome: Outcome): void {
    for (const go of [...this.#waiting]) go(outcome)
  }
}
