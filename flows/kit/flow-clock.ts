import { type AnyActorRef, SimulatedClock } from 'xstate'

type Due = { timer: string; at: number; actor: AnyActorRef }

/** A clock that moves only when a path lets one of the machines' timers run out. */
export class FlowClock {
  readonly clock = new SimulatedClock()
  readonly #due = new Map<string, Due>()

  /** Takes note of the timers that a machine starts and cancels: `raise` with a delay, and `cancel`. */
  inspect({ type, params }: { type: string; params: unknown }, actor: AnyActorRef) {
    const { id, sendId, delay } = { ...(params as { id?: string; sendId?: string; delay?: number }) }
    const keyOf = (timer: string) => `${actor.sessionId} ${timer}`
    if (type === 'xstate.raise' && id && delay !== undefined)
      this.#due.set(keyOf(id), { timer: id, at: this.clock.now() + delay, actor })
    if (type === 'xstate.cancel' && sendId) this.#due.delete(keyOf(sendId))
  }

  /** The timers that run. Those of an actor that was stopped do not any more. */
  #running(): [key: string, due: Due][] {
    return [...this.#due].filter(([, { actor }]) => actor.getSnapshot().status === 'active')
  }

  /** Ms until the next timer runs out, or null. */
  get next(): number | null {
    const times = this.#running().map(([, { at }]) => at)
    return times.length > 0 ? Math.min(...times) - this.clock.now() : null
  }

  /** Whether this timer runs out before all others. */
  isNext(timer: string): boolean {
    const running = this.#running()
    const due = running.find(([, each]) => each.timer === timer)?.[1]
    return due !== undefined && running.every(([, other]) => other === due || other.at > due.at)
  }

  /** Lets the time pass until the next timers run out, if one runs. */
  pass(): void {
    const ms = this.next
    if (ms === null) return
    const now = this.clock.now() + ms
    for (const [key, { at }] of this.#running()) if (at <= now) this.#due.delete(key)
    this.clock.increment(ms)
  }

  /**
   * Lets the time pass until this timer runs out. False, and no time passes, where another one would run out before
   * or with it: the path is not possible in time.
   */
  runOut(timer: string): boolean {
    if (!this.#running().some(([, due]) => due.timer === timer)) throw new Error(`No timer "${timer}" runs`)
    if (!this.isNext(timer)) return false
    this.pass()
    return true
  }
}
