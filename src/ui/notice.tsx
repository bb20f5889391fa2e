import { chakra, defineRecipe } from '@chakra-ui/react'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Severity } from '../../machines/toast/machine.ts'

export const severityIcon = {
  success: CircleCheck,
  info: Info,
  warning: TriangleAlert,
  error: CircleAlert,
} satisfies Record<Severity, unknown>

const recipe = defineRecipe({
  base: {
    display: 'flex',
    gap: '3',
    px: '4',
    py: '3',
    borderRadius: 'md',
    textStyle: 'body',
    color: 'fg',
    overflowWrap: 'anywhere',
    '& > svg': { boxSize: '18px', flexShrink: '0', mt: '2px' },
  },
  variants: {
    severity: {
      success: { bg: 'success.subtle', '& > svg': { color: 'fg.success' } },
      info: { bg: 'accent.subtle', '& > svg': { color: 'fg.accent' } },
      warning: { bg: 'warning.subtle', '& > svg': { color: 'fg.warning' } },
      error: { bg: 'danger.subtle', '& > svg': { color: 'fg.danger' } },
    },
  },
})

const Box = chakra('div', recipe)

type Props = {
  severity: Severity
  children: ReactNode
  /** `timer` if the text changes by itself and must not be announced each time. */
  role?: 'timer'
}

export function Notice({ severity, children, role }: Props) {
  const Icon = severityIcon[severity]
  return (
    <Box severity={severity} role={role ?? (severity === 'error' ? 'alert' : 'status')}>
      <Icon aria-hidden="true" />
      <chakra.div minW="0">{children}</chakra.div>
    </Box>
  )
}

/** A card over the page: an icon, a text and a button. */
export const FloatingCard = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: '12',
    maxW: '480px',
    ps: '4',
    pe: '2',
    py: '1.5',
    borderRadius: 'lg',
    bg: 'bg.raised',
    boxShadow: 'lg',
    pointerEvents: 'auto',
  },
})
