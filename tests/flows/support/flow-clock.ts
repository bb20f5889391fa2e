import { SimulatedClock } from 'xstate'

/** A clock that moves only when a path lets one of the machine's timers run out. */
export class FlowClock {
  readonly clock = new SimulatedClock()
  readonly #due = new Map<string, number>()

  /** Takes note of the timers that a machine starts and cancels: `raise` with a delay, and `cancel`. */
  inspect({ type, params }: { type: string; params: unknown }) {
    const { id, sendId, delay } = { ...(params as { id?: string; sendId?: string; delay?: number }) }
    if (type === 'xstate.raise' && id && delay !== undefined) this.#due.set(id, this.clock.now() + delay)
    if (type === 'xstate.cancel' && sendId) this.#due.delete(sendId)
  }

  /**
   * Lets the time pass until this timer runs out. False, and no time passes, where another one would run out before
   * or with it: the path is not possible in time.
   */
  runOut(timer: string): boolean {
    const due = this.#due.get(timer)
    if (due === undefined) throw new Error(`No timer "${timer}" runs`)
    if ([...this.#due].some(([other, time]) => other !== timer && time <= due)) return false
    this.#due.delete(timer)
    this.clock.increment(due - this.clock.now())
    return true
  }
}
