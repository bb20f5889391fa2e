import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { mayCall } from '../../../domain/permissions.ts'
import { useUser } from '../../session/flow.ts'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { closePanel, objectAddress, objectOf, panelState } from '../panel-address.ts'

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
