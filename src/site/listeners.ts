/** Functions that are called after a change. */
export class Listeners<Args extends unknown[] = []> {
  readonly #all = new Set<(...args: Args) => void>()

  /** Returns the function that unsubscribes. */
  readonly subscribe = (listener: (...args: Args) => void): (() => void) => {
    this.#all.add(listener)
    return () => void this.#all.delete(listener)
  }

  notify(...args: Args): void {
    for (const listener of this.#all) listener(...args)
  }
}

/** A value that views follow by `useSyncExternalStore`. */
export class Observable<Value> extends Listeners {
  #value: Value

  constructor(value: Value) {
    super()
    this.#value = value
  }

  readonly get = (): Value => this.#value

  set(value: Value): void {
    this.#value = value
    this.notify()
  }
}
