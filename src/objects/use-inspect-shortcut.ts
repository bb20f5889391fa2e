import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { mayCall } from '../../domain/permissions.ts'
import { useUser } from '../session/provider.ts'
import { useShortcut } from '../ui/use-shortcut.ts'
import { objectAddress, objectOf } from './open-address.ts'

/** Opens the object panel for the active row by keys, and closes it by the same. */
export function useInspectShortcut(activeName: string | undefined): void {
  const [, navigate] = useLocation()
  const may = mayCall(useUser(), 'getObjectDetails')
  const toggle = useCallback(() => {
    if (objectOf(location.search)) navigate(objectAddress(null), { replace: true, state: history.state })
    else if (activeName !== undefined) navigate(objectAddress(activeName))
  }, [activeName, navigate])
  useShortcut('list', 'inspect', may ? toggle : null)
}
