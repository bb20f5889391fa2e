import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import { objectAddress, objectOf } from './open-address.ts'

/** Keeps the object panel and the active row of the list at the same item: whichever changes, the other follows. */
export function useInspected(activeName: string | undefined, onInspected: (name: string) => void): void {
  const [, navigate] = useLocation()
  const inspected = objectOf(useSearch())
  const name = inspected?.name
  const follow = useEffectEvent(() => {
    if (inspected && activeName !== undefined && activeName !== name) {
      navigate(objectAddress(activeName, inspected.tab), { replace: true, state: history.state })
    }
  })
  const lead = useEffectEvent(() => {
    if (name !== undefined && name !== activeName) onInspected(name)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each new active row
  useEffect(() => follow(), [activeName])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each new item of the panel
  useEffect(() => lead(), [name])
}
