import { type ComponentType, useEffect, useState } from 'react'
import { ScreenLoading } from '../ui/screen-loading.tsx'

/**
 * A screen from a chunk of its own, loaded when it is first shown. Not React's `lazy`: what Suspense has hidden it
 * shows after 300 ms at the earliest, and the screen's first request would wait as long.
 */
export function screen(load: () => Promise<{ default: ComponentType }>): ComponentType {
  let loaded: ComponentType | undefined
  return function Screen() {
    const [state, setState] = useState<{ shown?: ComponentType | undefined; error?: unknown }>({
      shown: loaded,
    })
    useEffect(() => {
      if (loaded) return
      let gone = false
      load().then(
        module => {
          loaded = module.default
          if (!gone) setState({ shown: loaded })
        },
        error => {
          if (!gone) setState({ error })
        },
      )
      return () => {
        gone = true
      }
    }, [])
    if (state.error) throw state.error
    return state.shown ? <state.shown /> : <ScreenLoading />
  }
}
