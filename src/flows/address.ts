import { useSyncExternalStore } from 'react'

/** What the page shows: a machine, and of it a state by its path or a transition by its name. */
export type Address = { machine: string; state?: string; transition?: string }

/** `#/upload/state/sending.parts`, `#/upload/transition/…` */
export function addressOf({ machine, state, transition }: Address): string {
  const of = (kind: string, name: string | undefined) =>
    name === undefined ? '' : `/${kind}/${encodeURIComponent(name)}`
  return `#/${encodeURIComponent(machine)}${of('state', state)}${of('transition', transition)}`
}

export function readAddress(hash: string): Address | null {
  const [, machine, kind, name] = hash.split('/').map(decodeURIComponent)
  if (!machine) return null
  if (name !== undefined && kind === 'state') return { machine, state: name }
  if (name !== undefined && kind === 'transition') return { machine, transition: name }
  return { machine }
}

const subscribe = (listener: () => void) => {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/** The address of the page, as in its bar. */
export function useAddress(): Address | null {
  return readAddress(useSyncExternalStore(subscribe, () => location.hash))
}
