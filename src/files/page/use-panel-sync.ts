import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import { objectAddress, objectOf } from '../panel-address.ts'

/** Keeps the object panel and the active row in sync: a change of one updates the other. */
export function usePanelSync(activeName: string | undefined, onPanelItem: (name: string) => void): void {
  const [, navigate] = useLocation()
  const panel = objectOf(useSearch())
  const name = panel?.name
  const updatePanel = useEffectEvent(() => {
    if (panel && activeName !== undefined && activeName !== name) {
      navigate(objectAddress(activeName, panel.tab), { replace: true, state: history.state })
    }
  })
  const updateRow = useEffectEvent(() => {
    if (name !== undefined && name !== activeName) onPanelItem(name)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each new active row
  useEffect(() => updatePanel(), [activeName])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each new item of the panel
  useEffect(() => updateRow(), [name])
}
