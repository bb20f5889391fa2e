import { useEffect, useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

const isFull = () => document.fullscreenElement !== null

/** False on iPhones, where only videos have it. */
export const fullScreenIsAvailable = () => document.fullscreenEnabled === true

/** Of the page: menus, tips and toasts are above it. */
export function toggleFullScreen(): void {
  if (!fullScreenIsAvailable()) return
  const change = isFull() ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  // The browser refuses it without a press.
  change.catch(() => undefined)
}

/** Whether the page has the full screen. */
export function useFullScreen(): boolean {
  return useSyncExternalStore(subscribe, isFull)
}

/** Leaves the full screen when the component does. */
export function useEndOfFullScreen(): void {
  useEffect(
    () => () => {
      if (isFull()) void document.exitFullscreen()
    },
    [],
  )
}
