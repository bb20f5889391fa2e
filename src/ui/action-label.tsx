import { chakra } from '@chakra-ui/react'
import type { MenuAction } from './action-menu.tsx'

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
