import { useEffect, useRef, useState } from 'react'
import type { AroundNavHandler } from 'wouter'

let ask: ((go: () => void) => void) | null = null

/** Navigates, or asks first where a screen has something unsaved. For the router of the console. */
export const askBeforeLeaving: AroundNavHandler = (navigate, to, options) => {
  const go = () => navigate(to, options)
  if (ask && new URL(to, location.href).pathname !== location.pathname) ask(go)
  else go()
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
    const held = (go: () => void) => setOnward({ go })
    const closing = (event: Event) => event.preventDefault()
    const back = (event: Event) => {
      if (location.pathname === pathname) return
      event.stopImmediatePropagation()
      history.pushState(null, '', href)
      held(() => history.back())
    }
    ask = held
    addEventListener('beforeunload', closing)
    addEventListener('popstate', back, { capture: true })
    release.current = () => {
      ask = null
      removeEventListener('beforeunload', closing)
      removeEventListener('popstate', back, { capture: true })
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
