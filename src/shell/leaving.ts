import { useEffect, useRef, useState } from 'react'
import type { AroundNavHandler, BaseLocationHook } from 'wouter'
import { useBrowserLocation } from 'wouter/use-browser-location'

/** The screen that holds its visitor: its path, and how to ask. */
let holding: { path: string; ask: (go: () => void) => void } | null = null

/** Does `go`, which ends the screen, or asks first where that has something unsaved. */
export function beforeLeaving(go: () => void): void {
  if (holding) holding.ask(go)
  else go()
}

/** Navigates, or asks first where a screen has something unsaved. For the router of the console. */
export const askBeforeLeaving: AroundNavHandler = (navigate, to, options) => {
  const go = () => navigate(to, options)
  if (new URL(to, location.href).pathname === holding?.path) go()
  else beforeLeaving(go)
}

/**
 * The path that is shown. For the router of the console: browsers have left already when they tell of their back
 * button, and the screen must still be there to ask.
 */
export const useHeldLocation: BaseLocationHook = options => {
  const [path, navigate] = useBrowserLocation(options)
  return [holding?.path ?? path, navigate]
}

/**
 * Holds whoever leaves the screen while something on it is `unsaved`: by a link, by the browser's back button or by
 * closing the page. `asking`: somebody wants to leave; `leave` lets go, `stay` does not.
 */
export function useLeaving(unsaved: boolean): { asking: boolean; leave: () => void; stay: () => void } {
  const [onward, setOnward] = useState<{ go: () => void } | null>(null)
  const release = useRef<() => void>(() => undefined)
  useEffect(() => {
    if (!unsaved) return
    const { href, pathname } = location
    const ask = (go: () => void) => setOnward({ go })
    const closing = (event: Event) => event.preventDefault()
    const back = () => {
      if (location.pathname === pathname) return
      history.pushState(null, '', href)
      ask(() => history.back())
    }
    holding = { path: pathname, ask }
    addEventListener('beforeunload', closing)
    addEventListener('popstate', back)
    release.current = () => {
      holding = null
      removeEventListener('beforeunload', closing)
      removeEventListener('popstate', back)
    }
    return () => release.current()
  }, [unsaved])
  return {
    asking: onward !== null,
    stay: () => setOnward(null),
    leave() {
      release.current()
      setOnward(null)
      onward?.go()
    },
  }
}
