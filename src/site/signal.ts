/** Something that happens: `on` adds a listener and returns how to remove it; `emit` calls them all. */
export function signal<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>()
  return {
    on(listener: (...args: Args) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    emit(...args: Args) {
      for (const listener of listeners) listener(...args)
    },
  }
}

/** A value that views follow by `useSyncExternalStore(on, get)`. */
export function observable<Value>(value: Value) {
  const changed = signal()
  return {
    on: changed.on,
    get: () => value,
    set(next: Value) {
      value = next
      changed.emit()
    },
  }
}
