import { useEffect, useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

const isFull = () => document.fullscreenElement !== null

/** False on iPhones, where only videos have it. */
export const fullScreenIsAvailable = () => document.fullscreenEnabled === true

/** Of the whole page: menus, tips and toasts must stay above it. */
export function toggleFullScreen(): void {
  if (!fullScreenIsAvailable()) return
  const change = isFull() ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  // The browser refuses it without a click.
  change.catch(() => undefined)
}

export function useFullScreen(): boolean {
  return useSyncExternalStore(subscribe, isFull)
}

/** Leaves full screen when the component unmounts. */
export function useEndOfFullScreen(): void {
  useEffect(
    () => () => {
      if (isFull()) void document.exitFullscreen()
    },
    [],
  )
}
