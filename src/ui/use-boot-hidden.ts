import { useLayoutEffect } from 'react'

/** Takes away what index.html shows until there is a screen: for whatever may be the first one. */
export function useBootHidden(): void {
  useLayoutEffect(() => document.getElementById('boot')?.remove(), [])
}
