import { storageName } from './installation.ts'
import { signal } from './signal.ts'

/** A text that this installation keeps in the browser for each user; '' if none. It survives a reload, and all tabs have it. */
export function keptForUser(name: string) {
  const prefix = storageName(`${name} `)
  /** What localStorage has not accepted: this tab alone has it. */
  const refused = new Map<string, string>()
  const changed = signal()

  function read(user: string): string {
    try {
      return refused.get(user) ?? localStorage.getItem(prefix + user) ?? ''
    } catch {
      return ''
    }
  }

  function write(user: string, text: string): void {
    refused.delete(user)
    try {
      if (text === '') localStorage.removeItem(prefix + user)
      else localStorage.setItem(prefix + user, text)
    } catch {
      refused.set(user, text)
    }
    changed.emit()
  }

  /** Removes the texts of all users. */
  function forget(): void {
    refused.clear()
    try {
      for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name)
    } catch {
      // Nothing was kept in it.
    }
    changed.emit()
  }

  /** Calls the listener after a change, of another tab too. Returns how to unsubscribe. */
  function subscribe(listener: () => void): () => void {
    const onStorage = ({ key }: StorageEvent) => {
      if (key !== null && !key.startsWith(prefix)) return
      refused.clear()
      listener()
    }
    const stop = changed.on(listener)
    window.addEventListener('storage', onStorage)
    return () => {
      stop()
      window.removeEventListener('storage', onStorage)
    }
  }
  return { read, write, forget, subscribe }
}
