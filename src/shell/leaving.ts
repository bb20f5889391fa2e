import { useEffect, useRef, useState } from 'react'
import type { AroundNavHandler, BaseLocationHook } from 'wouter'
import { useBrowserLocation } from 'wouter/use-browser-location'

/** Something that holds its visitor: the path of its screen, and how to ask. */
type Holder = { path: string; ask: (go: () => void) => void }

/** The last one lies over the others, as a dialog over a form: it is the one that asks. */
const holders: Holder[] = []

/** Does `go`, which ends the screen, or asks first where that has something unsaved. */
export function beforeLeaving(go: () => void): void {
  const holder = holders.at(-1)
  if (holder) holder.ask(go)
  else go()
}

/** Navigates, or asks first where a screen has something unsaved. For the router of the console. */
export const askBeforeLeaving: AroundNavHandler = (navigate, to, options) => {
  const go = () => navigate(to, options)
  if (new URL(to, location.href).pathname === holders.at(-1)?.path) go()
  else beforeLeaving(go)
}

/**
 * The path that is shown. For the router of the console: browsers have left already when they tell of their back
 * button, and the screen must still be there to ask.
 */
export const useHeldLocation: BaseLocationHook = options => {
  const [path, navigate] = useBrowserLocation(options)
  return [holders.at(-1)?.path ?? path, navigate]
}

export type Leaving = {
  /** Whether somebody wants to leave, and waits for an answer. */
  asking: boolean
  /** Lets go. */
  leave: () => void
  stay: () => void
  /** Does `go`, which loses what is unsaved, or asks first where something is. */
  ask: (go: () => void) => void
}

/**
 * Holds whoever leaves the screen while something on it is `unsaved`: by a link, by the browser's back button or by
 * closing the page.
 */
export function useLeaving(unsaved: boolean): Leaving {
  const [onward, setOnward] = useState<{ go: () => void } | null>(null)
  const release = useRef<() => void>(() => undefined)
  useEffect(() => {
    if (!unsaved) return
    const { href, pathname } = location
    const holder: Holder = { path: pathname, ask: go => setOnward({ go }) }
    const closing = (event: Event) => event.preventDefault()
    const back = () => {
      if (holders.at(-1) !== holder || location.pathname === pathname) return
      history.pushState(null, '', href)
      holder.ask(() => history.back())
    }
    holders.push(holder)
    addEventListener('beforeunload', closing)
    addEventListener('popstate', back)
    release.current = () => {
      if (holders.includes(holder)) holders.splice(holders.indexOf(holder), 1)
      removeEventListener('beforeunload', closing)
      removeEventListener('popstate', back)
    }
    return () => {
      release.current()
      setOnward(null)
    }
  }, [unsaved])
  return {
    asking: onward !== null,
    ask: go => (unsaved ? setOnward({ go }) : go()),
    stay: () => setOnward(null),
    leave() {
      release.current()
      setOnward(null)
      onward?.go()
    },
  }
}
