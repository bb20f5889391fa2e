import { useSyncExternalStore } from 'react'

/** What the page shows: a machine, and of it a state by its path or a transition by its name. */
export type Address = { machine: string; state?: string; transition?: string }

/** The live view: of a machine, and of it an actor by its id. */
export type LiveAddress = { live: true; machine?: string; actor?: string }

/** `#/upload/state/sending.parts`, `#/upload/transition/…` */
export function addressOf({ machine, state, transition }: Address): string {
  const of = (kind: string, name: string | undefined) =>
    name === undefined ? '' : `/${kind}/${encodeURIComponent(name)}`
  return `#/${encodeURIComponent(machine)}${of('state', state)}${of('transition', transition)}`
}

/** `#/live`, `#/live/upload`, `#/live/upload/1 x:5` */
export function liveAddressOf({ machine, actor }: Omit<LiveAddress, 'live'> = {}): string {
  const parts = [machine, actor].filter(part => part !== undefined)
  return ['#/live', ...parts.map(encodeURIComponent)].join('/')
}

/** A machine that is walked by hand. */
export type WalkAddress = { walk: true; machine: string }

export const walkAddressOf = (machine: string) => `${addressOf({ machine })}/walk`

export function readAddress(hash: string): Address | LiveAddress | WalkAddress | null {
  const [, machine, kind, name] = hash.split('/').map(decodeURIComponent)
  if (!machine) return null
  if (machine === 'live')
    return { live: true, ...(kind && { machine: kind }), ...(name !== undefined && { actor: name }) }
  if (kind === 'walk') return { walk: true, machine }
  if (name !== undefined && kind === 'state') return { machine, state: name }
  if (name !== undefined && kind === 'transition') return { machine, transition: name }
  return { machine }
}

const subscribe = (listener: () => void) => {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/** The address of the page, as in its bar. */
export function useAddress(): Address | LiveAddress | WalkAddress | null {
  return readAddress(useSyncExternalStore(subscribe, () => location.hash))
}
