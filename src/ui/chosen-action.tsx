import { chakra } from '@chakra-ui/react'
import { useCallback, useRef } from 'react'
import type { MenuAction } from './action-menu.tsx'

/** The text of an action in a menu or a sheet. */
export function ActionLabel({ label, reason }: Pick<MenuAction, 'label' | 'reason'>) {
  if (reason === undefined) return label
  return (
    <span>
      {label}
      <chakra.span display="block" textStyle="small">
        {reason}
      </chakra.span>
    </span>
  )
}

/**
 * `choose` stores the action, `run` runs it: for `onSelect` and `onExitComplete`. A closing menu or sheet moves the
 * focus to its trigger; a dialog opened before that would lose the focus and return it to the wrong element. A menu
 * without animation has not moved it yet: `triggerId`.
 */
export function useChosenAction(triggerId?: string) {
  const chosen = useRef<MenuAction | null>(null)
  const choose = useCallback((actions: readonly (MenuAction | null)[], id: string) => {
    chosen.current = actions.find(action => action?.id === id) ?? null
  }, [])
  const run = useCallback(() => {
    const action = chosen.current
    chosen.current = null
    if (!action) return
    if (triggerId) document.getElementById(triggerId)?.focus({ preventScroll: true })
    action.run()
  }, [triggerId])
  return [choose, run] as const
}
