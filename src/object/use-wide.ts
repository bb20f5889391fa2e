import { useSyncExternalStore } from 'react'

const wide = matchMedia('(min-width: 1200px)')

function subscribe(listener: () => void) {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** Whether the panel fits beside the list (from `lg`). */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}
