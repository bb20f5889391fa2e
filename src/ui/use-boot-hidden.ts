import { useLayoutEffect } from 'react'

/** Removes what index.html shows until there is a screen. Call in every possible first screen. */
export function useBootHidden(): void {
  useLayoutEffect(() => document.getElementById('boot')?.remove(), [])
}
