import { useSyncExternalStore } from 'react'

const phone = matchMedia('(max-width: 599.98px)')

function subscribe(listener: () => void) {
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}

/** Whether the screen is phone-sized (below `sm`): cards instead of tables, sheets instead of menus. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => phone.matches)
}
