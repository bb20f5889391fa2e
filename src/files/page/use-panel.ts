import { useCallback, useEffect, useEffectEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import { mayCall } from '../../../domain/permissions.ts'
import { useUser } from '../../session/flow.ts'
import { useShortcut } from '../../ui/shortcuts.ts'
import { closePanel, objectAddress, objectOf, panelState } from '../addresses.ts'

/** Opens the object panel at one of its tabs. */
export function useInspect() {
  const [, navigate] = useLocation()
  return ({ name }: { name: string }, tab: string) => {
    const replace = objectOf(location.search) !== null
    navigate(objectAddress(name, tab), { replace, state: replace ? history.state : panelState() })
  }
}

/** Opens and closes the object panel for the active row by its shortcut. */
export function useInspectShortcut(activeName: string | undefined): void {
  const [, navigate] = useLocation()
  const may = mayCall(useUser(), 'getObjectDetails')
  const toggle = useCallback(() => {
    if (objectOf(location.search)) closePanel(navigate)
    else if (activeName !== undefined) navigate(objectAddress(activeName), { state: panelState() })
  }, [activeName, navigate])
  useShortcut('list', 'inspect', may ? toggle : null)
}

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
