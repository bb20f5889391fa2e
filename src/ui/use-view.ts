import { useEffect, useState } from 'react'
import { changeHistory } from '../shell/overlays.ts'

/** Ms until the address follows the typed text: browsers limit how often it may change. */
const pause = 200

/**
 * The view of the list of `place` (its search, its order): stored in the query of the address, so that the back button
 * and a reload restore it. `queryOf` returns '' for the default view.
 */
export function useView<View extends object>(
  place: string,
  read: (query: string) => View,
  queryOf: (view: View) => string,
): [View, (change: Partial<View>) => void] {
  const [kept, keep] = useState(() => ({ place, view: read(location.search) }))
  const now = kept.place === place ? kept : { place, view: read(location.search) }
  if (now !== kept) keep(now)
  const { view } = now
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` and `queryOf` never change
  useEffect(() => {
    const { pathname } = location
    const timer = setTimeout(() => {
      const query = queryOf(view)
      if (location.pathname !== pathname || queryOf(read(location.search)) === query) return
      changeHistory(() => history.replaceState(history.state, '', pathname + query))
    }, pause)
    return () => clearTimeout(timer)
  }, [view])
  return [view, change => keep(({ place, view }) => ({ place, view: { ...view, ...change } }))]
}
