import { type ComponentType, useEffect, useState } from 'react'
import { ScreenLoading } from '../ui/screen-loading.tsx'

/**
 * A screen from a chunk of its own, loaded when it is first shown, or by `preload`: then it is shown at once. Not
 * React's `lazy`: what Suspense has hidden it shows after 300 ms at the earliest, and the screen's first request would
 * wait as long.
 */
export function screen(
  load: () => Promise<{ default: ComponentType }>,
): ComponentType & { preload(): Promise<void> } {
  let loaded: ComponentType | undefined
  async function preload() {
    loaded ??= (await load()).default
  }
  function Screen() {
    const [state, setState] = useState<{ shown?: ComponentType | undefined; error?: unknown }>({
      shown: loaded,
    })
    useEffect(() => {
      if (state.shown) return
      let gone = false
      preload().then(
        () => {
          if (!gone) setState({ shown: loaded })
        },
        error => {
          if (!gone) setState({ error })
        },
      )
      return () => {
        gone = true
      }
    }, [state.shown])
    if (state.error) throw state.error
    return state.shown ? <state.shown /> : <ScreenLoading />
  }
  return Object.assign(Screen, { preload })
}
