import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Tip } from '../../ui/tip.tsx'

type ToolProps = Pick<ComponentProps<typeof Button>, 'size' | 'variant'> & {
  icon: ReactNode
  label: string
  /** Shows only the icon. */
  narrow: boolean
  onClick: () => void
}

export function ToolButton({ icon, label, narrow, onClick, ...look }: ToolProps) {
  if (!narrow) {
    return (
      <Button {...look} onClick={onClick}>
        {icon}
        {label}
      </Button>
    )
  }
  return (
    <Tip label={label}>
      <Button {...look} aria-label={label} px="2.5" onClick={onClick}>
        {icon}
      </Button>
    </Tip>
  )
}
