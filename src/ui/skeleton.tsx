import { chakra } from '@chakra-ui/react'

/** A grey bar in the shape of what comes. */
export const Skeleton = chakra('span', {
  base: {
    display: 'block',
    h: '12px',
    borderRadius: 'full',
    bg: 'bg.muted',
    animation: 'pulse 1.6s ease-in-out infinite',
  },
})
