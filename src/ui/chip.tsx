import { chakra } from '@chakra-ui/react'

/** A short label for the state of a row. */
export const Chip = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    textStyle: 'caption',
    fontWeight: 'medium',
    borderRadius: 'full',
    px: '2.5',
    py: '0.5',
    whiteSpace: 'nowrap',
  },
  variants: {
    tone: {
      plain: { bg: 'bg.muted', color: 'fg.muted' },
      good: { bg: 'success.subtle', color: 'fg.success' },
      warning: { bg: 'warning.subtle', color: 'fg.warning' },
      danger: { bg: 'danger.subtle', color: 'fg.danger' },
    },
  },
  defaultVariants: { tone: 'plain' },
})
