/** Something that happens: `on` adds a listener and returns how to remove it; `emit` calls them all. */
export function signal() {
  const listeners = new Set<() => void>()
  return {
    on(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    emit() {
      for (const listener of listeners) listener()
    },
  }
}
